import GRDB
import Synchronization

/// A mailbox, and the store that remembers its conversations: all that a list needs.
///
/// Opening looks for the mailbox's folders: it lists each folder, and opens each file that may be an
/// mbox. It reads no message; ``refresh(for:progress:)`` brings the store up to date and
/// ``conversations(in:after:limit:)`` pages through it. All of it may be called from any task, at
/// the same time too. The mailbox itself is only ever read.
///
///     let mailbox = try await Mailbox.open("/home/ann/Maildir")
///     let summary = try await mailbox.refresh()
///     let page = try await mailbox.conversations(after: nil, limit: 50)
public final class Mailbox: Sendable {
  /// The mailbox's name for people, from the last part of its path.
  public let title: String
  /// The store's file.
  public var storePath: String { store.path }
  /// The folder to begin with: the inbox where there is one, or nil for the list of all.
  public var home: FolderName? {
    tree.withLock { $0.folders.contains { $0.name == .inbox } } ? .inbox : nil
  }
  /// Whether there is a folder of this name, as far as is known.
  public func has(_ folder: FolderName) -> Bool {
    tree.withLock { $0.folders.contains { $0.name == folder } }
  }

  /// What to watch to hear of new mail: files that grow, and folders that get a file.
  ///
  /// - Parameter folder: the one whose mail is waited for; nil for all, the inbox first.
  public func watchedPaths(of folder: FolderName? = nil) -> [String] {
    tree.withLock { $0.folders }.filter { folder == nil || $0.name == folder }
      .flatMap(\.source.watchedPaths)
  }

  private let tree: Mutex<MailTree>
  private let store: Store
  private let opensBy: String?
  private let finders = MessageFinders()
  /// For looking at folders and reading what came.
  private let refreshThreads = ReadingThreads()
  /// For single messages, which do not wait for a refresh.
  let messageThreads = ReadingThreads(count: 4)
  /// The store's generation that the list has been told of; nil before it has read anything.
  private let told = Mutex<Int64?>(nil)

  /// A page of older mail may add no row, when all of it belongs to conversations that are listed
  /// already. Then the next one is fetched, but not for ever.
  private static let fetchLimit = 20

  private init(_ tree: MailTree, _ store: Store, path: String?) {
    title = tree.title
    self.tree = Mutex(tree)
    self.store = store
    opensBy = path
  }

  /// Opens a mailbox on disk: a Maildir, an mbox, or a folder of them.
  ///
  /// - Parameters:
  ///   - path: the folder or file.
  ///   - store: the store's file, made when missing; nil for one below `$XDG_CACHE_HOME/tideline`.
  ///     One file may serve several mailboxes.
  /// - Throws: ``MailError`` when there is no mailbox at the path, or the store is unusable.
  public static func open(_ path: String, store: String? = nil) async throws -> Mailbox {
    try await withTaskExecutorPreference(ReadingThreads()) {
      let tree = try MailTree(at: path)
      return Mailbox(tree, try openStore(store, for: tree), path: path)
    }
  }

  /// Looks whether there is a mailbox on disk, without opening it.
  ///
  /// - Throws: ``MailError``, which says what is there instead.
  public static func check(_ path: String) async throws {
    _ = try await withTaskExecutorPreference(ReadingThreads()) { try MailTree(at: path) }
  }

  /// Opens any other source of mail.
  ///
  /// - Parameters:
  ///   - source: where the mail comes from.
  ///   - store: as in ``open(_:store:)``.
  /// - Throws: ``MailError`` when the store is unusable.
  public static func open(_ source: any MailSource, store: String? = nil) async throws -> Mailbox {
    let tree = MailTree(source: source)
    return Mailbox(tree, try openStore(store, for: tree), path: nil)
  }

  private static func openStore(_ path: String?, for tree: MailTree) throws -> Store {
    try Store(
      path: path ?? StoreFile.defaultPath(for: tree),
      mailbox: tree.identifier,
      mayReplaceAnything: path == nil
    )
  }

  /// Brings the store up to date with the mailbox, with all its folders.
  ///
  /// Changes are committed in batches, the newest mail first. When the task is cancelled, or
  /// something fails, what was committed stays, the list stays whole, and the next refresh goes on
  /// from there. A folder that cannot be read is named in the summary and keeps its rows; only
  /// when none can be read is it an error.
  ///
  /// - Parameters:
  ///   - listing: what the summary's changes are for. Of a search they are not told: where a row
  ///     may have changed, the summary asks for the list to be read anew.
  ///   - progress: called after every batch, from any thread.
  /// - Throws: ``MailError``, ``MailError/storeBusy(path:)`` among them when another refresh is at
  ///   work, in this process or another; or `CancellationError`.
  public func refresh(
    for listing: Listing = .all,
    progress: (@Sendable (RefreshProgress) -> Void)? = nil
  ) async throws -> RefreshSummary {
    try await withTaskExecutorPreference(refreshThreads) {
      try await store.exclusively {
        let tree = try currentTree()
        let run = { [self] in
          let run = RefreshRun(tree, store, shown: listing, progress: progress)
          return try await run.run(since: told.withLock { $0 })
        }
        let (summary, generation) = try await retryingOnce(run)
        told.withLock { $0 = generation }
        return summary
      }
    }
  }

  private func retryingOnce<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch is StoreWasRebuilt {
      return try await body()
    }
  }

  /// The folders as they lie on disk now.
  private func currentTree() throws(MailError) -> MailTree {
    let last = tree.withLock { $0 }
    guard let opensBy else { return last }
    let current: MailTree
    do throws(MailError) {
      current = try MailTree(at: opensBy)
    } catch {
      switch error {
      case .mailboxMissing, .emptyFolder, .notAMaildir: throw .mailboxVanished(path: opensBy)
      default: throw error
      }
    }
    guard current.identifier == last.identifier else { throw .mailboxVanished(path: opensBy) }
    tree.withLock { $0 = current }
    return current
  }

  /// A page of the list, newest first.
  ///
  /// - Parameters:
  ///   - listing: which conversations. A search finds what is stored, and asks no source.
  ///   - cursor: the last page's `next`, or nil for the top.
  ///   - limit: how many at most; at least 1.
  ///   - budget: how long a search looks for them; nil until the page is full. A page that has fewer
  ///     than asked for, and a `next`, ends where the budget was spent.
  /// - Throws: ``MailError``, or `CancellationError`.
  public func conversations(
    in listing: Listing = .all,
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget? = nil
  ) async throws -> ConversationPage {
    for _ in 0..<Self.fetchLimit {
      let page = try await storedPage(in: listing, after: cursor, limit: max(1, limit), budget)
      if page.next != nil { return page }
      // The store has no more; perhaps a source does.
      guard listing.isWithoutSearch,
        try await unlessRebuilt({ try await fetchOlder(in: listing.folder, limit) }) == true
      else { return page }
    }
    var page = try await storedPage(in: listing, after: cursor, limit: max(1, limit), budget)
    // There is more, only not yet.
    page.next = page.next ?? page.conversations.last?.place ?? cursor
    return page
  }

  private func storedPage(
    in listing: Listing,
    after cursor: Cursor?,
    limit: Int,
    _ budget: SearchBudget?
  ) async throws -> ConversationPage {
    let empty = (page: ConversationPage(conversations: [], next: nil), generation: Int64?.none)
    let (page, generation) = try await stored(empty) { db, mailbox in
      (
        try ConversationQuery.page(
          db,
          mailbox,
          in: listing,
          after: cursor,
          limit: limit,
          budget: budget
        ),
        try ConversationQuery.generation(db, mailbox)
      )
    }
    told.withLock { $0 = $0 ?? generation }
    return page
  }

  /// - Returns: whether something may have come.
  private func fetchOlder(in folder: FolderName?, _ limit: Int) async throws -> Bool {
    let folders = tree.withLock { $0.folders }.filter { folder == nil || $0.name == folder }
    let known = try await store.read { db, mailbox in
      Dictionary(uniqueKeysWithValues: try StoreFolders.all(db, mailbox).map { ($0.source, $0) })
    }
    var hasMore = false
    for folder in folders {
      // Before the first refresh nothing is older than what is known.
      guard let stored = known[folder.source.identifier] else { continue }
      let older = try await folder.source.olderMessages(before: stored.checkpoint, limit: limit)
      guard case .fetched(let batch, let checkpoint, let more) = older else { continue }
      try await store.exclusively {
        let (before, after, isSilent) = try await store.write { db, mailbox in
          let before = try ConversationQuery.generation(db, mailbox)
          var writer = try BatchWriter(db, mailbox: mailbox, folder: stored.id)
          let outcome = try writer.apply(batch, finishingRows: true)
          let isSilent = outcome.before.values.allSatisfy { $0 == nil }
          try StoreFolders.save(checkpoint, of: stored.id, db)
          return (before, try ConversationQuery.generation(db, mailbox), isSilent)
        }
        // Rows that are shown may look different now: then the next refresh says so.
        told.withLock { if isSilent, $0 == before { $0 = after } }
      }
      hasMore = hasMore || more || !batch.isEmpty
    }
    return hasMore
  }

  /// Where conversations stand in the list, without their rows: for lists that hold very many.
  ///
  /// - Parameters:
  ///   - listing: as in ``conversations(in:after:limit:)``.
  ///   - cursor: the last one's place, or nil for the top.
  ///   - limit: how many at most; at least 1.
  /// - Returns: the places, in the list's order.
  public func places(
    in listing: Listing = .all,
    after cursor: Cursor?,
    limit: Int
  ) async throws -> [Cursor] {
    let empty: (places: [Cursor], generation: Int64?) = ([], nil)
    let (places, generation) = try await stored(empty) { db, mailbox in
      let limit = max(1, limit)
      return (
        try ConversationQuery.places(db, mailbox, in: listing, after: cursor, limit: limit),
        try ConversationQuery.generation(db, mailbox)
      )
    }
    told.withLock { $0 = $0 ?? generation }
    return places
  }

  /// What reads the messages of a folder; nil when the folder is gone, or cannot be read again.
  func finder(for source: String) -> (any MessageFinder)? {
    finders.finder(for: source) {
      tree.withLock { $0.folders }.first { $0.source.identifier == source }?.source.makeFinder()
    }
  }

  /// Asks the store; a damaged one is empty until the next refresh.
  func stored<Value: Sendable>(
    _ empty: Value,
    _ question: @escaping @Sendable (Database, _ mailbox: Int64?) throws -> Value
  ) async throws -> Value {
    try await unlessRebuilt { try await store.read(question) } ?? empty
  }

  /// - Returns: nil where the store was damaged, and is empty now.
  private func unlessRebuilt<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> Value? {
    do {
      return try await body()
    } catch is StoreWasRebuilt {
      return nil
    }
  }
}
