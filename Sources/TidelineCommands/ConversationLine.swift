import FoundationEssentials
import Mail
import TidelineLocalization
import TidelineProgram

/// A conversation on one line of a terminal.
enum ConversationLine {
  /// Returns the date, marks, senders, count and subject.
  static func make(_ conversation: Conversation) -> TerminalText {
    let date = LocalTime(secondsSince1970: Int64(conversation.date.timeIntervalSince1970))
      .formatted("%Y-%m-%d %H:%M")
    let marks =
      (conversation.unread > 0 ? "●" : conversation.deleted ? "✗" : " ")
      + (conversation.flagged ? "★" : " ")
      + (conversation.attachments ? "@" : " ")
    let senders = fit(conversation.participants.joined(separator: ", "), to: 28)
    let count = conversation.messageCount > 1 ? "(\(conversation.messageCount)) " : ""
    let subject = conversation.subject.isEmpty ? "(no subject)" : conversation.subject
    return "\(date)  \(marks)  \(senders)  \(count)\(subject)"
  }

  /// Pads or cuts a text to a width in characters.
  private static func fit(_ text: String, to width: Int) -> String {
    let count = text.count
    return count <= width
      ? text + String(repeating: " ", count: width - count) : text.prefix(width - 1) + "…"
  }
}
