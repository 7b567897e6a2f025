import CTidelineShim
import PullToRefreshGtk

extension WidgetConvertible {
  /// Calls `handler` when the secondary button is pressed on the widget, or on a widget inside it.
  ///
  /// A long press does not count: in a list that is pulled, a finger may rest before it moves.
  ///
  /// - Parameter handler: receives the position, in application pixels within the widget.
  public func onSecondaryClick(_ handler: @escaping (_ x: Double, _ y: Double) -> Void) {
    typealias Handler = (Double, Double) -> Void
    tideline_on_secondary_click(asWidget, target(owning: Closure<Handler>(handler))) {
      context,
      x,
      y in
      MainActor.assumeIsolated { Closure<Handler>.from(context)(x, y) }
    }
  }

  /// Opens a menu at a position within the widget, in application pixels. It closes when an item is
  /// chosen, or on a click elsewhere.
  public func popUp(_ menu: Menu, x: Double, y: Double) {
    tideline_popup_menu(asWidget, menu.asMenuModel, x, y)
  }

  /// The child at a position, in application pixels; nil if there is none.
  public func child(atX x: Double, y: Double) -> Widget? { tideline_child_at(asWidget, x, y) }
}
