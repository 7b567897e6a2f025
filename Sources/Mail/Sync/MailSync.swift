import GRDB
import Glibc
import Synchronization

/// Brings a mailbox's store up to date with its account.
///
/// The store's lock is held for a commit only, and a folder's lease keeps another refresh of that
/// folder away; nothing that reads the store waits for either.
final class MailSync: Sendable {
  let account: any MailAccount
  let store: Store
  /// What was found when the folders were last looked for; nil before that.
  private let found: Mutex<Found?>
  /// Folders whose messages the account was asked to count.
  private let counted = Mutex<Set<FolderID>>([])
  /// Folders, by the store's numbers, whose server gave no older mail of them since the last refresh.
  let unreadable = Mutex<[Int64: SkippedMessage]>([:])
  /// Messages that were not read as older mail was asked for.
  let missed = Mutex<[SkippedMessage]>([])

  private struct Found {
    var tree: FolderTree
    /// Nil once a refresh has used it.
    var lookedAt: ContinuousClock.Instant?
  }

  /// Folders that were looked for a moment ago, while the mailbox was opened, are not looked for
  /// again.
  static let moment = Duration.seconds(2)

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
    do {
      let tree = try await foldersNow(before: shown)
      return try await refresh(tree, since: start, for: shown, progress)
    } catch {
      endFollowing()
      throw error
    }
  }

  /// Tells the account that no sync follows: until then it does not wait for new mail.
  private func endFollowing() {
    guard case .server = account.id else { return }
    let sink = StoreSink([], of: store, count: RefreshCount(after: .max, isFirst: true))
    Task { [account] in try? await account.sync([], window: SyncWindow(), into: sink) }
  }

  private func refresh(
    _ tree: FolderTree,
    since start: ContinuousClock.Instant,
    for shown: FolderName?,
    _ progress: (@Sendable (RefreshProgress) -> Void)?
  ) async throws -> RefreshSummary {
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
    count.add(takeUnreadable())
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
    try await countUnread(in: tree)
    let failures = sink.failures
    if let failure = folders.lazy.compactMap({ failures[$0.source] }).first,
      failures.count == folders.count
    {
      throw failure
    }
    return try await summary(finishRows(sink.count))
  }

  /// Has the account count what is in folders that were never read, once in a run, where the tree does
  /// not tell.
  private func countUnread(in tree: FolderTree) async throws {
    guard case .server = account.id else { return }
    let told = Set(tree.folders.filter { $0.told != nil }.map(\.id))
    let unknown = try await stored(tree).filter { folder in
      folder.horizon == .unread && !told.contains(folder.source)
        && counted.withLock { $0.insert(folder.source).inserted }
    }
    guard !unknown.isEmpty else { return }
    do {
      let counts = try await abandoning { [account] in
        try await account.counts(in: unknown.map(\.source))
      }
      try await store.write { db, _ in
        for folder in unknown {
          if let count = counts[folder.source] { try StoreFolders.save(count, of: folder.id, db) }
        }
      }
    } catch is MailError {
      // It has no number then.
    }
  }

  private func takeUnreadable() -> [SkippedMessage] {
    missed.withLock { $0 = [] }
    return unreadable.withLock { unreadable in
      defer { unreadable = [:] }
      return Array(unreadable.values)
    }
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
      if names.contains(folder.name.description) { return true }
      return !tree.mayHold(folder.source) && (folder.isMissing || !tree.mayLack)
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
      && zip(tree.folders, known).allSatisfy { $0.told == nil || $0.told == $1.told }
      && !known.contains(where: \.isMissing)
    if isListed { return known }
    try await store.write { db, mailbox in try StoreFolders.note(tree, db, mailbox) }
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

extension SyncFolder {
  init(_ folder: StoredFolder) {
    self.init(id: folder.source, checkpoint: folder.checkpoint, horizon: folder.horizon)
  }
}
