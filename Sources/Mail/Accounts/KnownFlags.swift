/// The stored messages of a folder with their flags, in the order of their keys.
///
/// The collection takes a quarter of a dictionary's memory: about 40 MB for a million messages.
public struct KnownFlags: Sendable, RandomAccessCollection {
  private var table = KeyTable<MessageFlags>()

  /// - Parameter messages: the messages' flags, by key.
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

  /// The first index.
  public var startIndex: Int { 0 }
  /// The end, behind the last index.
  public var endIndex: Int { table.count }

  /// The message at an index, which is at least 0 and less than ``endIndex``.
  public subscript(position: Int) -> (key: MessageKey, flags: MessageFlags) {
    (withKey(at: position) { MessageKey(bytes: Array($0)) }, table.value(at: position))
  }

  /// A message's flags; nil if the store does not have the message.
  public subscript(key: MessageKey) -> MessageFlags? {
    position(of: key).map { table.value(at: $0) }
  }

  /// The keys of all messages.
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
