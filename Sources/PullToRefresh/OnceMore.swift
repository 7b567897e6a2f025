/// Performs an action, and once more if it was called again meanwhile; no more often than that.
final class OnceMore {
  private enum Progress {
    case resting
    case doing
    case askedAgain
  }

  private var progress = Progress.resting

  func callAsFunction(_ action: () -> Void) {
    guard progress == .resting else { return progress = .askedAgain }
    progress = .doing
    action()
    if progress == .askedAgain { action() }
    progress = .resting
  }
}
