import Synchronization
import SystemPackage

/// Finds messages in an mbox by ``MboxDigest``. Looks first at the place where the message was last
/// seen. If another message is there, searches the whole file from its end, where the newest
/// messages are. The places found are kept as long as the file is unchanged.
final class MboxFinder: MessageFinder {
  private let path: FilePath
  private let index = Mutex<MboxIndex?>(nil)

  /// The highest number of searches while the file keeps changing.
  private static let attempts = 3

  init(path: FilePath) { self.path = path }

  /// Returns the path without searching the file.
  func path(of message: KnownMessage) -> String? { path.description }

  func find(_ message: KnownMessage) async throws -> FoundMessage {
    do {
      guard let wanted = MboxDigest(message.key) else {
        throw MailError.messageGone(path: path.description)
      }
      for _ in 0..<Self.attempts {
        let file = try MboxFile(path: path)
        let reader = MboxMessageReader(file, at: path)
        // A file that only grew was read correctly.
        if let hint = message.hint, let place = try reader.place(hint),
          let found = try reader.message(wanted, at: place), try file.isIntact(path)
        {
          return found
        }
        let last = index.withLock { $0 }
        var current = try last.flatMap { $0.stamp == file.stamp ? $0 : nil } ?? MboxIndex(file)
        let result = Result { try current.message(wanted, reader) }
        // Also keeps the places found by a search that failed or was cancelled.
        index.withLock { $0 = current }
        let found = try result.get()
        if let found, try file.isIntact(path) { return found }
        index.withLock { $0 = nil }
        // Gives up if the message is not in an index that was made just now, and the file has not
        // changed since.
        if found == nil, last?.stamp != file.stamp, try file.isIntact(path) { break }
      }
    } catch let refusal as Refusal {
      throw MailError.messageUnreadable(path: path.description, reason: refusal.reason)
    }
    throw MailError.messageGone(path: path.description)
  }
}

/// Reads messages of an mbox at known places, and computes their digests.
private struct MboxMessageReader {
  private let file: MboxFile
  private let path: FilePath
  private let buffer = MessageFile()
  /// The descriptor of the file, or of its converted copy.
  var descriptor: FileDescriptor

  init(_ file: MboxFile, at path: FilePath) {
    (self.file, self.path) = (file, path)
    descriptor = file.descriptor
  }

  /// The place that a hint gives; nil for an offset outside of the file.
  func place(_ hint: PlaceHint) throws -> MboxScanner.Place? {
    guard case .offset(let offset) = hint, (0..<file.size).contains(offset) else { return nil }
    return try MboxScanner.place(at: offset, in: file.descriptor, to: file.size)
  }

  func digest(of place: MboxScanner.Place) throws(Refusal) -> MboxDigest {
    let message = try buffer.read(
      descriptor,
      from: place.start,
      length: place.end - place.start,
      modified: 0
    )
    return MboxDigest(MessageIdentity.checksum(of: message.bytes, excerpt: message.excerpt).digest)
  }

  /// Reads the wanted message; nil if another message is at the place.
  func message(_ wanted: MboxDigest, at place: MboxScanner.Place) throws(Refusal) -> FoundMessage? {
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

/// The places of an mbox's messages, valid while the file is unchanged.
private struct MboxIndex: Sendable {
  let stamp: FileStamp
  /// The converted copy of the file; nil if the file itself is read.
  private let unpacked: UnpackedFile?
  private let places: [MboxScanner.Place]
  /// The number of places at the beginning of `places` whose digests are not computed yet.
  private var unseen: Int
  /// The digests of the other places, with their indices in `places`.
  private var positions: [MboxDigest: Int32] = [:]

  init(_ file: MboxFile) throws {
    stamp = file.stamp
    let content = try MboxContent(file)
    unpacked = content.unpacked
    places = try content.scan(from: 0).places
    unseen = places.count
  }

  /// Computes digests, from the file's end upwards, until the wanted one is found.
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
      // Copies of a message are the same, so any of them will do.
      positions[digest] = Int32(clamping: position)
      if digest == wanted { return position }
    }
    return nil
  }

  /// Finds and reads the wanted message; nil if the file does not contain it.
  mutating func message(_ wanted: MboxDigest, _ reader: MboxMessageReader) throws -> FoundMessage? {
    var reader = reader
    if let unpacked { reader.descriptor = unpacked.descriptor }
    return try position(of: wanted, reader).flatMap { try reader.message(wanted, at: places[$0]) }
  }
}
