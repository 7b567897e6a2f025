import CPullToRefreshGtk

/// The folders for the user's files, by the XDG base directory specification.
package nonisolated enum UserDirectories {
  /// The folder for a program's state, kept from one start to the next: `$XDG_STATE_HOME`.
  package static var state: String { String(cString: g_get_user_state_dir()) }
}
