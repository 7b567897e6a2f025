import CPullToRefreshShim

/// Warnings for developers, in GLib's log.
package nonisolated enum Diagnostics {
  /// Warns of a wrong use. The program continues. May be called from any thread.
  package static func warn(_ message: String) { tideline_warn(message) }

  /// Whether ``refuse(_:)`` stops a debug build. Programs in other languages are only warned. Set it
  /// on the main thread, before the first list.
  nonisolated(unsafe) package static var stopsDebugBuilds = true

  /// Refuses a wrong use: stops a debug build, and warns in a release build. The caller then leaves
  /// everything unchanged.
  ///
  /// - Parameter sentence: the mistake, and how to correct it.
  package static func refuse(_ sentence: String) {
    assert(!stopsDebugBuilds, sentence)
    warn("pull-to-refresh: \(sentence)")
  }
}
