import CPullToRefreshGtk

/// Where the user's programs keep their things.
package nonisolated enum UserDirectories {
  /// What a program remembers from one start to the next: `$XDG_STATE_HOME`.
  package static var state: String { String(cString: g_get_user_state_dir()) }

  /// What the user has chosen: `$XDG_CONFIG_HOME`.
  package static var config: String { String(cString: g_get_user_config_dir()) }

  /// Whether the program runs in a Flatpak, which has some folders of its own.
  package static var areOfSandbox: Bool { g_getenv("FLATPAK_ID") != nil }

  /// What a program has that is the user's: `$XDG_DATA_HOME`.
  package static var data: String { String(cString: g_get_user_data_dir()) }

  /// What is gone when the user logs out: `$XDG_RUNTIME_DIR`; in a sandbox the part of it that
  /// programs outside see, too.
  package static var runtime: String {
    let folder = String(cString: g_get_user_runtime_dir())
    guard let sandbox = g_getenv("FLATPAK_ID") else { return folder }
    return folder + "/app/" + String(cString: sandbox)
  }
}
