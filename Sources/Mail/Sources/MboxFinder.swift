import Synchronization

/// Finds messages in an mbox, where only their content tells them apart: at the place where they
/// were last seen; where another message lies there now, by looking through the file from its end,
/// where the newest are. The places found so are kept for as long as the file stays as it is.
final class MboxFinder: MessageFinder {
  private let path: DiskPath
  private let index = Mutex<MboxIndex?>(nil)

  /// How often the file is looked through again because it changed under the looking.
  private static let attempts = 3

  init(path: DiskPath) { self.path = path }

  func find(_ message: KnownMessage) async throws -> FoundMessage {
    do {
      guard let wanted = MboxDigest(message.key) else {
        throw MailError.messageGone(path: path.description)
      }
      for _ in 0..<Self.attempts {
        let file = try MboxFile(path: path)
        let reader = MboxMessageReader(file, at: path)
        // A file that only grew is right as far as it was read.
        if let hint = message.hint, let place = try reader.place(hint),
          let found = try reader.message(wanted, at: place), try file.isIntact(path)
        {
          return found
        }
        let last = index.withLock { $0 }
        var current = try last.flatMap { $0.stamp == file.stamp ? $0 : nil } ?? MboxIndex(file)
        let result = Result { try current.message(wanted, reader) }
        // However far it has got.
        index.withLock { $0 = current }
        let found = try result.get()
        if let found, try file.isIntact(path) { return found }
        index.withLock { $0 = nil }
        // Looked through just now, and it has not changed since.
        if found == nil, last?.stamp != file.stamp, try file.isIntact(path) { break }
      }
    } catch let refusal as Refusal {
      throw MailError.messageUnreadable(path: path.description, reason: refusal.reason)
    }
    throw MailError.messageGone(path: path.description)
  }
}

/// The first bytes of a message's key: what follows them counts copies, which are all the same.
private struct MboxDigest: Hashable {
  private static let length = 16
  private let high: UInt64
  private let low: UInt64

  /// Nil for a key that no mbox has given.
  init?(_ key: MessageKey) {
    guard key.bytes.count >= Self.length else { return nil }
    self.init(key.bytes)
  }

  init(_ bytes: [UInt8]) {
    (high, low) = bytes.withUnsafeBytes {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }
}

/// Reads messages of an mbox at places that are known, and tells which they are.
private struct MboxMessageReader {
  private let file: MboxFile
  private let path: DiskPath
  private let buffer = MessageFile()
  /// Of the file, or of what it unpacks to.
  var descriptor: Int32

  init(_ file: MboxFile, at path: DiskPath) {
    (self.file, self.path) = (file, path)
    descriptor = file.descriptor
  }

  /// Nil where no message can begin.
  func place(_ hint: PlaceHint) throws -> MboxScanner.Place? {
    guard (0..<file.size).contains(hint.offset) else { return nil }
    return try MboxScanner.place(at: hint.offset, in: file.descriptor, to: file.size)
  }

  func digest(of place: MboxScanner.Place) throws(Refusal) -> MboxDigest {
    let message = try buffer.read(
      descriptor,
      from: place.start,
      length: place.end - place.start,
      modified: 0
    )
    return MboxDigest(MessageIdentity.digest(of: message.bytes, excerpt: message.excerpt))
  }

  /// Nil where another message lies there.
  func message(
    _ wanted: MboxDigest,
    at place: MboxScanner.Place
  ) throws(Refusal) -> FoundMessage? {
    guard try digest(of: place) == wanted else { return nil }
    var found = try FoundMessage(
      descriptor,
      from: place.start,
      to: place.end,
      path: path,
      received: try FromLine.date(place, in: descriptor) ?? file.stamp.modified / 1_000_000_000
    )
    FromLine.unquote(&found.bytes)
    return found
  }
}

/// Where the messages of an mbox lie, as long as the file stays as it is.
private struct MboxIndex: Sendable {
  let stamp: FileStamp
  /// What a packed file unpacks to; nil for any other.
  private let unpacked: UnpackedFile?
  private let places: [MboxScanner.Place]
  /// How many of the places, from the first one on, were not looked at yet.
  private var unseen: Int
  /// Positions in `places`, of the others.
  private var positions: [MboxDigest: Int32] = [:]

  init(_ file: MboxFile) throws {
    stamp = file.stamp
    let content = try MboxContent(file)
    unpacked = content.unpacked
    places = try content.scan(from: 0).places
    unseen = places.count
  }

  /// Looks further up the file until it is there.
  private mutating func position(
    of wanted: MboxDigest,
    _ reader: MboxMessageReader
  ) throws -> Int? {
    if let known = positions[wanted] { return Int(known) }
    while unseen > 0 {
      if unseen.isMultiple(of: MessageReading.chunk) { try Task.checkCancellation() }
      let position = unseen - 1
      let digest = try reader.digest(of: places[position])
      unseen = position
      // Of copies, one is as good as another.
      positions[digest] = Int32(clamping: position)
      if digest == wanted { return position }
    }
    return nil
  }

  /// Nil when it is not there, or not any more.
  mutating func message(
    _ wanted: MboxDigest,
    _ reader: MboxMessageReader
  ) throws -> FoundMessage? {
    var reader = reader
    if let unpacked { reader.descriptor = unpacked.descriptor }
    return try position(of: wanted, reader).flatMap { try reader.message(wanted, at: places[$0]) }
  }
}
