import CPullToRefreshGtk
import PullToRefreshGtk

extension GestureClick: EventControllerConvertible {
  /// Calls `handler` when the primary button, or a finger, was pressed and released in one place.
  @discardableResult
  public func onRelease(_ handler: @escaping () -> Void) -> SignalConnection {
    connect("released", handler)
  }
}
