import CTidelineGLib

/// The user's folders, as GLib finds them: once in a process, so the environment counts as it was
/// at its start.
public enum HomeFolder {
  /// What `$HOME` names, or else the system's list of users.
  public static var path: String { String(cString: g_get_home_dir()) }
  /// `$XDG_CACHE_HOME`, or `~/.cache`.
  static var cache: String { String(cString: g_get_user_cache_dir()) }
  /// `$XDG_CONFIG_HOME`, or `~/.config`.
  static var config: String { String(cString: g_get_user_config_dir()) }
  /// `$XDG_DATA_HOME`, or `~/.local/share`.
  static var data: String { String(cString: g_get_user_data_dir()) }
}
