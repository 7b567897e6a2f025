/// The conversations that a list shows. All listings have one order and one way of paging.
public struct Listing: Sendable, Hashable {
  /// The listed folder; nil for all folders.
  public var folder: FolderName?
  /// Whether to leave out conversations whose messages are all read.
  public var unreadOnly: Bool
  /// Whether to leave out messages marked for deletion: a conversation all of whose messages, in
  /// the listed folder or at all, are marked; and matches of a search in such messages.
  public var withoutDeleted: Bool
  /// Whether a listing of all folders leaves out conversations that are only in junk and trash.
  public var withoutJunk: Bool
  /// The user's search text. Each of its words must be the beginning of a word in the conversation:
  /// in names and addresses of senders and recipients, subjects, texts, or names of attachments.
  /// Case and accents do not matter. Words in quotes must be whole and in their order. In scripts
  /// without spaces between words, any run of characters is found; symbols are found, too.
  /// ``SearchOperator`` has the operators; folders that they name replace ``folder``. A text
  /// without a word, symbol or operator leaves out no conversation. The search uses the text's
  /// first 1,000 characters, the first 12 words of these, and the first 32 characters of each word.
  public var search: String

  /// Makes a listing from its properties; the defaults list everything.
  public init(
    folder: FolderName? = nil,
    unreadOnly: Bool = false,
    withoutDeleted: Bool = false,
    withoutJunk: Bool = false,
    search: String = ""
  ) {
    self.folder = folder
    self.unreadOnly = unreadOnly
    self.withoutDeleted = withoutDeleted
    self.withoutJunk = withoutJunk
    self.search = search
  }

  public static let all = Listing()
}

/// A position in the list: date and id of a conversation. A page ends at a cursor, and the next
/// page begins right below it.
///
/// A cursor names a point in time, not a row number. So it stays valid while mail is added and
/// removed, and page 10,000 costs no more than page 1. The command line uses its text form.
public struct Cursor: Sendable, Hashable, Codable, LosslessStringConvertible {
  /// The conversation's date, in seconds since 1970.
  public let seconds: Int64
  public let id: Int64

  /// The position above all conversations.
  public static let top = Cursor(seconds: .max, id: .max)
  /// The position below all conversations.
  static let bottom = Cursor(seconds: .min, id: .min)

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

  /// The seconds since 1970 and the conversation's id, as in `1763716651-42`.
  public var description: String { "\(seconds)-\(id)" }

  /// Whether the conversation lies below this cursor: on the page that begins at the cursor, or on
  /// a later page.
  public func precedes(_ conversation: Conversation) -> Bool { precedes(conversation.place) }

  /// Whether this position is above the other: newest first; at equal seconds, the larger id first.
  public func precedes(_ other: Cursor) -> Bool { (seconds, id) > (other.seconds, other.id) }
}

/// A page of the list.
public struct ConversationPage: Sendable, Hashable {
  /// The conversations, newest first; at equal seconds, the larger id first.
  public var conversations: [Conversation] = []
  /// The cursor of the next page, or nil after the last conversation.
  public var next: Cursor?
  /// The store's revision when the page was read. If an earlier page has another revision, the rows
  /// of that page may have changed: see ``Mailbox/places(in:downTo:)``.
  public var revision: Int64 = 0
  /// As ``Places/arrivals``, for the first page; empty for later ones.
  public var arrivals: [Int64: Arrival] = [:]
  /// Whether mail of folders that were never read is missing: the page is from the store alone.
  public var lacksFolders = false
  /// Whether the listed folder has the user's own mail; see ``FolderRole/isOwnMail``.
  public var isOfOwnMail = false
  /// The error of fetching older mail; nil if there was none. A page with an error has only stored
  /// conversations.
  public var failure: MailError?
  /// Folders that are missing from the page because their server refused a request for them. Also
  /// messages that could not be read when older mail was fetched after the last refresh.
  public var skipped: [SkippedMessage] = []
}

/// Positions of conversations in the list, without their rows: for very long lists.
public struct Places: Sendable, Hashable {
  /// The positions, in the list's order.
  public var places: [Cursor]
  /// The store's revision when the positions were read.
  public var revision: Int64
  /// The messages that arrived in each conversation since the mailbox was opened, by the
  /// conversation's id.
  public var arrivals: [Int64: Arrival] = [:]
}

/// The messages that arrived in a conversation since its mailbox was opened. Only messages in the
/// listed folder count. A message that was moved there did not arrive.
public struct Arrival: Sendable, Hashable {
  public var messages: Int
  /// The store's revision when the last of them arrived: it tells whether a list has shown them.
  public let revision: Int64
}

extension [Int64: Arrival] {
  /// The number of messages that have arrived since an earlier reading.
  public func messages(since before: Self) -> Int {
    reduce(0) { $0 + Swift.max(0, $1.value.messages - (before[$1.key]?.messages ?? 0)) }
  }
}

/// The messages that a conversation holds.
public struct ConversationThread: Sendable, Hashable, Codable, Identifiable {
  public let id: Int64
  /// Message-IDs without angle brackets, oldest message first. An id that several messages have is
  /// listed once for each message.
  public var messages: [String]

  public init(id: Int64, messages: [String]) {
    self.id = id
    self.messages = messages
  }
}
