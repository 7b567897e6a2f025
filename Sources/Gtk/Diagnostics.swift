import CGtkShim

/// Warnings for developers, in GLib's log.
public nonisolated enum Diagnostics {
  /// A warning of a wrong use, after which the program goes on. May be called from any thread.
  public static func warn(_ message: String) { tideline_warn(message) }
}
