import CPullToRefreshShim

extension GestureDrag: EventControllerConvertible {
  /// Whether the gesture ignores a mouse.
  package var isTouchOnly: Bool {
    get { gtk_gesture_single_get_touch_only(asGestureSingle) != 0 }
    set { gtk_gesture_single_set_touch_only(asGestureSingle, newValue ? 1 : 0) }
  }

  /// Claims the drag, which ends all other gestures.
  package func claim() { gtk_gesture_set_state(asGesture, GTK_EVENT_SEQUENCE_CLAIMED) }

  /// Connects a signal of the drag. The handler of `drag-begin` receives the starting point, and
  /// those of `drag-update` and `drag-end` the offset from that point, in application pixels.
  @discardableResult
  package func onDrag(
    _ signal: DragSignal,
    _ handler: @escaping (_ x: Double, _ y: Double) -> Void
  ) -> SignalConnection {
    typealias Handler = (Double, Double) -> Void
    let id = tideline_signal_connect_point(
      asObject,
      signal.rawValue,
      target(owning: Closure<Handler>(handler))
    ) { context, x, y in
      MainActor.assumeIsolated { Closure<Handler>.from(context)(x, y) }
    }
    return SignalConnection(self, id)
  }

  package enum DragSignal: String {
    case begin = "drag-begin"
    case update = "drag-update"
    case end = "drag-end"
  }
}
