import Mail
import PullToRefresh
import TidelineGtk
import TidelineProgram

/// Loads the conversations of one or several mailboxes into a list, in pages.
final class MailboxFeed {
  let source: any ConversationSource
  private(set) var contents: ListContents
  private let list: ConversationList
  private let currentPageSize: () -> Int
  /// The task that reads the listing requested last.
  private var switching: Task<Void, Never>?
  /// Whether a search continues: its first page is not full, and more results may be found.
  private(set) var isSearchingOn = false
  private var searching: Task<Void, any Error>?
  private let pieces: SearchPieces
  /// The mailboxes that the last completed refresh could not read, if the list shows several.
  private var unreached: [UnreachedMailbox] = []
  /// The text about mailboxes that could not be opened; nil without such. Leaves out open
  /// mailboxes: their states report their problems.
  var unopened: String? { RefreshResult.sentence(unreached.filter { !$0.isOpen }) }
  /// The number of mailboxes that the present refresh has completed and the list already shows.
  private var endedCount = 0
  /// Whether the store has changed during a load-more that has not shown it yet.
  private var isBehind = false
  /// Called when the first rows of another listing are shown, when the rest of its first page is
  /// added, when a search has found more or has ended, and after ``catchUp()``.
  var onShown: (() -> Void)?
  var onFailure: ((any Error) -> Void)?

  /// - Parameters:
  ///   - pieces: how long a search runs before the list shows its results.
  ///   - pageSize: returns the number of conversations on a page; called for each page.
  init(
    source: any ConversationSource,
    listing: Listing,
    list: ConversationList,
    pieces: SearchPieces = SearchPieces(),
    pageSize: @escaping () -> Int = { 50 }
  ) {
    self.source = source
    self.list = list
    contents = ListContents(source, listing: listing, in: list)
    self.pieces = pieces
    currentPageSize = pageSize
  }

  private var pageSize: Int { currentPageSize() }
  var listing: Listing { contents.listing }

  var hasMore: Bool { contents.next != nil }

  var mayHaveMore: Bool { isSearchingOn || hasMore }

  /// Ends all changes of the list, also by work in progress. Called before the list gets another
  /// listing or another mailbox's feed.
  func stop() {
    switching?.cancel()
    contents.stop()
  }

  // MARK: First page

  /// Shows the first page, unless another listing was requested since the page was read.
  ///
  /// - Parameter inSight: the number of rows that the window shows at most. The others wait for
  ///   ``showRest()``.
  func open(with page: FirstPage, inSight: Int) {
    guard page.listing == listing else { return }
    contents.show(page, inSight: inSight)
    list.scrollToTop()
  }

  /// Adds the rows of the first page that are out of sight, once the rows in sight are painted. If
  /// the list has changed by then, adds nothing: the next page has these rows.
  ///
  /// - Returns: whether the list has become longer.
  /// - Throws: `CancellationError`, also if the feed was stopped meanwhile.
  @discardableResult
  func showRest() async throws -> Bool {
    guard contents.hasRest, let controller = list.widget.refreshController else { return false }
    await list.widget.nextFrame(within: .milliseconds(500))
    try Task.checkCancellation()
    let added = try await contents.appendRest()
    controller.loadMore.hasMore = hasMore
    return added != nil
  }

  /// Shows another listing of the mailbox: another folder, a search, or unread conversations.
  ///
  /// Cancels the reading of the previous listing, so that a search follows each keystroke at once.
  /// Another folder's rows replace all rows; within a folder, rows that stay are not touched. A
  /// refresh in progress continues, and then updates this listing.
  func list(_ listing: Listing) {
    stop()
    contents = ListContents(source, listing: listing, in: list, after: contents)
    switching = Task { [weak self] in
      do {
        try await self?.open()
      } catch is CancellationError {
        // Another listing is being read, or the window is closing.
      } catch {
        if !Task.isCancelled { self?.onFailure?(error) }
      }
    }
  }

  /// Shows the rows of the first page that are in sight, then its other rows. A long search shows
  /// its first results soon, and continues until the page is full or all is searched.
  private func open() async throws {
    let (contents, size) = (contents, pageSize)
    let page = try await contents.open(size: size, budget: pieces.first())
    isSearchingOn = page.next != nil && page.places.count < size && !page.listing.isWithoutSearch
    list.scrollToTop()
    onShown?()
    if try await showRest() { onShown?() }
    if isSearchingOn { return try await searchOn() }
    // Fetches the first page of folders that were never read: nothing of them is stored. Only a
    // list without any row shows in its footer that this fails, as it does offline.
    if list.model.isEmpty, hasMore { return loadInFooter() }
    // A refresh reads such folders at its end.
    guard contents.lacksFolders, list.widget.refreshController?.refresh.isRunning == false
    else { return }
    await contents.readFolders(size: size)
    try Task.checkCancellation()
    await catchUp()
    if !contents.lacksFolders, list.model.count < size, hasMore { loadInFooter() }
  }

  /// Continues the search piece by piece, until the page is full or everything is searched.
  private func searchOn() async throws {
    let task = Task { [contents] in
      var isLong = false
      while hasMore, list.model.count < pageSize {
        // The footer shows that the search takes long.
        if isLong { loadInFooter() }
        isLong = true
        let lacking = pageSize - list.model.count
        let added = try await contents.append(limit: lacking, budget: pieces.next())
        if added ?? 0 > 0 { onShown?() }
      }
    }
    searching = task
    defer { if searching == task { searching = nil } }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    try Task.checkCancellation()
    isSearchingOn = false
    onShown?()
  }

  /// Starts load-more in the footer, unless a refresh is running. A search in progress continues:
  /// ``loadMore(_:)`` waits for it.
  private func loadInFooter() {
    guard let controller = list.widget.refreshController, !controller.refresh.isRunning else {
      return
    }
    controller.loadMore.cancel()
    controller.loadMore.isRunning = true
  }

  // MARK: Refreshing

  /// The messages that have arrived by the list's last reading of the store.
  var arrivals: [Int64: Arrival] { contents.arrivals }

  /// Reads the mailbox again and shows the changes, also if the reading fails or is cancelled.
  ///
  /// - Parameters:
  ///   - before: the ``arrivals`` since which mail is new in the header, whatever has fetched it;
  ///     nil for the present ones.
  ///   - progress: called a few times a second, after the list shows the messages stored so far.
  /// - Returns: the text for the header; see ``RefreshResult/title(newMessages:unreached:)``.
  func refresh(
    _ controller: RefreshController,
    since before: [Int64: Arrival]? = nil,
    progress: @escaping (RefreshProgress) -> Void = { _ in }
  ) async throws -> String? {
    endedCount = 0
    let (before, folder) = (before ?? arrivals, listing.folder)
    let wasEmpty = list.model.isEmpty
    let summary: RefreshSummary
    do {
      summary = try await read(controller, wasEmpty: wasEmpty, progress)
      await contents.readFolders(size: pageSize)
    } catch {
      // Uses a task outside of the run, since a cancelled run may not change the list.
      await Task.detached { try? await self.showStored(controller, wasEmpty: wasEmpty) }.value
      throw error
    }
    // Ends here if this refresh was cancelled: another one may have started meanwhile.
    try Task.checkCancellation()
    try await showStored(controller, wasEmpty: wasEmpty)
    let arrived = listing.folder == folder ? arrivals.messages(since: before) : 0
    let new = max(summary.newMessages, arrived)
    return RefreshResult.title(newMessages: new, unreached: unreached)
  }

  /// Shows changes that another window or refresh has stored; the rows in view stay in place while
  /// the user reads. Does nothing during a search or load-more: both show changes when they end.
  func catchUp() async {
    guard let controller = list.widget.refreshController, !isSearchingOn else { return }
    guard controller.loadMore.state.moment != .running else {
      isBehind = true
      return
    }
    await showChanges(controller)
  }

  private func showChanges(_ controller: RefreshController) async {
    controller.staysWithReader = true
    defer { controller.staysWithReader = false }
    try? await showStored(controller, wasEmpty: list.model.isEmpty)
    onShown?()
  }

  /// Reads the mailbox, and shows stored messages long before the reading ends.
  private func read(
    _ controller: RefreshController,
    wasEmpty: Bool,
    _ progress: @escaping (RefreshProgress) -> Void
  ) async throws -> RefreshSummary {
    let summary = try await following { [source, listing] report in
      try await source.refresh(for: listing.folder, progress: report)
    } each: { [weak self] report in
      if report.done > 0, report.done < report.total {
        await self?.fill(controller, wasEmpty: wasEmpty)
      }
      if report.ended > 0 { await self?.showEnded(report.ended, controller) }
      progress(report)
    }
    unreached = summary.unreached
    if let failure = summary.failure { throw failure }
    return summary
  }

  /// Shows the mailboxes that are completely read, without waiting for the others.
  private func showEnded(_ count: Int, _ controller: RefreshController) async {
    guard count != endedCount else { return }
    endedCount = count
    try? await showStored(controller, wasEmpty: list.model.isEmpty)
  }

  /// Shows the store's present content.
  private func showStored(_ controller: RefreshController, wasEmpty: Bool) async throws {
    while true {
      let shown = contents
      do {
        if wasEmpty, showsFirstPage {
          while try await !shown.showNewest(pageSize) {}
        } else {
          try await shown.catchUp(size: pageSize)
        }
        break
      } catch is CancellationError where shown !== contents && !Task.isCancelled {
        // Another listing was chosen meanwhile: the next pass of the loop updates that listing.
      }
    }
    controller.loadMore.hasMore = hasMore
  }

  /// Whether a list that was empty before the refresh should show only the newest page. A source
  /// may deliver old messages first; as long as the user is at the top, newer rows then replace the
  /// first page.
  private var showsFirstPage: Bool {
    let count = list.model.count
    return count < pageSize || count == pageSize && list.isAtTop
  }

  /// Shows mail during a refresh: reads the newest page again while ``showsFirstPage`` is true, and
  /// updates a list that is shorter than a page; otherwise loads more rows if the user has scrolled
  /// near the list's end.
  private func fill(_ controller: RefreshController, wasEmpty: Bool) async {
    if wasEmpty, showsFirstPage {
      _ = try? await contents.showNewest(pageSize)
    } else if list.model.count < pageSize {
      try? await contents.catchUp(size: pageSize)
    } else if list.isNearEnd {
      _ = try? await loadMore(controller)
    }
    controller.loadMore.hasMore = hasMore
  }

  /// Adds the rest of the first page; without a rest, waits for the end of a search in progress;
  /// without a search, appends the next older page.
  ///
  /// - Throws: `CancellationError`, also if the list has changed while the page was read. A result
  ///   without rows would be wrong: the footer treats a few such results in a row as a failure.
  func loadMore(_ controller: RefreshController) async throws -> LoadedRows {
    isBehind = false
    do {
      return try await append()
    } catch {
      // Uses a task outside of the load, since a cancelled load may not change the list.
      if isBehind { await Task.detached { await self.showChanges(controller) }.value }
      throw error
    }
  }

  func load(downTo place: Cursor) async throws {
    try await contents.extend(downTo: place)
    list.widget.refreshController?.loadMore.hasMore = hasMore
    onShown?()
  }

  private func append() async throws -> LoadedRows {
    if let added = try await contents.appendRest() {
      return LoadedRows(added: added, hasMore: hasMore)
    }
    if let searching {
      try await searching.value
      return LoadedRows(hasMore: hasMore)
    }
    guard let added = try await contents.append(limit: pageSize) else { throw CancellationError() }
    return LoadedRows(added: added, hasMore: hasMore)
  }
}

/// The time budgets of a search that fills a page of conversations piece by piece.
struct SearchPieces {
  var first: () -> SearchBudget = { .glance }
  var next: () -> SearchBudget = { .piece }
}
