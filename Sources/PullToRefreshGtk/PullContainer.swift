import CPullToRefreshShim

/// The widget that replaces a scrolled window in its parent, and contains it. It makes room for
/// rows at its sides, and slides the scrolled window.
package struct PullContainer {
  private let unowned: Unowned<Widget>

  /// Makes a container, which must be placed before it is released.
  package static func make() -> Widget { tideline_pull_container_new() }

  /// - Parameter widget: a widget from ``make()``. It is not kept alive.
  package init(of widget: Widget) { unowned = Unowned(widget) }

  package var widget: Widget { unowned.object }

  /// Sets the child, which gives room to the rows and slides; nil removes it.
  package func setChild(_ child: Widget?) { tideline_pull_container_set_child(widget, child) }

  /// Gives the container the margins, the alignment and the visibility of a guest, also when the
  /// application changes them; nil ends that. The guest keeps its own values, but its margins have
  /// no effect within the container. Size requests and expansion reach the parent through the
  /// container by themselves.
  package func follow(_ guest: ScrolledWindow?) {
    if unowned.isAlive { tideline_pull_container_follow(widget, guest?.asWidget) }
  }

  /// Lays a widget over the child, above those that were added before.
  package func add(_ over: some WidgetConvertible) {
    tideline_pull_container_add(widget, over.asWidget)
  }

  /// Makes room beside the child, which is laid out again.
  ///
  /// - Parameter room: the room at each side, in application pixels, 0 or more; 0 for a side that
  ///   is not named.
  package func setRoom(_ room: [PositionType: Int]) {
    func px(_ side: PositionType) -> Int16 { Int16(clamping: room[side] ?? 0) }
    tideline_pull_container_set_room(
      widget,
      GtkBorder(left: px(.left), right: px(.right), top: px(.top), bottom: px(.bottom))
    )
  }

  /// Moves the child, in application pixels, without a new layout.
  ///
  /// - Parameter isHeld: whether a finger is on the child. The child is then only painted at its
  ///   new position, and allocated there after the release.
  package func slide(x: Double, y: Double, isHeld: Bool) {
    tideline_pull_container_slide(widget, x, y, isHeld)
  }

  /// Lays a row over the child, at a side of the container.
  ///
  /// - Parameters:
  ///   - length: how far the row reaches into the container, in application pixels.
  ///   - shown: the visible part of that length.
  ///   - floats: whether the row is centered on the side, and only as wide as it needs to be.
  package func place(
    _ row: some WidgetConvertible,
    at side: PositionType,
    length: Int,
    shown: Double,
    floats: Bool
  ) {
    let place = TidelineRowPlace(side: side, length: Int32(length), shown: shown, floats: floats)
    tideline_pull_container_place_row(widget, row.asWidget, place)
  }

  /// Moves a widget over the child away from its aligned position, in application pixels.
  package func move(_ over: some WidgetConvertible, x: Double, y: Double) {
    tideline_pull_container_move(widget, over.asWidget, x, y)
  }
}
