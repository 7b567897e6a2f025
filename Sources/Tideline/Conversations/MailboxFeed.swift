import Mail
import PullToRefresh
import TidelineGtk
import TidelineProgram

/// Brings the conversations of a mailbox, or of several, into a list: the first page, refreshes,
/// older pages.
final class MailboxFeed {
  let source: any ConversationSource
  /// What the list shows.
  let contents: ListContents
  private let list: ConversationList
  private let currentPageSize: () -> Int
  private let search: OngoingSearch
  /// What is said of what the last refresh that ended could not read; nil where it has read
  /// everything.
  private(set) var omission: String?
  /// Of several mailboxes, those that the last refresh that ended did without.
  private var unreached: [UnreachedMailbox] = []
  /// How many of them the refresh under way is done with, as far as is shown.
  private var endedCount = 0
  /// Called when the mailbox is about to be read.
  var onReading: (() async -> Void)?
  /// Called when what others have stored is shown.
  var onCatchUp: (() -> Void)?
  /// Called when a refresh has ended well.
  var onRefreshed: ((RefreshSummary) async -> Void)?

  /// - Parameters:
  ///   - listing: which of its conversations are shown.
  ///   - pieces: how long a search looks before the list shows what was found.
  ///   - pageSize: how many conversations a page holds. Asked for anew for each page.
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
    search = OngoingSearch(pieces)
    currentPageSize = pageSize
  }

  private var pageSize: Int { currentPageSize() }
  /// Which of the mailbox's conversations the list shows.
  var listing: Listing { contents.listing }
  /// How new mail for this list makes itself known.
  var arrivals: [Arrivals] { source.arrivals(in: listing) }

  /// Whether a search goes on, since its first page is not full yet.
  var isSearchingOn: Bool { search.isUnderWay }

  /// Whether older conversations are left to load.
  var hasMore: Bool { contents.next != nil }

  /// Leaves the list to another mailbox's feed: what is under way ends without touching it.
  func stop() { contents.stop() }

  // MARK: First page

  /// Shows what the list opens with, unless the user has searched since it was read: then what was
  /// found is shown already.
  ///
  /// - Parameter inSight: how many rows the window shows at most. The rest waits for
  ///   ``showRest()``.
  func open(with page: FirstPage, inSight: Int) {
    list.supply.fetch { [source] in try await source.conversations($0) }
    if page.listing == listing { contents.show(page, inSight: inSight) }
  }

  /// Shows the rows of the first page that are out of sight, once those in sight are painted;
  /// unless the list is another one by then: it is the next page that brings them.
  ///
  /// - Returns: whether the list has become longer.
  /// - Throws: `CancellationError`, also where the feed was stopped meanwhile.
  @discardableResult
  func showRest() async throws -> Bool {
    guard contents.hasRest, let controller = list.widget.refreshController else { return false }
    await list.widget.nextFrame(within: .milliseconds(500))
    try Task.checkCancellation()
    let added = try await contents.appendRest()
    controller.hasMore = hasMore
    return added != nil
  }

  /// Shows the newest page of another listing in the place of what is shown, as far as it is in
  /// sight; the rest waits for ``showRest()``. Of a search that takes long it is what was found
  /// within a moment; ``searchOn(onLong:onFound:)`` finds the others. A refresh that is under way
  /// goes on, and ends with this listing.
  ///
  /// - Throws: `CancellationError` where the feed was stopped meanwhile, too; then, and when
  ///   something fails, the list stays as it was.
  func show(_ listing: Listing) async throws {
    let size = pageSize
    let page = try await contents.show(listing, size: size, budget: search.firstBudget)
    search.begin(with: page, size: size)
  }

  /// Shows what else a search finds, piece by piece, until the first page is full or all is
  /// searched.
  ///
  /// - Parameters:
  ///   - onLong: called once where it takes so long that the user should know.
  ///   - onFound: called when more rows are shown, and at the end.
  /// - Throws: `CancellationError`, also where the feed was stopped meanwhile.
  func searchOn(onLong: @escaping () -> Void, onFound: @escaping () -> Void) async throws {
    try await search.run(
      lacking: { [unowned self] in hasMore ? max(0, pageSize - list.model.count) : 0 },
      step: { [contents] in try await contents.append(limit: $0, budget: $1) },
      onLong: onLong,
      onFound: onFound
    )
  }

  // MARK: Refreshing

  /// Reads the mailbox anew and shows what has changed, also where it fails or is cancelled.
  ///
  /// - Parameters:
  ///   - isFirst: whether nothing of the mailbox is stored yet: all that it holds is no news.
  ///   - progress: called a few times a second, once the list shows what has come by then.
  /// - Returns: what the header says, such as "3 new"; nil where nothing is new.
  func refresh(
    _ controller: RefreshController,
    isFirst: Bool = false,
    progress: @escaping (RefreshProgress) -> Void = { _ in }
  ) async throws -> String? {
    await onReading?()
    endedCount = 0
    let wasEmpty = list.model.isEmpty
    let summary: RefreshSummary
    do {
      summary = try await read(controller, wasEmpty: wasEmpty, progress)
    } catch {
      // Not in this task, which may be cancelled.
      await Task { try? await showStored(controller, wasEmpty: wasEmpty) }.value
      throw error
    }
    // Another refresh may be under way by now.
    try Task.checkCancellation()
    // Where nothing was there, nothing that came is news.
    let arrived = wasEmpty ? 0 : summary.newMessages
    try await showStored(controller, wasEmpty: wasEmpty, arrived: arrived)
    if !isFirst { await onRefreshed?(summary) }
    return RefreshResult.title(newMessages: summary.newMessages, unreached: unreached)
  }

  /// Shows what others have stored, with the reader kept in place. Where this feed is at work it does
  /// nothing: that ends with what is stored.
  func catchUp() async {
    guard let controller = list.widget.refreshController, !isSearchingOn else { return }
    if case .running = controller.footerState { return }
    controller.staysWithReader = true
    defer { controller.staysWithReader = false }
    try? await showStored(controller, wasEmpty: list.model.isEmpty, arrived: .max)
    onCatchUp?()
  }

  /// Reads the mailbox, and shows what is stored long before it is read to its end.
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
    // Of those that are open, their states tell.
    let unopened = unreached.filter { !$0.isOpen }
    let omissions = [RefreshResult.sentence(unopened), SkippedMail(summary)?.sentence]
      .compactMap { $0 }
    omission = omissions.isEmpty ? nil : omissions.joined(separator: " ")
    if let failure = summary.failure { throw failure }
    return summary
  }

  /// Of several mailboxes, those that are done with need not wait for the others.
  private func showEnded(_ count: Int, _ controller: RefreshController) async {
    guard count != endedCount else { return }
    endedCount = count
    try? await showStored(controller, wasEmpty: list.model.isEmpty)
  }

  /// Shows what the store has at the end of a refresh.
  private func showStored(
    _ controller: RefreshController,
    wasEmpty: Bool,
    arrived: Int = 0
  ) async throws {
    if wasEmpty, showsFirstPage(wasEmpty: true) {
      while try await !contents.showNewest(pageSize) {}
    } else {
      try await contents.catchUp(size: pageSize, arrived: arrived)
    }
    controller.hasMore = hasMore
  }

  /// Whether no more than the newest page is to be seen.
  ///
  /// - Parameter wasEmpty: whether nothing was there before. A source may begin with what is old:
  ///   who rests at the top then sees the newest that there is.
  private func showsFirstPage(wasEmpty: Bool) -> Bool {
    let count = list.model.count
    return count < pageSize || (wasEmpty && count == pageSize && list.isAtTop)
  }

  /// While a refresh goes on: makes the first page full, and then loads more where the user
  /// scrolls.
  private func fill(_ controller: RefreshController, wasEmpty: Bool) async {
    if showsFirstPage(wasEmpty: wasEmpty) {
      _ = try? await contents.showNewest(pageSize)
    } else if list.isNearEnd {
      _ = try? await loadMore(controller)
    }
    controller.hasMore = hasMore
  }

  /// Appends the next older page.
  ///
  /// - Throws: `CancellationError`, too, where the list is another one by the time it has come:
  ///   that is no page without rows, of which the footer takes two for a failure.
  func loadMore(_ controller: RefreshController) async throws -> LoadedRows {
    if let added = try await contents.appendRest() {
      return LoadedRows(added: added, hasMore: hasMore)
    }
    if try await search.finish() { return LoadedRows(hasMore: hasMore) }
    guard let added = try await contents.append(limit: pageSize) else { throw CancellationError() }
    return LoadedRows(added: added, hasMore: hasMore)
  }
}
