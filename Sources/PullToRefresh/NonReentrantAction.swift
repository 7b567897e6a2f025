/// Performs an action that may lead to a call of itself: then the action is performed once more
/// afterwards, instead of within itself.
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
