/// How much text is laid out in one frame, in whichever messages it stands: the window waits for all
/// of it.
///
/// Text that a frame has no room for comes with the next ones. A piece is begun where there is any
/// room left, so that each frame has one at least.
final class LayoutBudget {
  static let shared = LayoutBudget()

  /// As the cost of a ``BlockStep``.
  static let limit = 4_096

  private var frame = Duration.zero
  private var left = limit

  /// - Parameter time: of the frame that begins.
  func begin(frame time: Duration) {
    guard time != frame else { return }
    (frame, left) = (time, Self.limit)
  }

  /// - Returns: whether a step of this cost has a place in this frame.
  func take(_ cost: Int) -> Bool {
    guard left > 0 else { return false }
    left -= cost
    return true
  }
}
