import GRDB
import Synchronization

/// One refresh: carries the changes of a mailbox's folders into the store and keeps account.
final class RefreshRun: Sendable {
  private let tree: MailTree
  private let store: Store
  private let shown: Listing
  private let progress: (@Sendable (RefreshProgress) -> Void)?
  private let account = Mutex(RefreshAccount())

  /// Messages that make a log of some MB.
  private static let many = 1000

  /// - Parameters:
  ///   - tree: the folders, as they lie on disk.
  ///   - shown: the list that wants to know of changes.
  init(
    _ tree: MailTree,
    _ store: Store,
    shown: Listing,
    progress: (@Sendable (RefreshProgress) -> Void)?
  ) {
    self.tree = tree
    self.store = store
    self.shown = shown
    self.progress = progress
  }

  /// - Parameter generation: the last that the list was told of, or nil when there is no list yet.
  /// - Returns: what changed, and the store's generation now.
  func run(since generation: Int64?) async throws -> (RefreshSummary, generation: Int64) {
    let start = ContinuousClock.now
    let stored = try await noteFolders(since: generation)
    var read = RefreshProgress(done: 0, total: 0)
    var failure: MailError?
    var failures = 0
    for (folder, stored) in zip(tree.folders, stored) {
      do {
        try await refresh(folder.source, stored, after: &read)
      } catch let error as MailError where !error.concernsStore {
        // One folder that cannot be read must not hide the others.
        failure = failure ?? error
        failures += 1
        account.withLock { $0.add([SkippedMessage(error)]) }
      }
    }
    if let failure, failures == tree.folders.count { throw failure }
    try await finishRows()
    return try await summary(took: start)
  }

  /// Brings the store's folders up to the tree.
  ///
  /// - Returns: those of the tree, in its order.
  private func noteFolders(since generation: Int64?) async throws -> [StoredFolder] {
    let (known, now) = try await store.read { db, mailbox in
      (try StoreFolders.all(db, mailbox), try ConversationQuery.generation(db, mailbox))
    }
    account.withLock {
      $0.add(tree.skipped)
      if known.allSatisfy({ $0.messages == 0 }) { $0.noteFirstReading() }
      if let generation, generation != now { $0.noteChangesOfOthers() }
      $0.listed = shown.folder.flatMap { name in known.first { $0.name == name }?.id }
    }
    let sources = Set(tree.folders.map(\.source.identifier))
    let names = Set(tree.folders.map(\.name.description))
    // What could not be looked into may hold the folders that are missing. But one that another
    // has the name of is in its way.
    let gone = known.filter { folder in
      guard !sources.contains(folder.source) else { return false }
      return names.contains(folder.name.description) || !tree.mayHold(folder.source)
    }
    for folder in gone {
      let outcome = try await store.write { db, mailbox in
        var writer = try BatchWriter(db, mailbox: mailbox, folder: folder.id)
        return try writer.removeFolder()
      }
      account.withLock { $0.add(outcome, isShown: false) }
    }
    let listed = tree.folders.map(\.name) == known.map(\.name)
    if listed, tree.folders.map(\.source.identifier) == known.map(\.source) { return known }
    let folders = tree.folders
    let noted = try await store.write { db, mailbox in
      try StoreFolders.note(folders, db, mailbox)
      return try StoreFolders.all(db, mailbox)
    }
    let places = Dictionary(noted.map { ($0.source, $0) }, uniquingKeysWith: { first, _ in first })
    return folders.compactMap { places[$0.source.identifier] }
  }

  private func refresh(
    _ source: any MailSource,
    _ folder: StoredFolder,
    after read: inout RefreshProgress
  ) async throws {
    let before = read
    let last = Mutex(before)
    defer { read = last.withLock { $0 } }
    let queue = CommitQueue { [self] batch in
      try await commit(batch, to: folder)
      let now = before + batch.progress
      last.withLock { $0 = now }
      progress?(now)
    }
    let reached: SourceCheckpoint?
    do {
      reached = try await source.changes(
        since: folder.checkpoint,
        known: { [store] in
          try await queue.finish()
          return try await store.read { db, _ in
            try ConversationQuery.known(db, folder: folder.id)
          }
        },
        report: { try await queue.add($0) }
      )
      try await queue.finish()
      // What is written below keeps the log from being empty, which costs more to open.
      if last.withLock({ $0 }).done - before.done > Self.many { await store.shortenLog() }
    } catch {
      await queue.abandon()
      throw error
    }
    guard reached != folder.checkpoint else { return }
    try await store.write { db, _ in try StoreFolders.save(reached, of: folder.id, db) }
  }

  private func commit(_ batch: MailBatch, to folder: StoredFolder) async throws {
    let outcome = try await store.write { db, mailbox in
      var writer = try BatchWriter(db, mailbox: mailbox, folder: folder.id)
      return try writer.apply(batch)
    }
    account.withLock {
      $0.add(outcome, isShown: shown.folder == nil || folder.name == shown.folder)
      $0.add(batch.skipped)
    }
  }

  /// Makes the rows anew that waited for the end.
  private func finishRows() async throws {
    guard try await store.read(WaitingRows.exist) else { return }
    let outcome = try await store.write { db, mailbox in
      try BatchWriter.finishRows(db, mailbox: mailbox)
    }
    account.withLock { $0.add(outcome, isShown: false) }
  }

  private func summary(
    took start: ContinuousClock.Instant
  ) async throws -> (RefreshSummary, generation: Int64) {
    let account = account.withLock { $0 }
    var (summary, generation) = try await store.read { [shown] db, mailbox in
      let folder = try shown.folder.map { try StoreFolders.number(of: $0, db, mailbox) ?? 0 }
      var summary = try account.summary(for: folder, unreadOnly: shown.unreadOnly) { id in
        try mailbox.flatMap { mailbox in try ConversationRow.fetch(id, of: mailbox, db) }
      }
      // Which rows a search gains and loses, only reading it anew can tell.
      if !shown.isWithoutSearch, !summary.changes.isEmpty {
        summary.needsReload = true
        summary.changes = []
      }
      summary.messages = try StoreFolders.all(db, mailbox).map(\.messages).reduce(0, &+)
      return (summary, try ConversationQuery.generation(db, mailbox))
    }
    let elapsed = ContinuousClock.now - start
    summary.seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    summary.storeSize = store.size
    return (summary, generation)
  }
}

extension RefreshProgress {
  fileprivate static func + (one: RefreshProgress, other: RefreshProgress) -> RefreshProgress {
    RefreshProgress(done: one.done + other.done, total: one.total + other.total)
  }
}

extension SkippedMessage {
  /// A folder that could not be read.
  fileprivate init(_ error: MailError) {
    let arguments = error.sentence.arguments
    self.init(path: arguments.first ?? "", reason: arguments.dropFirst().first ?? error.description)
  }
}
