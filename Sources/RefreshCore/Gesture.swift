/// A gesture under way on one device.
protocol Gesture: Sendable {
  var device: PullDevice { get }
  var pull: Pull? { get }
  /// Notes that the content has left an edge during the gesture.
  mutating func leave(_ edge: AxisEdge)
}

/// The present pull of a gesture.
struct Pull: Sendable, Equatable {
  var edge: AxisEdge
  /// The distance past the edge, in px; more than 0.
  var distance: Double
  var deliberate: Bool
  /// The part of `distance` that `edge-overshot` has added to the finger's own movement, in px.
  var correction = 0.0
}

extension AxisEdge {
  /// The edge past which a finger pulls by moving `along` px; nil for 0 and NaN. A movement towards
  /// the end pulls the content past its start.
  init?(pulledBy along: Double) {
    if along > 0 { self = .start } else if along < 0 { self = .end } else { return nil }
  }

  /// How far a finger's movement goes past this edge; negative if it goes the other way.
  func forward(_ along: Double) -> Double { self == .start ? along : -along }
}

/// The distance past the edge at which GTK emits `edge-overshot`, in px.
let overshotDistance = 100.0

/// The edges past which a gesture may pull. During the gesture, edges are removed but never added.
struct Allowance: Sendable {
  /// The edges where a pull is deliberate and may fire. A pull past any other edge cannot fire.
  private var firing: AxisEdges
  /// The edges where the pull is shown. At any other edge, a held key or a scroller inside the list
  /// takes the movement.
  private var shown = AxisEdges.both

  init(firing: AxisEdges) { self.firing = firing }

  mutating func limit(by context: InputContext) { shown.subtract(context.refused) }

  /// Notes that the content has left the edge.
  mutating func leave(_ edge: AxisEdge) { firing.remove(AxisEdges(edge)) }

  /// - Returns: nil if no pull is shown at the edge.
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

/// The axis of a gesture. It is decided once, when the gesture has moved by more than the slop.
///
/// A swipe across the list must not pull even if it drifts along the list, and a pull must not stop
/// even if it drifts across.
struct MainAxis: Sendable {
  private var decided: Bool?

  /// Whether the gesture is known to go mostly along the list.
  var isAlong: Bool { decided == true }

  /// - Parameters:
  ///   - across: px since the gesture began, in the direction of the finger.
  ///   - along: the same on the other axis.
  ///   - slop: the px on either axis up to which the axis stays undecided.
  mutating func note(across: Double, along: Double, slop: Double) {
    guard decided == nil, max(abs(across), abs(along)) > slop else { return }
    decided = abs(along) > abs(across)
  }
}
