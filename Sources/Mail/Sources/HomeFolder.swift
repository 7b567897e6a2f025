import CGLib

/// The user's home folder.
public enum HomeFolder {
  /// What `$HOME` names, or else the system's list of users.
  public static var path: String { String(cString: g_get_home_dir()) }
}
