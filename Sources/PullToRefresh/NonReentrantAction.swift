/// Performs an action that may call itself. A nested call performs the action once more afterwards,
/// instead of within itself.
final class NonReentrantAction {
  private enum Progress {
    case resting
    case running
    case calledAgain
  }

  private var progress = Progress.resting

  func callAsFunction(_ action: () -> Void) {
    guard progress == .resting else { return progress = .calledAgain }
    progress = .running
    action()
    if progress == .calledAgain { action() }
    progress = .resting
  }
}
