import Mail
import TidelineProgram

/// The mail that a refresh of a mailbox could not read.
struct SkippedMail: Equatable {
  private let first: SkippedMessage
  /// The number of other files and folders that could not be read.
  private let more: Int

  /// Nil if everything was read.
  init?(_ summary: RefreshSummary) {
    guard let first = summary.skipped.first else { return nil }
    self.first = first
    more = summary.skippedCount - 1
  }

  /// A text with the first file or folder, the reason, and the number of the others.
  var sentence: String {
    let names = [first.path, first.reason].map(LabelText.make)
    let sentence =
      first.isInPart
      ? tr("“%s” is listed only in part (%s).", with: names)
      : tr("“%s” could not be read (%s).", with: names)
    guard more > 0 else { return sentence }
    let others = tr(
      "%d more file or folder could not be read.",
      "%d more files or folders could not be read.",
      more
    )
    return JoinedText.sentences([sentence, others])
  }
}
