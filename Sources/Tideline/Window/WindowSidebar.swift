import TidelineGtk
import Mail
import TidelineProgram

/// The sidebar of a window, and the window's title: what is shown of the accounts, and what is
/// listed of them when one is chosen or goes.
final class WindowSidebar {
  /// What is listed, in the window's title.
  struct Title: Equatable {
    /// A folder, an account, or the program.
    var listed: String
    /// Where what is listed is a folder of it.
    var account: String?
    /// What is left out.
    var filter: String?
  }

  /// Called with the path of the mailbox that is to be shown, and with what is to be listed of it;
  /// nil opens it anew, with the folder that was listed last.
  var onList: ((String, Listing?) -> Void)?
  /// Called when the last account is gone.
  var onNothingLeft: (() -> Void)?
  /// Called with what the user wants to do with the account at a path.
  var onAct: ((SidebarRow.AccountAct, _ path: String) -> Void)? {
    get { sidebar.onAct }
    set { sidebar.onAct = newValue }
  }
  /// Called with what is listed.
  var onTitle: ((Title) -> Void)?

  private let sidebar: Sidebar
  private let accounts: OpenAccounts
  private let pane: MailPane
  private let layout: WindowLayout
  private let memory: WindowMemory
  /// The mailbox that is shown, where it is none of the accounts.
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

  /// Puts the keyboard's focus on what is listed.
  func grabFocus() { sidebar.grabFocus(on: pane.path.map(target)) }

  /// The window is gone; a task may hold on to this.
  func close() {
    isClosed = true
    following?.cancel()
  }

  /// Another mailbox or folder is shown, or what its folders hold may have changed.
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
      if pane.path != AllInboxes.path { onList?(AllInboxes.path, nil) }
    case .folder(let folder, let path):
      // Of the same mailbox, with the same search and filter.
      var listing = pane.listing
      listing.folder = folder
      onList?(path, listing)
    }
    if layout.foldersCover { layout.goBack() }
    layout.showList()
    pane.pages.grabFocus()
  }

  // MARK: Accounts

  /// It was removed, perhaps in another window.
  private func accountIsGone(_ path: String) {
    if !isClosed, pane.path == path { leave() }
  }

  /// What is shown of it was opened as it was before, perhaps in another window.
  private func accountIsRenewed(_ path: String) {
    let shown = (pane.source as? UnifiedInbox)?.keys ?? pane.path.map { [$0] } ?? []
    if !isClosed, shown.contains(path) { pane.path.map { onList?($0, nil) } }
  }

  private func leave() {
    let left = accounts.accounts.map(\.path)
    if let next = left.count > 1 ? AllInboxes.path : left.first { return onList?(next, nil) ?? () }
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
