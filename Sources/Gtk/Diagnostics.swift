import CGtkShim

/// What a developer should know, in GLib's log.
public nonisolated enum Diagnostics {
  /// A mistake in how something is used; it goes on working otherwise. From any thread.
  public static func warn(_ message: String) { tideline_warn(message) }
}
