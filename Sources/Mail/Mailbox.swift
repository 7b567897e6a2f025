import GRDB
import Synchronization

/// A mailbox: the conversations of an account, as its store has them, and what brings the store up
/// to date.
///
/// Opening looks for the account's folders and reads no message; ``refresh(for:progress:)`` brings
/// the store up to date, and ``conversations(in:after:limit:budget:asksAccount:)`` pages through
/// it. All of it may be called from any task, at the same time too. In the account itself nothing is
/// changed, but by ``writeMarks()``.
///
///     let mailbox = try await Mailbox.open("/home/ann/Maildir")
///     let summary = try await mailbox.refresh()
///     let page = try await mailbox.conversations(after: nil, limit: 50)
public final class Mailbox: Sendable {
  /// Names the account.
  public var id: AccountID { account.id }
  /// Whether its messages lie in files of this computer.
  public var isOnDisk: Bool { if case .disk = id { true } else { false } }
  /// The mailbox's name for people.
  public var title: String { account.title }
  /// As ``MailAccount/user``.
  public var user: String? { account.user }
  /// The store's file.
  public var storePath: String { store.path }

  let account: any MailAccount
  let store: Store
  private let sync: MailSync
  private let session: MailboxSession
  /// Ends when what waits for the mailbox is written.
  let writing = Mutex<Task<Void, any Error>?>(nil)
  /// For making readable what was read, which takes a second or two for some messages.
  let messageThreads = ReadingThreads(count: 4)

  /// A page of older mail may add no row, when all of it belongs to conversations that are listed
  /// already. Then the next one is fetched, but not for ever.
  private static let fetchLimit = 20

  /// Opens a mailbox on disk: a Maildir, an mbox, or a folder of them.
  ///
  /// - Parameters:
  ///   - path: the folder or file.
  ///   - store: the store's file, made when missing; nil for one below `$XDG_CACHE_HOME/tideline`.
  ///     One file may serve several mailboxes.
  ///   - marks: where is kept what is marked by ``mark(_:in:only:)``; nil where nothing is.
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
  ///   - account: where the mail comes from.
  ///   - store: as in ``open(_:store:marks:)``.
  ///   - marks: as there.
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
  }

  // MARK: Syncing

  /// Brings the store up to date with the account, with all its folders.
  ///
  /// Changes are committed in batches, the newest mail first. When the task is cancelled, or
  /// something fails, what was committed stays, the list stays whole, and the next refresh goes on
  /// from there. A folder that cannot be read is named in the summary and keeps its rows; only
  /// when none can be read is it an error.
  ///
  /// - Parameters:
  ///   - folder: the one whose new messages are counted; nil for all.
  ///   - progress: called after every batch, from any thread.
  /// - Throws: ``MailError``, ``MailError/storeBusy(path:)`` among them when another refresh is at
  ///   work on all of the folders, in this process or another; or `CancellationError`, also where the
  ///   account does not end.
  public func refresh(
    for folder: FolderName? = nil,
    progress: (@Sendable (RefreshProgress) -> Void)? = nil
  ) async throws -> RefreshSummary {
    do {
      let summary = try await sync.refresh(for: folder, progress: progress)
      await session.refreshed(nil)
      // After what other programs have changed is known. What is not written now waits on.
      try? await writeMarks()
      return summary
    } catch {
      await session.refreshed(error)
      throw error
    }
  }

  /// The names of the folders in the order of the folder list, as far as they are known: of a mailbox
  /// on a server that was never read, none are.
  public func folderNames() async throws -> [FolderName] { try await sync.folderNames() }

  /// How new mail makes itself known.
  ///
  /// - Parameter folder: the one whose mail is waited for; nil for all, the inbox first.
  public func arrivals(in folder: FolderName? = nil) -> Arrivals {
    account.arrivals(in: folder.flatMap(sync.id))
  }

  /// What is known of the mailbox, from what is known now: its folders, whether its server is reached,
  /// how its refreshes end. From the first such stream on, a server that is not reached is tried again.
  ///
  /// Each call makes a stream of its own, which keeps the newest state for whoever does not wait for
  /// it. It comes twice a second at most while a refresh goes on.
  public func states() -> AsyncStream<MailboxState> { session.follow() }

  /// A refresh that others did not wait for any more.
  func gaveUpRefresh() { session.gaveUp() }

  // MARK: Reading

  /// A page of the list, newest first.
  ///
  /// It ends at the highest horizon of the folders that it lists: where it is not full by then, the
  /// account is asked for older mail of the folders that are in the way, side by side. When that
  /// fails, the page has what is stored, and ``ConversationPage/failure``.
  ///
  /// - Parameters:
  ///   - listing: which conversations. A search finds what is stored, and never asks.
  ///   - cursor: the last page's `next`, or nil for the top.
  ///   - limit: how many at most; at least 1.
  ///   - budget: how long a search looks for them; nil until the page is full. A page that has fewer
  ///     than asked for, and a `next`, ends where the budget was spent.
  ///   - asksAccount: false for what the store can answer at once; then the page may be short, with
  ///     a `next`, and lacks the folders that were never read.
  /// - Throws: ``MailError`` where the store cannot be read, or `CancellationError`.
  public func conversations(
    in listing: Listing = .all,
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget? = nil,
    asksAccount: Bool = true
  ) async throws -> ConversationPage {
    let limit = max(1, limit)
    func read(_ clip: PageClip = .horizons) async throws -> StoredPage {
      try await self.stored(StoredPage(page: ConversationPage(), unread: [])) { db, mailbox in
        try ConversationQuery.page(
          db,
          mailbox,
          in: listing,
          after: cursor,
          limit: limit,
          budget: budget,
          clip: clip,
          // A folder that is shown by itself is asked for.
          without: listing.folder == nil ? Set(self.sync.leftOut.keys) : []
        )
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
    where !stored.unread.isEmpty && stored.page.conversations.count < limit {
      do {
        guard try await sync.older(in: stored.unread, limit: limit, mayLeaveOut: mayLeaveOut)
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
    // A search goes on with each key.
    guard listing.isWithoutSearch else { return whole(stored.page) }
    if let page = try await recheck(stored.page) { return whole(page) }
    return whole(try await read().page)
  }

  /// Has the account look whether the messages of a page have other flags by now.
  ///
  /// - Returns: the page, or nil where it has changed.
  private func recheck(_ page: ConversationPage) async throws -> ConversationPage? {
    do {
      try await sync.recheck(page.conversations.map(\.id))
    } catch is MailError {
      // What is stored is shown; a refresh tells what is wrong.
      return page
    } catch is StoreWasRebuilt {
      return nil
    }
    try Task.checkCancellation()
    return try await revision() == page.revision ? page : nil
  }

  /// A page of what the store has, whether or not the account could add to it: for when the account
  /// cannot be reached.
  ///
  /// - Parameters: as in ``conversations(in:after:limit:budget:asksAccount:)``.
  /// - Throws: ``MailError`` where the store cannot be read, or `CancellationError`.
  public func storedConversations(
    in listing: Listing = .all,
    after cursor: Cursor?,
    limit: Int
  ) async throws -> ConversationPage {
    try await stored(ConversationPage()) { db, mailbox in
      try ConversationQuery.page(
        db,
        mailbox,
        in: listing,
        after: cursor,
        limit: max(1, limit),
        budget: nil,
        clip: .nothing
      ).page
    }
  }

  /// When the account's server was last reached by a refresh, in seconds since 1970; nil where it
  /// never was, and for mail on disk.
  ///
  /// - Throws: ``MailError`` where the store cannot be read, or `CancellationError`.
  public func lastSync() async throws -> Int64? {
    try await stored(nil, LastSync.read)
  }

  /// Where conversations stand in the list, without their rows: for lists that hold very many.
  ///
  /// - Parameters:
  ///   - listing: as in ``conversations(in:after:limit:budget:asksAccount:)``.
  ///   - end: the last place; nil for all.
  public func places(in listing: Listing = .all, downTo end: Cursor?) async throws -> Places {
    try await stored(Places(places: [], revision: 0)) { db, mailbox in
      Places(
        places: try ConversationQuery.places(db, mailbox, in: listing, downTo: end),
        revision: try ConversationQuery.revision(db, mailbox)
      )
    }
  }

  /// Asks the store; a damaged one is empty until the next refresh.
  func stored<Value: Sendable>(
    _ empty: Value,
    _ question: @escaping @Sendable (Database, _ mailbox: Int64?) throws -> Value
  ) async throws -> Value {
    do {
      return try await store.read(question)
    } catch is StoreWasRebuilt {
      return empty
    }
  }
}
