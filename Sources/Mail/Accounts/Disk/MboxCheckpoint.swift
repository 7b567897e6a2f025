import FoundationEssentials

/// The state of an mbox when it was last read completely.
struct MboxCheckpoint: Codable, Hashable {
  /// The stamp of the file itself, even if it is compressed.
  var stamp: FileStamp
  /// Whether an equal stamp proves that nothing has changed. It does not if the file was changed
  /// within the last seconds, since a file system's clock ticks slowly.
  var isSettled: Bool
  /// The total length of the messages in bytes: the file's size unless it is compressed.
  var size: Int64
  /// The digest of those bytes.
  var digest: UInt64
  /// A sum over the keys and flags of the stored messages. After an interrupted reading the store
  /// has other messages.
  var listed: UInt64
  /// The start of the last message's From line. That message may have been incomplete, so reading
  /// continues here, not at the end.
  var lastMark: Int64
  /// The last message's key; empty when it is not listed.
  var lastKey: [UInt8]
  /// Whether data after `size` may be read as appended messages.
  var mayGrow: Bool

  /// A sum over all listed messages.
  static func sum(_ listed: KnownFlags) -> UInt64 {
    listed.indices.reduce(0) { sum, position in
      sum &+ listed.withKey(at: position) { number($0, listed.flags(at: position)) }
    }
  }

  /// A message's number in the sum.
  static func number(_ key: some Sequence<UInt8>, _ flags: MessageFlags) -> UInt64 {
    QuickHash.make(key, from: QuickHash.start ^ UInt64(bitPattern: flags.rawValue))
  }
}

extension SyncCheckpoint {
  /// Encodes a note as JSON.
  init(encoding note: some Encodable) throws { self.init(bytes: try JSONEncoder().encode(note)) }

  /// Decodes a note; nil when another kind of source or version wrote it.
  func decoded<Note: Decodable>(as type: Note.Type) -> Note? {
    try? JSONDecoder().decode(type, from: bytes)
  }
}
