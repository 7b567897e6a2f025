import CPullToRefreshGtk
import PullToRefreshGtk

extension WidgetConvertible {
  /// Draws the whole widget into a PNG file, including parts that its window or scrolled window
  /// hides.
  ///
  /// - Parameter path: the file, which is overwritten.
  /// - Returns: false for a widget that is not on the screen, or a file that cannot be written.
  public func savePicture(to path: String) -> Bool {
    guard isMapped, width > 0, height > 0, let native = gtk_widget_get_native(asWidget),
      let renderer = gtk_native_get_renderer(native)
    else { return false }
    let paintable = gtk_widget_paintable_new(asWidget)
    let snapshot = gtk_snapshot_new()
    gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return false }
    defer { gsk_render_node_unref(node) }
    var bounds = graphene_rect_t()
    graphene_rect_init(&bounds, 0, 0, Float(width), Float(height))
    guard let texture = gsk_renderer_render_texture(renderer, node, &bounds) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    return gdk_texture_save_to_png(texture, path) != 0
  }
}
