/// Identifies a message within its folder, even after renames and flag changes. The key is not the
/// Message-ID, which a message may lack or share with others. The key consists of bytes: in a
/// Maildir it is a part of the file name, which need not be UTF-8.
public struct MessageKey: Sendable, Hashable {
  /// The key: at least one byte.
  public let bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
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
