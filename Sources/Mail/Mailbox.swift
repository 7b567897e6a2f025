import GRDB
import Synchronization

/// A mailbox: an account's conversations, as its store has them, and the means to bring the store
/// up to date.
///
/// Opening a mailbox looks for the account's folders and reads no message.
/// ``refresh(for:progress:)`` brings the store up to date, and
/// ``conversations(in:after:limit:budget:asksAccount:)`` reads the store page by page. All methods
/// may be called from any task, also at the same time. Only
/// ``writeMarks(insistingOn:isRefreshed:)``, which a refresh calls, too, changes anything in the
/// account.
///
///     let mailbox = try await Mailbox.open("/home/ann/Maildir")
///     let summary = try await mailbox.refresh()
///     let page = try await mailbox.conversations(after: nil, limit: 50)
public final class Mailbox: Sendable {
  public var id: AccountID { account.id }
  /// Whether the messages are files on this computer.
  public var isOnDisk: Bool { if case .disk = id { true } else { false } }
  /// The mailbox's name, to show to the user.
  public var title: String { account.title }
  /// The account's user; see ``MailAccount/user``.
  public var user: String? { account.user }
  public var storePath: String { store.path }

  let account: any MailAccount
  let store: Store
  private let sync: MailSync
  let session: MailboxSession
  /// The latest task of ``writeMarks(insistingOn:isRefreshed:)``, which ends after all earlier
  /// ones; nil before the first.
  let writing = Mutex<Task<MarkReport, any Error>?>(nil)
  /// Threads to parse messages and prepare them for display, which can take a second or two.
  let messageThreads = ReadingThreads(count: 4)
  /// The phrases that were found in messages, and those that were not.
  let phrases = Mutex(PhraseSearch.Memory())

  /// The highest number of fetches of older mail for one page. A page may need several: a fetch
  /// adds no row if all its messages belong to conversations that are listed already.
  private static let fetchLimit = 20

  /// Opens a mailbox on disk: a Maildir, an mbox, or a folder of them.
  ///
  /// - Parameters:
  ///   - store: the path of the store's file, which is created when missing; nil for a file below
  ///     `$XDG_CACHE_HOME/tideline`. Each mailbox needs a file of its own.
  ///   - marks: the file that keeps the marks set by ``mark(_:in:only:writes:)``; nil to keep none.
  /// - Throws: ``MailError`` when there is no mailbox at the path, or the store is unusable.
  public static func open(
    _ path: String,
    store: String? = nil,
    marks: MarkFile? = nil
  ) async throws -> Mailbox {
    let account = try await DiskAccount.open(path)
    return try await open(account, with: account.lastTree, store, marks)
  }

  /// Opens the mailbox of an account.
  ///
  /// - Parameters:
  ///   - store: as in ``open(_:store:marks:)``.
  ///   - marks: as in ``open(_:store:marks:)``.
  /// - Throws: ``MailError`` when the store is unusable.
  public static func open(
    _ account: any MailAccount,
    store: String? = nil,
    marks: MarkFile? = nil
  ) async throws -> Mailbox {
    try await open(account, with: nil, store, marks)
  }

  private static func open(
    _ account: any MailAccount,
    with tree: FolderTree?,
    _ store: String?,
    _ marks: MarkFile?
  ) async throws -> Mailbox {
    try await ReadingThreads.run {
      let store = try Store(
        path: store ?? StoreFile.defaultPath(for: account),
        mailbox: account.id.storeKey,
        mayReplaceAnything: store == nil,
        marks: marks
      )
      return Mailbox(account, tree, store)
    }
  }

  private init(_ account: any MailAccount, _ tree: FolderTree?, _ store: Store) {
    (self.account, self.store) = (account, store)
    sync = MailSync(account, tree, store)
    session = MailboxSession(account, store)
    session.onArrival { [sync] folder in
      guard case .server = account.id, let folder else { return nil }
      return await sync.changeBeforeWatching(folder)
    } fetch: { [weak self] in
      _ = try await self?.refresh(for: $0, after: $1, progress: nil)
    }
  }

  // MARK: Syncing

  /// Brings the store up to date with all folders of the account.
  ///
  /// Changes are committed in batches, the newest mail first. If the task is cancelled or a step
  /// fails, committed changes stay, the list stays complete, and the next refresh does the rest. A
  /// folder that cannot be read is named in the summary and keeps its rows. The refresh fails only
  /// if no folder can be read.
  ///
  /// - Parameters:
  ///   - folder: the folder whose new messages are counted; nil for all.
  ///   - progress: called after every batch, on any thread.
  /// - Throws: ``MailError``, among them ``MailError/storeBusy(path:)`` when another process is
  ///   refreshing all folders; or `CancellationError`, without waiting until the account stops.
  public func refresh(
    for folder: FolderName? = nil,
    progress: (@Sendable (RefreshProgress) -> Void)? = nil
  ) async throws -> RefreshSummary {
    try await refresh(for: folder, after: nil, progress: progress)
  }

  private func refresh(
    for folder: FolderName?,
    after change: FolderChange?,
    progress: (@Sendable (RefreshProgress) -> Void)?
  ) async throws -> RefreshSummary {
    let isPartial = change?.folder != nil
    do {
      // A disk that does not answer must not keep a cancelled refresh waiting.
      try await abandoning { [session] in await session.beginReading() }
      var summary = try await refreshAndAlign(for: folder, after: change, progress: progress)
      await session.refreshed(.success(summary), isPartial: isPartial)
      // Writes marks only after the refresh: it has found the flags that other programs changed
      // later, and these take precedence. Marks that cannot be written stay queued.
      if let marks = try? await writeMarks(isRefreshed: !isPartial) { summary.marks = marks }
      return summary
    } catch {
      await session.refreshed(.failure(error), isPartial: isPartial)
      throw error
    }
  }

  private func refreshAndAlign(
    for folder: FolderName?,
    after change: FolderChange?,
    progress: (@Sendable (RefreshProgress) -> Void)?
  ) async throws -> RefreshSummary {
    var summary: RefreshSummary
    do {
      summary = try await sync.refresh(for: folder, after: change, progress: progress)
    } catch {
      // Shows the marks in the list even if the server was not reached.
      if error is MailError { _ = try? await store.marks.align(store) }
      throw error
    }
    // Aligns only now: the refresh has found the changes that other programs made after a mark.
    do {
      if try await store.marks.align(store) { summary.revision = try await revision() }
    } catch is StoreWasRebuilt {
      // The next refresh fills the store, and aligns it.
    } catch let error as MailError {
      summary.marksFailure = error
    }
    return summary
  }

  /// The folders' names in the order of the folder list, as far as they are known: none for a
  /// server's mailbox that was never read.
  public func folderNames() async throws -> [FolderName] {
    if let names = sync.folderNames { return names }
    return try await stored([]) { try StoreFolders.all($0).map(\.name) }
  }

  /// Watches the files of a mailbox on disk from now on.
  ///
  /// - Parameter watch: makes a watch of files that grow, and of folders that get files, with a
  ///   function to call on each arrival.
  public func watchFiles(by watch: @escaping FileWatchMaker) { session.watchFiles(by: watch) }

  /// The way to notice new mail.
  ///
  /// - Parameter folder: the folder to watch; nil for all folders, the inbox first. An unknown
  ///   folder is treated as nil.
  func arrivals(in folder: FolderName? = nil) -> Arrivals {
    account.arrivals(in: folder.flatMap(sync.id))
  }

  /// Like ``states()``, and also fetches from a server's folder: changes from before the call, and
  /// mail that arrives while the stream is followed. Each arrival causes one refresh, however many
  /// streams there are.
  ///
  /// - Parameter folder: the folder to watch; nil for all folders, the inbox first.
  public func states(watching folder: FolderName?) -> AsyncStream<MailboxState> {
    session.follow(watching: folder) { [weak self] in self?.arrivals(in: folder) ?? .paths([]) }
  }

  /// The mailbox's state, now and after each change: its folders, whether its server is reachable,
  /// how its refreshes end. From the first call on, an account keeps trying an unreachable server.
  ///
  /// Each call makes a new stream, which buffers only the newest state. During a refresh it yields
  /// at most twice a second.
  public func states() -> AsyncStream<MailboxState> { session.follow() }

  /// Notes that the callers have stopped waiting for a refresh.
  func gaveUpRefresh() { session.gaveUp() }

  // MARK: Reading

  /// A page of the list, newest first.
  ///
  /// The page ends at the highest ``Horizon`` of the listed folders, below which mail may be
  /// missing from the store. If the page is not full, the account is asked for older mail, in all
  /// folders with missing mail at the same time. If a request fails, the page has the stored
  /// conversations, and a ``ConversationPage/failure``.
  ///
  /// - Parameters:
  ///   - listing: the conversations to list. A search finds stored mail only, and asks the
  ///     account only whether that mail holds a phrase.
  ///   - cursor: the last page's `next`, or nil for the top.
  ///   - limit: the highest number of conversations; at least 1.
  ///   - budget: the time that a search may take for one page; nil to search until the page is
  ///     full. If a search page is not full but has a `next`, the budget was spent.
  ///   - asksAccount: false to answer from the store at once. Such a page may be short, with a
  ///     `next`, and lacks folders that were never read.
  /// - Throws: ``MailError`` if the store cannot be read, or `CancellationError`.
  public func conversations(
    in listing: Listing = .all,
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget? = nil,
    asksAccount: Bool = true
  ) async throws -> ConversationPage {
    let limit = max(1, limit)
    if let search = PhraseSearch(listing, in: self) {
      return try await search.page(
        after: cursor,
        limit: limit,
        budget: budget,
        asksAccount: asksAccount
      )
    }
    func read(_ clip: PageClip = .horizons) async throws -> StoredPage {
      try await self.stored(StoredPage(page: ConversationPage(), foldersToRead: [])) { db in
        var stored = try ConversationQuery.page(
          db,
          in: listing,
          after: cursor,
          limit: limit,
          budget: budget,
          clip: clip,
          // Ignores folders that refused earlier requests, but never the only listed folder.
          without: listing.folder == nil ? Set(self.sync.leftOut.keys) : []
        )
        if cursor == nil { stored.page.arrivals = try self.store.arrivals(in: listing, db) }
        return stored
      }
    }
    func whole(_ page: ConversationPage) -> ConversationPage {
      var page = page
      page.skipped = sync.skippedOlder
      if listing.folder == nil { page.skipped += sync.leftOut.values }
      return page
    }
    let mayLeaveOut = listing.folder == nil
    guard asksAccount else { return whole(try await read(.horizonsOfReadFolders).page) }
    var stored = try await read()
    for _ in 0..<Self.fetchLimit
    where !stored.foldersToRead.isEmpty && stored.page.conversations.count < limit {
      do {
        guard try await sync.older(in: stored.foldersToRead, limit: limit, mayLeaveOut: mayLeaveOut)
        else { break }
      } catch is StoreWasRebuilt {
        break
      } catch let error as MailError {
        var page = try await read(.nothing).page
        page.failure = error
        return whole(page)
      }
      stored = try await read()
    }
    // A search runs again at each keystroke, and must not ask the account. A refresh has checked
    // all mail on a disk.
    guard listing.isWithoutSearch, !isOnDisk else { return whole(stored.page) }
    if let page = try await recheck(stored.page) { return whole(page) }
    return whole(try await read().page)
  }

  /// Asks the account whether the flags of a page's messages have changed.
  ///
  /// - Returns: the page if it can be shown; nil if it must be read again from the changed store.
  private func recheck(_ page: ConversationPage) async throws -> ConversationPage? {
    do {
      try await sync.recheck(page.conversations.map(\.id))
    } catch is MailError {
      // The stored page is shown; a refresh reports the error.
      return page
    } catch is StoreWasRebuilt {
      return nil
    }
    try Task.checkCancellation()
    return try await revision() == page.revision ? page : nil
  }

  /// Brings the flags of conversations up to date in the store, if the messages are files on this
  /// computer: a mark that follows then counts more than earlier changes by other programs.
  public func checkFlags(of conversations: [Int64]) async throws {
    guard isOnDisk else { return }
    try await sync.recheck(conversations)
  }

  /// A page from the store alone, for example while the account cannot be reached. It also has the
  /// stored mail below a ``Horizon``, where other mail may be missing.
  ///
  /// - Parameters: as in ``conversations(in:after:limit:budget:asksAccount:)``.
  /// - Throws: ``MailError`` if the store cannot be read, or `CancellationError`.
  public func storedConversations(
    in listing: Listing = .all,
    after cursor: Cursor?,
    limit: Int
  ) async throws -> ConversationPage {
    if let search = PhraseSearch(listing, in: self) {
      return try await search.page(
        after: cursor,
        limit: max(1, limit),
        budget: nil,
        asksAccount: false
      )
    }
    return try await stored(ConversationPage()) { db in
      try ConversationQuery.page(
        db,
        in: listing,
        after: cursor,
        limit: max(1, limit),
        budget: nil,
        clip: .nothing
      ).page
    }
  }

  /// The time when a refresh last succeeded, in seconds since 1970; nil if none has succeeded yet,
  /// or if the mailbox is on a disk.
  ///
  /// - Throws: ``MailError`` if the store cannot be read, or `CancellationError`.
  public func lastSync() async throws -> Int64? {
    try await stored(nil, LastSync.read)
  }

  /// Positions of conversations in the list, without their rows: for very long lists.
  ///
  /// - Parameters:
  ///   - listing: as in ``conversations(in:after:limit:budget:asksAccount:)``.
  ///   - end: the last position; nil for all.
  /// - Throws: ``MailError`` if the store cannot be read, or `CancellationError`.
  public func places(in listing: Listing = .all, downTo end: Cursor?) async throws -> Places {
    var places = try await stored(Places(places: [], revision: 0)) { db in
      Places(
        places: try ConversationQuery.places(db, in: listing, downTo: end),
        revision: try ConversationQuery.revision(db),
        arrivals: try self.store.arrivals(in: listing, db)
      )
    }
    if let search = PhraseSearch(listing, in: self) {
      places.places = try await search.places(places.places)
    }
    return places
  }

  /// Reads from the store. If the store is damaged, it is rebuilt, and the result is `empty`: the
  /// new store has no mail until the next refresh.
  func stored<Value: Sendable>(
    _ empty: Value,
    _ question: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await store.read(question)
    } catch is StoreWasRebuilt {
      return empty
    }
  }
}
