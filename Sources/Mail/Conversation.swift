import FoundationEssentials

/// One row of the list: messages that belong together by their Message-ID, References and
/// In-Reply-To headers.
public struct Conversation: Sendable, Hashable, Identifiable, Codable {
  /// The store's number for it. It stays while the store lives; of two that become one, the
  /// older (smaller) number remains, and of one that parts, since the message that held it together
  /// is gone, the parts but one get new numbers.
  public let id: Int64
  /// The oldest message's subject, decoded, on one line and without leading `Re:`. May be empty.
  public var subject: String
  /// Who wrote, oldest first, each once: display names, or addresses where there is no name.
  /// At most ``participantLimit``; may be empty when no message names a sender.
  public var participants: [String]
  /// When the newest message was sent: its Date header when that is sane, else when it was
  /// received. Whole seconds.
  public var date: Date
  /// How many messages there are, at least 1.
  public var messageCount: Int
  /// How many of them are unread, without those that are marked for deletion.
  public var unread: Int
  /// Whether any of them is flagged.
  public var flagged: Bool
  /// Whether any of them carries an attachment.
  public var attachments: Bool
  /// The beginning of the newest message's text, on one line. May be empty.
  public var snippet: String
  /// Whether all of them are marked for deletion.
  public var deleted: Bool

  /// Joins the columns of a row.
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

  /// A mailing list's thread may have hundreds of writers; a row shows the first and the newest.
  public static let participantLimit = 24
}

/// A conversation's place in the list. Where a page ended, the next one begins right below.
///
/// It names a place in time, not a row number, so it stays true while mail comes and goes, and
/// page 10,000 costs what page 1 does. Its text form is for the command line.
public struct Cursor: Sendable, Hashable, Codable, LosslessStringConvertible {
  /// The conversation's date, in seconds since 1970.
  public let seconds: Int64
  /// The conversation's id.
  public let id: Int64

  /// Above all places.
  public static let top = Cursor(seconds: .max, id: .max)
  /// Below all places.
  static let bottom = Cursor(seconds: .min, id: .min)

  /// Joins the two.
  public init(seconds: Int64, id: Int64) {
    self.seconds = seconds
    self.id = id
  }

  /// Reads what ``description`` wrote; nil for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let seconds = Int64(parts[0]), let id = Int64(parts[1]) else {
      return nil
    }
    self.init(seconds: seconds, id: id)
  }

  /// Seconds since 1970 and the conversation's number, as in `1763716651-42`.
  public var description: String { "\(seconds)-\(id)" }

  /// Whether the conversation belongs to the page that begins here, or to one further down.
  public func precedes(_ conversation: Conversation) -> Bool { precedes(conversation.place) }

  /// Whether the place is above another one: newest first; of equal seconds, the larger id first.
  public func precedes(_ other: Cursor) -> Bool { (seconds, id) > (other.seconds, other.id) }
}

extension Conversation {
  /// Where it stands in the list.
  public var place: Cursor { Cursor(seconds: Int64(date.timeIntervalSince1970), id: id) }
}

/// A page of the list.
public struct ConversationPage: Sendable, Hashable {
  /// Newest first; of equal seconds, the larger id first.
  public var conversations: [Conversation]
  /// Where to go on, or nil after the last conversation.
  public var next: Cursor?
  /// The store's revision when the page was read. Where it is another one than that of the pages
  /// before, what they show may have changed: see ``Mailbox/places(in:downTo:)``.
  public var revision: Int64
  /// Why older mail could not be fetched. What the store has is on the page all the same.
  public var failure: MailError?
  /// Folders that the page was made without, since their server does not give them.
  public var skipped: [SkippedMessage] = []

  /// Joins the columns but the last.
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

/// Where conversations stand in the list, without their rows: for lists that hold very many.
public struct Places: Sendable, Hashable {
  /// In the list's order.
  public var places: [Cursor]
  /// The store's revision when they were read.
  public var revision: Int64

  /// Joins the two.
  public init(places: [Cursor], revision: Int64) {
    (self.places, self.revision) = (places, revision)
  }
}

/// Which messages a conversation holds.
public struct ConversationThread: Sendable, Hashable, Codable, Identifiable {
  /// The conversation's id.
  public let id: Int64
  /// Message-ids without angle brackets, oldest first; a duplicate id stands once a message.
  public var messages: [String]

  /// Joins the two.
  public init(id: Int64, messages: [String]) {
    self.id = id
    self.messages = messages
  }
}
