/// The axis of a gesture: decided once, when the gesture has left its slop.
///
/// A swipe across that drifts along the list must not pull, and a pull that drifts across must.
struct MainAxis: Sendable {
  private var decided: Bool?

  /// Whether the gesture is known to go mostly along the list.
  var isAlong: Bool { decided == true }

  /// - Parameters:
  ///   - across: px since the gesture began, as the finger goes.
  ///   - along: the same on the other axis.
  ///   - slop: how many px on either axis decide nothing yet.
  mutating func note(across: Double, along: Double, slop: Double) {
    guard decided == nil, max(abs(across), abs(along)) > slop else { return }
    decided = abs(along) > abs(across)
  }
}
