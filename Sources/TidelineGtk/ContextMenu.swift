import CTidelineShim
import PullToRefreshGtk

extension WidgetConvertible {
  /// Calls when the secondary button is pressed on the widget, or on what is in it.
  ///
  /// Not when a finger rests there: where a list is pulled, it may do so before it moves.
  ///
  /// - Parameter handler: is given the place, in application pixels within the widget.
  public func onSecondaryClick(_ handler: @escaping (_ x: Double, _ y: Double) -> Void) {
    typealias Handler = (Double, Double) -> Void
    tideline_on_secondary_click(asWidget, target(owning: Closure<Handler>(handler))) {
      context,
      x,
      y in
      MainActor.assumeIsolated { Closure<Handler>.from(context)(x, y) }
    }
  }

  /// Opens a menu at a place within the widget, in application pixels; it goes when something is
  /// chosen from it, or elsewhere is clicked.
  public func popUp(_ menu: Menu, x: Double, y: Double) {
    tideline_popup_menu(asWidget, menu.asMenuModel, x, y)
  }

  /// The child at a place, in application pixels; nil where there is none.
  public func child(atX x: Double, y: Double) -> Widget? { tideline_child_at(asWidget, x, y) }
}
