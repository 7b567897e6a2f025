import CGtkShim

extension Overlay: WidgetConvertible {
  public var child: Widget? {
    get { gtk_overlay_get_child(self) }
    set { gtk_overlay_set_child(self, newValue) }
  }

  public func add(overlay child: some WidgetConvertible) {
    gtk_overlay_add_overlay(self, child.asWidget)
  }

  public func remove(overlay child: some WidgetConvertible) {
    gtk_overlay_remove_overlay(self, child.asWidget)
  }

  /// Reserves space at the top and the bottom of the child for what is laid over it there. From the
  /// first call on the child's own margins are ignored, so that the overlay can have them instead.
  ///
  /// - Parameters:
  ///   - top: in application pixels, 0 or more.
  ///   - bottom: in application pixels, 0 or more.
  public func setRoom(top: Int, bottom: Int) {
    tideline_overlay_set_room(self, Int32(top), Int32(bottom))
  }

  /// A place within the overlay, in application pixels.
  public struct Place {
    public var x, y, width, height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// Calls with each overlaid child as it is laid out; nil leaves its place to GTK.
  public func onChildPosition(_ handler: @escaping (Widget) -> Place?) {
    typealias Handler = (Widget) -> Place?
    _ = tideline_signal_connect_child_position(
      self,
      target(owning: Closure<Handler>(handler))
    ) { context, child, rectangle in
      let place = MainActor.assumeIsolated { Closure<Handler>.from(context)(child) }
      guard let place else { return false }
      rectangle.pointee = GdkRectangle(
        x: Int32(place.x),
        y: Int32(place.y),
        width: Int32(place.width),
        height: Int32(place.height)
      )
      return true
    }
  }
}
