import Glibc
import SystemPackage

/// An mbox: one file with all messages, each below a `From ` line, flags in their headers. It may
/// be compressed with gzip.
struct Mbox: DiskFolder {
  let path: FilePath

  /// The highest number of messages listed.
  var limit = MboxScanner.limit

  var identifier: String { "mbox:" + path.identifier }
  var watchedPaths: [String] { [path.description] }

  /// The highest number of readings while the file keeps changing.
  private static let attempts = 5

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> KnownFlags,
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    let last = checkpoint?.decoded(as: MboxCheckpoint.self)
    for _ in 0..<Self.attempts {
      let started = Int64(time(nil))
      let file = try MboxFile(path: path)
      if let last, last.isSettled, last.stamp == file.stamp { return checkpoint }
      do {
        let content = try MboxContent(file, limit: limit)
        if let damage = content.damage {
          let warning = SkippedMessage(path: path.description, reason: damage, isInPart: true)
          try await report(MailBatch(skipped: warning))
        }
        let run = MboxRun(content: content, path: path, known: try await known())
        let next = try await run.read(
          since: last,
          isIntact: { try file.isIntact(path) },
          report: report
        )
        // A file that only grew during the reading was read correctly.
        guard try file.isIntact(path) else { continue }
        guard var next else { return nil }
        // Unsettled if the last change was within the last two seconds, or is dated in the future.
        next.isSettled = started - file.stamp.lastChange > 2
        return try SyncCheckpoint(encoding: next)
      } catch let refusal as Refusal {
        throw MailError.mailboxUnreadable(path: path.description, reason: refusal.reason)
      }
    }
    throw MailError.mailboxUnsettled(path: path.description)
  }

  func makeFinder() -> any MessageFinder { MboxFinder(path: path) }
}

/// One reading of an mbox, compared with the store.
///
/// The newest messages, at the file's end, are reported first, so that the list's first page is
/// complete long before all of a large file is read.
struct MboxRun {
  let content: MboxContent
  let path: FilePath
  let known: KnownFlags

  /// Reads appended messages, or everything if the file has changed in another way; nothing if its
  /// contents have not changed.
  ///
  /// No message is removed unless the whole, unchanged file was read.
  ///
  /// - Parameter isIntact: whether the data that was read is unchanged.
  /// - Returns: nil when something could not be read; it may be readable next time.
  func read(
    since last: MboxCheckpoint?,
    isIntact: () throws -> Bool,
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> MboxCheckpoint? {
    // Computed before the reading, so that later changes are noticed next time.
    let digest = try FileDigest.make(content.descriptor, mark: last?.size ?? 0, end: content.size)
    let old = last.flatMap { isBeginning($0, digest.beforeMark) ? $0 : nil }
    if let old, old.size == content.size {
      var same = old
      same.stamp = content.stamp
      same.isSettled = true
      return same
    }
    var grown = old.flatMap { $0.mayGrow && $0.size > 0 ? $0 : nil }
    var scanner = try content.scan(from: grown?.lastMark ?? 0)
    if grown != nil, known.count + scanner.places.count > content.messageLimit {
      grown = nil
      scanner = try content.scan(from: 0)
    }
    if scanner.isCut { try await report(MailBatch(skipped: tooMany)) }
    var reading = MboxReading(scanner.places.count, known: known, path: path)
    // If only the file's end is read, the messages before it are listed without reading.
    if let grown { reading.keep(allBut: MessageKey(bytes: grown.lastKey)) }
    let places: NewestFirst = scanner.places.reversed()
    let progress = { RefreshProgress(done: $0, total: places.count) }
    try await MessageReading.forEachChunk(of: places, read: parse) { messages, done in
      var batch = reading.batch(messages)
      batch.progress = progress(done)
      if !batch.isEmpty { try await report(batch) }
    }
    var removals = MailBatch()
    if reading.isComplete, content.damage == nil, try isIntact() {
      removals.gone = reading.listed.missing
    }
    removals.progress = progress(places.count)
    if !removals.isEmpty { try await report(removals) }
    guard reading.isComplete, !content.needsRoom else { return nil }
    return MboxCheckpoint(
      stamp: content.stamp,
      isSettled: true,
      size: content.size,
      digest: digest.whole,
      listed: reading.listed.sum,
      lastMark: scanner.places.last?.mark ?? 0,
      lastKey: reading.lastKey?.bytes ?? [],
      mayGrow: !scanner.isCutShort && !scanner.isCut
    )
  }

  private var tooMany: SkippedMessage {
    let reason = "of more than \(content.messageLimit) messages only the last ones are listed"
    return SkippedMessage(path: path.description, reason: reason, isInPart: true)
  }

  /// Whether the file still begins with the data of the last reading, and the store is unchanged
  /// since.
  private func isBeginning(_ last: MboxCheckpoint, _ digest: UInt64?) -> Bool {
    digest == last.digest && content.size >= last.size
      && MboxCheckpoint.sum(known) == last.listed
  }

  private typealias NewestFirst = ReversedCollection<[MboxScanner.Place]>

  private var parse: @Sendable (NewestFirst.SubSequence) throws -> [MboxReading.Message] {
    { [content] places in
      let reader = MessageFile()
      // Keeps `reader` alive to the end: its buffer holds the bytes being parsed.
      defer { withExtendedLifetime(reader) {} }
      let now = Int64(time(nil))
      return try places.reversed().map { place in
        try Task.checkCancellation()
        do throws(Refusal) {
          let message = try reader.read(
            content.descriptor,
            from: place.start,
            length: place.end - place.start,
            modified: try FromLine.date(place, in: content.descriptor)
              ?? content.stamp.modified / 1_000_000_000
          )
          let digest = MessageIdentity.checksum(of: message.bytes, excerpt: message.excerpt).digest
          let count = FromLine.unquote(message.bytes, from: message.excerpt.headerLength)
          let parsed = MessageParser.parse(
            UnsafeMutableBufferPointer(rebasing: message.bytes[..<count]),
            excerpt: message.excerpt,
            received: max(0, message.modified),
            now: now,
            whole: {
              guard var whole = reader.whole(message) else { return nil }
              FromLine.unquote(&whole)
              return whole
            }
          )
          return MboxReading.Message(
            place: place,
            hint: content.hint(place),
            content: (parsed, MboxDigest(digest))
          )
        } catch {
          return MboxReading.Message(place: place, reason: error.reason)
        }
      }
    }
  }
}
