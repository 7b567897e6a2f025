import CAdwaita
import Mail
import PullToRefresh
import TidelineGtk
import TidelineProgram

/// The pane of conversations: a mailbox's list, or a page that explains why there is no list.
/// ``PaneMachine`` decides what happens; this class carries out the machine's effects.
final class MailPane {
  let widget = Box(.vertical, spacing: 0)
  /// The mailbox's path as the user named it; nil while there is no mailbox.
  var path: String? { machine.path }
  var source: (any ConversationSource)? { feed?.source }
  /// The mailbox's shown folder, filters and search.
  var listing: Listing { machine.listing }
  /// Called when another mailbox or folder is shown, or folders or their counts may have changed.
  var onChange: (() -> Void)?
  /// Called once after a mailbox is opened: the list is at its remembered position, or at its top.
  var onListed: (() -> Void)?
  let messages: PaneMessages
  let list = ConversationList()
  let pages: ListPages
  let selectionBar = SelectionBar()
  private(set) lazy var search = ListSearch { [weak self] in self?.narrow($0) }
  private let accounts: OpenAccounts
  private let memory: WindowMemory
  private lazy var scroll = ListScroll(list, in: pages.widget)
  private var machine = PaneMachine()
  private var feed: MailboxFeed?
  private var opening: Task<Void, Never>?
  /// The task that checks whether a chosen path is a mailbox. It ends when another one is listed,
  /// or another folder.
  var choosing: Task<Void, Never>?
  private var firstReading: FirstReading?
  /// Whether a search has just ended, so that the focus has to move to the selected conversation;
  /// to the first one if the selected one is out of sight.
  private var hasLeftSearch = false
  private let preferences: Preferences
  private let mailRefresh: MailRefresh
  private lazy var arrivals = ArrivalWatch { [weak self] in await self?.showStored() }
  private lazy var health = HealthWatch(messages) { [weak self] in self?.goOn(with: $0) }
  #if DEBUG || TRACED
    private let trace = StateTrace.fromEnvironment()
  #endif
  private var rowPreferences: RowPreferences?

  /// - Parameters:
  ///   - application: keeps running while mail is fetched.
  ///   - window: while it is not active, the desktop notifies of new mail.
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
    messages.stand(in: widget) { [weak pages, list] in
      if pages?.showsList == true { list.grabFocusInSight() } else { pages?.grabFocus() }
    }
    widget.append(selectionBar.widget)
    search.field.onLeave = focusList
    pages.onGone = { [weak self] in self?.leave($0, for: $1) }
    makeRefreshable()
  }

  /// The pane's actions, for the window: to refresh, to load more, to search and to filter.
  var actions: [SimpleAction] {
    search.actions + (controller.map { [$0.refresh.action, $0.loadMore.action] } ?? [])
  }

  var remembered: MailboxMemory? { path.map { MailboxMemory(memory, of: $0) } }

  /// Shows another listing of the open mailbox, or opens another mailbox with a listing.
  ///
  /// - Parameters:
  ///   - listing: nil opens the mailbox again, with the folder that was listed last.
  ///   - begun: the task that already opens the mailbox, if there is one.
  func list(_ path: String, _ listing: Listing? = nil, begun: OpenedMailbox.Opening? = nil) {
    if path != self.path || listing?.folder != self.listing.folder { choosing?.cancel() }
    scroll.pass()  // A position that is not stored yet belongs to the previous listing.
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
    if listing.search != self.listing.search { hasLeftSearch = listing.search.isEmpty }
    list(path, listing)
  }

  /// Lists another folder, and says that the listed one was removed or renamed.
  private func leave(_ gone: Listing, for other: Listing) {
    guard let path, let folder = gone.folder, gone == listing else { return }
    list(path, other)
    let name = LabelText.make(folder.description)
    messages.toasts.add(tr("The folder “%s” no longer exists", with: name))
  }

  /// Starts to open a mailbox, and keeps the shown list. Pass the task to ``list(_:_:begun:)``.
  func begin(_ path: String) -> OpenedMailbox.Opening {
    OpenedMailbox.open(path, accounts, memory, preferences)
  }

  func handle(_ event: PaneMachine.Event, begun: OpenedMailbox.Opening? = nil) {
    for effect in machine.handle(event) {
      switch effect {
      case .leave: leave()
      case .open(let path): load(path, begun)
      case .list:
        messages.show(nil)
        feed?.list(listing)
      case .say(let error): messages.show(error)
      case .followFolder: feed.map(arrivals.watch)
      case .readForTheFirstTime: readForTheFirstTime()
      case .show(let page): show(page)
      case .place(let asRemembered): place(asRemembered: asRemembered)
      case .updateFolders: onChange?()
      case .restoreSelection: onListed?()
      case .refresh: Task { [controller] in await controller?.refresh.begin() }
      case .refreshAgain: Task { [controller] in await controller?.refreshAgain() }
      case .detachList:
        path.map(accounts.pool.forget)  // The path may name another mailbox next time.
        detachList()
      }
    }
    stateChanged()
  }

  private func show(_ page: PaneMachine.Page) {
    messages.isBesideList = !page.isFailure
    pages.show(page, in: listing, from: source)
    controller?.loadMore.hasMore = feed?.hasMore ?? false
  }

  private func leave() {
    opening?.cancel()
    firstReading?.cancel()
    health.stop()
    if feed != nil {
      // A refresh of the old mailbox would add rows to the next mailbox's list.
      controller?.refresh.cancel()
      controller?.loadMore.cancel()
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

  private func load(_ path: String, _ begun: OpenedMailbox.Opening?) {
    let begun = begun ?? begin(path)
    pages.grabFocus()
    rowPreferences?.lastUpdated = LastUpdated(key: path, store: LastUpdatedFolder.ofMailboxes)
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
    guard run == machine.run else { return }
    remembered?.opened(opened.source)
    let listing = Listing.window(opened.folder)
    let feed = MailboxFeed(source: opened.source, listing: listing, list: list) { [preferences] in
      preferences.pageSize
    }
    self.feed = feed
    list.account = { [weak inboxes = opened.source as? UnifiedInbox] id in
      inboxes?.account(of: id).map { RowAccount(name: $0.name, rank: $0.rank) }
    }
    feed.onShown = { [weak self] in self?.rowsChanged() }
    feed.onFailure = { [weak self] in self?.handle(.listingFailed($0)) }
    health.onReached = onChange
    arrivals.watch(feed)
    health.watch(feed.source)
    search.reset()
    handle(.found(run: run, opened.folder))
    let page = try await opened.firstPage.value
    await messages.follow(feed)
    guard run == machine.run else { return }
    feed.open(with: page, inSight: memory[\.window].rowsInSight)
    handle(.opened(run: run, isEmpty: page.places.isEmpty))
  }

  /// Reads a mailbox of which nothing is stored. Shows the first rows as soon as they are stored;
  /// if the reading of the others takes long, the header shows a refresh.
  private func readForTheFirstTime() {
    guard let feed, let controller else { return }
    let run = machine.run
    let reading = FirstReading(feed, controller) { [weak self] in self?.show($0, run) }
    firstReading = reading
    Task { [weak self] in
      let result = await reading.end()
      if case .failure(let error) = result { self?.health.note(.refresh, ErrorText(error)) }
      guard let self, run == machine.run else { return }
      firstReading = nil
      messages.show(unopened: feed.unopened)
      handle(.readingEnded(run: run, result, hasRows: !list.model.isEmpty))
    }
  }

  private func show(_ progress: RefreshProgress, _ run: Int) {
    guard run == machine.run, let controller else { return }
    guard !list.model.isEmpty else { return pages.show(progress) }
    let takesLong = firstReading?.takesLong(progress) == true
    handle(.read(run: run, takesLong: takesLong, isHeaderOpen: controller.refresh.isRunning))
    controller.show(progress)
  }

  private func place(asRemembered: Bool) {
    let run = machine.run
    Task { [weak self] in
      guard let self, run == machine.run, let feed else { return }
      // After a first reading (not `asRemembered`), the rows at the old position may not be stored.
      let memory = remembered
      await scroll.begin(at: asRemembered ? memory?.place : nil) { [weak feed] place in
        // Mailboxes open without search and filter, so a place in a narrowed list is of no use.
        guard feed?.listing.isNarrowed == false else { return false }
        memory?.place = place
        return true
      }
      _ = try? await feed.showRest()
      handle(.placed(run: run, fetches: preferences.fetchCommand != nil))
    }
  }

  func clockChanged() { health.show() }

  func load(downTo place: Cursor) async throws { try await feed?.load(downTo: place) }

  private func rowsChanged() {
    // The rows out of sight are added a frame after the others.
    if hasLeftSearch, let feed, feed.listing.search.isEmpty, !feed.contents.hasRest {
      hasLeftSearch = false
      list.widget.afterNextFrame { [weak list] in
        guard let list, list.widget.containsFocus else { return }
        // GTK would leave the focus on a row near the end, and scroll there at the next key.
        let rows = [list.selected, list.model.places.first?.id]
        _ = rows.contains { $0.map { list.grabFocus(on: $0) } == true }
      }
    }
    handle(.rowsChanged(hasRows: !list.model.isEmpty, mayHaveMore: feed?.mayHaveMore == true))
  }

  // MARK: Refreshing

  private var controller: RefreshController? { list.widget.refreshController }

  private func makeRefreshable() {
    list.widget.refreshable(reporting: { [weak self] in
      await self?.arrivals.rest()
      try Task.checkCancellation()
      return try await self?.refresh()
    })
    list.widget.loadsMore { [weak self] in try await self?.loadMore() ?? .init(hasMore: false) }
    guard let controller else { return }
    controller.onStateChange = { [weak self] in self?.stateChanged() }
    rowPreferences = RowPreferences(preferences, of: controller)
  }

  private func refresh() async throws -> String? {
    guard machine.hasList, let feed, let controller else {
      // After a failure to open the mailbox, opens it again, as the error page's button does.
      Task.detached { @MainActor [weak self] in self?.handle(.refresh) }
      throw CancellationError()
    }
    // Runs after a failed refresh, too: rows may have been added before the failure.
    defer {
      if self.feed === feed {
        arrivals.follow(feed)
        health.watch(feed.source)
        messages.show(unopened: feed.unopened)
        rowsChanged()
        onChange?()
      }
    }
    let result = try await health.watching(.refresh) {
      try await mailRefresh.run(feed, controller, joining: firstReading) {
        [weak self] in
        if let self, self.feed === feed, !list.model.isEmpty { rowsChanged() }
      }
    }
    guard self.feed === feed else { throw CancellationError() }
    return result
  }

  /// Shows changes that any refresh, or another window, has stored.
  private func showStored() async {
    guard let feed, let path else { return }
    await feed.catchUp()
    onChange?()
    await messages.look(at: feed, path)
  }

  private func loadMore() async throws -> LoadedRows {
    guard machine.hasList, let feed, let controller else { return LoadedRows(hasMore: false) }
    defer { if list.model.isEmpty, self.feed === feed { rowsChanged() } }
    return try await health.watching(.loadMore) { try await feed.loadMore(controller) }
  }

  /// Repeats the work that failed while the server was unreachable. If there is no list, opens the
  /// mailbox again. Loading more waits for the refresh.
  private func goOn(with work: HealthWatch.Work) {
    guard machine.hasList else { return handle(.refresh) }
    if work.contains(.refresh) { controller?.refresh.isRunning = true }
    if work.contains(.loadMore) { controller?.loadMore.isRunning = true }
  }

  private func stateChanged() {
    guard machine.state != .closed, let controller else { return }
    let isPulled = ![.idle, .disabled].contains(controller.refresh.state.moment)
    arrivals.isHeld = isPulled || !machine.hasList || machine.isReading
    #if DEBUG || TRACED
      trace?.record(controller, list: list)
    #endif
  }
}
