import FoundationEssentials

/// A row of the list: messages that belong together by their Message-ID, References and In-Reply-To
/// headers.
public struct Conversation: Sendable, Hashable, Identifiable, Codable {
  /// The store's id for it, valid as long as the store exists. When two conversations are merged,
  /// the older (smaller) id stays.
  public let id: Int64
  /// The oldest message's subject, decoded, on one line and without leading `Re:`. May be empty.
  public var subject: String
  /// Senders' display names, or their addresses where they have no name: oldest message first, each
  /// sender once, at most ``participantLimit``. Empty when no message names a sender.
  public var participants: [String]
  /// When the newest message was sent: its Date header if that is plausible, otherwise the time at
  /// which it was received. Whole seconds.
  public var date: Date
  /// The number of messages, at least 1.
  public var messageCount: Int
  /// The number of unread messages, not counting those marked for deletion.
  public var unread: Int
  /// Whether any message is flagged.
  public var flagged: Bool
  /// Whether any message has an attachment.
  public var attachments: Bool
  /// The beginning of the newest message's text, on one line. May be empty.
  public var snippet: String
  /// Whether all messages are marked for deletion.
  public var deleted: Bool

  /// Makes a row from its columns.
  public init(
    id: Int64,
    subject: String,
    participants: [String],
    date: Date,
    messageCount: Int,
    unread: Int,
    flagged: Bool,
    attachments: Bool,
    snippet: String,
    deleted: Bool = false
  ) {
    self.id = id
    self.subject = subject
    self.participants = participants
    self.date = date
    self.messageCount = messageCount
    self.unread = unread
    self.flagged = flagged
    self.attachments = attachments
    self.snippet = snippet
    self.deleted = deleted
  }

  /// Limits the names in a row, since a mailing list's conversation may have hundreds of senders.
  /// The first and the newest ones are kept.
  public static let participantLimit = 24
}

/// A position in the list: date and id of a conversation. A page ends at a cursor, and the next
/// page begins right below it.
///
/// A cursor names a point in time, not a row number. So it stays valid while mail is added and
/// removed, and page 10,000 costs no more than page 1. The command line uses its text form.
public struct Cursor: Sendable, Hashable, Codable, LosslessStringConvertible {
  /// The conversation's date, in seconds since 1970.
  public let seconds: Int64
  /// The conversation's id.
  public let id: Int64

  /// The position above all conversations.
  public static let top = Cursor(seconds: .max, id: .max)
  /// The position below all conversations.
  static let bottom = Cursor(seconds: .min, id: .min)

  /// Makes a cursor from its two values.
  public init(seconds: Int64, id: Int64) {
    self.seconds = seconds
    self.id = id
  }

  /// Parses a ``description``; nil for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int64(parts[0]), let id = Int64(parts[1]) else {
      return nil
    }
    self.init(seconds: seconds, id: id)
  }

  /// Seconds since 1970 and the conversation's id, as in `1763716651-42`.
  public var description: String { "\(seconds)-\(id)" }

  /// Whether the conversation lies below this cursor: on the page that begins here, or on a later
  /// one.
  public func precedes(_ conversation: Conversation) -> Bool { precedes(conversation.place) }

  /// Whether this position is above the other: newest first; at equal seconds, the larger id first.
  public func precedes(_ other: Cursor) -> Bool { (seconds, id) > (other.seconds, other.id) }
}

extension Conversation {
  /// The conversation's position in the list.
  public var place: Cursor { Cursor(seconds: Int64(date.timeIntervalSince1970), id: id) }
}

/// A page of the list.
public struct ConversationPage: Sendable, Hashable {
  /// Newest first; at equal seconds, the larger id first.
  public var conversations: [Conversation]
  /// The cursor of the next page, or nil after the last conversation.
  public var next: Cursor?
  /// The store's revision when the page was read. If it differs from that of earlier pages, their
  /// rows may have changed: see ``Mailbox/places(in:downTo:)``.
  public var revision: Int64
  /// Why older mail could not be fetched. The page has the stored conversations all the same.
  public var failure: MailError?
  /// Folders that are missing from the page, since their server does not let them be read.
  public var skipped: [SkippedMessage] = []

  /// Makes a page from its columns; `skipped` stays empty.
  public init(
    conversations: [Conversation] = [],
    next: Cursor? = nil,
    revision: Int64 = 0,
    failure: MailError? = nil
  ) {
    (self.conversations, self.next) = (conversations, next)
    (self.revision, self.failure) = (revision, failure)
  }
}

/// Positions of conversations in the list, without their rows: for lists of very many.
public struct Places: Sendable, Hashable {
  /// The positions, in the list's order.
  public var places: [Cursor]
  /// The store's revision when the positions were read.
  public var revision: Int64

  /// Makes the value from its two properties.
  public init(places: [Cursor], revision: Int64) {
    (self.places, self.revision) = (places, revision)
  }
}

/// The messages that a conversation holds.
public struct ConversationThread: Sendable, Hashable, Codable, Identifiable {
  /// The conversation's id.
  public let id: Int64
  /// Message-IDs without angle brackets, oldest message first. An id that several messages have is
  /// listed once for each.
  public var messages: [String]

  /// Makes the value from its two properties.
  public init(id: Int64, messages: [String]) {
    self.id = id
    self.messages = messages
  }
}
