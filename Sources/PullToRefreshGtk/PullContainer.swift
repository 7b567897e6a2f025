import CPullToRefreshShim

/// The widget in a scrolled window's place, which makes room for rows at its sides, and slides it.
package struct PullContainer {
  private let unowned: Unowned<Widget>

  /// A new one, to be placed before it is released.
  package static func make() -> Widget { tideline_pull_container_new() }

  /// - Parameter widget: of ``make()``. It is not kept alive.
  package init(of widget: Widget) { unowned = Unowned(widget) }

  package var widget: Widget { unowned.object }

  /// The widget that gives way and slides; nil takes it away.
  package func setChild(_ child: Widget?) { tideline_pull_container_set_child(widget, child) }

  /// Lays a widget over the child, above those that were added before.
  package func add(_ over: some WidgetConvertible) {
    tideline_pull_container_add(widget, over.asWidget)
  }

  /// Makes room beside the child. That lays it out anew.
  ///
  /// - Parameter room: for each side, in application pixels, 0 or more; 0 where it is not named.
  package func setRoom(_ room: [PositionType: Int]) {
    func px(_ side: PositionType) -> Int16 { Int16(clamping: room[side] ?? 0) }
    tideline_pull_container_set_room(
      widget,
      GtkBorder(left: px(.left), right: px(.right), top: px(.top), bottom: px(.bottom))
    )
  }

  /// Moves the child, in application pixels, without laying it out anew.
  ///
  /// - Parameter isHeld: whether a finger is on the child, which is then only painted elsewhere.
  package func slide(x: Double, y: Double, isHeld: Bool) {
    tideline_pull_container_slide(widget, x, y, isHeld)
  }

  /// Lays a row over a side.
  ///
  /// - Parameters:
  ///   - length: how far it reaches into the container, in application pixels.
  ///   - shown: how much of that is to be seen.
  ///   - floats: whether it is in the middle of the side, as wide as it needs to be.
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

  /// Moves a widget over the child that stands by its alignment, in application pixels.
  package func move(_ over: some WidgetConvertible, x: Double, y: Double) {
    tideline_pull_container_move(widget, over.asWidget, x, y)
  }
}
