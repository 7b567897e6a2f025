import CPullToRefreshShim

/// The folders for the user's files, by the XDG base directory specification.
package nonisolated enum UserDirectories {
  /// The folder for a program's state, kept from one start to the next: `$XDG_STATE_HOME`.
  package static var state: String { String(cString: g_get_user_state_dir()) }

  /// The name of the program's own folder there: the id of its `GApplication`, else the name that it
  /// has set by `g_set_prgname`; nil if there is neither.
  package static var program: String? { tideline_program_name().map { String(cString: $0) } }
}
