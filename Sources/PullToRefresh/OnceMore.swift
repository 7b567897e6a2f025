/// Does something, and once more if that was asked for in the middle of it; but not for ever.
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
