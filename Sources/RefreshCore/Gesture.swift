/// The gesture under way, of any device.
enum Gesture: Sendable {
  case none
  case touch(TouchPull)
  case touchpad(TouchpadPull)
  case wheel(WheelPull)

  var pull: Pull? {
    switch self {
    case .none: nil
    case .touch(let touch): touch.pull
    case .touchpad(let touchpad): touchpad.pull
    case .wheel(let wheel): wheel.pull
    }
  }

  var device: PullDevice? {
    switch self {
    case .none: nil
    case .touch: .touch
    case .touchpad: .touchpad
    case .wheel: .wheel
    }
  }

  /// Corrects a finger's pull only. The finger has a slop that GTK does not have; for the other
  /// devices GTK and the tracker count the same distance.
  mutating func overshot(_ edge: AxisEdge) {
    guard case .touch(var touch) = self else { return }
    touch.overshot(edge)
    self = .touch(touch)
  }

  mutating func leave(_ edge: AxisEdge) {
    switch self {
    case .none:
      break
    case .touch(var touch):
      touch.leave(edge)
      self = .touch(touch)
    case .touchpad(var touchpad):
      touchpad.leave(edge)
      self = .touchpad(touchpad)
    case .wheel(var wheel):
      wheel.leave(edge)
      self = .wheel(wheel)
    }
  }
}

/// The present pull of a gesture.
struct Pull: Sendable, Equatable {
  var edge: AxisEdge
  /// Px past the edge, more than 0.
  var distance: Double
  var deliberate: Bool
  /// The part of the distance that `edge-overshot` has added, and the hand has not gone.
  var correction = 0.0
}

extension AxisEdge {
  /// The edge that lies ahead when the content moves by `along`. Positive is towards the end, in
  /// the direction of the finger.
  init?(pulledBy along: Double) {
    if along > 0 { self = .start } else if along < 0 { self = .end } else { return nil }
  }

  /// The part of a finger's way that points past this edge.
  func forward(_ along: Double) -> Double { self == .start ? along : -along }
}

/// The distance past the edge at which GTK emits `edge-overshot`, in px.
let overshotDistance = 100.0

/// The edges past which a gesture may pull. They only become fewer during the gesture.
struct Allowance: Sendable {
  /// The edges where the pull is deliberate, and may fire. At the others it began away from the
  /// edge, or too soon, and only peeks.
  private var firing: AxisEdges
  /// The edges where the pull is shown: a key, or a scroller inside the list, takes the movement at
  /// the others.
  private var shown = AxisEdges.both

  init(firing: AxisEdges) { self.firing = firing }

  mutating func limit(by context: InputContext) { shown.subtract(context.refused) }

  /// The content left the edge.
  mutating func leave(_ edge: AxisEdge) { firing.remove(AxisEdges(edge)) }

  /// - Returns: nil where no pull is shown.
  func pull(past edge: AxisEdge, by distance: Double, correction: Double = 0) -> Pull? {
    guard shown.contains(edge) else { return nil }
    return Pull(
      edge: edge,
      distance: distance,
      deliberate: firing.contains(edge),
      correction: correction
    )
  }
}

/// The axis of a gesture. It is decided once, when the gesture has left its slop.
///
/// A swipe across the list must not pull although it drifts along the list, and a pull must not
/// stop although it drifts across.
struct MainAxis: Sendable {
  private var decided: Bool?

  /// Whether the gesture is known to go mostly along the list.
  var isAlong: Bool { decided == true }

  /// - Parameters:
  ///   - across: px since the gesture began, in the direction of the finger.
  ///   - along: the same on the other axis.
  ///   - slop: the px on either axis within which nothing is decided yet.
  mutating func note(across: Double, along: Double, slop: Double) {
    guard decided == nil, max(abs(across), abs(along)) > slop else { return }
    decided = abs(along) > abs(across)
  }
}
