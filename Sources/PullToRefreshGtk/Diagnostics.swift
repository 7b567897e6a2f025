import CPullToRefreshShim

/// Warnings for developers, in GLib's log.
package nonisolated enum Diagnostics {
  /// A warning of a wrong use, after which the program goes on. May be called from any thread.
  package static func warn(_ message: String) { tideline_warn(message) }

  /// Refuses what cannot be done: ends the program in a debug build, and warns in any other, where
  /// the caller then leaves everything as it is.
  ///
  /// - Parameter sentence: what is wrong, and what to do instead.
  package static func refuse(_ sentence: String) {
    assertionFailure(sentence)
    warn("pull-to-refresh: \(sentence)")
  }
}
