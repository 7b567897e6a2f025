import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// The menus of conversations. The secondary mouse button, the Menu key or Shift+F10 opens the menu
/// of a row in the list, or of all selected ones; buttons open the menu of the conversation in the
/// reading pane and of those that are selected.
final class ConversationMenu {
  private let list: ConversationList
  private let messages: PaneMessages
  private weak var pane: MailPane?
  private var source: (any ConversationSource)? { pane?.source }
  private let window: Unowned<Window>
  /// The conversations for which the list's menu was opened last.
  private var conversations: [Int64] = []
  private let menu: Menu
  private let saving: MessageExport
  /// The actions that fit only some conversations, by the prefixes of their groups and their names.
  private var actions: [String: [String: SimpleAction]] = [:]

  /// The prefixes of the actions on a row's conversation, on the reading pane's conversation, and
  /// on the selected ones.
  private static let (inList, beingRead, selected) = ("conversation", "reading", "selection")

  private weak var marks: MarkActions?

  /// - Parameter window: contains the list, and outlives this object.
  init(
    of pane: MailPane,
    button: MenuButton,
    bar: SelectionBar,
    in window: Window,
    marks: MarkActions,
    saving: MessageExport
  ) {
    (self.pane, list, messages) = (pane, pane.list, pane.messages)
    self.window = Unowned(window)
    (self.marks, self.saving) = (marks, saving)
    menu = Menu()
    let row = Menu()
    row.append(tr("_Open"), action: Self.inList + ".open", hidesDisabled: true)
    row.append(tr("Se_lect"), action: Self.inList + ".select", hidesDisabled: true)
    for section in [row] + Self.sections(Self.inList) { menu.append(section: section) }
    let actions = actions(Self.inList) { [weak self] in self?.conversations ?? [] }
    actions.add(.named("menu") { [weak self] in self?.popUpOnFocus() })
    let (open, select) = (
      SimpleAction.named("open") { [weak self] in self?.open() },
      SimpleAction.named("select") { [weak self] in self?.select() }
    )
    for action in [open, select] { actions.add(action) }
    self.actions[Self.inList]?.merge(["open": open, "select": select]) { $1 }
    pane.widget.insert(actions, prefix: Self.inList)
    let keys = ShortcutController.whereFocused()
    for key in ["Menu", "<Shift>F10"] { keys.bind(key, toAction: Self.inList + ".menu") }
    list.widget.add(keys)
    list.onContextMenu { [weak self] in self?.popUp(on: $0, x: $1, y: $2) }
    add(Self.beingRead, to: button, on: button) { [weak list] in
      [list?.selected].compactMap(\.self)
    }
    let all = Menu()
    all.append(tr("Select _All"), action: Self.selected + ".all")
    let group = add(Self.selected, to: bar.menu, below: [all], on: bar.widget) { [weak list] in
      list?.chosen ?? []
    }
    group.add(.named("all") { [weak list] in list?.selection.selectAll() })
    bar.offer(prefix: Self.selected)
    list.onChange = { [weak self] in self?.changed($0) }
  }

  /// Adds the menu and its actions to a button, and to the widget around it.
  @discardableResult
  private func add(
    _ prefix: String,
    to button: MenuButton,
    below sections: [Menu] = [],
    on widget: some WidgetConvertible,
    of conversations: @escaping () -> [Int64]
  ) -> SimpleActionGroup {
    let menu = Menu()
    for section in sections + Self.sections(prefix) { menu.append(section: section) }
    button.setMenu(menu)
    let group = actions(prefix, of: conversations)
    widget.insert(group, prefix: prefix)
    return group
  }

  private static func sections(_ group: String) -> [Menu] {
    let marks = Menu()
    marks.append(tr("Mark as _Read"), action: group + ".read", hidesDisabled: true)
    marks.append(tr("Mark as _Unread"), action: group + ".unread", hidesDisabled: true)
    marks.append(tr("S_tar"), action: group + ".star", hidesDisabled: true)
    marks.append(tr("Remove S_tar"), action: group + ".unstar", hidesDisabled: true)
    let text = Menu()
    text.append(tr("Copy _Subject"), action: group + ".copy-subject")
    text.append(tr("Copy _Message ID"), action: group + ".copy-message-id")
    let file = Menu()
    file.append(tr("Sa_ve in a Folder…"), action: group + ".save")
    file.append(tr("Show in _Files"), action: group + ".show-file", hidesDisabled: true)
    return [marks, text, file]
  }

  /// Makes the actions of a menu. `conversations` is called whenever an action is activated.
  private func actions(
    _ prefix: String,
    of conversations: @escaping () -> [Int64]
  ) -> SimpleActionGroup {
    let group = SimpleActionGroup()
    group.add(.named("copy-subject") { [weak self] in self?.copySubjects(of: conversations()) })
    group.add(
      .named("copy-message-id") { [weak self] in self?.copyMessageIDs(of: conversations()) }
    )
    group.add(.named("save") { [weak self] in self?.save(conversations()) })
    var fitting = [
      "show-file": SimpleAction.named("show-file") { [weak self] in
        self?.showFile(of: conversations())
      }
    ]
    for (name, mark) in [
      ("read", .read), ("unread", .unread), ("star", .starred), ("unstar", .unstarred),
    ] as [(String, MessageMark)] {
      fitting[name] = .named(name) { [weak marks] in marks?.mark(conversations(), as: mark) }
    }
    for action in fitting.values { group.add(action) }
    actions[prefix] = fitting
    return group
  }

  /// Enables the actions that fit conversations. A server has no files to show.
  private func update(_ group: String, for conversations: some Collection<Int64>) {
    guard let actions = actions[group] else { return }
    let only = conversations.count == 1 ? conversations.first : nil
    let origin = only.flatMap { source?.origin(of: $0) }
    actions["show-file"]?.isEnabled = origin?.mailbox.isOnDisk == true
    for name in ["open", "select"] { actions[name]?.isEnabled = only != nil }
    offer(group, for: conversations.lazy.map { [list] in list.model[$0] })
  }

  /// Enables the marks that change any of the conversations, or a conversation that is not loaded.
  private func offer(_ group: String, for shown: some Collection<Conversation?>) {
    guard let actions = actions[group] else { return }
    func isOffered(_ changes: (Conversation) -> Bool) -> Bool {
      shown.isEmpty || shown.contains { $0.map(changes) ?? true }
    }
    actions["read"]?.isEnabled = isOffered { $0.unread > 0 }
    actions["unread"]?.isEnabled = isOffered { $0.unread < $0.messageCount }
    actions["star"]?.isEnabled = isOffered { !$0.flagged }
    actions["unstar"]?.isEnabled = isOffered(\.flagged)
  }

  private func changed(_ conversation: Conversation) {
    if conversation.id == list.selected { offer(Self.beingRead, for: [conversation]) }
    if list.selection.isSeveral, list.selection.keys.contains(conversation.id) { followSelection() }
  }

  /// Updates the button's menu for the conversation that the reading pane shows.
  func follow(_ read: Int64?) { update(Self.beingRead, for: [read].compactMap(\.self)) }

  func followSelection() {
    if list.selection.isSeveral { update(Self.selected, for: list.selection.keys) }
  }

  private func popUp(on conversation: Int64, x: Double, y: Double) {
    let selection = list.selection
    let isOfSelection = selection.isSeveral && selection.keys.contains(conversation)
    conversations = isOfSelection ? list.chosen : [conversation]
    update(Self.inList, for: conversations)
    list.popUp(menu, x: x, y: y)
  }

  private func popUpOnFocus() {
    guard let (conversation, x, y) = list.focused else { return }
    popUp(on: conversation, x: x, y: y)
  }

  private func open() {
    if let conversation = conversations.first { list.onActivate?(conversation) }
  }

  private func select() {
    if let conversation = conversations.first { list.selection.pick(conversation) }
  }

  private var withoutDeleted: Bool { pane?.listing.withoutDeleted ?? false }

  private func save(_ conversations: [Int64]) {
    guard let source else { return }
    let origins = conversations.compactMap(source.origin)
    FileChooser.ask(.folder, tr("Save Messages"), tr("_Save"), over: list.widget) {
      [saving, withoutDeleted] in saving.save(origins, withoutDeleted: withoutDeleted, in: $0)
    }
  }

  private func copySubjects(of conversations: [Int64]) {
    fetch {
      try await $0.conversations(conversations)
    } then: { [list] rows in
      if !rows.isEmpty { list.widget.copy(rows.map(\.subject).joined(separator: "\n")) }
    }
  }

  private func copyMessageIDs(of conversations: [Int64]) {
    fetch { [withoutDeleted] source in
      var ids: [String] = []
      for origin in conversations.compactMap(source.origin) {
        let newest = try await origin.messages(withoutDeleted: withoutDeleted).last
        if let id = newest?.id.ownMessageID { ids.append(id) }
      }
      return ids
    } then: { [list, messages] ids in
      guard !ids.isEmpty else {
        messages.toasts.add(tr("The message has no message ID"))
        return
      }
      list.widget.copy(ids.joined(separator: "\n"))
    }
  }

  private func showFile(of conversations: [Int64]) {
    fetch { [withoutDeleted] source -> [UInt8]? in
      guard let origin = conversations.first.flatMap(source.origin),
        let newest = try await origin.messages(withoutDeleted: withoutDeleted).last
      else { return nil }
      return try await origin.mailbox.location(of: newest)
    } then: { [window] path in
      if let path { Desktop.showInFolder(path, over: window.object) }
    }
  }

  /// Fetches a value, and then passes it to `body` or shows the error. Does neither if another
  /// mailbox was opened meanwhile.
  private func fetch<Value>(
    _ value: @escaping (any ConversationSource) async throws -> Value,
    then body: @escaping (Value) -> Void
  ) {
    guard let source else { return }
    Task { [weak self] in
      do {
        let value = try await value(source)
        guard let self, self.source === source else { return }
        body(value)
      } catch {
        guard let self, self.source === source else { return }
        messages.show(error)
      }
    }
  }
}
