import CAdwaita
import Mail
import PullToRefresh
import TidelineGtk
import TidelineProgram

/// The pane of conversations: a mailbox's list, or a page that says why there is none. What is
/// shown when is decided by ``PaneMachine``; this carries it out.
final class MailPane {
  /// What stands in the window.
  let widget = Box(.vertical, spacing: 0)
  /// The mailbox's path as it was given, and what is open; nil before there is one.
  var path: String? { machine.path }
  var source: (any ConversationSource)? { feed?.source }
  /// Which of its conversations are listed.
  var listing: Listing { machine.listing }
  /// Called when another mailbox or folder is shown, or what its folders hold may have changed.
  var onChange: (() -> Void)?
  /// Called when the list of a mailbox that was opened is there, where it was left.
  var onListed: (() -> Void)?

  let messages: PaneMessages
  let list = ConversationList()
  let pages: ListPages
  private(set) lazy var search = ListSearch { [weak self] in self?.narrow($0) }
  private let accounts: OpenAccounts
  private let memory: WindowMemory
  private lazy var scroll = ListScroll(list, in: pages.widget)
  private var machine = PaneMachine()
  private var feed: MailboxFeed?
  private var opening: Task<Void, Never>?
  private var firstReading: FirstReading?
  private let preferences: Preferences
  private let mailRefresh: MailRefresh
  private lazy var arrivals = ArrivalWatch { [weak self] in
    // A notice says what is wrong.
    _ = try? await self?.refresh(isQuiet: true)
  }
  private lazy var health = HealthWatch(messages) { [weak self] in self?.goOn(with: $0) }
  private let trace = StateTrace.fromEnvironment()
  private var rowPreferences: RowPreferences?

  /// - Parameters:
  ///   - application: goes on running while something is fetched.
  ///   - window: while it is not active, new mail is announced by the desktop's notifications.
  init(
    _ application: Application,
    in window: Window,
    accounts: OpenAccounts,
    memory: WindowMemory,
    preferences: Preferences
  ) {
    pages = ListPages(list, in: window)
    (self.accounts, self.memory, self.preferences) = (accounts, memory, preferences)
    messages = PaneMessages(application, in: window, preferences)
    mailRefresh = MailRefresh(preferences, messages, application)
    messages.toasts.child = pages.widget.asWidget
    widget.append(search.field.widget)
    let focusList = { [weak pages] in pages?.grabFocus() ?? () }
    messages.stand(in: widget, onDismiss: focusList)
    search.field.onLeave = focusList
    makeRefreshable()
  }

  /// Refresh, Load More and what narrows the list down, for the window.
  var actions: [SimpleAction] {
    search.actions + (controller.map { [$0.refreshAction, $0.loadMoreAction] } ?? [])
  }

  var remembered: MailboxMemory? { path.map { MailboxMemory(memory, of: $0) } }

  /// Lists conversations of a mailbox in the place of what is listed: a folder, a search, or what is
  /// unread; of the mailbox that is open, or of another one.
  ///
  /// - Parameters:
  ///   - listing: nil opens the mailbox anew, with the folder that was listed last.
  ///   - begun: what has begun already to open it.
  func list(
    _ path: String,
    _ listing: Listing? = nil,
    begun: Task<OpenedMailbox, any Error>? = nil
  ) {
    let memory = MailboxMemory(memory, of: path)
    if let listing, path != self.path || listing.folder != self.listing.folder {
      memory.note(ListedFolder(listing.folder))
    }
    let last = Listing.window(memory.folder.name)
    handle(listing.map { .list(path: path, $0) } ?? .open(path: path, last), begun: begun)
  }

  private func narrow(_ change: (inout Listing) -> Void) {
    guard let path, machine.isOpen else { return }
    var listing = listing
    change(&listing)
    list(path, listing)
  }

  /// Begins to open a mailbox. What is shown stays until ``list(_:_:begun:)`` has it.
  func begin(_ path: String) -> Task<OpenedMailbox, any Error> {
    OpenedMailbox.open(path, accounts, memory, preferences)
  }

  func handle(_ event: PaneMachine.Event, begun: Task<OpenedMailbox, any Error>? = nil) {
    for effect in machine.handle(event) {
      switch effect {
      case .leave: leave()
      case .open(let path): load(path, begun)
      case .list: feed?.list(listing)
      case .followFolder: feed.map(arrivals.watch)
      case .readForTheFirstTime: readForTheFirstTime()
      case .show(let page): show(page)
      case .place(let asRemembered): place(asRemembered: asRemembered)
      case .updateFolders: onChange?()
      case .restoreSelection: onListed?()
      case .refresh: Task { [controller] in await controller?.refresh() }
      case .refreshAgain: Task { [controller] in await controller?.refreshAgain() }
      case .detachList:
        path.map(accounts.pool.forget)  // It may be of another kind at the next try.
        detachList()
      }
    }
    stateChanged()
  }

  private func show(_ page: PaneMachine.Page) {
    messages.isBesideList = !page.isFailure
    pages.show(page, in: listing, of: path ?? "")
    controller?.hasMore = feed?.hasMore ?? false
  }

  private func leave() {
    opening?.cancel()
    firstReading?.cancel()
    health.stop()
    if feed != nil {
      // A refresh of the old list would put its rows among the new one's.
      controller?.cancelRefresh()
      controller?.cancelLoadMore()
    }
    scroll.end()
    detachList()
    (firstReading, feed) = (nil, nil)
    messages.withdraw()
    onChange?()
  }

  private func detachList() {
    feed?.stop()
    search.reset()
    arrivals.stop()
    messages.newMail.withdraw()
  }

  // MARK: Opening

  private func load(_ path: String, _ begun: Task<OpenedMailbox, any Error>?) {
    let begun = begun ?? begin(path)
    pages.grabFocus()
    rowPreferences?.lastUpdated = LastUpdated(key: path, store: LastUpdatedFile.standard)
    let run = machine.run
    opening = Task { [weak self] in
      do {
        try await self?.list(begun.value, run)
      } catch {
        self?.handle(.openingFailed(run: run, error))
      }
    }
  }

  private func list(_ opened: OpenedMailbox, _ run: Int) async throws {
    guard run == machine.run, let path else { return }
    remembered?.opened(opened.source)
    let listing = Listing.window(opened.folder)
    let feed = MailboxFeed(source: opened.source, listing: listing, list: list) { [preferences] in
      preferences.pageSize
    }
    self.feed = feed
    feed.onShown = { [weak self] in self?.rowsChanged() }
    feed.onFailure = { [weak self] in self?.messages.show($0) }
    messages.follow(feed, at: path)
    arrivals.watch(feed)
    health.watch(feed.source)
    handle(.found(run: run, opened.folder))
    let page = try await opened.firstPage.value
    guard run == machine.run else { return }
    feed.open(with: page, inSight: memory[\.window].rowsInSight)
    handle(.opened(run: run, isEmpty: page.places.isEmpty))
  }

  /// There is nothing to look at until the first rows are stored. They are shown at once, and the
  /// rest is a refresh like any other.
  private func readForTheFirstTime() {
    guard let feed, let controller else { return }
    let run = machine.run
    let reading = FirstReading(feed, controller) { [weak self] in self?.show($0, run) }
    firstReading = reading
    Task { [weak self] in
      let outcome = await reading.outcome()
      if case .failure(let error) = outcome { self?.health.note(.refresh, ErrorText(error)) }
      guard let self, run == machine.run else { return }
      firstReading = nil
      messages.show(skipped: feed.omission)
      handle(.readingEnded(run: run, outcome, hasRows: !list.model.isEmpty))
    }
  }

  private func show(_ progress: RefreshProgress, _ run: Int) {
    guard run == machine.run, let controller else { return }
    guard !list.model.isEmpty else { return pages.show(progress) }
    let takesLong = firstReading?.takesLong(progress) == true
    handle(.read(run: run, takesLong: takesLong, isHeaderOpen: controller.isHeaderRefreshing))
    controller.show(progress)
  }

  private func place(asRemembered: Bool) {
    let run = machine.run
    Task { [weak self] in
      guard let self, run == machine.run, let feed else { return }
      // Of a store that had to be filled anew, only the newest is there.
      let memory = remembered
      await scroll.begin(at: asRemembered ? memory?.place : nil) { [weak feed] place in
        // The place in a search's results is of no use at the next start.
        guard feed?.listing.isNarrowed == false else { return false }
        memory?.place = place
        return true
      }
      _ = try? await feed.showRest()
      handle(.placed(run: run, fetches: preferences.fetchCommand != nil))
    }
  }

  private func rowsChanged() {
    let mayHaveMore = feed?.isSearchingOn == true || feed?.hasMore == true
    handle(.rowsChanged(hasRows: !list.model.isEmpty, mayHaveMore: mayHaveMore))
  }

  // MARK: Refreshing

  private var controller: RefreshController? { list.widget.refreshController }

  private func makeRefreshable() {
    list.widget.refreshable(reporting: { [weak self] in
      await self?.arrivals.rest()
      try Task.checkCancellation()
      return try await self?.refresh(isQuiet: false)
    })
    list.widget.loadsMore { [weak self] in try await self?.loadMore() ?? .init(hasMore: false) }
    guard let controller else { return }
    controller.onStateChange = { [weak self] in self?.stateChanged() }
    rowPreferences = RowPreferences(preferences, of: controller)
  }

  /// - Parameter isQuiet: whether nobody has asked for it. Then the rows come without the header.
  private func refresh(isQuiet: Bool) async throws -> String? {
    guard machine.hasList, let feed, let controller else {
      // The page with the error offers to try again, as F5 does. What is read then is not this run's.
      Task.detached { @MainActor [weak self] in self?.handle(.refresh) }
      throw CancellationError()
    }
    controller.staysWithReader = isQuiet
    // Rows may come although it fails in the end.
    defer {
      controller.staysWithReader = false
      if self.feed === feed {
        arrivals.follow(feed)
        health.watch(feed.source)
        rowsChanged()
        onChange?()
      }
    }
    let result = try await health.watching(.refresh) {
      try await mailRefresh.run(feed, controller, joining: firstReading, isQuiet: isQuiet) {
        [weak self] in
        if let self, self.feed === feed, !list.model.isEmpty { rowsChanged() }
      }
    }
    guard self.feed === feed else { throw CancellationError() }
    return result
  }

  private func loadMore() async throws -> LoadedRows {
    guard machine.hasList, let feed, let controller else { return LoadedRows(hasMore: false) }
    defer { if list.model.isEmpty, self.feed === feed { rowsChanged() } }
    return try await health.watching(.loadMore) { try await feed.loadMore(controller) }
  }

  /// The server is reached again. A load waits for the refresh.
  private func goOn(with work: HealthWatch.Work) {
    guard machine.hasList else { return handle(.refresh) }
    if work.contains(.refresh) { controller?.isHeaderRefreshing = true }
    if work.contains(.loadMore) { controller?.loadMore() }
  }

  private func stateChanged() {
    guard machine.state != .closed, let controller else { return }
    let isPulled = controller.headerState != .idle && controller.headerState != .disabled
    arrivals.isHeld = isPulled || !machine.hasList || machine.isReading
    trace?.record(controller, list: list)
  }
}
