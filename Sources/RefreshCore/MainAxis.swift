/// The axis of a gesture: decided once, when the gesture has left its slop.
///
/// A swipe to the side that drifts down must not pull, and a pull that drifts to the side must.
struct MainAxis: Sendable {
  private var decided: Bool?

  /// Whether the gesture is known to be mostly vertical.
  var isVertical: Bool { decided == true }

  /// - Parameters:
  ///   - dx: px since the gesture began, as the finger goes.
  ///   - dy: the same on the other axis.
  ///   - slop: how many px on either axis decide nothing yet.
  mutating func note(dx: Double, dy: Double, slop: Double) {
    guard decided == nil, max(abs(dx), abs(dy)) > slop else { return }
    decided = abs(dy) > abs(dx)
  }
}
