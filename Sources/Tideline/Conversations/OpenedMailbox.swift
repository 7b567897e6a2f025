import Mail
import PullToRefresh
import TidelineProgram

/// An open mailbox, and the first page of its list.
nonisolated struct OpenedMailbox: Sendable {
  typealias Opening = Task<OpenedMailbox, any Error>

  /// One mailbox, or several as one.
  let source: any ConversationSource
  let folder: FolderName?
  /// The first page. Reading it may fail although the mailbox was opened.
  let firstPage: Task<FirstPage, any Error>

  /// Opens a mailbox. Starts at once and on other threads, so that the first page is read by the
  /// time the window is shown.
  ///
  /// - Parameter path: the mailbox's path, an account's URL, or the path of ``AllInboxes``.
  @MainActor static func open(
    _ path: String,
    _ accounts: OpenAccounts,
    _ memory: WindowMemory,
    _ preferences: Preferences
  ) -> Opening {
    let (pool, all, chosen) = (accounts.pool, accounts.kept, memory.remembered.accounts)
    let memory = MailboxMemory(memory, of: path)
    let (last, place, pageSize) = (memory.folder, memory.place?.top, preferences.pageSize)
    return Task.detached(priority: .userInitiated) {
      let source: any ConversationSource
      var folder: FolderName?
      if path == AllInboxes.path {
        let kept = if let all { all } else { await KeptAccount.all(chosen) }
        let inboxes = AllInboxes.make(of: kept, pool)
        await inboxes.open()
        source = inboxes
      } else {
        let mailbox = try await pool.mailbox(at: path)
        folder = try await last.folder(of: mailbox)
        source = mailbox
      }
      let page = Task.detached(priority: .userInitiated) { [folder] in
        try await FirstPage.read(.window(folder), of: source, size: pageSize, downTo: place)
      }
      return OpenedMailbox(source: source, folder: folder, firstPage: page)
    }
  }
}

/// The start of a list: the newest stored page, or more places down to a restored scroll position.
nonisolated struct FirstPage: Sendable {
  let listing: Listing
  /// The store's count of changes at the time of reading.
  let revision: Int64
  let arrivals: [Int64: Arrival]
  private(set) var places: [Cursor]
  /// The rows of ``places``, without the rows above the restored scroll position.
  private(set) var rows: [Conversation]
  /// The start of the next older page; nil if there is none.
  private(set) var next: Cursor?
  /// As ``ConversationPage/lacksFolders``.
  let lacksFolders: Bool
  /// As ``ConversationPage/isOfOwnMail``.
  let isOfOwnMail: Bool
  private let isTop: Bool

  /// The maximum number of places read above the topmost row in view, some 200 pages. Reading more
  /// places would take more time than the user needs to scroll down again.
  static let furthest = 10_000

  /// - Parameters:
  ///   - place: the topmost row that was in view; nil for the top of the list. The places down to
  ///     this row, at most ``furthest``, and one page below it are read.
  ///   - budget: the time limit of a search; nil to search until the page is full.
  static func read(
    _ listing: Listing,
    of source: any ConversationSource,
    size: Int,
    downTo place: Cursor? = nil,
    budget: SearchBudget? = nil
  ) async throws -> FirstPage {
    var above: Places?
    if let place { above = try await source.places(in: listing, downTo: place) }
    let places = Array(above?.places.prefix(furthest) ?? [])
    let last = places.last
    let page = try await source.stored(in: listing, after: last, limit: size, budget: budget)
    // Reads the topmost row in view, the last of `places`, too: the page begins below it.
    let top = try await source.conversations(places.suffix(1).map(\.id))
    return FirstPage(
      listing: listing,
      // The revision of the earlier reading, so that changes after it are read again.
      revision: above?.revision ?? page.revision,
      arrivals: above?.arrivals ?? page.arrivals,
      places: places + page.conversations.map(\.place),
      rows: top + page.conversations,
      next: page.next,
      lacksFolders: page.lacksFolders,
      isOfOwnMail: page.isOfOwnMail,
      isTop: places.isEmpty
    )
  }

  /// Removes the rows out of sight, so that they can be added once the others are painted: a view
  /// makes a widget for each of its rows, and the window waits for that.
  ///
  /// - Parameters:
  ///   - inSight: the number of rows seen at most; 1 or more.
  ///   - exists: whether the view already has a row for the place. Such rows are not removed if
  ///     they directly follow those in sight.
  /// - Returns: the removed rows; nil if no row out of sight is new, or the user had scrolled down.
  mutating func takeRest(after inSight: Int, unless exists: (Cursor) -> Bool) -> Rest? {
    let outOfSight = places.indices.dropFirst(inSight)
    guard isTop, let count = outOfSight.first(where: { !exists(places[$0]) }) else { return nil }
    let rest = Rest(rows: Array(rows.dropFirst(count)), next: next)
    places.removeSubrange(count...)
    rows.removeSubrange(count...)
    next = places.last
    return rest
  }

  /// The rows that ``takeRest(after:unless:)`` has removed.
  struct Rest: Sendable {
    let rows: [Conversation]
    /// The start of the page after these rows; nil if there is none.
    let next: Cursor?
  }
}

extension RememberedWindow {
  /// The number of rows that a window of this size shows at most. For a maximized window, whose
  /// height is unknown before the desktop has placed it, assumes 2160 px: few screens have more.
  @MainActor var rowsInSight: Int { ConversationRow.most(in: isMaximized ? 2160 : size.height) }
}

/// The first reading of a mailbox, of which nothing is stored yet. The reading starts before the
/// list has rows to show. A refresh of the list during the reading only waits for its end.
final class FirstReading {
  private let task: Task<String?, any Error>
  private let began = ContinuousClock.now

  /// The minimum number of messages for which the progress is shown at once. Fewer messages are
  /// read in less time than a header takes to open and close, except from a slow disk.
  private static let many = 4_000
  /// The time after which the progress of any number of messages is shown.
  private static let long = Duration.seconds(2)

  /// - Parameter progress: see ``MailboxFeed/refresh(_:since:progress:)``.
  init(
    _ feed: MailboxFeed,
    _ controller: RefreshController,
    progress: @escaping (RefreshProgress) -> Void
  ) {
    task = Task { try await feed.refresh(controller, progress: progress) }
  }

  /// The text for the header; see ``MailboxFeed/refresh(_:since:progress:)``. If the waiting task
  /// is cancelled, the reading is cancelled, too.
  func result() async throws -> String? {
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: { [task] in
      task.cancel()
    }
  }

  /// Waits for the end of the reading, which continues if the waiting task is cancelled.
  func end() async -> Result<String?, any Error> { await task.result }

  func cancel() { task.cancel() }

  /// Whether the progress should be shown: the reading takes long, and is not at its end.
  func takesLong(_ progress: RefreshProgress) -> Bool {
    progress.done < progress.total
      && (progress.total >= Self.many || ContinuousClock.now - began >= Self.long)
  }
}
