import CGtkShim

/// What a developer should know, in GLib's log.
public enum Diagnostics {
  /// A mistake in how something is used; it goes on working otherwise.
  public static func warn(_ message: String) { tideline_warn(message) }
}
