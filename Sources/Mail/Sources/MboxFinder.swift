import Synchronization

/// Finds messages in an mbox, where only their content tells them apart: by looking through the file
/// from its end, where the newest are, and after that at the place where it was, for as long as the
/// file stays as it is.
final class MboxFinder: MessageFinder {
  private let path: DiskPath
  private let index = Mutex<MboxIndex?>(nil)

  /// How often the file is looked through again because it changed under the looking.
  private static let attempts = 3

  init(path: DiskPath) { self.path = path }

  func find(_ message: KnownMessage) async throws -> FoundMessage {
    do {
      for _ in 0..<Self.attempts {
        let file = try MboxFile(path: path)
        let last = index.withLock { $0 }
        var current = try last.flatMap { $0.stamp == file.stamp ? $0 : nil } ?? MboxIndex(file)
        let result = Result { try current.message(message.key, in: file, at: path) }
        // However far it has got.
        index.withLock { $0 = current }
        let found = try result.get()
        // A file that only grew is right as far as it was read.
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

/// Where the messages of an mbox lie, as long as the file stays as it is.
private struct MboxIndex: Sendable {
  let stamp: FileStamp
  /// What a packed file unpacks to; nil for any other.
  private let unpacked: UnpackedFile?
  private let places: [MboxScanner.Place]
  /// How many of the places, from the first one on, were not looked at yet.
  private var unseen: Int
  /// Positions in `places`, of the others.
  private var positions: [Digest: Int32] = [:]

  /// The first bytes of a message's key: what follows them counts copies, which are all the same.
  private struct Digest: Hashable {
    static let length = 16
    var high: UInt64 = 0
    var low: UInt64 = 0

    init(_ bytes: some Sequence<UInt8>) {
      for (index, byte) in bytes.prefix(Self.length).enumerated() {
        if index < 8 { high = high << 8 | UInt64(byte) } else { low = low << 8 | UInt64(byte) }
      }
    }
  }

  init(_ file: MboxFile) throws {
    stamp = file.stamp
    let content = try MboxContent(file)
    unpacked = content.unpacked
    places = try content.scan(from: 0).places
    unseen = places.count
  }

  /// Looks further up the file until it is there.
  private mutating func position(
    of wanted: Digest,
    in file: Int32,
    _ reader: MessageFile
  ) throws -> Int? {
    if let known = positions[wanted] { return Int(known) }
    while unseen > 0 {
      if unseen.isMultiple(of: MessageReading.chunk) { try Task.checkCancellation() }
      let position = unseen - 1
      let digest = try Self.digest(of: places[position], file, reader)
      unseen = position
      // Of copies, one is as good as another.
      positions[digest] = Int32(clamping: position)
      if digest == wanted { return position }
    }
    return nil
  }

  private static func digest(
    of place: MboxScanner.Place,
    _ file: Int32,
    _ reader: MessageFile
  ) throws(Refusal) -> Digest {
    let message = try reader.read(
      file,
      from: place.start,
      length: place.end - place.start,
      modified: 0
    )
    return Digest(MessageIdentity.digest(of: message.bytes, excerpt: message.excerpt))
  }

  /// Nil when it is not there, or not any more.
  mutating func message(
    _ key: MessageKey,
    in file: MboxFile,
    at path: DiskPath
  ) throws -> FoundMessage? {
    let wanted = Digest(key.bytes)
    let descriptor = unpacked?.descriptor ?? file.descriptor
    let reader = MessageFile()
    defer { withExtendedLifetime(reader) {} }
    guard key.bytes.count >= Digest.length,
      let position = try position(of: wanted, in: descriptor, reader)
    else { return nil }
    let place = places[position]
    var found = try FoundMessage(
      descriptor,
      from: place.start,
      to: place.end,
      path: path,
      received: try FromLine.date(place, in: descriptor) ?? stamp.modified / 1_000_000_000
    )
    guard try Self.digest(of: place, descriptor, reader) == wanted else { return nil }
    found.bytes = FromLine.unquoted(found.bytes)
    return found
  }
}
