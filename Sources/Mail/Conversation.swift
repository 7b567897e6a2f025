import FoundationEssentials

/// A row of the list: messages that belong together by their Message-ID, References and In-Reply-To
/// headers. While some of them are not marked for deletion, the others count for nothing in the row.
public struct Conversation: Sendable, Hashable, Identifiable, Codable {
  /// The conversation's id in the store, valid as long as the store exists. When two conversations
  /// are merged, the older (smaller) id stays.
  public internal(set) var id: Int64
  /// The subject of the oldest message that has one, decoded, on one line, without leading `Re:`,
  /// `Fwd:` and the like. Empty if no message has a subject.
  public var subject: String
  /// Senders' display names, or the addresses of senders without a name: oldest message first, each
  /// sender once, at most ``participantLimit``. Empty when no message names a sender.
  public var participants: [String]
  /// The recipients of the messages in folders of the user's own mail, listed as ``participants``.
  public var recipients: [String]
  /// The newest message's date: its Date header if that is plausible, otherwise the time at which
  /// it was received. Whole seconds.
  public var date: Date
  /// The number of messages, at least 1. Copies of a message count once.
  public var messageCount: Int
  /// The number of unread messages; messages marked for deletion never count.
  public var unread: Int
  public var flagged: Bool
  public var attachments: Bool
  /// The beginning of the text of the newest message that has text, on one line. May be empty.
  public var snippet: String
  /// Whether all messages are marked for deletion.
  public var deleted: Bool

  public init(
    id: Int64,
    subject: String = "",
    participants: [String] = [],
    recipients: [String] = [],
    date: Date = Date(timeIntervalSince1970: 0),
    messageCount: Int = 0,
    unread: Int = 0,
    flagged: Bool = false,
    attachments: Bool = false,
    snippet: String = "",
    deleted: Bool = false
  ) {
    self.id = id
    self.subject = subject
    self.participants = participants
    self.recipients = recipients
    self.date = date
    self.messageCount = messageCount
    self.unread = unread
    self.flagged = flagged
    self.attachments = attachments
    self.snippet = snippet
    self.deleted = deleted
  }

  /// The highest number of names in a row: a mailing list's conversation may have hundreds of
  /// senders. A longer list keeps its first 12 and its last 12 names.
  public static let participantLimit = 24

  /// The recipients, if a row names them in place of the participants: in a folder of the user's own
  /// mail, and where only the user writes. Else nil.
  public func namedRecipients(inOwnMail: Bool) -> [String]? {
    let isMonologue = participants.count < 2
    return recipients.isEmpty || !inOwnMail && !isMonologue ? nil : recipients
  }

  /// The conversation's position in the list.
  public var place: Cursor { Cursor(seconds: Int64(date.timeIntervalSince1970), id: id) }

  /// Returns the row with another id.
  public func numbered(_ id: Int64) -> Conversation {
    var row = self
    row.id = id
    return row
  }
}

extension MessageHead: StoredRecord {
  /// References are not stored.
  mutating func visit(_ columns: inout some ColumnVisitor) {
    columns.visit("date", &date)
    columns.visit("attachments", &hasAttachments)
    columns.visit("messageID", &messageID)
    columns.visit("fingerprint", &fingerprint)
    columns.visit("senders", &senders)
    columns.visit("addresses", &addresses)
    columns.visit("recipients", &recipients)
    columns.visit("subject", &subject)
    columns.visit("snippet", &snippet)
  }
}

extension Conversation: StoredRecord {
  mutating func visit(_ columns: inout some ColumnVisitor) {
    columns.visit("date", &date)
    columns.visit("messageCount", &messageCount)
    columns.visit("unread", &unread)
    columns.visit("flagged", &flagged)
    columns.visit("deleted", &deleted)
    columns.visit("attachments", &attachments)
    columns.visit("subject", &subject)
    columns.visit("participants", &participants)
    columns.visit("recipients", &recipients)
    columns.visit("snippet", &snippet)
  }
}

/// A conversation as the store keeps it: its row, and the folders that list it.
struct ListedConversation: Sendable, Hashable {
  var row: Conversation
  /// Row ids of the folders that have its messages.
  var folders: Set<Int64>
  /// The folders in which some of the messages are not marked for deletion.
  var living: Set<Int64>
  /// The number of messages from which the row was built, counting every copy.
  var copies: Int
  /// For each folder: the number of unread copies that do not count. A message's copies count once;
  /// not at all if one of them is read, in whichever folder. Mostly empty.
  var repeats: [Int64: Int]

  var isUnread: Bool { row.unread > 0 }
}

/// Collects names, each once, at most ``Conversation/participantLimit``.
private struct NameDigest {
  private var all: [String] = []
  private var known: Set<String> = []

  mutating func add(_ names: [String]) { all += names.filter { known.insert($0).inserted } }

  var names: [String] {
    let limit = Conversation.participantLimit
    return all.count <= limit ? all : Array(all.prefix(limit / 2) + all.suffix(limit / 2))
  }
}

/// Reduces a conversation's messages to its row in the list. Messages are added oldest first.
struct ConversationDigest {
  private var row = Conversation(id: 0, deleted: true)
  private var copies: [Copy] = []
  private var participants = NameDigest()
  private var recipients = NameDigest()

  mutating func add(_ head: MessageHead, folder: Int64, flags: MessageFlags) {
    let copy = Copy(message: head.id, folder: folder, flags: flags)
    copies.append(copy)
    // Begins again with the first message that is not marked for deletion.
    if row.deleted, !copy.isDeleted {
      (row, participants, recipients) = (Conversation(id: 0), NameDigest(), NameDigest())
    }
    guard copy.isDeleted == row.deleted else { return }
    row.date = max(row.date, Date(timeIntervalSince1970: TimeInterval(head.date)))
    row.flagged = row.flagged || flags.isStarred
    row.attachments = row.attachments || head.hasAttachments
    if row.subject.isEmpty { row.subject = SubjectLine.withoutReplyMarks(head.subject) }
    if !head.snippet.isEmpty { row.snippet = head.snippet }
    participants.add(head.senders)
    recipients.add(head.recipients)
  }

  /// The row, or nil when no message was added.
  func conversation(id: Int64) -> ListedConversation? {
    guard !copies.isEmpty else { return nil }
    var row = row.numbered(id)
    (row.participants, row.recipients) = (participants.names, recipients.names)
    let counts = counts()
    (row.messageCount, row.unread) = (counts.messages, counts.unread)
    return ListedConversation(
      row: row,
      folders: Set(copies.map(\.folder)),
      living: Set(copies.filter { !$0.isDeleted }.map(\.folder)),
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
    /// Whether all messages of the conversation are marked for deletion.
    let areDeleted: Bool
    var messages = 0
    var unread = 0
    var repeats: [Int64: Int] = [:]

    mutating func add(_ copies: [Copy]) {
      messages += areDeleted || copies.contains { !$0.isDeleted } ? 1 : 0
      let isUnread = Self.isUnread(copies)
      unread += isUnread ? 1 : 0
      guard copies.count > 1 else { return }
      for (folder, copies) in Dictionary(grouping: copies.filter(\.isUnread), by: \.folder) {
        let repeats = copies.count - (isUnread ? 1 : 0)
        if repeats > 0 { self.repeats[folder, default: 0] += repeats }
      }
    }

    private static func isUnread(_ copies: [Copy]) -> Bool {
      copies.contains { $0.isUnread } && copies.allSatisfy { $0.isUnread || $0.isDeleted }
    }
  }

  /// Counts messages. Copies of a message, in one folder or several, count as one message, which is
  /// read as soon as one copy is read. Copies marked for deletion are ignored if there are other
  /// copies, since a moved message may leave such a copy behind. A different message with the same
  /// Message-ID counts by itself.
  private func counts() -> Counts {
    var counts = Counts(areDeleted: row.deleted)
    if copies.count == 1 {
      counts.add(copies)
    } else {
      for copies in Dictionary(grouping: copies, by: \.message).values { counts.add(copies) }
    }
    return counts
  }
}
