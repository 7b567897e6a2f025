/// Limits the text laid out in one frame, in all messages together: the window waits for layouts.
///
/// Text beyond the limit is laid out in the next frames. A ``BlockStep`` may begin while any of the
/// budget is left, so each frame has at least one step.
final class LayoutBudget {
  static let shared = LayoutBudget()

  /// The largest sum of ``BlockStep/cost`` in a frame.
  static let limit = 4_096

  private var frame = Duration.zero
  private var left = limit

  /// - Parameter time: the frame's time. Only the first call in a frame restores the budget.
  func begin(frame time: Duration) {
    guard time != frame else { return }
    (frame, left) = (time, Self.limit)
  }

  /// Restores the whole budget. Called for the first screen of a long message, and for the whole
  /// message that replaces this screen.
  func restore() { left = Self.limit }

  /// - Returns: whether this frame may carry out a step. If so, takes its cost from the budget.
  func take(_ cost: Int) -> Bool {
    guard left > 0 else { return false }
    left -= cost
    return true
  }
}
