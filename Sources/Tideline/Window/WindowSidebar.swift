import TidelineGtk
import Mail
import TidelineProgram

/// Connects the sidebar with the window's list: shows the accounts and the title, lists a chosen
/// folder, and opens another mailbox when the shown account is removed.
final class WindowSidebar {
  /// The parts of the window's title.
  struct Title: Equatable {
    var listed: String
    /// The account of the listed folder; nil if `listed` is not a folder.
    var account: String?
    var filter: String?
  }

  /// Called when the shown mailbox was removed and there is no other account.
  var onNothingLeft: (() -> Void)?
  /// Called with the action that the user has chosen for the account at a path.
  var onAct: ((SidebarRow.AccountAct, _ path: String) -> Void)? {
    get { sidebar.onAct }
    set { sidebar.onAct = newValue }
  }
  var onTitle: ((Title) -> Void)?

  private let sidebar: Sidebar
  private let accounts: OpenAccounts
  private let pane: MailPane
  private let layout: WindowLayout
  private let memory: WindowMemory
  /// The shown mailbox, if it is not one of the accounts.
  private var visited: OpenAccounts.Account?
  private var following: Task<Void, Never>?
  private var isClosed = false

  init(
    _ sidebar: Sidebar,
    _ accounts: OpenAccounts,
    of pane: MailPane,
    in layout: WindowLayout,
    _ memory: WindowMemory
  ) {
    (self.sidebar, self.accounts, self.pane) = (sidebar, accounts, pane)
    (self.layout, self.memory) = (layout, memory)
    sidebar.onChoose = { [weak self] in self?.choose($0) }
    accounts.listen(for: self) { [weak self] in
      self?.accountIsGone($0)
    } renew: { [weak self] in
      self?.accountIsRenewed($0)
    } change: { [weak self] in
      self?.accountsChanged()
    }
  }

  /// Moves the keyboard's focus to the listed folder.
  func grabFocus() { sidebar.grabFocus(on: pane.path.map(target)) }

  /// Stops all updates. Called when the window is closed: a task may keep this object alive.
  func close() {
    isClosed = true
    following?.cancel()
  }

  /// Updates the sidebar. Called when another mailbox or folder is shown, and when the folders or
  /// their counts may have changed.
  func update() {
    following?.cancel()
    guard let path = pane.path, let source = pane.source else { return show() }
    let shown = (source as? UnifiedInbox)?.keys ?? [path]
    accounts.begin(besides: shown)
    if let mailbox = source as? Mailbox, !accounts.contains(path) {
      following = Task { [weak self] in
        for await state in mailbox.states() {
          guard !Task.isCancelled, let self else { return }
          visited = OpenAccounts.Account(path: path, title: mailbox.title)
          visited?.show(state)
          show()
        }
      }
    } else {
      for path in shown { accounts.follow(path) }
      show()
    }
  }

  // MARK: Choosing

  private func choose(_ target: SidebarTarget) {
    switch target {
    case .account(let path):
      memory[\.folded].formSymmetricDifference([path])
      return show()
    case .allInboxes:
      if pane.path != AllInboxes.path { pane.list(AllInboxes.path) }
    case .folder(let folder, let path):
      // The search and the filter stay if the chosen folder is in the same mailbox.
      var listing = pane.listing
      listing.folder = folder
      pane.list(path, listing)
    }
    if layout.foldersCover { layout.goBack() }
    layout.showList()
    pane.pages.grabFocus()
  }

  // MARK: Accounts

  /// Leaves the account at the path if the window shows it. Called when the account was removed.
  private func accountIsGone(_ path: String) {
    if !isClosed, pane.path == path { leave() }
  }

  /// Opens the shown mailbox again if it is, or contains, the account whose settings have changed.
  private func accountIsRenewed(_ path: String) {
    let shown = (pane.source as? UnifiedInbox)?.keys ?? pane.path.map { [$0] } ?? []
    if !isClosed, shown.contains(path) { pane.path.map { pane.list($0) } }
  }

  private func leave() {
    let left = accounts.accounts.map(\.path)
    if let next = left.count > 1 ? AllInboxes.path : left.first { return pane.list(next) }
    pane.handle(.leave)
    onNothingLeft?()
  }

  private func accountsChanged() {
    guard !isClosed else { return }
    let paths = Set(accounts.accounts.map(\.path))
    if accounts.isComplete, let inboxes = pane.source as? UnifiedInbox, Set(inboxes.keys) != paths {
      return leave()
    }
    show()
  }

  // MARK: Showing

  private func show() {
    let path = pane.path
    var all = accounts.accounts
    if let visited, visited.path == path, !accounts.contains(visited.path) { all.append(visited) }
    let isShown = path != nil && (pane.source != nil || all.count > 1)
    let lines = SidebarLine.all(
      of: all,
      folded: memory.remembered.folded,
      hasAllInboxes: accounts.accounts.count > 1
    )
    sidebar.show(lines, listed: path.map(target))
    layout.showFolders(isShown && lines.count > 1)
    let listed = lines.first { $0.target == path.map(target) }
    onTitle?(title(of: isShown ? all.first { $0.path == path } : nil, listed))
  }

  private func target(_ path: String) -> SidebarTarget {
    path == AllInboxes.path ? .allInboxes : .folder(pane.listing.folder, of: path)
  }

  private func title(of account: OpenAccounts.Account?, _ listed: SidebarLine?) -> Title {
    guard let source = pane.source else { return Title(listed: account?.title ?? AppInfo.name) }
    let filter = pane.listing.unreadOnly ? tr("Only Unread") : nil
    if let account, account.folders.count > 1, let listed, listed.title != source.title {
      return Title(listed: listed.title, account: source.title, filter: filter)
    }
    return Title(listed: source.title, filter: filter)
  }
}
