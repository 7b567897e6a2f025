import CAdwaita
import Gtk
import Mail
import PullToRefresh
import TidelineProgram

/// The pane of conversations: a mailbox's list, or a page that says why there is none.
final class MailPane {
  /// What stands in the window.
  let widget = Box(.vertical, spacing: 0)
  /// The mailbox's path as it was given, and what is open; nil before there is one.
  private(set) var path: String?
  private(set) var mailbox: Mailbox?
  /// Which of its conversations are listed.
  var listing: Listing { search.listings.wanted }
  /// Called when another mailbox or folder is shown, or what its folders hold may have changed.
  var onChange: (() -> Void)?
  /// Called when the list of a mailbox that was opened is there, where it was left.
  var onListed: (() -> Void)?

  let messages: PaneMessages
  let list = ConversationList()
  let pages: ListPages
  let search: ListSearch
  private let storePath: String?
  private let memory: WindowMemory
  private lazy var scroll = ListScroll(list, in: pages.widget) { [weak self] place in
    // Where one was in what was found, nobody looks for later.
    guard let self, !listing.isNarrowed else { return }
    remembered?.place = place
  }
  private var feed: MailboxFeed?
  private var opening: Task<Void, Never>?
  private var firstReading: FirstReading?
  /// Whether the header awaits the first reading, and says how it ends.
  private var isReadInHeader = false
  /// What was told last of what is listed; not what is searched for.
  private var told = Listing.all
  private var isClosed = false
  private let preferences: Preferences
  private let mailRefresh: MailRefresh
  private let trace = StateTrace.fromEnvironment()
  private var rowPreferences: RowPreferences?

  /// - Parameters:
  ///   - application: goes on running while something is fetched.
  ///   - window: where nobody looks at the list, the desktop tells of new mail.
  ///   - storePath: where conversations are remembered; nil for the default.
  init(
    _ application: Application,
    in window: Window,
    storePath: String?,
    memory: WindowMemory,
    preferences: Preferences
  ) {
    pages = ListPages(list, in: window)
    (self.storePath, self.memory, self.preferences) = (storePath, memory, preferences)
    messages = PaneMessages(application, in: window)
    mailRefresh = MailRefresh(preferences, messages, application: application)
    search = ListSearch(list)
    messages.toasts.child = pages.widget.asWidget
    widget.append(search.field.widget)
    let focusList = { [weak pages] in pages?.grabFocus() ?? () }
    messages.stand(in: widget, onDismiss: focusList)
    search.field.onLeave = focusList
    search.listings.onShown = { [weak self] in self?.listingChanged() }
    search.listings.onFailure = { [weak self] error in
      self?.messages.show(error)
      self?.onChange?()
    }
    makeRefreshable()
  }

  /// Refresh, Load More and what narrows the list down, for the window.
  var actions: [SimpleAction] {
    search.actions + (controller.map { [$0.refreshAction, $0.loadMoreAction] } ?? [])
  }

  var remembered: MailboxMemory? { path.map { MailboxMemory(memory, of: $0) } }

  /// Opens a mailbox in place of what was shown; `begun` is what has begun already to read it.
  func open(_ path: String, begun: Task<OpenedMailbox, any Error>? = nil) {
    guard !isClosed else { return }
    leave()
    self.path = path
    let opened =
      begun
      ?? OpenedMailbox.open(
        path,
        store: storePath,
        memory: MailboxMemory(memory, of: path),
        pageSize: preferences.pageSize
      )
    show(.opening(path: path))
    pages.grabFocus()
    rowPreferences?.lastUpdated = LastUpdated(key: path, store: LastUpdatedFile.standard)
    opening = Task { [weak self] in await self?.load(opened) }
  }

  /// Lists another folder, with the same search and filter; nil for all of them.
  func show(_ folder: FolderName?) {
    if mailbox != nil, folder != listing.folder { search.listings.show(folder: folder) }
  }

  /// The window is gone; a task may hold on to this.
  func close() {
    isClosed = true
    leave()
  }

  private func leave() {
    opening?.cancel()
    stopFeed()
    messages.withdraw()
    (path, mailbox) = (nil, nil)
    search.begin(with: nil, folder: nil)
    onChange?()
  }

  /// A refresh of the old list would put its rows among the new one's.
  private func stopFeed() {
    scroll.end()
    messages.offer.stopWatching()
    guard let feed else { return }
    feed.stop()
    self.feed = nil
    firstReading?.cancel()
    firstReading = nil
    controller?.cancelRefresh()
    controller?.cancelLoadMore()
  }

  func show(_ state: StatusView.State) {
    guard !isClosed else { return }
    pages.show(state)
    stateChanged()
  }

  // MARK: Opening

  private func load(_ opening: Task<OpenedMailbox, any Error>) async {
    do {
      let opened = try await opening.value
      guard !Task.isCancelled else { return }
      remembered?.opened(opened.mailbox)
      mailbox = opened.mailbox
      try await list(opened)
    } catch {
      if !Task.isCancelled { await showFailure(error) }
    }
  }

  private func list(_ opened: OpenedMailbox) async throws {
    let feed = MailboxFeed(mailbox: opened.mailbox, listing: opened.listing, list: list) {
      [preferences] in preferences.pageSize
    }
    search.begin(with: feed, folder: opened.listing.folder)
    told = listing
    if let path { messages.offer.watch(for: feed, at: path) }
    onChange?()
    let page = try await opened.firstPage.value
    guard !Task.isCancelled else { return }
    feed.open(with: page, inSight: memory[\.window].rowsInSight)
    self.feed = feed
    let wasStored = !list.model.isEmpty
    if !wasStored {
      // A store that is made anew gives the same numbers to other conversations.
      remembered?.forgetSelection()
      try await readForTheFirstTime(feed)
    }
    guard !Task.isCancelled else { return }
    showList()
    // Of a store that had to be filled anew, only the newest is there.
    await scroll.begin(at: wasStored ? remembered?.place : nil)
    try await feed.showRest()
    guard !Task.isCancelled else { return }
    onListed?()
    // The header's wait for the first reading ends a moment later.
    if isReadInHeader, controller?.isHeaderRefreshing == true { await controller?.refresh() }
    if wasStored || preferences.fetchCommand != nil { await controller?.refresh() }
  }

  private func showFailure(_ error: any Error) async {
    let isGivenUp = error is CancellationError
    // Without a feed the rows are those of the list that was shown before.
    guard feed != nil, !list.model.isEmpty else {
      feed = nil
      search.begin(with: nil, folder: listing.folder)
      messages.offer.stopWatching()
      if !isGivenUp { show(.failed(error, canTryAgain: true)) }
      return
    }
    showList()
    await scroll.begin(at: nil)
    onListed?()
    // Some rows came before it failed: a second attempt says what is wrong beside them.
    if !isReadInHeader, !isGivenUp { await controller?.refresh() }
  }

  /// There is nothing to look at until the first rows are stored. They are shown at once, and the
  /// rest is a refresh like any other.
  private func readForTheFirstTime(_ feed: MailboxFeed) async throws {
    guard let controller else { return }
    let reading = FirstReading(feed, controller) { [weak self] in self?.show($0, of: feed) }
    firstReading = reading
    isReadInHeader = false
    defer {
      if self.feed === feed { firstReading = nil }
      stateChanged()
      onChange?()
    }
    _ = try await reading.result()
  }

  private func show(_ progress: RefreshProgress, of feed: MailboxFeed) {
    guard self.feed === feed, let controller else { return }
    guard !list.model.isEmpty else { return pages.show(progress) }
    // The folders need not wait for the rest.
    if !pages.showsList { onChange?() }
    showList()
    // It awaits this very reading, in sight of the user, who can cancel it there.
    if !controller.isHeaderRefreshing, firstReading?.takesLong(progress) == true {
      isReadInHeader = true
      Task { await controller.refresh() }
    }
    controller.show(progress)
    record()
  }

  private func showList() {
    controller?.hasMore = feed?.hasMore ?? false
    if list.model.isEmpty, feed?.isSearchingOn != true, let path {
      // Nobody knows yet what there is.
      guard firstReading == nil else { return show(.opening(path: path)) }
      show(.nothing(in: listing, of: path))
    } else {
      pages.showList()
    }
    stateChanged()
  }

  private func listingChanged() {
    showList()
    // A search waits for the same mail, and the folders hold what they held.
    guard listing.unsearched != told, let path, let feed else { return }
    if listing.folder != told.folder {
      remembered?.noteFolder(listing.folder)
      messages.offer.watch(for: feed, at: path)
    }
    told = listing.unsearched
    onChange?()
  }

  // MARK: Refreshing

  private var controller: RefreshController? { list.widget.refreshController }

  private func makeRefreshable() {
    list.widget.refreshable(reporting: { [weak self] in try await self?.refresh() })
    list.widget.loadsMore { [weak self] in
      try await self?.loadMore() ?? LoadedRows(hasMore: false)
    }
    guard let controller else { return }
    controller.onStateChange = { [weak self] in self?.stateChanged() }
    rowPreferences = RowPreferences(preferences, of: controller)
  }

  private func refresh() async throws -> String? {
    guard let feed, let controller else {
      // The page with the error offers to try again, and F5 does the same.
      if let path, pages.isSettled { open(path) }
      throw CancellationError()
    }
    // Rows may come although it fails in the end.
    defer {
      if self.feed === feed {
        showList()
        onChange?()
      }
    }
    let result = try await mailRefresh.run(feed, controller, joining: firstReading) { [weak self] in
      if let self, self.feed === feed, !list.model.isEmpty { showList() }
    }
    guard self.feed === feed else { throw CancellationError() }
    return result
  }

  private func loadMore() async throws -> LoadedRows {
    guard let feed, let controller else { return LoadedRows(hasMore: false) }
    return try await feed.loadMore(controller)
  }

  private func stateChanged() {
    let isRefreshing = controller?.isHeaderRefreshing ?? true
    messages.offer.isHeld = isRefreshing || feed == nil || firstReading != nil
    record()
  }

  private func record() { if let controller { trace?.record(controller, list: list) } }
}
