/// Limits the text that is laid out in one frame, in all messages together, since the window waits
/// for it.
///
/// Text for which a frame has no room comes with the next ones. A piece is begun if any room is left,
/// so each frame has at least one.
final class LayoutBudget {
  static let shared = LayoutBudget()

  /// The largest sum of ``BlockStep/cost`` in a frame.
  static let limit = 4_096

  private var frame = Duration.zero
  private var left = limit

  /// - Parameter time: of the frame that begins.
  func begin(frame time: Duration) {
    guard time != frame else { return }
    (frame, left) = (time, Self.limit)
  }

  /// Makes room for the first screen of a text, also where it replaces one.
  func restore() { left = Self.limit }

  /// - Returns: whether a step of this cost has a place in this frame.
  func take(_ cost: Int) -> Bool {
    guard left > 0 else { return false }
    left -= cost
    return true
  }
}
