/// What the list needs to know of a message: its headers, decoded, and the first words of its
/// text.
public struct MessageHead: Sendable, Hashable {
  /// Without angle brackets. A message that has none gets one that follows from its content, and
  /// ends in ``derivedSuffix``.
  public var messageID: String
  /// The ids that tie it to its conversation, oldest first: those of References, and of In-Reply-To
  /// the last, where old programs write an address before it.
  public var references: [String]
  /// Seconds since 1970: the Date header's when sane, else that of the topmost Received, else when
  /// the file was received.
  public var date: Int64
  /// The writers' display names, or addresses where there is no name. The address stands beside a
  /// name that passes for one.
  public var senders: [String]
  /// Decoded, on one line. May be empty.
  public var subject: String
  /// The beginning of the text, on one line. May be empty.
  public var snippet: String
  /// Whether a part is attached.
  public var hasAttachments: Bool
  /// Equal in copies of one message; different where a message bears another one's Message-ID.
  public var fingerprint: Int64

  /// The domain of ids that Tideline derives; `.invalid` can never be somebody's (RFC 2606).
  public static let derivedSuffix = "@derived.tideline.invalid"

  /// Joins what was read.
  public init(
    messageID: String,
    references: [String],
    date: Int64,
    senders: [String],
    subject: String,
    snippet: String,
    hasAttachments: Bool,
    fingerprint: Int64 = 0
  ) {
    self.messageID = messageID
    self.references = references
    self.date = date
    self.senders = senders
    self.subject = subject
    self.snippet = snippet
    self.hasAttachments = hasAttachments
    self.fingerprint = fingerprint
  }
}
