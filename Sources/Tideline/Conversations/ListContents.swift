import Mail
import PullToRefresh
import TidelineGtk

/// The conversations of one listing (a folder, perhaps searched or filtered) in the list, with the
/// start of the next page and the store's revision. Nothing else changes the list's rows.
///
/// The list shows all stored conversations of the listing from its top down to the start of the
/// next page. After a change all these places are read again, and the difference is shown. If the
/// oldest conversation was already shown, at most one page is added below it.
final class ListContents {
  let listing: Listing
  /// The start of the next older page; nil once the oldest conversation is shown.
  private(set) var next: Cursor?
  /// Whether the list lacks folders that were never read, whose mail may be newer than its rows.
  private(set) var lacksFolders = false
  /// Whether rows of the first page wait for ``appendRest()``.
  var hasRest: Bool { rest != nil }
  private let source: any ConversationSource
  private let list: ConversationList
  /// Whether the list still has rows of another folder or mailbox, which the first rows of this
  /// listing replace all at once.
  private var replacesAll: Bool
  /// The store's count of changes at the last reading; nil before the first.
  private var revision: Int64?
  /// The messages that have arrived by the last reading of the places, as ``Places/arrivals``.
  private(set) var arrivals: [Int64: Arrival] = [:]
  /// The rows of the first page that are out of sight, and not shown yet.
  private var rest: FirstPage.Rest?
  /// Counts the changes of the list: rows that were read before the last change are not used.
  private var version = 0
  private var isStopped = false

  /// The time for which another folder's rows stay while the first page is read.
  private static let patience = Duration.milliseconds(100)

  /// - Parameter before: the previous contents of the list, if they are of the same mailbox; nil if
  ///   the list has shown another mailbox.
  init(
    _ source: any ConversationSource,
    listing: Listing,
    in list: ConversationList,
    after before: ListContents? = nil
  ) {
    (self.source, self.listing, self.list) = (source, listing, list)
    replacesAll = before?.replacesAll ?? true || before?.listing.folder != listing.folder
  }

  /// Ends all changes of the list, also by work in progress. Called before the list gets other
  /// contents.
  func stop() { isStopped = true }

  // MARK: First page

  /// - Parameter inSight: the number of rows seen at most. The others wait for ``appendRest()``.
  func show(_ page: FirstPage, inSight: Int) {
    closeConversation(unlessIn: page.places)
    var page = page
    rest = page.takeRest(after: inSight) { !replacesAll && list.model.contains($0) }
    (next, revision, arrivals) = (page.next, page.revision, page.arrivals)
    lacksFolders = page.lacksFolders
    version += 1
    show(page.places, page.rows, isOfOwnMail: page.isOfOwnMail)
  }

  /// Closes the conversation of another folder, unless this folder's first page has it, too.
  private func closeConversation(unlessIn places: [Cursor]) {
    guard replacesAll, let selected = list.selected else { return }
    if !places.contains(where: { $0.id == selected }) { list.selection.leave() }
  }

  private func show(_ places: [Cursor], _ rows: [Conversation], isOfOwnMail: Bool? = nil) {
    if let isOfOwnMail { list.isOfOwnMail = isOfOwnMail }
    // Setting the source also forgets the loaded rows: another mailbox may have the same IDs.
    if replacesAll { list.supply.fetch { [source] in try await source.conversations($0) } }
    list.show(places, rows: rows, replacesAll: replacesAll)
    replacesAll = false
  }

  /// Reads and shows the first page. If the page is not read within 100 ms, the rows of another
  /// folder or mailbox are removed before the page is shown.
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
      // Reads again if the list changed meanwhile, since this page may lack the change.
      guard version == self.version else { continue }
      show(page, inSight: list.rowsInSight ?? size)
      return page
    }
  }

  /// Shows only the newest page.
  ///
  /// - Returns: whether the page is shown; false if the list has changed while the page was read.
  func showNewest(_ size: Int) async throws -> Bool {
    let version = version
    let page = try await source.stored(in: listing, limit: size)
    if !replacesAll, version == self.version, page.next == next,
      list.model.shows(page.conversations)
    {
      (revision, arrivals, lacksFolders) = (page.revision, page.arrivals, page.lacksFolders)
      return true
    }
    return try await update(since: version) {
      (next, revision, arrivals) = (page.next, page.revision, page.arrivals)
      lacksFolders = page.lacksFolders
      let places = page.conversations.map(\.place)
      closeConversation(unlessIn: places)
      show(places, page.conversations, isOfOwnMail: page.isOfOwnMail)
    }
  }

  /// Adds the rows of the first page that are out of sight.
  ///
  /// - Returns: the number of rows added; nil if no rows wait, or the list has changed.
  func appendRest() async throws -> Int? {
    guard let rest else { return nil }
    let isShown = try await update(since: version) {
      next = rest.next
      list.model.append(rest.rows)
    }
    return isShown ? rest.rows.count : nil
  }

  // MARK: Further pages, and changes

  /// Appends the next page below the last row.
  ///
  /// - Returns: the number of rows added; nil if no first page is shown yet, or if the list has
  ///   changed while the page was read.
  /// - Throws: the reason why older mail could not be fetched, after the stored mail is shown.
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
    lacksFolders = page.failure != nil && lacksFolders
    let isShown: Bool
    if page.revision == revision {
      isShown = try await update(since: version) {
        self.next = page.next
        list.model.append(page.conversations)
      }
    } else {
      // Reads all places again: rows above the page may have changed.
      isShown = try await reload(downTo: page.next, since: version, size: limit)
    }
    if let failure = page.failure { throw failure }
    return isShown ? max(0, list.model.count - count) : nil
  }

  /// Fetches the newest mail of listed folders that were never read, so that ``catchUp(size:)``
  /// shows it. A refresh reads only changes in folders that were read before. If this fails, the
  /// footer offers to load the mail.
  func readFolders(size: Int) async {
    guard lacksFolders else { return }
    let page = try? await source.conversations(
      in: listing,
      after: nil,
      limit: size,
      budget: nil,
      asksAccount: true
    )
    lacksFolders = page.map { $0.failure != nil } ?? true
  }

  /// Updates the list from the store; reads no rows if the store has not changed.
  func catchUp(size: Int) async throws {
    if revision == nil, try await showNewest(size) { return }
    while try await source.revision() != revision {
      if try await reload(downTo: next, since: version, size: size) { break }
    }
    // Loads the next page if all loaded conversations were removed.
    if list.model.isEmpty, next != nil { _ = try await append(limit: size) }
  }

  /// Shows all places down to this one, if it is below the list.
  func extend(downTo place: Cursor) async throws {
    while let next, next.precedes(place) {
      if try await reload(downTo: place, since: version, size: 0) { break }
    }
  }

  /// Reads and shows all places again. Reads only the rows on the screen and the newest ones.
  ///
  /// - Parameter size: the number of rows that may be added below the last one.
  /// - Returns: whether the places are shown; false if the list has changed meanwhile.
  private func reload(downTo end: Cursor?, since version: Int, size: Int) async throws -> Bool {
    let selected = list.selected
    let read = try await source.places(in: listing, downTo: end)
    var (places, end) = (read.places, end)
    // Adds at most one page: a mailbox's first reading may have stored many places below the list.
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
    let new = list.model.above(in: places).count { place in
      read.arrivals[place.id].map { $0.revision != arrivals[place.id]?.revision } == true
    }
    return try await update(since: version, arrivals: new) {
      (next, revision, arrivals) = (end, read.revision, read.arrivals)
      show(places, rows)
      if let selected { list.selection.follow(selected, to: current) }
    }
  }

  /// The number of newest rows read with each change: if the list is at its top, they are in sight.
  private static let newest = 50

  /// Changes the list in the next frame in which no finger is on the list.
  ///
  /// - Parameters:
  ///   - version: the version of the list for which the change was read.
  ///   - arrivals: the number of rows at the top with new messages.
  /// - Returns: whether the change was made; false if the list has another version in that frame.
  /// - Throws: `CancellationError` after ``stop()``, or if a cancelled task prevented the change.
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
