/// Limits the text laid out in one frame, in all messages together: a long layout would delay the
/// frame, and the window would not respond.
///
/// Text beyond the limit is laid out in the next frames. A ``BlockStep`` may begin while any of the
/// budget is left, so each frame has at least one step.
final class LayoutBudget {
  static let shared = LayoutBudget()

  /// The sum of ``BlockStep/cost`` from which a frame begins no further step.
  static let limit = 4_096

  private var frame = Duration.zero
  private var left = limit

  /// - Parameter time: the frame's time. Only the first call in a frame restores the budget.
  func begin(frame time: Duration) {
    guard time != frame else { return }
    (frame, left) = (time, Self.limit)
  }

  /// Restores the whole budget in the middle of a frame. Called to show the first screen of a long
  /// message at once, and again for the whole message, which replaces this screen.
  func restore() { left = Self.limit }

  /// Takes a step's cost from the budget, if any budget is left.
  ///
  /// - Returns: whether this frame may carry out the step.
  func take(_ cost: Int) -> Bool {
    guard left > 0 else { return false }
    left -= cost
    return true
  }
}
