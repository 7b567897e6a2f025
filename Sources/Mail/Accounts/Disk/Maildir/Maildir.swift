import Glibc
import SystemPackage

/// A Maildir: one file per message, new mail in new/, the rest in cur/, flags in the file names.
struct Maildir: DiskFolder {
  let path: FilePath
  /// Whether there is a new/. Thunderbird's Maildirs have none; any other Maildir without new/ is
  /// just being deleted.
  var hasNew = true

  var identifier: String { "maildir:" + path.identifier }
  /// Both folders: mail arrives in new/, but some fetchers put mail that is already read into cur/.
  var watchedPaths: [String] { ["\(path)/new", "\(path)/cur"] }

  /// The highest number of listings while the folders keep changing.
  private static let attempts = 5

  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> KnownFlags,
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint? {
    let folders = try MaildirFolders(path: path, hasNew: hasNew)
    let started = Self.nanoseconds()
    if let last = checkpoint?.decoded(as: MaildirCheckpoint.self), last.isSettled,
      last.stamp == (try folders.stamp())
    {
      return checkpoint
    }
    let listing = try await listing(of: folders)
    let (names, new) = (listing.names, try await difference(of: listing, known, report))
    var isComplete = try await read(new, of: names, from: folders, report: report)
    // Messages with the same name, as after a copied folder, cannot be told apart.
    let doubles = listing.isExact ? names.doubles.filter { folders.isOther($0, than: $1) } : []
    if !doubles.isEmpty {
      isComplete = false
      var batch = MailBatch()
      batch.skipped = doubles.map { double, counted in
        skipped(double, "has the same name as another message, “\(counted.fileName)”")
      }
      try await report(batch)
    }
    // A folder that changes twice within one tick of the file system's clock keeps the same time.
    // So a state younger than two seconds is read again next time.
    let age = started.subtractingReportingOverflow(max(listing.stamp.cur, listing.stamp.new))
    let isSettled =
      isComplete && listing.isExact && !age.overflow && age.partialValue > 2_000_000_000
    return try SyncCheckpoint(
      encoding: MaildirCheckpoint(stamp: listing.stamp, isSettled: isSettled)
    )
  }

  func makeFinder() -> any MessageFinder { MaildirFinder(path: path, hasNew: hasNew) }

  private struct Listing {
    var names: MaildirNames
    var stamp: MaildirStamp
    /// Whether nothing changed during the listing.
    var isExact: Bool
  }

  /// Lists the folders, and again if something changed meanwhile. A file that is renamed during the
  /// listing may be missing from it, and must not be taken for deleted. So no message is removed
  /// while a mailbox keeps changing.
  private func listing(of folders: MaildirFolders) async throws -> Listing {
    var attempt = 1
    while true {
      try Task.checkCancellation()
      let before = try folders.stamp()
      let names = try folders.names()
      let isExact = try folders.stamp() == before
      if isExact || attempt == Self.attempts {
        return Listing(names: names, stamp: before, isExact: isExact)
      }
      attempt += 1
    }
  }

  private static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.nanoseconds
  }

  /// Reports changes of messages that are in the store.
  ///
  /// - Returns: the indices, in the listing's names, of messages that are not in the store.
  private func difference(
    of listing: Listing,
    _ known: @Sendable () async throws -> KnownFlags,
    _ report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> [Int32] {
    let difference = MaildirDifference(listing.names, known: try await known())
    var batch = MailBatch()
    batch.flagged = difference.flagged
    if listing.isExact { batch.gone = difference.gone }
    batch.progress.total = difference.new.count
    if !batch.isEmpty { try await report(batch) }
    return difference.new
  }

  /// - Returns: false if a message could not be read now, but may be readable next time.
  private func read(
    _ positions: [Int32],
    of names: MaildirNames,
    from folders: MaildirFolders,
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> Bool {
    var isComplete = true
    try await MessageReading.forEachChunk(of: positions) { chunk in
      try read(chunk.lazy.map { names[Int($0)] }, from: folders)
    } consume: { result, done in
      isComplete = isComplete && result.isComplete
      var batch = result.batch
      batch.progress = RefreshProgress(done: done, total: positions.count)
      try await report(batch)
    }
    return isComplete
  }

  private func skipped(
    _ entry: MaildirEntry,
    _ reason: String,
    isInPart: Bool = false
  ) -> SkippedMessage {
    let path = "\(path)/\(entry.isNew ? "new" : "cur")/\(entry.fileName)"
    return SkippedMessage(path: path, reason: reason, isInPart: isInPart)
  }

  private struct ChunkResult: Sendable {
    var batch = MailBatch()
    var isComplete = true
  }

  private func read(
    _ entries: some Collection<MaildirEntry>,
    from folders: MaildirFolders
  ) throws -> ChunkResult {
    let file = MessageFile()
    // Keeps `file` alive to the end: its buffer holds the bytes being parsed.
    defer { withExtendedLifetime(file) {} }
    let now = Int64(time(nil))
    var result = ChunkResult()
    result.batch.new.reserveCapacity(entries.count)
    for entry in entries {
      try Task.checkCancellation()
      func skip(_ reason: String, isInPart: Bool = false) {
        result.batch.skipped.append(skipped(entry, reason, isInPart: isInPart))
      }
      do {
        let message = try file.read(entry.name, in: folders.folder(isNew: entry.isNew))
        if let damage = message.damage { skip(damage, isInPart: true) }
        let parsed = MessageParser.parse(
          message.bytes,
          excerpt: message.excerpt,
          received: max(0, message.modified),
          now: now,
          whole: { file.whole(message) }
        )
        result.batch.new.append(
          IncomingMessage(
            key: entry.key,
            flags: entry.flags,
            head: parsed.head,
            words: parsed.words
          )
        )
      } catch let refusal as Refusal {
        result.isComplete = result.isComplete && refusal.isLasting
        // The file was moved or deleted since the listing; the next refresh will notice.
        if !refusal.isGone { skip(refusal.reason) }
      }
    }
    return result
  }
}

/// The state of a Maildir when it was last read.
struct MaildirCheckpoint: Codable, Hashable {
  var stamp: MaildirStamp
  /// Whether an equal stamp proves that there is nothing to read.
  var isSettled: Bool
}

/// The difference between a Maildir's files and the store.
struct MaildirDifference {
  /// The indices of messages that are not in the store, newest first, so that the top of the list
  /// is complete long before all of a large mailbox is read.
  private(set) var new: [Int32] = []
  /// The flags of stored messages whose flags have changed.
  private(set) var flagged: [MessageKey: MessageFlags] = [:]
  /// Stored messages whose files are gone.
  private(set) var gone: [MessageKey] = []

  init(_ names: MaildirNames, known: KnownFlags) {
    var isThere = [Bool](repeating: false, count: known.count)
    for position in (0..<names.count).reversed() {
      names.withName(at: position) { name in
        guard let place = known.position(of: name.key) else {
          new.append(Int32(position))
          return
        }
        isThere[place] = true
        let flags = name.flags
        if flags != known.flags(at: place) { flagged[known[place].key] = flags }
      }
    }
    gone = known.indices.filter { !isThere[$0] }.map { known[$0].key }
  }
}
