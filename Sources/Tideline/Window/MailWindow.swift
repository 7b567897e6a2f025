import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// The window: the accounts and their folders, the list of conversations, and the reading pane.
final class MailWindow {
  /// Called when another mailbox may be shown, and when the window is closed.
  var onMailboxChange: (() -> Void)?
  /// Whether the GTK window is destroyed; a task may keep this object alive.
  private(set) var isClosed = false

  let window: Unowned<ApplicationWindow>
  private let bars = WindowBars()
  let accounts: OpenAccounts
  private let sidebar: WindowSidebar
  let pane: MailPane
  let reading: SelectedConversation
  private let marks: MarkActions
  private var menu: ConversationMenu?
  private let memory: WindowMemory
  private var isNewlySelected = false
  /// The Message-ID of the conversation that this window has stored last in `memory`.
  private var remembered: String?
  private let layout: WindowLayout
  private let keys: WindowKeys
  private(set) lazy var choice = MailboxChoice(
    around: layout.widget,
    memory: memory,
    machine: WelcomePage.Machine(added: accounts.serverAccounts),
    add: { [weak self] in self?.addAccount($0) },
    forget: { [weak self] in self?.accounts.forget($0) },
    open: { [weak self] path in
      self?.accounts.keep(path)
      self?.open(path)
    }
  )
  /// Whether the folders covered the list at the last change of the layout.
  private var hadCover = false
  private static let key = "tideline-mail-window"

  /// - Parameter application: keeps the GTK window, which keeps this object, until the window is
  ///   closed.
  init(
    _ application: Application,
    accounts: OpenAccounts,
    memory: WindowMemory,
    preferences: Preferences
  ) {
    let window = ApplicationWindow(application)
    self.window = Unowned(window)
    (self.memory, self.accounts) = (memory, accounts)
    pane = MailPane(
      application,
      in: window.asWindow,
      accounts: accounts,
      memory: memory,
      preferences: preferences
    )
    reading = SelectedConversation(of: pane.list)
    marks = MarkActions(of: pane, reading, preferences, application)
    let folders = Sidebar()
    layout = WindowLayout(
      folders: folders.widget,
      list: pane.widget,
      reading: reading.pane.widget,
      bars: bars
    )
    sidebar = WindowSidebar(folders, accounts, of: pane, in: layout, memory)
    keys = WindowKeys(on: layout.widget)
    WindowSize.keep(window.asWindow, in: memory)
    let drop = MailboxDrop(around: choice.widget) { [weak self] in self?.take($0) }
    window.content = drop.widget.asWidget
    for action in pane.actions + marks.actions { window.add(action) }
    window.add(layout.foldersAction)
    addActions(to: window)
    menu = ConversationMenu(
      of: pane,
      button: bars.conversation,
      bar: pane.selectionBar,
      in: window.asWindow,
      marks: marks,
      saving: MessageExport(pane.messages, application, over: window.asWindow)
    )
    listenToPanes()
    reading.pane.isAttended = { [weak self] in self?.window.object.asWindow.isAttended == true }
    window.asWindow.connect("notify::is-active") { [weak self] in
      guard let self, self.window.object.asWindow.isActive else { return }
      accounts.update()
      pane.list.clock?.look()
      reading.pane.look()
    }
    window.asWidget.connect("destroy") { [weak self] in self?.windowDied() }
    window.asWidget.own(self, key: Self.key)
  }

  private func listenToPanes() {
    var known = accounts.accounts.map(\.path)
    accounts.listen(for: self, drop: { _ in }) { [weak self] in
      guard let self, accounts.accounts.map(\.path) != known else { return }
      known = accounts.accounts.map(\.path)
      choice.accountsChanged()
    }
    sidebar.onNothingLeft = { [weak self] in self?.showWelcome() }
    sidebar.onAct = { [weak self] in self?.act($0, on: $1) }
    sidebar.onTitle = { [weak self] in self?.show($0) }
    layout.onChange = { [weak self] in self?.layoutChanged() }
    layout.wantsFolders = memory[\.window.showsSidebar]
    layout.onFoldersWanted = { [weak self] in
      self?.memory[\.window.showsSidebar] = $0
      if $0 { self?.sidebar.grabFocus() }
    }
    choice.onShownChange = { [weak self] in self?.layout.isShown = !$0 }
    pane.onChange = { [weak self] in self?.mailboxChanged() }
    pane.pages.onChange = { [weak self] in
      // Waits for a frame: drawing the reading pane's large icon must not delay the rows.
      self?.layout.widget.afterNextFrame { [weak self] in
        guard let self, !isClosed else { return }
        reading.pane.hasConversations = pane.pages.showsList
      }
    }
    pane.search.field.onOpenChange = { [weak self] in self?.layoutChanged() }
    pane.onListed = { [weak self] in self?.selectAgain() }
    pane.list.onSelection = { [weak self] in self?.selectionChanged() }
    pane.list.onClockChange = { [weak self] in
      self?.pane.clockChanged()
      self?.reading.pane.clockChanged()
    }
    reading.onOpen = { [weak self] in self?.layout.showReading() }
    reading.onShow = { [weak self] in
      self?.bars.hasConversation = $0 != nil
      self?.menu?.follow($0)
    }
    reading.pane.onAllRead = { [weak self] in self?.rememberSelected() }
    reading.onGone = { [weak self] in self?.readingIsGone() }
    reading.onSelect = { [weak self] in self?.selected($0) }
  }

  /// Selects the conversation that was read when the mailbox was left, unless another is selected
  /// already. If the program's last run was cut short, a notice explains why nothing is selected.
  private func selectAgain() {
    guard let memory = pane.remembered, let source = pane.source else { return }
    if memory.takeUnfinished() { pane.messages.showUnfinished() }
    guard let messageID = memory.selected else { return }
    Task { [weak self] in
      guard let found = try? await source.conversation(holding: messageID), let self, !isClosed,
        reading.source === source, pane.list.selected == nil
      else { return }
      reading.select(found)
    }
  }

  /// The mailbox's path as the user named it; nil while the window has no mailbox.
  var path: String? { pane.path }

  /// The paths of the mailboxes whose conversations are listed.
  var shownPaths: [String] { (pane.source as? UnifiedInbox)?.keys ?? path.map { [$0] } ?? [] }

  func present() {
    window.object.asWindow.present()
    PasswordQuestion.windowAppeared()
  }

  func close() {
    guard !isClosed else { return }
    window.object.asWindow.close()
  }

  /// Opens a mailbox in this window, in place of the shown mailbox or the page to choose one.
  func open(_ path: String, begun: OpenedMailbox.Opening? = nil) {
    guard !isClosed else { return }
    choice.leave()
    pane.list(path, begun: begun)
  }

  /// Shows the page to choose a mailbox; the present mailbox stays open.
  ///
  /// - Parameter isStart: whether the only mailbox found may be opened without asking.
  func showWelcome(isStart: Bool = false) {
    if !isClosed { choice.show(canGoBack: path != nil, isStart: isStart) }
  }

  /// Closes the first of these that hides the list: the page to choose a mailbox, the folders, or
  /// the reading pane. If the list is visible, clears a selection of several conversations, or
  /// closes the search field.
  func goBack() {
    if choice.isShown {
      guard path != nil else { return }
      choice.leave()
    } else if layout.canGoBack {
      layout.goBack()
    } else if pane.list.selection.isSeveral {
      pane.list.selection.clear()
    } else if pane.search.field.isOpen {
      pane.search.field.close()
    }
    focusShown()
  }

  func search() {
    guard !choice.isShown else { return }
    layout.showList()
    pane.search.field.open()
  }

  /// Opens the reading pane's search if the pane has the keyboard's focus, else the list's search.
  func find() {
    if choice.isShown || !reading.pane.find() { search() }
  }

  /// Moves the keyboard's focus to a visible pane. GTK itself could choose a hidden pane, where no
  /// key has an effect.
  private func focusShown() {
    if layout.foldersCover {
      sidebar.grabFocus()
    } else if layout.showsReadingOnly {
      reading.pane.grabFocus()
    } else {
      pane.pages.grabFocus()
    }
  }

  private func selected(_ conversation: Int64?) {
    isNewlySelected = conversation != nil
    guard conversation == nil, let memory = pane.remembered else { return }
    // Forgets only this window's conversation: another window may have stored its own since.
    if memory.selected == remembered { memory.selected = nil }
  }

  private func rememberSelected() {
    guard isNewlySelected, let id = reading.pane.messageID, let memory = pane.remembered else {
      return
    }
    (isNewlySelected, remembered) = (false, id)
    memory.selected = id
  }

  /// Returns to the list. Called when the conversation in the reading pane no longer exists. Moves
  /// the focus to the list, unless the focus is on a visible widget outside of the reading pane.
  private func readingIsGone() {
    let focus = window.object.asWindow.focus
    let isFree = focus?.isMapped != true || layout.readingContainsFocus
    layout.showList()
    if isFree { pane.pages.grabFocus() }
  }

  func move(down: Bool) {
    // If the reading pane covers the list, the focus would get lost in a hidden list.
    if pane.list.widget.isMapped { pane.list.moveFocus(down: down) }
  }

  func selectUnread(below: Bool) {
    reading.selectUnread(of: pane.listing, below: below) { [weak pane] in
      try await pane?.load(downTo: $0)
    } none: { [weak self] in
      self?.pane.messages.toasts.add(tr("No more unread conversations"))
    }
  }

  private func selectionChanged() {
    let selection = pane.list.selection
    let count = selection.isSeveral ? selection.keys.count : nil
    reading.pane.selectedCount = count
    pane.selectionBar.show(count)
    menu?.followSelection()
    layoutChanged()
  }

  private func layoutChanged() {
    let isSeveral = pane.list.selection.isSeveral
    // Only the list has buttons for several conversations.
    if isSeveral, layout.showsReadingOnly { layout.showList() }
    keys.takesEscape = layout.canGoBack || pane.search.field.isOpen || isSeveral
    guard layout.foldersCover != hadCover else { return }
    hadCover = layout.foldersCover
    // When the folders begin to cover the list, they get the keyboard's focus.
    if hadCover { sidebar.grabFocus() }
  }

  private func windowDied() {
    isClosed = true
    onMailboxChange?()
    pane.choosing?.cancel()
    sidebar.close()
    marks.finish()
    pane.handle(.close)
    memory.write()
    // GTK's tooltip outlives the window. It keeps the action muxer of the window that it was last
    // shown in, and so the actions. In GTK 4.18, taking the group from the muxer is not enough.
    window.object.insert(nil, prefix: "win")
    window.object.removeActions()
  }

  /// Shows the title in the header bar and as the window's name, which the desktop lists.
  private func show(_ title: WindowSidebar.Title) {
    bars.set(title: title.listed, subtitle: title.filter ?? title.account ?? "")
    let names = [title.listed, title.account].compactMap { $0 }.filter { !$0.isEmpty }
    window.object.asWindow.title = names.isEmpty ? AppInfo.name : names.joined(separator: " — ")
  }

  /// Updates the reading pane, the sidebar and the titles for the present mailbox and folder.
  private func mailboxChanged() {
    guard !isClosed else { return }
    onMailboxChange?()
    reading.source = pane.source
    reading.pane.withoutDeleted = pane.listing.withoutDeleted
    reading.pane.update()
    if pane.source == nil { layout.showList() }
    sidebar.update()
  }
}

/// Opens a folder or a file that is dropped onto the window. During the drag, a sheet over the
/// window says so.
final class MailboxDrop {
  /// The widget to put into the window; it contains the content.
  let widget = Overlay()
  private let target = DropTarget()

  /// - Parameter dropped: called with the path of the first dropped file; nil if it is not on this
  ///   machine.
  init(around content: some WidgetConvertible, dropped: @escaping (String?) -> Void) {
    let sheet = Self.sheet()
    sheet.isVisible = false
    widget.child = content.asWidget
    widget.add(overlay: sheet)
    widget.setExpand(horizontal: true, vertical: true)
    let connections = [
      target.onEnter { sheet.isVisible = true },
      target.onLeave { sheet.isVisible = false },
      target.onDrop { paths in
        sheet.isVisible = false
        dropped(paths.first)
        return true
      },
    ]
    widget.add(target)
    // After a drop, GTK 4.8 leaks the drop target. Without handlers, it keeps nothing else alive.
    widget.connect("destroy") { for connection in connections { connection.disconnect() } }
  }

  #if DEBUG
    func drop(_ paths: [String]) { target.drop(paths) }
  #endif

  private static func sheet() -> Box {
    let sheet = Box(.vertical, spacing: 12)
    let image = Image(iconName: "folder-open-symbolic")
    image.pixelSize = 48
    let label = Label(tr("Drop a folder or an mbox to open it"))
    label.addStyleClass("title-2")
    label.wrap()
    for part in [image.asWidget, label.asWidget] {
      part.setAlign(horizontal: .center)
      sheet.append(part)
    }
    image.setExpand(vertical: true)
    image.setAlign(vertical: .end)
    label.setExpand(vertical: true)
    label.setAlign(vertical: .start)
    sheet.addStyleClass("drop-sheet")
    // The drag must reach the widgets below.
    sheet.canTarget = false
    return sheet
  }
}
