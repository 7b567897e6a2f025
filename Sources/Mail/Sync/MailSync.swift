import GRDB
import Glibc
import Synchronization

/// Brings a mailbox's store up to date with its account.
///
/// The store's lock is held only for each commit, and a folder's lease excludes other refreshes of
/// that folder. Reading the store never waits for either.
final class MailSync: Sendable {
  let account: any MailAccount
  let store: Store
  /// The folders as last found; nil if they were never looked for.
  private let found: Mutex<FolderTree?>
  /// Folders whose messages the account has counted.
  private let counted = Mutex<Set<FolderID>>([])
  /// Folders, by row id, whose older mail the server has refused since the last refresh.
  let unreadable = Mutex<[Int64: SkippedMessage]>([:])
  private let turns = RefreshTurns()
  /// The times when the last successful readings of folders have begun; nil is the key for all.
  private let readings = Mutex<[FolderID?: ContinuousClock.Instant]>([:])
  /// Messages that could not be read when older mail was asked for.
  let missed = Mutex<[SkippedMessage]>([])

  init(_ account: any MailAccount, _ tree: FolderTree?, _ store: Store) {
    (self.account, self.store) = (account, store)
    found = Mutex(tree)
  }

  /// The names of the folders; nil if the account has not said them to this process yet.
  var folderNames: [FolderName]? { found.withLock { $0?.folders.map(\.name) } }

  /// The account's identifier of a folder; nil for an unknown folder.
  func id(of folder: FolderName) -> FolderID? {
    found.withLock { $0?.folders.first { $0.name == folder }?.id }
  }

  /// Returns the change to fetch when a folder begins to be watched. Nil before this process's
  /// first refresh, which reads the folder anyway, and for a folder that was never read.
  func changeBeforeWatching(_ folder: FolderName) async -> FolderChange? {
    guard readings.withLock({ !$0.isEmpty }), let id = id(of: folder) else { return nil }
    let stored = try? await store.read(StoreFolders.all).first { $0.source == id }
    return stored.map(\.horizon) == .unread ? nil : FolderChange(in: id)
  }

  /// Refreshes the store, as ``Mailbox/refresh(for:progress:)`` describes.
  ///
  /// - Parameter change: the change to read; nil if anything may have changed.
  /// - Throws: ``ChangeWasRead``, besides the errors of that function.
  func refresh(
    for shown: FolderName?,
    after change: FolderChange? = nil,
    progress: (@Sendable (RefreshProgress) -> Void)?
  ) async throws -> RefreshSummary {
    let request = RefreshTurns.Request(shown: shown, changed: change?.folder)
    return try await turns.run(request, progress) { turn in
      if let change, change.moment < readings.withLock({ $0[change.folder] }) ?? change.moment {
        throw ChangeWasRead()
      }
      return try await refresh(for: shown, change?.folder, turn)
    }
  }

  private func refresh(
    for shown: FolderName?,
    _ changed: FolderID?,
    _ turn: RefreshTurns.Turn
  ) async throws -> RefreshSummary {
    let start = ContinuousClock.now
    // If the store's file was replaced, opens the new file even if another process refreshes it and
    // this refresh gets no lease. Pages then show the mail in the new file.
    try store.reopenIfReplaced()
    var summary: RefreshSummary
    do {
      summary = try await refreshOnce(for: shown, changed, turn)
    } catch is StoreWasRebuilt {
      do {
        summary = try await refreshOnce(for: shown, changed, turn)
      } catch is StoreWasRebuilt {
        throw store.wasDamaged
      }
    }
    let elapsed = ContinuousClock.now - start
    summary.seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    summary.storeSize = store.size
    return summary
  }

  private func refreshOnce(
    for shown: FolderName?,
    _ changed: FolderID?,
    _ turn: RefreshTurns.Turn
  ) async throws -> RefreshSummary {
    // Takes leases before the account is asked: a refresh that waits for a lease must not block the
    // account's connection for the refresh that holds the lease.
    let all = try await store.read(StoreFolders.all)
    let only = all.filter { $0.source == changed && $0.horizon != .unread }
    let stored = all.map(\.id)
    let leases = try await FolderLeases(only.isEmpty ? stored : only.map(\.id), of: store.path)
    let (known, last, revision) = try await store.read { db in
      (
        try StoreFolders.all(db), try ConversationQuery.lastNumber(db),
        try ConversationQuery.revision(db)
      )
    }
    let isFirst = known.allSatisfy { $0.messages == 0 }
    let others = Mutex<FolderLeases?>(nil)
    let sink = StoreSink(
      known.filter { changed == nil ? $0.name == shown ?? .inbox : $0.source == changed },
      of: store,
      count: RefreshCount(after: last),
      bringsArrivals: !known.isEmpty,
      progress: turn.report,
      onTree: { tree, sink in
        self.found.withLock { $0 = tree }
        var folders = try await self.begin(tree, known, &sink.count)
        // Drops the leases of an earlier call: the account may begin the refresh again.
        others.withLock { $0 = nil }
        let new = folders.map(\.id).filter { !stored.contains($0) }
        let own = try await FolderLeases(new, of: self.store.path)
        others.withLock { $0 = own }
        // Reads the folders again: another process may have synced the new ones meanwhile.
        if !new.isEmpty { folders = try await self.stored(tree) }
        return folders.filter { leases.folders.contains($0.id) || own.folders.contains($0.id) }
      },
      onEnd: { folder in
        leases.release(folder.id)
        others.withLock { $0?.release(folder.id) }
      }
    )
    // Ends the leases here, since the account may still run after it was cancelled.
    defer {
      leases.end()
      others.withLock { $0?.end() }
    }
    let window = SyncWindow(shown: shown, changed: changed)
    let left = known.filter { stored.contains($0.id) && !leases.folders.contains($0.id) }
    turn.beginReading(without: Set(left.map(\.source)))
    let begun = ContinuousClock.now
    try await sink.whileOpen { [account] in
      try await abandoning { try await account.refresh(window, into: sink) }
    }
    if changed == nil, let tree = found.withLock({ $0 }) { try await countUnread(in: tree) }
    let (folders, failures) = (sink.folders.values, sink.failures)
    if let failure = folders.lazy.compactMap({ failures[$0.source] }).first,
      failures.count == folders.count
    {
      throw failure
    }
    readings.withLock { readings in
      for folder in folders where failures[folder.source] == nil { readings[folder.source] = begun }
      if changed == nil, left.isEmpty, failures.isEmpty { readings[nil] = begun }
    }
    let count = try await finishRows(sink.count)
    // Mail on disk is always reachable, so nothing is written for it.
    if case .server = account.id {
      let now = Int64(time(nil))
      try await store.write { try LastSync.save(now, $0) }
    }
    return try await summary(count, of: shown, after: isFirst ? nil : revision)
  }

  /// Updates the store's list of folders.
  ///
  /// - Returns: the account's folders, in its order.
  private func begin(
    _ tree: FolderTree,
    _ known: [StoredFolder],
    _ count: inout RefreshCount
  ) async throws -> [StoredFolder] {
    // Another process may have removed or rebuilt the store while the account was asked.
    try store.reopenIfReplaced()
    count.add(tree.skipped)
    count.add(takeUnreadable())
    return try await bring(known, upTo: tree, &count)
  }

  /// Asks the account to count the messages of folders that were never read and have no counts in
  /// the tree, until it has counted them once.
  private func countUnread(in tree: FolderTree) async throws {
    guard case .server = account.id else { return }
    let told = Set(tree.folders.filter { $0.told != nil }.map(\.id))
    let unknown = try await stored(tree).filter { folder in
      folder.horizon == .unread && !told.contains(folder.source)
        && counted.withLock { !$0.contains(folder.source) }
    }
    guard !unknown.isEmpty else { return }
    let counts = try? await abandoning { [account] in
      try await account.counts(in: unknown.map(\.source))
    }
    // After an error, the folders are shown without counts, and the next refresh asks again.
    guard let counts else { return }
    try await store.write { db in
      for folder in unknown {
        if let count = counts[folder.source] { try StoreFolders.save(count, of: folder.id, db) }
      }
    }
    counted.withLock { $0.formUnion(counts.keys) }
  }

  private func takeUnreadable() -> [SkippedMessage] {
    missed.withLock { $0 = [] }
    return unreadable.withLock { unreadable in
      defer { unreadable = [:] }
      return Array(unreadable.values)
    }
  }

  /// Updates the store's folders to those of the tree: removes missing ones with their mail, and
  /// adds new ones.
  ///
  /// - Returns: the tree's folders, in its order.
  private func bring(
    _ known: [StoredFolder],
    upTo tree: FolderTree,
    _ count: inout RefreshCount
  ) async throws -> [StoredFolder] {
    let ids = Set(tree.folders.map(\.id))
    let names = Set(tree.folders.map(\.name.description))
    // Removes a folder if another one has its name. Keeps one that may exist all the same, or that
    // only this tree lacks, perhaps by mistake.
    let missing = known.filter {
      !ids.contains($0.source)
        && (names.contains($0.name.description) || !tree.mayHold($0.source))
    }
    let sure = missing.isEmpty ? [] : try await tree.nonexistent(missing.map(\.source))
    let gone = missing.filter {
      names.contains($0.name.description) || $0.isMissing || sure.contains($0.source)
    }
    for folder in gone {
      let outcome = try await store.write { db in
        var writer = try BatchWriter(db, folder: folder.id)
        return try writer.removeFolder()
      }
      store.arrivals.withLock { $0.remove(outcome.went) }
      count.add(outcome)
    }
    let isListed =
      tree.folders.map(\.name) == known.map(\.name) && tree.folders.map(\.id) == known.map(\.source)
      && tree.folders.map(\.role) == known.map(\.role)
      && zip(tree.folders, known).allSatisfy { $0.told == nil || $0.told == $1.told }
      && !known.contains(where: \.isMissing)
    if isListed { return known }
    try await store.write { db in try StoreFolders.note(tree, db) }
    return try await stored(tree)
  }

  /// The tree's folders as the store has them, in the tree's order.
  private func stored(_ tree: FolderTree) async throws -> [StoredFolder] {
    let stored = try await store.read(StoreFolders.all)
    let folders = Dictionary(stored.map { ($0.source, $0) }, uniquingKeysWith: { one, _ in one })
    return tree.folders.compactMap { folders[$0.id] }
  }

  /// Rewrites the rows that have waited for the end of the refresh.
  private func finishRows(_ count: RefreshCount) async throws -> RefreshCount {
    guard try await store.read(WaitingRows.exist) else { return count }
    let outcome = try await store.write { db in
      try BatchWriter.finishRows(db)
    }
    var count = count
    count.add(outcome)
    return count
  }

  /// - Parameters:
  ///   - shown: the folder whose new messages are counted; nil for all.
  ///   - revision: the store's revision before the refresh; nil if the store was empty: then all
  ///     messages are new.
  private func summary(
    _ count: RefreshCount,
    of shown: FolderName?,
    after revision: Int64?
  ) async throws -> RefreshSummary {
    try await store.read { [store] db in
      var summary = try count.summary(
        inserted: { try ConversationQuery.count(db, after: $0) },
        isThere: { try ConversationQuery.conversation(db, $0) != nil },
        isMerged: { try Aliases.target(of: $0, db) != nil }
      )
      summary.messages = try StoreFolders.all(db).map(\.messages).reduce(0, &+)
      summary.revision = try ConversationQuery.revision(db)
      let listing = Listing(folder: shown, withoutJunk: true)
      summary.newMessages =
        if let revision {
          try store.arrivals(in: listing, after: revision, db).values.map(\.messages).reduce(0, +)
        } else {
          try StoreFolders.listed(in: listing, db).map(\.messages).reduce(0, +)
        }
      return summary
    }
  }
}

extension SyncFolder {
  init(_ folder: StoredFolder) {
    self.init(id: folder.source, checkpoint: folder.checkpoint, horizon: folder.horizon)
  }
}
