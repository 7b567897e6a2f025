import FoundationEssentials

/// What an mbox looked like when it was last read to its end.
struct MboxCheckpoint: Codable, Hashable {
  /// The stamp of the file, packed or not.
  var stamp: FileStamp
  /// Whether an equal stamp proves that nothing changed: it does not while the file was changed
  /// within the last seconds, for a file system's clock ticks slowly.
  var isSettled: Bool
  /// How long the messages are together, in bytes: the file's size unless it is packed.
  var size: Int64
  /// The digest of those bytes.
  var digest: UInt64
  /// What the store held: a sum over its messages' keys and flags. A reading that was cut short
  /// leaves other messages there.
  var listed: UInt64
  /// Where the last message's From line begins. It may have been caught half-written, so reading
  /// goes on here rather than at the end.
  var lastMark: Int64
  /// The last message's key; empty when it is not listed.
  var lastKey: [UInt8]
  /// Whether what follows `size` is read as if it were appended.
  var mayGrow: Bool

  /// A number for what is listed: the sum of those of its messages.
  static func sum(_ listed: KnownFlags) -> UInt64 {
    listed.indices.reduce(0) { sum, position in
      sum &+ listed.withKey(at: position) { number($0, listed.flags(at: position)) }
    }
  }

  /// A number for one message.
  static func number(_ key: some Sequence<UInt8>, _ flags: MessageFlags) -> UInt64 {
    QuickHash.make(key, from: QuickHash.start ^ UInt64(bitPattern: flags.rawValue))
  }
}

extension SyncCheckpoint {
  /// Wraps a note as JSON.
  init(encoding note: some Encodable) throws { self.init(bytes: try JSONEncoder().encode(note)) }

  /// Reads a note, or nothing when another kind of source or version wrote it.
  func decoded<Note: Decodable>(as type: Note.Type) -> Note? {
    try? JSONDecoder().decode(type, from: bytes)
  }
}
