import CAdwaita
import Gtk
import Mail
import PullToRefresh

/// A window on one mailbox: its list, or a page that says why there is none and what to do.
final class MailWindow {
  /// The mailbox's path as it was given; nil for a window that has none yet.
  private(set) var path: String?
  /// Whether GTK's side is gone. A task may hold on to this one for a moment longer.
  private(set) var isClosed = false

  private let window: Unowned<ApplicationWindow>
  private let title = WindowTitle(AppInfo.name, subtitle: "")
  private let pages = Stack()
  private let status = StatusView()
  private let list = ConversationList()
  private let storePath: String?
  private var feed: MailboxFeed?
  private var opening: Task<Void, Never>?
  private var isOpening = false
  private let trace: StateTrace?
  private var rowPreferences: RowPreferences?

  private static let key = "tideline-mail-window"

  /// - Parameters:
  ///   - application: keeps the window's GTK side until it is closed; the window keeps this.
  ///   - storePath: where conversations are remembered; nil for the default.
  ///   - preferences: how the rows at the list's ends look, and what they say.
  init(_ application: Application, storePath: String?, preferences: Preferences) {
    let window = ApplicationWindow(application)
    self.window = Unowned(window)
    self.storePath = storePath
    trace = StateTrace.fromEnvironment()
    window.asWindow.title = AppInfo.name
    window.asWindow.setDefaultSize(width: 720, height: 800)
    pages.add(list.widget, named: Page.list.rawValue)
    pages.add(status.widget, named: Page.status.rawValue)
    let content = Box(.vertical, spacing: 0)
    content.append(makeHeaderBar())
    content.append(pages)
    window.content = content.asWidget
    addActions(to: window)
    window.asWidget.connect("destroy") { [weak self] in self?.windowDied() }
    window.asWidget.own(self, key: Self.key)
    makeRefreshable(window)
    rowPreferences = controller.map { RowPreferences(preferences, of: $0) }
  }

  func present() { window.object.asWindow.present() }

  func close() {
    guard !isClosed else { return }
    window.object.asWindow.close()
  }

  /// Opens a mailbox in this window, in place of what it showed.
  func open(_ path: String) {
    guard !isClosed else { return }
    self.path = path
    opening?.cancel()
    stopFeed()
    show(.opening(path: path))
    controller?.header.lastUpdated = LastUpdated(key: path, store: LastUpdatedFile.standard)
    opening = Task { [weak self] in await self?.load(path) }
  }

  /// A refresh of the old mailbox would put its rows among the new one's.
  private func stopFeed() {
    guard let feed else { return }
    feed.stop()
    self.feed = nil
    controller?.cancelRefresh()
    controller?.cancelLoadMore()
  }

  /// Says that no mailbox was named or found.
  func showWelcome() { show(.welcome) }

  private func show(_ state: StatusView.State) {
    guard !isClosed else { return }
    status.show(state)
    pages.visibleChildName = Page.status.rawValue
    status.grabFocus()
  }

  private enum Page: String {
    case list, status
  }

  private func windowDied() {
    isClosed = true
    opening?.cancel()
    stopFeed()
    // GTK's tooltip outlives the window and keeps its last window's muxer; that keeps the actions,
    // of GTK 4.18 even when they are taken out of it.
    window.object.insert(nil, prefix: "win")
    window.object.removeActions()
  }

  // MARK: Opening

  private func load(_ path: String) async {
    isOpening = true
    defer { if self.path == path { isOpening = false } }
    do {
      let mailbox = try await Mailbox.open(path, store: storePath)
      guard !Task.isCancelled else { return }
      title.set(title: mailbox.title, subtitle: "")
      let feed = MailboxFeed(mailbox: mailbox, list: list)
      try await feed.showFirstPage()
      let wasStored = !list.model.isEmpty
      if !wasStored {
        // Nothing to look at until the mailbox has been read once.
        _ = try await feed.mailbox.refresh { [weak self] progress in
          Task { @MainActor in
            guard let self, self.path == path else { return }
            self.status.show(progress)
          }
        }
        try await feed.showFirstPage()
      }
      guard !Task.isCancelled else { return }
      self.feed = feed
      showList()
      if wasStored { await controller?.refresh() }
    } catch {
      // Another mailbox is being opened by then, or none.
      guard !Task.isCancelled, !(error is CancellationError) else { return }
      show(.failed(error, canTryAgain: true))
    }
  }

  private func showList() {
    controller?.hasMore = feed?.hasMore ?? false
    if list.model.isEmpty, let path {
      show(.empty(path: path))
    } else if pages.visibleChildName != Page.list.rawValue {
      pages.visibleChildName = Page.list.rawValue
      status.rest()
      list.grabFocus()
    }
    record()
  }

  // MARK: Refreshing

  private var controller: RefreshController? { list.widget.refreshController }

  private func makeRefreshable(_ window: ApplicationWindow) {
    list.widget.refreshable(reporting: { [weak self] in try await self?.refresh() })
    list.widget.loadsMore { [weak self] in
      try await self?.loadMore() ?? LoadedRows(hasMore: false)
    }
    guard let controller else { return }
    controller.onStateChange = { [weak self] in self?.record() }
    window.add(controller.refreshAction)
    window.add(controller.loadMoreAction)
  }

  private func refresh() async throws -> String? {
    guard let feed, let controller else {
      // The page with the error offers to try again, and F5 does the same.
      if let path, !isOpening { open(path) }
      throw CancellationError()
    }
    do {
      let result = try await feed.refresh(controller)
      guard self.feed === feed else { throw CancellationError() }
      showList()
      return result
    } catch let error as MailError {
      throw ErrorText(error)
    }
  }

  private func loadMore() async throws -> LoadedRows {
    guard let feed, let controller else { return LoadedRows(hasMore: false) }
    defer { record() }
    return try await feed.loadMore(controller)
  }

  private func record() {
    guard let trace, let controller else { return }
    trace.record(controller, list: list)
  }

  // MARK: Furniture

  private func makeHeaderBar() -> HeaderBar {
    let bar = HeaderBar()
    bar.setTitle(title)
    let refresh = Button(iconName: "view-refresh-symbolic")
    refresh.setAction("win.refresh")
    refresh.tooltip = tr("Refresh (F5)")
    refresh.setAccessibleLabel(tr("Refresh"))
    bar.packStart(refresh)
    let menu = MenuButton()
    menu.setIcon(name: "open-menu-symbolic")
    menu.tooltip = tr("Main Menu")
    menu.setAccessibleLabel(tr("Main Menu"))
    menu.setPrimary()
    menu.setMenu(MainMenu.make())
    bar.packEnd(menu)
    return bar
  }

  private func addActions(to window: ApplicationWindow) {
    window.add(
      .named("open-folder") { [weak self] in
        guard let self else { return }
        FolderChooser.choose(over: self.window.object) { [weak self] in self?.open($0) }
      }
    )
    window.add(
      .named("open-sample") { [weak self] in self?.openSample() }
    )
    window.add(
      .named("try-again") { [weak self] in
        guard let self, let path else { return }
        open(path)
      }
    )
    window.add(
      .named("shortcuts") { [weak self] in
        guard let self else { return }
        ShortcutsWindow.present(over: self.window.object)
      }
    )
    window.add(
      .named("about") { [weak self] in
        guard let self else { return }
        AboutWindow.present(over: self.window.object)
      }
    )
  }

  private func openSample() {
    opening?.cancel()
    stopFeed()
    path = nil
    show(.opening(path: tr("Sample Mailbox")))
    opening = Task { [weak self] in
      do {
        let path = try await SampleFolder.path()
        guard !Task.isCancelled else { return }
        self?.open(path)
      } catch {
        guard !Task.isCancelled else { return }
        self?.show(.failed(error, canTryAgain: false))
      }
    }
  }
}
