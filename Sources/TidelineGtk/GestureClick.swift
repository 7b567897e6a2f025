import CPullToRefreshGtk
import PullToRefreshGtk

extension GestureClick: EventControllerConvertible {
  /// Calls `handler` when the primary button, or a finger, was pressed and released in one place.
  @discardableResult
  public func onRelease(_ handler: @escaping () -> Void) -> SignalConnection {
    connect("released", handler)
  }

  /// Calls `handler` when the primary button, or a finger, is pressed.
  @discardableResult
  public func onPress(_ handler: @escaping () -> Void) -> SignalConnection {
    connect("pressed", handler)
  }

  /// Whether a finger presses; valid only within handlers.
  public var isOfFinger: Bool { gtk_gesture_single_get_current_sequence(asGestureSingle) != nil }

  /// Takes the press from the gestures of the widgets around this one.
  public func claim() { gtk_gesture_set_state(asGesture, GTK_EVENT_SEQUENCE_CLAIMED) }
}
