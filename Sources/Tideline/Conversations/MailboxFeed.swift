import Gtk
import Mail
import PullToRefresh
import TidelineProgram

/// Brings a mailbox's conversations into a list: the first page, refreshes, older pages.
final class MailboxFeed {
  let mailbox: Mailbox
  /// Which of its conversations the list shows.
  private(set) var listing: Listing
  private let list: ConversationList
  private let currentPageSize: () -> Int
  private let search: OngoingSearch
  /// Where the next older page begins; nil once the oldest conversation is shown.
  private var next: Cursor?
  /// What of the first page is not shown yet, and the list's revision that it belongs below.
  private var rest: (FirstPage.Rest, revision: Int)?
  /// Whether the store may hold changes that the list was not told of.
  private var isBehind = false
  private var isStopped = false
  /// Called when the mailbox is about to be read.
  var onReading: (() -> Void)?
  /// Called when a refresh has ended well, with how many messages are new.
  var onRefreshed: ((Int) -> Void)?

  /// - Parameters:
  ///   - listing: which of its conversations are shown.
  ///   - pieces: how long a search looks before the list shows what was found.
  ///   - pageSize: how many conversations a page holds. Asked for anew for each page.
  init(
    mailbox: Mailbox,
    listing: Listing,
    list: ConversationList,
    pieces: SearchPieces = SearchPieces(),
    pageSize: @escaping () -> Int = { LoadKeys.all.pageSize.defaultValue }
  ) {
    self.mailbox = mailbox
    self.listing = listing
    self.list = list
    search = OngoingSearch(pieces)
    currentPageSize = pageSize
  }

  private var pageSize: Int { currentPageSize() }
  /// What to watch to hear of new mail for this list.
  var watchedPaths: [String] { mailbox.watchedPaths(of: listing.folder) }

  /// Whether a search goes on, since its first page is not full yet.
  var isSearchingOn: Bool { search.isUnderWay }

  /// Whether older conversations are left to load.
  var hasMore: Bool { next != nil }

  /// Shows what the list opens with, unless somebody has searched since it was read: then what was
  /// found is shown already.
  ///
  /// - Parameter inSight: how many rows the window shows at most. The rest waits for
  ///   ``showRest()``.
  func open(with page: FirstPage, inSight: Int) {
    list.supply.fetch { [mailbox] in try await mailbox.conversations($0) }
    if page.listing == listing { show(page, inSight: inSight) }
  }

  private func show(_ page: FirstPage, inSight: Int) {
    var page = page
    let taken = page.takeRest(after: inSight) { list.model.contains($0) }
    next = page.next
    list.model.replaceAll(with: page.places, rows: page.rows)
    rest = taken.map { ($0, list.model.revision) }
  }

  /// Shows the rows of the first page that are out of sight, once those in sight are painted;
  /// unless the list is another one by then: it is the next page that brings them.
  ///
  /// - Returns: whether the list has become longer.
  /// - Throws: `CancellationError`, also where the feed was stopped meanwhile.
  @discardableResult
  func showRest() async throws -> Bool {
    guard rest != nil, let controller = list.widget.refreshController else { return false }
    await list.widget.nextFrame(within: .milliseconds(500))
    try Task.checkCancellation()
    let added = try await appendRest()
    controller.hasMore = hasMore
    return added != nil
  }

  /// - Returns: how many rows were added; nil where there is no rest, or it belongs elsewhere.
  private func appendRest() async throws -> Int? {
    guard let (rest, revision) = rest, let end = next else { return nil }
    self.rest = nil
    var added: Int?
    try await update {
      guard next == end, list.model.revision == revision else { return }
      next = rest.next
      added = list.model.append(rest.rows)
    }
    return added
  }

  /// Shows the newest page of another listing in the place of what is shown, as far as it is in
  /// sight; the rest waits for ``showRest()``. Of a search that takes long it is what was found
  /// within a moment; ``searchOn(onLong:onFound:)`` finds the others. A refresh that is under way
  /// goes on, and ends with this listing.
  ///
  /// - Throws: `CancellationError` where the feed was stopped meanwhile, too; then, and when
  ///   something fails, the list stays as it was.
  func show(_ listing: Listing) async throws {
    while true {
      let revision = list.model.revision
      let (size, budget) = (pageSize, search.firstBudget)
      let page = try await FirstPage.read(listing, of: mailbox, size: size, budget: budget)
      try Task.checkCancellation()
      if isStopped { throw CancellationError() }
      // What a refresh told the list meanwhile may not be on this page yet.
      guard revision == list.model.revision else { continue }
      self.listing = listing
      search.begin(with: page, size: size)
      return show(page, inSight: list.rowsInSight ?? size)
    }
  }

  /// Shows what else a search finds, piece by piece, until the first page is full or all is searched.
  ///
  /// - Parameters:
  ///   - onLong: called once where it takes so long that the user should know.
  ///   - onFound: called when more rows are shown, and at the end.
  /// - Throws: `CancellationError`, also where the feed was stopped meanwhile.
  func searchOn(onLong: @escaping () -> Void, onFound: @escaping () -> Void) async throws {
    try await search.run(
      lacking: { [unowned self] in next == nil ? 0 : max(0, pageSize - list.model.count) },
      step: { [unowned self] in try await append(limit: $0, budget: $1) },
      onLong: onLong,
      onFound: onFound
    )
  }

  /// Reads the mailbox anew and applies what has changed.
  ///
  /// - Parameters:
  ///   - isFirst: whether nothing of the mailbox is stored yet: all that it holds is no news.
  ///   - progress: called a few times a second, once the list shows what has come by then.
  /// - Returns: what to tell the user, such as "3 new"; nil for what the header says of nothing.
  func refresh(
    _ controller: RefreshController,
    isFirst: Bool = false,
    progress: @escaping (RefreshProgress) -> Void = { _ in }
  ) async throws -> String? {
    // What a refresh that fails or is cancelled has stored by then is in no summary.
    let wasBehind = isBehind
    let wasEmpty = list.model.isEmpty
    isBehind = true
    onReading?()
    let asked = listing
    let summary = try await read(controller, wasEmpty: wasEmpty, progress)
    // Another refresh may be under way by now, and knows better.
    try Task.checkCancellation()
    if summary.needsReload || wasBehind || wasEmpty || listing != asked {
      // What was there at first is no news to whoever has begun to read.
      try await reload(arrived: wasEmpty ? 0 : summary.newMessages)
    } else {
      try await update(arrivals: summary.newMessages) {
        // While a finger was waited for, another listing may have come.
        if listing == asked { list.apply(summary.changes, downTo: next) }
      }
      // Or all that was loaded is gone, and there is more.
      if listing != asked || (list.model.isEmpty && hasMore) {
        try await reload(arrived: summary.newMessages, isTold: true)
      }
    }
    isBehind = false
    controller.hasMore = hasMore
    if !isFirst { onRefreshed?(summary.newMessages) }
    guard summary.newMessages > 0 else { return nil }
    return tr("%d new", "%d new", summary.newMessages)
  }

  /// Reads the mailbox, and shows what is stored long before it is read to its end.
  private func read(
    _ controller: RefreshController,
    wasEmpty: Bool,
    _ progress: @escaping (RefreshProgress) -> Void
  ) async throws -> RefreshSummary {
    do {
      return try await following { [mailbox, listing] report in
        try await mailbox.refresh(for: listing, progress: report)
      } each: { [weak self] report in
        if report.done > 0, report.done < report.total {
          await self?.fill(controller, wasEmpty: wasEmpty)
        }
        progress(report)
      }
    } catch {
      // What was committed stays, and there is nothing else to look at. Not of this task, which may
      // be cancelled.
      if wasEmpty {
        await Task { [weak self] in await self?.fill(controller, wasEmpty: true) }.value
      }
      if case .storeBusy? = error as? MailError, !wasEmpty {
        // Somebody else brings the store up to date; what is there by now can be read.
        try await reload(arrived: 0)
      }
      throw error
    }
  }

  /// While a refresh goes on: makes the first page full, and then goes on before who scrolls.
  ///
  /// - Parameter wasEmpty: whether nothing was there before. A source may begin with what is old:
  ///   whoever rests at the top then sees the newest that there is.
  private func fill(_ controller: RefreshController, wasEmpty: Bool) async {
    guard !isStopped else { return }
    if list.model.count < pageSize || (wasEmpty && list.model.count == pageSize && list.isAtTop) {
      let listing = listing
      guard let page = try? await mailbox.conversations(in: listing, after: nil, limit: pageSize),
        !Task.isCancelled, listing == self.listing,
        page.next != next || !list.model.begins(with: page.conversations)
      else { return }
      try? await update {
        guard listing == self.listing else { return }
        next = page.next
        list.model.replaceAll(with: page.conversations)
      }
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
    if let added = try await appendRest() {
      return LoadedRows(added: added, hasMore: hasMore)
    }
    if try await search.finish() { return LoadedRows(hasMore: hasMore) }
    guard next != nil else { return LoadedRows(added: 0, hasMore: false) }
    guard let added = try await append(limit: pageSize, budget: nil) else {
      throw CancellationError()
    }
    return LoadedRows(added: added, hasMore: hasMore)
  }

  /// Appends what comes next below what is shown.
  ///
  /// - Returns: how many rows were added; nil where the list is another one by the time they came.
  private func append(limit: Int, budget: SearchBudget?) async throws -> Int? {
    guard let next else { return 0 }
    let revision = list.model.revision
    let page =
      try await mailbox.conversations(in: listing, after: next, limit: limit, budget: budget)
    try Task.checkCancellation()
    var added: Int?
    try await update {
      // What was read for another list than this is not to be put below it.
      guard self.next == next, list.model.revision == revision, !Task.isCancelled else { return }
      self.next = page.next
      added = list.model.append(page.conversations)
    }
    return added
  }

  /// Leaves the list to another mailbox's feed: what is under way ends without touching it.
  func stop() { isStopped = true }

  /// - Parameter arrivals: how many messages came on top.
  private func update(arrivals: Int = 0, _ changes: () -> Void) async throws {
    await list.widget.update(arrivals: arrivals) {
      if !isStopped { changes() }
    }
    if isStopped { throw CancellationError() }
  }

  /// As many places as are shown, and those that came, read anew: for when nobody can say what has
  /// changed. Of the rows only those on the screen and the newest.
  ///
  /// - Parameters:
  ///   - arrived: how many messages came.
  ///   - isTold: whether the reader was told of them already.
  private func reload(arrived: Int, isTold: Bool = false) async throws {
    let listing = listing
    let limit = max(pageSize, list.model.count + min(arrived, RefreshSummary.changeLimit))
    let (places, end) = try await mailbox.newest(limit, in: listing, pageSize: pageSize)
    let seen = list.model.pinned.union(places.prefix(pageSize).map(\.id))
    let rows = try await mailbox.conversations(Array(seen))
    // Of a narrowed list, most of what came may be elsewhere.
    let news = listing.isNarrowed ? min(arrived, list.model.countAbove(in: places)) : arrived
    var isLate = false
    try await update(arrivals: isTold ? 0 : news) {
      isLate = listing != self.listing
      if isLate { return }
      next = end
      list.model.replaceAll(with: places, rows: rows)
      list.supply.fetchMissing()
    }
    // Another listing was wished for meanwhile, and may have been read before the last changes.
    if isLate { try await reload(arrived: 0) }
  }
}
