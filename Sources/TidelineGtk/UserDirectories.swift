import CPullToRefreshGtk
import PullToRefreshGtk

nonisolated extension UserDirectories {
  /// The folder for the user's choices: `$XDG_CONFIG_HOME`.
  package static var config: String { String(cString: g_get_user_config_dir()) }

  /// Whether the program runs in a Flatpak, which has other folders for some purposes.
  package static var areOfSandbox: Bool { g_getenv("FLATPAK_ID") != nil }

  /// The folder for files that are removed at logout: `$XDG_RUNTIME_DIR`. In a sandbox, the part of
  /// it that programs outside also see.
  package static var runtime: String {
    let folder = String(cString: g_get_user_runtime_dir())
    guard let sandbox = g_getenv("FLATPAK_ID") else { return folder }
    return folder + "/app/" + String(cString: sandbox)
  }

  /// The folder for the user's data in a program: `$XDG_DATA_HOME`.
  package static var data: String { String(cString: g_get_user_data_dir()) }
}
