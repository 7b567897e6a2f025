import Mail
import PullToRefresh
import TidelineGtk

/// The conversations that a list shows of one listing: down to where, and as of which change of the
/// store. Nothing else puts rows into the list or keeps any of this.
///
/// The list shows all stored conversations of the listing from its top down to where the next page
/// begins. After a change all these places are read again, and the difference is shown. At the end
/// of the store no more than a page comes below the last row.
final class ListContents {
  let listing: Listing
  /// Where the next older page begins; nil once the oldest conversation is shown.
  private(set) var next: Cursor?
  /// Whether rows of the first page wait for ``appendRest()``.
  var hasRest: Bool { rest != nil }
  private let source: any ConversationSource
  private let list: ConversationList
  /// Whether the list still has the rows of another folder or mailbox, which the first ones of this
  /// listing replace as a whole.
  private var replacesAll: Bool
  /// The store's count of changes when what is shown was read; nil before.
  private var revision: Int64?
  /// The rows of the first page that are out of sight, and not shown yet.
  private var rest: FirstPage.Rest?
  /// Counts what was shown: what was read before the last time is too late.
  private var version = 0
  private var isStopped = false

  /// For how long another folder's rows stay while the first page is read.
  private static let patience = Duration.milliseconds(100)

  /// - Parameter before: the same mailbox's contents that the list has shown until now; nil where it
  ///   has shown another mailbox.
  init(
    _ source: any ConversationSource,
    listing: Listing,
    in list: ConversationList,
    after before: ListContents? = nil
  ) {
    (self.source, self.listing, self.list) = (source, listing, list)
    replacesAll = before?.replacesAll ?? true || before?.listing.folder != listing.folder
  }

  /// Leaves the list to other contents: what is under way ends without touching it.
  func stop() { isStopped = true }

  // MARK: First page

  /// - Parameter inSight: how many rows are seen at most. The rest waits for ``appendRest()``.
  func show(_ page: FirstPage, inSight: Int) {
    var page = page
    rest = page.takeRest(after: inSight) { !replacesAll && list.model.contains($0) }
    (next, revision) = (page.next, page.revision)
    version += 1
    show(page.places, page.rows)
  }

  private func show(_ places: [Cursor], _ rows: [Conversation]) {
    // Another mailbox may have conversations of the same numbers.
    if replacesAll { list.supply.fetch { [source] in try await source.conversations($0) } }
    list.show(places, rows: rows, replacesAll: replacesAll)
    replacesAll = false
  }

  /// Reads and shows the first page.
  ///
  /// - Returns: the page.
  /// - Throws: `CancellationError` after ``stop()``, too.
  func open(size: Int, budget: SearchBudget) async throws -> FirstPage {
    let clearing = Timeout(after: Self.patience) { [weak self] in
      guard let self, replacesAll, !isStopped else { return }
      list.show([], rows: [], replacesAll: true)
    }
    defer { clearing.cancel() }
    while true {
      let version = version
      let page = try await FirstPage.read(listing, of: source, size: size, budget: budget)
      try Task.checkCancellation()
      if isStopped { throw CancellationError() }
      // What was shown meanwhile may not be on this page yet.
      guard version == self.version else { continue }
      show(page, inSight: list.rowsInSight ?? size)
      return page
    }
  }

  /// Shows the newest page, and nothing else.
  ///
  /// - Returns: whether it is shown; false where the list has changed since it was read.
  func showNewest(_ size: Int) async throws -> Bool {
    let version = version
    let page = try await source.conversations(
      in: listing,
      after: nil,
      limit: size,
      budget: nil,
      asksAccount: false
    )
    if !replacesAll, version == self.version, page.next == next,
      list.model.shows(page.conversations)
    {
      revision = page.revision
      return true
    }
    return try await update(since: version) {
      (next, revision) = (page.next, page.revision)
      show(page.conversations.map(\.place), page.conversations)
    }
  }

  /// Shows the rows of the first page that are out of sight.
  ///
  /// - Returns: how many rows were added; nil where there is no rest, or it belongs elsewhere.
  func appendRest() async throws -> Int? {
    guard let rest else { return nil }
    let isShown = try await update(since: version) {
      next = rest.next
      list.model.append(rest.rows)
    }
    return isShown ? rest.rows.count : nil
  }

  // MARK: Further pages, and changes

  /// Appends what comes next below what is shown.
  ///
  /// - Returns: how many rows were added; nil where the list is another one by the time they came.
  /// - Throws: why older mail could not be fetched, once what is stored is shown.
  func append(limit: Int, budget: SearchBudget? = nil) async throws -> Int? {
    guard revision != nil else { return nil }
    guard let next else { return 0 }
    let (version, count) = (version, list.model.count)
    let page = try await source.conversations(
      in: listing,
      after: next,
      limit: limit,
      budget: budget,
      asksAccount: true
    )
    let isShown: Bool
    if page.revision == revision {
      isShown = try await update(since: version) {
        self.next = page.next
        list.model.append(page.conversations)
      }
    } else {
      // Rows above the page may have changed.
      isShown = try await reload(downTo: page.next, since: version, size: limit)
    }
    if let failure = page.failure { throw failure }
    return isShown ? max(0, list.model.count - count) : nil
  }

  /// Brings the list up to the store: reads nothing where the store has not changed since.
  ///
  /// - Parameters:
  ///   - size: how many conversations a page holds.
  ///   - arrived: how many messages came since.
  func catchUp(size: Int, arrived: Int) async throws {
    if revision == nil, try await showNewest(size) { return }
    while try await source.revision() != revision {
      if try await reload(downTo: next, since: version, size: size, arrived: arrived) { break }
    }
    // All that was loaded may be gone.
    if list.model.isEmpty, next != nil { _ = try await append(limit: size) }
  }

  /// Reads all places again. Of the rows only those on the screen and the newest.
  ///
  /// - Parameters:
  ///   - size: how many rows may come below the last one.
  ///   - arrived: how many messages came.
  /// - Returns: whether they are shown; false where the list has changed since.
  private func reload(
    downTo end: Cursor?,
    since version: Int,
    size: Int,
    arrived: Int = 0
  ) async throws -> Bool {
    let selected = list.selected
    let read = try await source.places(in: listing, downTo: end)
    var (places, end) = (read.places, end)
    // While a mailbox is read for the first time, all that is stored is soon a small part of it.
    let reach =
      (list.model.places.last.map { last in places.count { !last.precedes($0) } } ?? 0) + size
    if end == nil, places.count > reach {
      places.removeLast(places.count - reach)
      end = places.last
    }
    let seen = list.model.pinned.union(places.prefix(Self.newest).map(\.id))
    let rows = try await source.conversations(Array(seen))
    var current: Int64?
    if let selected { current = try await source.current(selected) }
    // Several messages make one row, and of a narrowed list most of what came may be elsewhere.
    let news = min(arrived, list.model.countAbove(in: places))
    return try await update(since: version, arrivals: news) {
      (next, revision) = (end, read.revision)
      show(places, rows)
      if let selected { list.followSelected(selected, to: current) }
    }
  }

  /// How many of the newest rows are read with a change, since they are in sight where the list is
  /// scrolled to its top.
  private static let newest = 50

  /// Changes the list once no finger is on it.
  ///
  /// - Parameters:
  ///   - version: when what is to be shown was read.
  ///   - arrivals: how many messages came on top.
  /// - Returns: whether it was changed; false where it has changed since.
  private func update(
    since version: Int,
    arrivals: Int = 0,
    _ changes: () -> Void
  ) async throws -> Bool {
    var isDone = false
    await list.widget.update(arrivals: version == self.version ? arrivals : 0) {
      guard !isStopped, !Task.isCancelled, version == self.version else { return }
      self.version += 1
      rest = nil
      changes()
      isDone = true
    }
    if isStopped { throw CancellationError() }
    if !isDone { try Task.checkCancellation() }
    return isDone
  }
}
