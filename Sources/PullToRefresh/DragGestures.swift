import PullToRefreshGtk
import RefreshCore

/// Reports the drags of a finger or a stylus over a widget.
final class DragGestures {
  /// What a gesture reports.
  enum Step {
    /// The target is the widget under the finger or the stylus.
    case began(over: EventTarget)
    /// How far it has gone since, in px; down and to the right are positive.
    case moved(dx: Double = 0, dy: Double)
    case ended
    /// Another gesture or the compositor has claimed it, or another finger has come.
    case cancelled
  }

  private let finger = GestureDrag()
  /// GTK's touch gestures leave a stylus out: to them it is a mouse.
  private let stylus = GestureDrag()
  private let report: (InnerScrollers.Gesture, Step, KeyModifiers, UInt32) -> Bool

  /// - Parameter report: receives each step, the keys that are held, and the event's own time, in
  ///   ms; 0 where it has none. It returns whether to claim the drag, so that the widget under it
  ///   does not take it for a click.
  init(
    on widget: some WidgetConvertible,
    report: @escaping (InnerScrollers.Gesture, Step, KeyModifiers, UInt32) -> Bool
  ) {
    self.report = report
    finger.isTouchOnly = true
    stylus.isTouchOnly = false
    observe(finger, .finger)
    observe(stylus, .stylus)
    widget.asWidget.add(finger)
    widget.asWidget.add(stylus)
  }

  /// Takes the gestures away from their widget.
  func remove(from widget: some WidgetConvertible) {
    widget.asWidget.remove(finger)
    widget.asWidget.remove(stylus)
  }

  private func observe(_ controller: GestureDrag, _ gesture: InnerScrollers.Gesture) {
    controller.propagationPhase = .capture
    // The closures must not keep their own controller alive.
    let source = Unowned(controller)
    let send: (Step) -> Void = { [weak self] step in
      let modifiers = KeyModifiers(source.object.currentKeys)
      let claims = self?.report(gesture, step, modifiers, source.object.currentEventTime)
      if claims == true { source.object.claim() }
    }
    controller.onDrag(.begin) { _, _ in
      // The gesture of the stylus sees the mouse and the fingers too.
      guard gesture == .finger || source.object.isCurrentEventOfStylus else { return }
      send(.began(over: source.object.currentTarget))
    }
    controller.onDrag(.update) { dx, dy in send(.moved(dx: dx, dy: dy)) }
    // A second finger ends the gesture while both are down.
    controller.onDrag(.end) { _, _ in
      send(source.object.isCurrentEventOfNewFinger ? .cancelled : .ended)
    }
    controller.connect("cancel") { send(.cancelled) }
  }
}
