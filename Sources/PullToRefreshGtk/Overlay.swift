import CPullToRefreshShim

extension Overlay: WidgetConvertible {
  package var child: Widget? {
    get { gtk_overlay_get_child(self) }
    set { gtk_overlay_set_child(self, newValue) }
  }

  package func add(overlay child: some WidgetConvertible) {
    gtk_overlay_add_overlay(self, child.asWidget)
  }

  package func remove(overlay child: some WidgetConvertible) {
    gtk_overlay_remove_overlay(self, child.asWidget)
  }

  /// Reserves space at the sides of the child for what is laid over it there. From the first call
  /// on the child's own margins are ignored, so that the overlay can have them instead.
  ///
  /// - Parameter room: for each side, in application pixels, 0 or more; 0 where it is not named.
  package func setRoom(_ room: [PositionType: Int]) {
    func px(_ side: PositionType) -> Int16 { Int16(clamping: room[side] ?? 0) }
    tideline_overlay_set_room(
      self,
      GtkBorder(left: px(.left), right: px(.right), top: px(.top), bottom: px(.bottom))
    )
  }

  /// A place within the overlay, in application pixels.
  package struct Place {
    package var x, y, width, height: Int

    package init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// Calls with each overlaid child as it is laid out; nil leaves its place to GTK.
  package func onChildPosition(_ handler: @escaping (Widget) -> Place?) {
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
