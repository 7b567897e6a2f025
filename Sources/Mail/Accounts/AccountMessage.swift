/// Identifies a message within its folder, even after renames and flag changes. The key is not the
/// Message-ID, which a message may lack or share with others. The key consists of bytes: in a
/// Maildir it is a part of the file name, which need not be UTF-8.
public struct MessageKey: Sendable, Hashable {
  /// The key: at least one byte.
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
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

/// A message to be stored.
public struct IncomingMessage: Sendable {
  /// Identifies the message in its folder.
  public var key: MessageKey
  /// The message's flags.
  public var flags: MessageFlags
  /// The contents of the message's header and first lines.
  public var head: MessageHead
  /// Further words of the message, for searches.
  public var words: MessageWords
  /// The message's place; nil if the key suffices to find the message.
  public var hint: PlaceHint?

  public init(
    key: MessageKey,
    flags: MessageFlags,
    head: MessageHead,
    words: MessageWords = MessageWords(),
    hint: PlaceHint? = nil
  ) {
    self.key = key
    self.flags = flags
    self.head = head
    self.words = words
    self.hint = hint
  }
}

/// A message's bytes, as they were sent.
public struct FoundMessage: Sendable {
  /// Header and body, without the mbox From line and without the `>` that an mbox puts before such
  /// lines in the text; at most ``limit`` bytes.
  public var bytes: [UInt8]
  /// Whether the message continues beyond these bytes.
  public var isCut: Bool
  /// The path of the message's file; empty for a message on a server.
  public var path: String
  /// The path as bytes, which need not be UTF-8.
  public var pathBytes: [UInt8]
  /// When the message was received, in seconds since 1970; 0 if that is unknown.
  public var received: Int64
  /// The shown parts, if a server has sent only these and the header; `bytes` then has the header.
  var parts: MessageParts?

  /// The highest number of bytes read of one message. Most servers refuse messages above 50 MB.
  public static let limit = 64 << 20

  /// Makes a message from the bytes read.
  public init(bytes: [UInt8], isCut: Bool, path: String, received: Int64) {
    self.bytes = bytes
    self.isCut = isCut
    self.path = path
    pathBytes = Array(path.utf8)
    self.received = received
  }
}

/// A message, as the store knows it.
public struct KnownMessage: Sendable, Hashable {
  /// Identifies the message in its folder.
  public var key: MessageKey
  /// The message's last known flags, which may have changed.
  public var flags: MessageFlags
  /// The message's last known place, which may have changed.
  public var hint: PlaceHint?
}

/// A note of a message's place, so that the message need not be searched for.
public enum PlaceHint: Sendable, Hashable {
  /// An offset in bytes from the beginning of a file with many messages; in an mbox, the offset of
  /// the message's From line.
  case offset(Int64)
  /// The parts of a message to fetch from its server, as text that only the account understands.
  case structure(String)
}
