import CTidelineGLib

/// The user's folders according to GLib. GLib reads the environment once, so later changes of it
/// have no effect.
public enum HomeFolder {
  /// The value of `$HOME`, or else the home folder in the system's user database.
  public static var path: String { String(cString: g_get_home_dir()) }
  /// `$XDG_CACHE_HOME`, or `~/.cache`.
  static var cache: String { String(cString: g_get_user_cache_dir()) }
  /// `$XDG_CONFIG_HOME`, or `~/.config`.
  static var config: String { String(cString: g_get_user_config_dir()) }
  /// `$XDG_DATA_HOME`, or `~/.local/share`.
  static var data: String { String(cString: g_get_user_data_dir()) }
}
