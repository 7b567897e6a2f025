import FoundationEssentials

/// Reduces a conversation's messages to its row in the list. Messages are added oldest first.
struct ConversationDigest {
  private var date: Int64 = 0
  private var copies: [Copy] = []
  private var folders: Set<Int64> = []
  private var flagged = false
  private var attachments = false
  private var subject = ""
  private var snippet = ""
  private var participants: [String] = []
  private var known: Set<String> = []

  /// Adds the next newer message.
  mutating func add(_ head: MessageHead, folder: Int64, flags: MessageFlags) {
    date = max(date, head.date)
    folders.insert(folder)
    copies.append(Copy(message: head.id, folder: folder, flags: flags))
    flagged = flagged || flags.isStarred
    attachments = attachments || head.hasAttachments
    if subject.isEmpty { subject = SubjectLine.withoutReplyMarks(head.subject) }
    if !head.snippet.isEmpty { snippet = head.snippet }
    for sender in head.senders where known.insert(sender).inserted { participants.append(sender) }
  }

  /// The row, or nil when no message was added.
  func conversation(id: Int64) -> ListedConversation? {
    guard !copies.isEmpty else { return nil }
    let counts = counts()
    let limit = Conversation.participantLimit
    let shown =
      participants.count <= limit
      ? participants : participants.prefix(limit / 2) + participants.suffix(limit / 2)
    let row = Conversation(
      id: id,
      subject: subject,
      participants: shown,
      date: Date(timeIntervalSince1970: TimeInterval(date)),
      messageCount: counts.messages,
      unread: counts.unread,
      flagged: flagged,
      attachments: attachments,
      snippet: snippet,
      deleted: copies.allSatisfy(\.isDeleted)
    )
    return ListedConversation(
      row: row,
      folders: folders,
      copies: copies.count,
      repeats: counts.repeats
    )
  }

  private struct Copy {
    var message: MessageStub.ID
    var folder: Int64
    var isUnread: Bool
    var isDeleted: Bool

    init(message: MessageStub.ID, folder: Int64, flags: MessageFlags) {
      (self.message, self.folder) = (message, folder)
      (isUnread, isDeleted) = (flags.isUnread, flags.contains(.trashed))
    }
  }

  private struct Counts {
    var messages = 0
    var unread = 0
    var repeats: [Int64: Int] = [:]

    mutating func add(_ copies: [Copy]) {
      messages += 1
      unread += Self.isUnread(copies) ? 1 : 0
      guard copies.count > 1 else { return }
      for (folder, copies) in Dictionary(grouping: copies, by: \.folder) where copies.count > 1 {
        let repeats = copies.count { $0.isUnread } - (Self.isUnread(copies) ? 1 : 0)
        if repeats > 0 { self.repeats[folder, default: 0] += repeats }
      }
    }

    private static func isUnread(_ copies: [Copy]) -> Bool {
      copies.contains { $0.isUnread } && copies.allSatisfy { $0.isUnread || $0.isDeleted }
    }
  }

  /// Counts messages. Copies of a message, in one folder or several, count as one message, which is
  /// read as soon as one copy is. Copies marked for deletion are ignored if there are others, since
  /// moving a message leaves one behind. A different message with the same Message-ID counts by
  /// itself.
  private func counts() -> Counts {
    var counts = Counts()
    if copies.count == 1 {
      counts.add(copies)
    } else {
      for copies in Dictionary(grouping: copies, by: \.message).values { counts.add(copies) }
    }
    return counts
  }
}

/// Subjects as a list shows them.
package enum SubjectLine {
  /// Prefixes that mail programs in several languages put before the subject of a reply or
  /// forwarded message.
  private static let marks = [
    "re", "fwd", "fw", "aw", "wg", "sv", "vs", "tr", "rv", "res", "enc", "odp", "回复", "答复", "转发",
  ]

  /// Whether a subject begins with `Re:`, `Fwd:` or a similar prefix.
  static func isMarked(_ subject: String) -> Bool { withoutReplyMarks(subject) != subject }

  /// The subject without any number of `Re:`, `Fwd:` and similar prefixes.
  package static func withoutReplyMarks(_ subject: String) -> String {
    var rest = Substring(subject)
    while let colon = colon(in: rest) {
      // Some programs count the replies, as in `Re[2]:`.
      let mark = rest[..<colon].prefix { $0 != "[" && $0 != "(" }
      guard marks.contains(mark.lowercased()) else { break }
      rest = rest[rest.index(after: colon)...].drop { $0 == " " }
    }
    return rest.isEmpty ? subject : String(rest)
  }

  /// The colon (U+003A or U+FF1A) that may end a prefix, which has at most 12 characters with it.
  private static func colon(in text: Substring) -> Substring.Index? {
    guard text.utf8.prefix(36).contains(where: { $0 == 0x3A || $0 == 0xEF }) else { return nil }
    return text.prefix(12).firstIndex { $0 == ":" || $0 == "：" }
  }
}
