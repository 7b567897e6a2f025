import CPullToRefreshGtk
import PullToRefreshGtk

extension GestureClick: EventControllerConvertible {
  /// Calls when the primary button, or a finger, was pressed and released without moving away.
  @discardableResult
  public func onRelease(_ handler: @escaping () -> Void) -> SignalConnection {
    connect("released", handler)
  }
}
