import Synchronization
import TidelineLocalization

/// Takes what an account finds in some folders to the store, and counts it.
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
  private let shown: FolderName?
  private let finishesRows: Bool
  private let progress: (@Sendable (RefreshProgress) -> Void)?
  private let onTree: @Sendable (FolderTree, StoreSink) async throws -> [StoredFolder]
  private let onEnd: @Sendable (StoredFolder) -> Void
  private let state: Mutex<State>

  /// Messages that make a log of some MB.
  private static let many = 1000

  /// - Parameters:
  ///   - folders: those that may be written to; of a refresh, those that may be asked about before its
  ///     folders are known, the one that is wanted first.
  ///   - shown: the folder whose new messages are counted; nil for all.
  ///   - finishesRows: whether each batch makes all of its rows anew, also those that may wait; see
  ///     ``WaitingRows``.
  ///   - onTree: brings the store's folders up to those of the account, for a refresh.
  ///   - onEnd: called when a folder is finished.
  init(
    _ folders: [StoredFolder],
    of store: Store,
    count: RefreshCount,
    shown: FolderName? = nil,
    finishesRows: Bool = false,
    progress: (@Sendable (RefreshProgress) -> Void)? = nil,
    onTree: @escaping @Sendable (FolderTree, StoreSink) async throws -> [StoredFolder] = { _, _ in
      []
    },
    onEnd: @escaping @Sendable (StoredFolder) -> Void = { _ in }
  ) {
    (self.store, self.shown, self.finishesRows) = (store, shown, finishesRows)
    (self.progress, self.onTree, self.onEnd) = (progress, onTree, onEnd)
    first = folders.first.map(SyncFolder.init)
    state = Mutex(State(folders: Self.byID(folders), count: count))
  }

  private static func byID(_ folders: [StoredFolder]) -> [FolderID: StoredFolder] {
    Dictionary(folders.map { ($0.source, $0) }, uniquingKeysWith: { one, _ in one })
  }

  /// What was found so far.
  var count: RefreshCount {
    get { state.withLock { $0.count } }
    set { state.withLock { $0.count = newValue } }
  }

  /// Of a refresh, those that were looked at.
  var folders: [FolderID: StoredFolder] { state.withLock { $0.folders } }

  func begin(_ tree: FolderTree) async throws -> [SyncFolder] {
    try Task.checkCancellation()
    if state.withLock({ $0.isClosed }) { throw CancellationError() }
    let folders = try await onTree(tree, self)
    state.withLock { $0.folders = Self.byID(folders) }
    return folders.map(SyncFolder.init)
  }

  /// The folders that could not be read, and why.
  var failures: [FolderID: MailError] { state.withLock { $0.failures } }

  /// Takes batches while the body runs. When it ends, fails or is cancelled, what is being
  /// committed is committed, and later calls throw `CancellationError`: an account that goes on
  /// after its task was cancelled changes no store.
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

  /// Returns when everything that was reported is committed.
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
    return try await store.read { db, _ in try ConversationQuery.known(db, folder: folder.id) }
  }

  func report(_ batch: MailBatch, in folder: FolderID) async throws {
    try await open(folder).queue.add(batch)
  }

  func finish(_ folder: FolderID, at checkpoint: SyncCheckpoint?) async throws {
    let (folder, queue) = try open(folder)
    try await queue.finish()
    let read = state.withLock { $0.progress[folder.source]?.done ?? 0 }
    // What is written below keeps the log from being empty, which costs more to open.
    if read > Self.many { await store.shortenLog() }
    if checkpoint != folder.checkpoint {
      try await store.write { db, _ in try StoreFolders.save(checkpoint, of: folder.id, db) }
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
      // A folder that the sync was not asked for.
      guard let folder = state.folders[id] else { throw MailError.mailboxVanished(path: id.text) }
      if let queue = state.queues[id] { return (folder, queue) }
      let queue = CommitQueue { [weak self] in try await self?.commit($0, to: folder) }
      state.queues[id] = queue
      return (folder, queue)
    }
  }

  private func commit(_ batch: MailBatch, to folder: StoredFolder) async throws {
    let finishesRows = finishesRows
    let ids = batch.new.map {
      MessageStub.ID(messageID: $0.head.messageID, fingerprint: $0.head.fingerprint)
    }
    let marks = store.marks
    let outcome = try await store.write { db, mailbox in
      var writer = try BatchWriter(db, mailbox: mailbox, folder: folder.id)
      let outcome = try writer.apply(
        batch,
        marks: marks.marks(of: ids),
        finishingRows: finishesRows
      )
      marks.drop(outcome.overruled)
      return outcome
    }
    let now = state.withLock { state in
      state.count.add(
        outcome,
        isShown: shown == nil || folder.name == shown,
        isView: shown == nil && folder.role?.isView == true
      )
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
  /// A folder that could not be read.
  init(_ folder: FolderName, _ error: MailError) {
    let reason = error.sentence.arguments.dropFirst().first ?? error.description
    self.init(path: folder.description, reason: reason)
  }
}
