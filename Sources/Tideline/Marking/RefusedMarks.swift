import Mail
import TidelineProgram

/// Texts about marks that a mailbox has refused, and that stay in Tideline.
nonisolated enum RefusedMarks {
  /// The number of messages, with the most frequent reason. Nil if no mark was refused. Leaves out
  /// mailboxes that never take marks: the preferences say so.
  static func sentence(_ report: MarkReport) -> String? {
    let reasons = report.reasons.filter { if case .format = $0.refusal { false } else { true } }
    guard let first = reasons.first else { return nil }
    let reason = first.refusal.sentence
    return JoinedText.sentences([
      sentence(reasons.map(\.messages).reduce(0, +)),
      tr(reason.format, with: reason.arguments.map(LabelText.make)),
    ])
  }

  static func sentence(_ count: Int) -> String {
    tr(
      "%d message is marked in Tideline only.",
      "%d messages are marked in Tideline only.",
      count
    )
  }
}
