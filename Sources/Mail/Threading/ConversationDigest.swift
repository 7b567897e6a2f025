import Foundation

/// Boils a conversation's messages down to its row in the list. Feed it the oldest first.
struct ConversationDigest {
  private var date: Int64 = 0
  private var messageCount = 0
  private var unread = 0
  private var flagged = false
  private var attachments = false
  private var subject = ""
  private var snippet = ""
  private var participants: [String] = []
  private var known: Set<String> = []

  /// Adds the next message in time.
  mutating func add(
    date: Int64,
    flags: MessageFlags,
    attachments: Bool,
    senders: [String],
    subject: String,
    snippet: String
  ) {
    self.date = max(self.date, date)
    messageCount += 1
    if !flags.contains(.seen) { unread += 1 }
    flagged = flagged || flags.contains(.flagged)
    self.attachments = self.attachments || attachments
    if self.subject.isEmpty { self.subject = SubjectLine.withoutReplyMarks(subject) }
    if !snippet.isEmpty { self.snippet = snippet }
    for sender in senders where known.insert(sender).inserted { participants.append(sender) }
  }

  /// The row, or nil when no message was added.
  func conversation(id: Int64) -> Conversation? {
    guard messageCount > 0 else { return nil }
    let limit = Conversation.participantLimit
    let shown =
      participants.count <= limit
      ? participants : participants.prefix(limit / 2) + participants.suffix(limit / 2)
    return Conversation(
      id: id,
      subject: subject,
      participants: shown,
      date: Date(timeIntervalSince1970: TimeInterval(date)),
      messageCount: messageCount,
      unread: unread,
      flagged: flagged,
      attachments: attachments,
      snippet: snippet
    )
  }
}

/// Subjects as a list shows them.
enum SubjectLine {
  /// What mail programs put before a subject they answer or pass on, in some languages.
  private static let marks = [
    "re", "fwd", "fw", "aw", "wg", "sv", "vs", "tr", "rv", "res", "enc", "odp", "回复", "答复", "转发",
  ]

  /// The subject without `Re:`, `Fwd:` and their like, however many there are.
  static func withoutReplyMarks(_ subject: String) -> String {
    var rest = Substring(subject)
    while let colon = rest.prefix(12).firstIndex(where: { $0 == ":" || $0 == "：" }) {
      // `Re[2]:` counts the answers.
      let mark = rest[..<colon].prefix { $0 != "[" && $0 != "(" }
      guard marks.contains(mark.lowercased()) else { break }
      rest = rest[rest.index(after: colon)...].drop { $0 == " " }
    }
    return rest.isEmpty ? subject : String(rest)
  }
}
