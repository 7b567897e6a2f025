/// The messages of a folder that the store has, and what is noted about each; in the order of their
/// keys.
///
/// A value like a dictionary, in a quarter of its memory: of a million messages some 40 MB.
public struct KnownFlags: Sendable, RandomAccessCollection {
  private var table = KeyTable<MessageFlags>()

  /// - Parameter messages: the flags of each, by key.
  public init(_ messages: [MessageKey: MessageFlags] = [:]) {
    self.init { add in
      for (key, flags) in messages { key.bytes.withUnsafeBytes { add($0, flags) } }
    }
  }

  /// - Parameter fill: adds messages in any order. A key that it adds again has its last flags.
  init(_ fill: (_ add: (UnsafeRawBufferPointer, MessageFlags) -> Void) throws -> Void) rethrows {
    try fill { key, flags in table.append(key, keyLength: key.count, flags) }
    table.sort()
  }

  /// The first position, as in any collection.
  public var startIndex: Int { 0 }
  /// Behind the last position.
  public var endIndex: Int { table.count }

  /// A message by its position, from 0 up to the count.
  public subscript(position: Int) -> (key: MessageKey, flags: MessageFlags) {
    (withKey(at: position) { MessageKey(bytes: Array($0)) }, table.value(at: position))
  }

  /// What is noted about a message; nil where the store does not have it.
  public subscript(key: MessageKey) -> MessageFlags? {
    position(of: key).map { table.value(at: $0) }
  }

  /// The keys of all messages.
  public var keys: some RandomAccessCollection<MessageKey> { lazy.map(\.key) }

  /// Where a message is in the collection; nil where the store does not have it.
  func position(of key: UnsafeRawBufferPointer) -> Int? { table.position(of: key) }

  func position(of key: MessageKey) -> Int? { key.bytes.withUnsafeBytes { position(of: $0) } }

  /// The flags alone, for which no key is copied.
  func flags(at position: Int) -> MessageFlags { table.value(at: position) }

  /// Lends a key.
  func withKey<Result>(
    at position: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try table.withRecord(at: position) { key, _ in try body(key) }
  }
}
