import PullToRefreshGtk
import RefreshCore

/// Reports the drags of a finger or a stylus over a widget.
final class DragGestures {
  enum Step {
    /// The drag began. The target is the widget under the finger or the stylus.
    case began(over: EventTarget)
    /// The whole offset since the beginning, in px; down and to the right are positive.
    case moved(dx: Double = 0, dy: Double)
    case ended
    /// Another gesture or the compositor has claimed the drag, or a second finger has come down.
    case cancelled
  }

  private let finger = GestureDrag()
  /// A separate gesture, because GTK's touch gestures ignore a stylus as they ignore a mouse.
  private let stylus = GestureDrag()
  private let report: (InnerScrollers.Gesture, Step, [ModifierKey], UInt32) -> Bool

  /// The closure gets each step, the held keys and the event's stamp. It returns whether to claim
  /// the drag, so that the widget below does not take it for a click.
  init(
    on widget: some WidgetConvertible,
    report: @escaping (InnerScrollers.Gesture, Step, [ModifierKey], UInt32) -> Bool
  ) {
    self.report = report
    finger.isTouchOnly = true
    stylus.isTouchOnly = false
    observe(finger, .finger)
    observe(stylus, .stylus)
    widget.asWidget.add(finger)
    widget.asWidget.add(stylus)
  }

  func remove(from widget: some WidgetConvertible) {
    widget.asWidget.remove(finger)
    widget.asWidget.remove(stylus)
  }

  private func observe(_ controller: GestureDrag, _ gesture: InnerScrollers.Gesture) {
    controller.propagationPhase = .capture
    // Captures the controller unowned: its own closures must not keep it alive.
    let source = Unowned(controller)
    let send: (Step) -> Void = { [weak self] step in
      let (keys, stamp) = (source.object.currentKeys, source.object.currentEventTime)
      let claims = self?.report(gesture, step, keys, stamp)
      if claims == true { source.object.claim() }
    }
    controller.onDrag(.begin) { _, _ in
      // Ignores the mouse and fingers, which the gesture for a stylus also gets.
      guard gesture == .finger || source.object.isCurrentEventOfStylus else { return }
      send(.began(over: source.object.currentTarget))
    }
    controller.onDrag(.update) { dx, dy in send(.moved(dx: dx, dy: dy)) }
    // When a second finger comes down, GTK ends the drag. This end counts as a cancellation.
    controller.onDrag(.end) { _, _ in
      send(source.object.isCurrentEventOfNewFinger ? .cancelled : .ended)
    }
    controller.connect("cancel") { send(.cancelled) }
  }
}
