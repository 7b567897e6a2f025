import CPullToRefreshGtk
import PullToRefreshGtk

/// Builds widgets from a description in XML, and keeps the objects alive that no widget keeps.
public final class Builder {
  private let builder: OpaquePointer

  /// - Parameter xml: the description for `gtk_builder_new_from_string`. A wrong description ends
  ///   the program: it is code, not input.
  public init(xml: String) { builder = gtk_builder_new_from_string(xml, -1) }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(builder)) }

  /// An object of the description, by its id; nil if there is none.
  ///
  /// - Returns: a pointer that is valid as long as the builder or another widget keeps the object.
  public func pointer(to id: String) -> OpaquePointer? {
    gtk_builder_get_object(builder, id)?.pointer
  }
}
