import GRDB
import Glibc
import Synchronization

/// Brings a mailbox's store up to date with its account.
///
/// The store's lock is held for a commit only, and a folder's lease keeps another refresh of that
/// folder away; nothing that reads the store waits for either.
final class MailSync: Sendable {
  private let account: any MailAccount
  private let store: Store
  /// What was found when the folders were last looked for; nil before that.
  private let found: Mutex<Found?>

  private struct Found {
    var tree: FolderTree
    /// Nil once a refresh has used it.
    var lookedAt: ContinuousClock.Instant?
  }

  /// Folders that were looked for a moment ago, while the mailbox was opened, are not looked for
  /// again.
  private static let moment = Duration.seconds(2)

  init(_ account: any MailAccount, _ tree: FolderTree?, _ store: Store) {
    (self.account, self.store) = (account, store)
    found = Mutex(tree.map { Found(tree: $0, lookedAt: .now) })
  }

  /// The names of the folders, as far as is known; asks the account where nothing is.
  func folderNames() async throws -> [FolderName] {
    if let found = found.withLock({ $0 }) { return found.tree.folders.map(\.name) }
    let stored = try await store.read { try StoreFolders.all($0, $1).map(\.name) }
    guard stored.isEmpty else { return stored }
    // A first refresh follows.
    let tree = try await look(before: upcoming(nil))
    found.withLock { $0?.lookedAt = .now }
    return tree.folders.map(\.name)
  }

  /// What identifies a folder in the account; nil for one that is not known.
  func id(of folder: FolderName) -> FolderID? {
    found.withLock { $0?.tree.folders.first { $0.name == folder }?.id }
  }

  private func look(before next: UpcomingSync?) async throws -> FolderTree {
    let tree = try await abandoning { [account] in try await account.folders(before: next) }
    found.withLock { $0 = Found(tree: tree) }
    return tree
  }

  /// The folders as they were a moment ago, or as they are now.
  private func foldersNow(before shown: FolderName?) async throws -> FolderTree {
    let fresh = found.withLock { found in
      defer { found?.lookedAt = nil }
      return found?.lookedAt.flatMap { .now - $0 < Self.moment ? found?.tree : nil }
    }
    if let fresh { return fresh }
    return try await look(before: upcoming(shown))
  }

  /// The sync that will follow: of the folder that is shown, or else the inbox.
  private func upcoming(_ shown: FolderName?) async throws -> UpcomingSync {
    let store = store
    let folder = try await store.read(StoreFolders.all).first { $0.name == shown ?? .inbox }
    return UpcomingSync(
      folder: folder.map(SyncFolder.init),
      window: SyncWindow(shown: folder?.source)
    ) {
      guard let folder else { return KnownFlags() }
      return try await store.read { db, _ in try ConversationQuery.known(db, folder: folder.id) }
    }
  }

  /// As ``Mailbox/refresh(for:progress:)``.
  func refresh(
    for shown: FolderName?,
    progress: (@Sendable (RefreshProgress) -> Void)?
  ) async throws -> RefreshSummary {
    let start = ContinuousClock.now
    let tree = try await foldersNow(before: shown)
    // Also where another process refreshes, so that pages show what that one stores.
    try store.reopenIfReplaced()
    var summary: RefreshSummary
    do {
      summary = try await refresh(tree, for: shown, progress)
    } catch is StoreWasRebuilt {
      summary = try await refresh(tree, for: shown, progress)
    }
    try await noteSync()
    let elapsed = ContinuousClock.now - start
    summary.seconds =
      Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    summary.storeSize = store.size
    return summary
  }

  /// Notes that the account was reached. Mail on disk is always there, so nothing is written for
  /// it.
  private func noteSync() async throws {
    guard case .server = account.id else { return }
    let now = Int64(time(nil))
    try await store.write { db, mailbox in
      try db.cachedStatement(sql: "UPDATE mailbox SET synced = ? WHERE id = ?")
        .execute(arguments: [now, mailbox])
    }
  }

  private func refresh(
    _ tree: FolderTree,
    for shown: FolderName?,
    _ progress: (@Sendable (RefreshProgress) -> Void)?
  ) async throws -> RefreshSummary {
    let (known, last) = try await store.read { db, mailbox in
      (try StoreFolders.all(db, mailbox), try ConversationQuery.lastNumber(db))
    }
    var count = RefreshCount(after: last, isFirst: known.allSatisfy { $0.messages == 0 })
    count.add(tree.skipped)
    var folders = try await bring(known, upTo: tree, &count)
    let leases = try await FolderLeases(folders.map(\.id), of: store.path)
    defer { withExtendedLifetime(leases) {} }
    if leases.hasWaited { folders = try await stored(tree) }
    folders = folders.filter { leases.folders.contains($0.id) }
    let sink = StoreSink(folders, of: store, count: count, shown: shown, progress: progress)
    let window = SyncWindow(shown: shown.flatMap(id))
    try await sink.whileOpen { [account, folders] in
      try await abandoning {
        try await account.sync(folders.map(SyncFolder.init), window: window, into: sink)
      }
    }
    let failures = sink.failures
    if let failure = folders.lazy.compactMap({ failures[$0.source] }).first,
      failures.count == folders.count
    {
      throw failure
    }
    return try await summary(finishRows(sink.count))
  }

  /// Brings the store's folders up to the tree: takes away what is gone, with its mail, and adds
  /// what is new.
  ///
  /// - Returns: those of the tree, in its order.
  private func bring(
    _ known: [StoredFolder],
    upTo tree: FolderTree,
    _ count: inout RefreshCount
  ) async throws -> [StoredFolder] {
    let ids = Set(tree.folders.map(\.id))
    let names = Set(tree.folders.map(\.name.description))
    // What could not be looked into may hold the folders that are missing. But one that another
    // has the name of is in its way.
    let gone = known.filter { folder in
      guard !ids.contains(folder.source) else { return false }
      return names.contains(folder.name.description) || !tree.mayHold(folder.source)
    }
    for folder in gone {
      let outcome = try await store.write { db, mailbox in
        var writer = try BatchWriter(db, mailbox: mailbox, folder: folder.id)
        return try writer.removeFolder()
      }
      count.add(outcome, isShown: false)
    }
    let isListed =
      tree.folders.map(\.name) == known.map(\.name) && tree.folders.map(\.id) == known.map(\.source)
      && tree.folders.map(\.role) == known.map(\.role)
    if isListed { return known }
    try await store.write { db, mailbox in try StoreFolders.note(tree.folders, db, mailbox) }
    return try await stored(tree)
  }

  /// The tree's folders as the store has them, in the tree's order.
  private func stored(_ tree: FolderTree) async throws -> [StoredFolder] {
    let stored = try await store.read(StoreFolders.all)
    let folders = Dictionary(stored.map { ($0.source, $0) }, uniquingKeysWith: { one, _ in one })
    return tree.folders.compactMap { folders[$0.id] }
  }

  /// Makes the rows anew that waited for the end.
  private func finishRows(_ count: RefreshCount) async throws -> RefreshCount {
    guard try await store.read(WaitingRows.exist) else { return count }
    let outcome = try await store.write { db, mailbox in
      try BatchWriter.finishRows(db, mailbox: mailbox)
    }
    var count = count
    count.add(outcome, isShown: false)
    return count
  }

  private func summary(_ count: RefreshCount) async throws -> RefreshSummary {
    try await store.read { db, mailbox in
      var summary = try count.summary(
        inserted: { try ConversationQuery.count(db, mailbox, after: $0) },
        find: { try ConversationQuery.conversation(db, mailbox, $0) },
        isMerged: { try Aliases.target(of: $0, db) != nil }
      )
      summary.messages = try StoreFolders.all(db, mailbox).map(\.messages).reduce(0, &+)
      summary.revision = try ConversationQuery.revision(db, mailbox)
      return summary
    }
  }
}

extension MailSync {
  /// Asks the account for mail that is older than the horizons of these folders, side by side.
  ///
  /// - Parameters:
  ///   - folders: by the store's numbers.
  ///   - limit: how many messages are wanted of each, about.
  /// - Returns: whether a horizon has moved.
  /// - Throws: what one of them threw, when all have ended; or `CancellationError`.
  func older(in folders: [Int64], limit: Int) async throws -> Bool {
    let leases = try await FolderLeases(folders, of: store.path)
    defer { withExtendedLifetime(leases) {} }
    let before = try await horizons(leases.folders)
    let count = RefreshCount(after: .max, isFirst: true)
    let sink = StoreSink(before, of: store, count: count, finishesRows: true)
    try await sink.whileOpen { [account] in
      try await withThrowingTaskGroup(of: Result<Void, any Error>.self) { group in
        for folder in before {
          group.addTask {
            do {
              try await abandoning {
                try await account.older(in: SyncFolder(folder), limit: limit, into: sink)
              }
              return .success(())
            } catch {
              return .failure(error)
            }
          }
        }
        var results: [Result<Void, any Error>] = []
        for try await result in group { results.append(result) }
        // What the others have found is committed first.
        try await sink.settle()
        try Task.checkCancellation()
        for result in results { try result.get() }
      }
    }
    return try await horizons(leases.folders).map(\.horizon) != before.map(\.horizon)
  }

  /// Asks the account for the flags of messages that are about to be shown, as far as it has not
  /// looked at them. What takes longer than a moment is left.
  ///
  /// - Parameter conversations: by the store's numbers.
  func recheck(_ conversations: [Int64]) async throws {
    guard case .server = account.id, !conversations.isEmpty else { return }
    let (folders, messages) = try await store.read { db, mailbox in
      (try StoreFolders.all(db, mailbox), try MessageQuery.flags(db, in: conversations))
    }
    let count = RefreshCount(after: .max, isFirst: true)
    let sink = StoreSink(folders, of: store, count: count, finishesRows: true)
    try await sink.whileOpen { [account] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for folder in folders {
            guard let messages = messages[folder.id] else { continue }
            try await abandoning {
              try await account.recheck(messages, in: folder.source, into: sink)
            }
          }
        }
        group.addTask {
          try await Task.sleep(for: Self.moment, clock: .continuous)
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  private func horizons(_ folders: Set<Int64>) async throws -> [StoredFolder] {
    try await store.read { db, mailbox in
      try StoreFolders.all(db, mailbox).filter { folders.contains($0.id) && $0.horizon != nil }
    }
  }
}

extension SyncFolder {
  fileprivate init(_ folder: StoredFolder) {
    self.init(id: folder.source, checkpoint: folder.checkpoint, horizon: folder.horizon)
  }
}
