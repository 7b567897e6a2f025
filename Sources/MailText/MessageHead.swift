/// The properties of a message that the list needs: its decoded headers, and the first words of its
/// text.
public struct MessageHead: Sendable, Hashable {
  /// The Message-ID without angle brackets. A message without one gets an id that is derived from
  /// its content and ends in ``derivedSuffix``.
  public var messageID: String
  /// The ids that link the message to its conversation, oldest first: the ids of References, then
  /// those of In-Reply-To.
  public var references: [String]
  /// The time of the Date header if plausible, else of the topmost Received header, else the time
  /// at which the file was received. In seconds since 1970.
  public var date: Int64
  /// The writers' display names, or addresses if there is no name. A name that could be mistaken
  /// for an address is followed by the real address.
  public var senders: [String]
  /// The writers' addresses; a search finds the message by these, too.
  public var addresses: [String]
  /// The names of those in To, or else in Cc, as in ``senders``. The store keeps them only for
  /// messages in folders of the user's own mail; see ``FolderRole/isOwnMail``.
  public var recipients: [String]
  /// The decoded subject, on one line. May be empty.
  public var subject: String
  /// The beginning of the text, on one line. May be empty.
  public var snippet: String
  /// Whether the message has an attachment.
  public var hasAttachments: Bool
  /// A hash: equal for copies of a message, different for other messages with the same Message-ID.
  public var fingerprint: Int64

  /// The domain of ids that Tideline derives; `.invalid` can never be registered (RFC 2606).
  public static let derivedSuffix = "@derived.tideline.invalid"

  /// Makes the value from its properties.
  public init(
    messageID: String = "",
    references: [String] = [],
    date: Int64 = 0,
    senders: [String] = [],
    addresses: [String] = [],
    recipients: [String] = [],
    subject: String = "",
    snippet: String = "",
    hasAttachments: Bool = false,
    fingerprint: Int64 = 0
  ) {
    self.messageID = messageID
    self.references = references
    self.date = date
    self.senders = senders
    self.addresses = addresses
    self.recipients = recipients
    self.subject = subject
    self.snippet = snippet
    self.hasAttachments = hasAttachments
    self.fingerprint = fingerprint
  }
}

extension MessageHead {
  /// Parses a complete message in memory.
  ///
  /// - Parameters:
  ///   - received: seconds since 1970, used if the header has no plausible date.
  ///   - now: the current time, in seconds since 1970.
  package init(ofMessage bytes: [UInt8], received: Int64, now: Int64) {
    var bytes = bytes
    let header = bytes.withUnsafeBufferPointer { $0.headerLength } ?? bytes.count
    let excerpt = MessageExcerpt(
      headerLength: header,
      bodyLength: Int64(bytes.count - header),
      isCut: false
    )
    self = bytes.withUnsafeMutableBufferPointer {
      MessageParser.parse($0, excerpt: excerpt, received: received, now: now).head
    }
  }
}

/// Flags that the user's mail programs have set on a message.
public struct MessageFlags: OptionSet, Sendable, Hashable {
  /// The bits, as in the store.
  public let rawValue: Int64

  /// Makes a set from the store's bits.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Read: Maildir `S`, mbox `Status: R`.
  public static let seen = MessageFlags(rawValue: 1)
  /// Marked as important: Maildir `F`, mbox `X-Status: F`.
  public static let flagged = MessageFlags(rawValue: 2)
  /// Answered: Maildir `R`, mbox `X-Status: A`.
  public static let replied = MessageFlags(rawValue: 4)
  /// Marked for deletion: Maildir `T`, mbox `X-Status: D`, IMAP `\Deleted`. Such a message still
  /// exists, so it is listed, unless ``Listing/withoutDeleted`` leaves out its conversation.
  public static let trashed = MessageFlags(rawValue: 8)
  /// Unfinished: Maildir `D`.
  public static let draft = MessageFlags(rawValue: 16)
}
