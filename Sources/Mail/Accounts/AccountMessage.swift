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
  public var key: MessageKey
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

/// The stored messages of a folder with their flags, in the order of their keys.
///
/// The collection takes a quarter of a dictionary's memory: about 40 MB for a million messages.
public struct KnownFlags: Sendable, RandomAccessCollection {
  private var table = KeyTable<MessageFlags>()

  public init(_ messages: [MessageKey: MessageFlags] = [:]) {
    self.init { add in
      for (key, flags) in messages { key.bytes.withUnsafeBytes { add($0, flags) } }
    }
  }

  /// - Parameter fill: adds messages in any order. For a key added twice, the last flags count.
  init(_ fill: (_ add: (UnsafeRawBufferPointer, MessageFlags) -> Void) throws -> Void) rethrows {
    try fill { key, flags in table.append(key, keyLength: key.count, flags) }
    table.sort()
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { table.count }

  /// The message at an index, which is at least 0 and less than ``endIndex``.
  public subscript(position: Int) -> (key: MessageKey, flags: MessageFlags) {
    (withKey(at: position) { MessageKey(bytes: Array($0)) }, table.value(at: position))
  }

  /// A message's flags; nil if the store does not have the message.
  public subscript(key: MessageKey) -> MessageFlags? {
    position(of: key).map { table.value(at: $0) }
  }

  public var keys: some RandomAccessCollection<MessageKey> { lazy.map(\.key) }

  /// A message's index; nil if the store does not have the message.
  func position(of key: UnsafeRawBufferPointer) -> Int? { table.position(of: key) }

  func position(of key: MessageKey) -> Int? { key.bytes.withUnsafeBytes { position(of: $0) } }

  /// The flags alone, without copying a key.
  func flags(at position: Int) -> MessageFlags { table.value(at: position) }

  /// Calls `body` with a key, which is valid only during the call.
  func withKey<Result>(
    at position: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try table.withRecord(at: position) { key, _ in try body(key) }
  }
}
