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
