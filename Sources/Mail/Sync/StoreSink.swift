import Synchronization
import TidelineLocalization

/// Writes an account's reports about some folders into the store, and counts the changes.
final class StoreSink: RefreshSink {
  private struct State {
    var folders: [FolderID: StoredFolder]
    var queues: [FolderID: CommitQueue] = [:]
    var progress: [FolderID: RefreshProgress] = [:]
    var failures: [FolderID: MailError] = [:]
    var count: RefreshCount
    var isClosed = false
  }

  private let store: Store
  let first: SyncFolder?
  private let finishesRows: Bool
  private let bringsArrivals: Bool
  private let progress: (@Sendable (RefreshProgress) -> Void)?
  private let onTree: @Sendable (FolderTree, StoreSink) async throws -> [StoredFolder]
  private let onEnd: @Sendable (StoredFolder) -> Void
  private let state: Mutex<State>

  /// Shortens the store's log after more messages than this: the log then has some MB.
  private static let many = 1000

  /// - Parameters:
  ///   - folders: the folders that may be written to. A refresh passes the folder to sync first;
  ///     ``begin(_:)`` replaces it by all folders to sync.
  ///   - finishesRows: whether each batch rewrites all of its rows, even those that may wait; see
  ///     ``WaitingRows``.
  ///   - bringsArrivals: whether messages that the store does not know have just arrived; false for
  ///     older mail, and for a mailbox that is read for the first time.
  ///   - onTree: for a refresh, updates the store's folders, and returns the folders to sync.
  init(
    _ folders: [StoredFolder],
    of store: Store,
    count: RefreshCount,
    finishesRows: Bool = false,
    bringsArrivals: Bool = false,
    progress: (@Sendable (RefreshProgress) -> Void)? = nil,
    onTree: @escaping @Sendable (FolderTree, StoreSink) async throws -> [StoredFolder] = { _, _ in
      []
    },
    onEnd: @escaping @Sendable (StoredFolder) -> Void = { _ in }
  ) {
    (self.store, self.finishesRows, self.bringsArrivals) = (store, finishesRows, bringsArrivals)
    (self.progress, self.onTree, self.onEnd) = (progress, onTree, onEnd)
    first = folders.first.map(SyncFolder.init)
    state = Mutex(State(folders: Self.byID(folders), count: count))
  }

  private static func byID(_ folders: [StoredFolder]) -> [FolderID: StoredFolder] {
    Dictionary(folders.map { ($0.source, $0) }, uniquingKeysWith: { one, _ in one })
  }

  var count: RefreshCount {
    get { state.withLock { $0.count } }
    set { state.withLock { $0.count = newValue } }
  }

  /// The folders to sync, including those that have failed.
  var folders: [FolderID: StoredFolder] { state.withLock { $0.folders } }

  func begin(_ tree: FolderTree) async throws -> [SyncFolder] {
    try Task.checkCancellation()
    if state.withLock({ $0.isClosed }) { throw CancellationError() }
    let folders = try await onTree(tree, self)
    state.withLock { $0.folders = Self.byID(folders) }
    return folders.map(SyncFolder.init)
  }

  /// The folders that could not be read, with their errors.
  var failures: [FolderID: MailError] { state.withLock { $0.failures } }

  /// Takes batches while the body runs. Then commits all batches; or if the body fails or is
  /// cancelled, completes only the current commit. Later calls throw `CancellationError`, so an
  /// account that continues after its task was cancelled cannot change the store.
  func whileOpen(_ body: () async throws -> Void) async throws {
    do {
      try await body()
      try await settle()
      await close()
    } catch {
      await close()
      throw error
    }
  }

  /// Returns when all reported batches are committed.
  func settle() async throws {
    for queue in state.withLock({ Array($0.queues.values) }) { try await queue.finish() }
  }

  private func close() async {
    let queues = state.withLock { state in
      state.isClosed = true
      return Array(state.queues.values)
    }
    for queue in queues { await queue.abandon() }
  }

  func known(in folder: FolderID) async throws -> KnownFlags {
    let (folder, queue) = try open(folder)
    try await queue.finish()
    return try await store.read { db in try ConversationQuery.known(db, folder: folder.id) }
  }

  func report(_ batch: MailBatch, in folder: FolderID) async throws {
    try await open(folder).queue.add(batch)
  }

  func finish(_ folder: FolderID, at checkpoint: SyncCheckpoint?) async throws {
    let (folder, queue) = try open(folder)
    try await queue.finish()
    let read = state.withLock { $0.progress[folder.source]?.done ?? 0 }
    // Shortens the log before writing the checkpoint, so that the log is not left empty: an empty
    // log costs more to open.
    if read > Self.many { await store.shortenLog() }
    if checkpoint != folder.checkpoint {
      try await store.write { db in try StoreFolders.save(checkpoint, of: folder.id, db) }
    }
    onEnd(folder)
  }

  func fail(_ folder: FolderID, with error: MailError) async {
    state.withLock { state in
      state.failures[folder] = error
      state.count.add([SkippedMessage(state.folders[folder]?.name ?? .inbox, error)])
    }
  }

  private func open(_ id: FolderID) throws -> (folder: StoredFolder, queue: CommitQueue) {
    try Task.checkCancellation()
    return try state.withLock { state in
      if state.isClosed { throw CancellationError() }
      // Refuses a folder that is not part of the sync.
      guard let folder = state.folders[id] else { throw MailError.mailboxVanished(path: id.text) }
      if let queue = state.queues[id] { return (folder, queue) }
      let queue = CommitQueue { [weak self] in try await self?.commit($0, to: folder) }
      state.queues[id] = queue
      return (folder, queue)
    }
  }

  private func commit(_ batch: MailBatch, to folder: StoredFolder) async throws {
    let finishesRows = finishesRows
    let ids = batch.new.map(\.head.id)
    let (marks, log) = (store.marks, bringsArrivals && folder.horizon != .unread ? store : nil)
    let outcome = try await store.write { db in
      var writer = try BatchWriter(db, folder: folder.id)
      let kept = marks.marks(of: ids)
      let outcome = try writer.apply(batch, marks: kept ?? [:], finishingRows: finishesRows)
      if kept == nil { try AccountMarks.forget(db) }
      try marks.drop(outcome.overruled, db)
      let revision = try ConversationQuery.revision(db)
      log?.arrivals.withLock { $0.add(outcome, to: folder.id, revision) }
      return outcome
    }
    let now = state.withLock { state in
      state.count.add(outcome)
      state.count.add(batch.skipped)
      state.progress[folder.source] = batch.progress
      return state.progress.values.reduce(RefreshProgress(done: 0, total: 0), +)
    }
    progress?(now)
  }
}

extension RefreshProgress {
  fileprivate static func + (one: RefreshProgress, other: RefreshProgress) -> RefreshProgress {
    RefreshProgress(done: one.done + other.done, total: one.total + other.total)
  }
}

extension SkippedMessage {
  /// Reports a folder that could not be read.
  init(_ folder: FolderName, _ error: MailError) {
    let reason = error.sentence.arguments.dropFirst().first ?? error.description
    self.init(path: folder.description, reason: reason)
  }
}

/// Counts the changes of a refresh, batch by batch.
struct RefreshCount: Sendable {
  /// The last conversation id assigned before the refresh.
  private let last: Int64
  /// Earlier conversations whose rows the refresh has changed, and whether each had a row before.
  /// Empty for a first reading.
  private var changed: [Int64: Bool] = [:]
  private(set) var skipped: [SkippedMessage] = []
  private var skippedCount = 0
  private var hasChanges = false

  /// - Parameter last: the last conversation id assigned so far.
  init(after last: Int64) { self.last = last }

  mutating func add(_ outcome: BatchOutcome) {
    hasChanges = true
    for (id, had) in outcome.changed where id <= last { changed[id] = changed[id] ?? had }
  }

  mutating func add(_ more: [SkippedMessage]) {
    skippedCount += more.count
    skipped += more.prefix(max(0, RefreshSummary.skippedLimit - skipped.count))
  }

  /// Makes the summary from the counts and the current rows.
  ///
  /// - Parameters:
  ///   - inserted: returns the number of conversations with an id larger than the given one.
  ///   - isThere: whether a conversation has a row.
  ///   - isMerged: whether a missing conversation was merged into another.
  func summary(
    inserted: (_ after: Int64) throws -> Int,
    isThere: (Int64) throws -> Bool,
    isMerged: (Int64) throws -> Bool
  ) rethrows -> RefreshSummary {
    var summary = RefreshSummary()
    (summary.skipped, summary.skippedCount) = (skipped, skippedCount)
    guard hasChanges else { return summary }
    summary.inserted = try inserted(last)
    for (id, had) in changed {
      switch (had, try isThere(id)) {
      case (true, true): summary.updated += 1
      case (false, true): summary.inserted += 1
      case (true, false) where try isMerged(id): summary.merged += 1
      case (true, false): summary.removed += 1
      case (false, false): break
      }
    }
    return summary
  }
}
