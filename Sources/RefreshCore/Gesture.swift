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

/// The most that a gesture may do at an edge. During a gesture it is only ever lowered.
enum Allowance: Int, Sendable, Comparable {
  /// Nothing is shown: a scroller inside the list takes the movement, a key gives it another
  /// meaning, or it goes across the list.
  case nothing
  /// The pull is shown but cannot fire: it began away from the edge, or too soon.
  case peek
  /// The pull is deliberate and may fire.
  case pull

  static func < (left: Allowance, right: Allowance) -> Bool { left.rawValue < right.rawValue }
}

extension Each<AxisEdge, Allowance> {
  /// Lowers the allowance at an edge.
  mutating func limit(_ edge: AxisEdge, to most: Allowance) {
    self[edge] = Swift.min(self[edge], most)
  }

  /// Lowers the allowance by an event's keys and by the scrollers inside the list.
  mutating func limit(by context: InputContext) {
    for edge in AxisEdge.allCases where context.refused.contains(edge) { self[edge] = .nothing }
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
