import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// The menus of a conversation. The secondary mouse button, the Menu key or Shift+F10 opens the
/// menu of a row in the list; a button opens the menu of the conversation in the reading pane.
final class ConversationMenu {
  private let list: ConversationList
  private let messages: PaneMessages
  private let source: () -> (any ConversationSource)?
  private let window: Unowned<Window>
  /// The conversation for which the list's menu was opened last.
  private var conversation: Int64?
  private let menu: Menu
  /// The actions that fit only some conversations, by the prefixes of their groups and their names.
  private var actions: [String: [String: SimpleAction]] = [:]

  /// The prefixes of the actions on a row's conversation and on the reading pane's conversation.
  private static let (inList, beingRead) = ("conversation", "reading")

  private weak var marks: MarkActions?

  /// - Parameters:
  ///   - list: the list of conversations.
  ///   - pane: contains the list, and gets the actions of the list's menu.
  ///   - button: opens the menu of the conversation in the reading pane.
  ///   - window: contains the list, and outlives this object.
  ///   - messages: shows errors and notices.
  ///   - marks: marks conversations as read, as unread or with a star.
  ///   - source: returns the source of the list's conversations; nil while there is none.
  init(
    on list: ConversationList,
    within pane: some WidgetConvertible,
    button: MenuButton,
    in window: Window,
    messages: PaneMessages,
    marks: MarkActions,
    source: @escaping () -> (any ConversationSource)?
  ) {
    self.list = list
    self.window = Unowned(window)
    (self.messages, self.marks) = (messages, marks)
    self.source = source
    menu = Menu()
    menu.append(tr("_Open"), action: Self.inList + ".open")
    for section in Self.sections(Self.inList) { menu.append(section: section) }
    let actions = actions(Self.inList) { [weak self] in self?.conversation }
    actions.add(.named("menu") { [weak self] in self?.popUpOnFocus() })
    actions.add(.named("open") { [weak self] in self?.open() })
    pane.insert(actions, prefix: Self.inList)
    let keys = ShortcutController.whereFocused()
    for key in ["Menu", "<Shift>F10"] { keys.bind(key, toAction: Self.inList + ".menu") }
    list.widget.add(keys)
    list.onContextMenu { [weak self] in self?.popUp(on: $0, x: $1, y: $2) }
    let readMenu = Menu()
    for section in Self.sections(Self.beingRead) { readMenu.append(section: section) }
    button.setMenu(readMenu)
    let readActions = self.actions(Self.beingRead) { [weak list] in list?.selected }
    button.insert(readActions, prefix: Self.beingRead)
    list.onChange = { [weak self] in
      if $0.id == self?.list.selected { self?.offer(Self.beingRead, for: $0) }
    }
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
    file.append(tr("Show in _Files"), action: group + ".show-file", hidesDisabled: true)
    return [marks, text, file]
  }

  /// Makes the actions of a menu. `conversation` is called whenever an action is activated.
  private func actions(
    _ prefix: String,
    of conversation: @escaping () -> Int64?
  ) -> SimpleActionGroup {
    let group = SimpleActionGroup()
    group.add(.named("copy-subject") { [weak self] in self?.copySubject(of: conversation()) })
    group.add(.named("copy-message-id") { [weak self] in self?.copyMessageID(of: conversation()) })
    var fitting = [
      "show-file": SimpleAction.named("show-file") { [weak self] in
        self?.showFile(of: conversation())
      }
    ]
    for (name, mark) in [
      ("read", .read), ("unread", .unread), ("star", .starred), ("unstar", .unstarred),
    ] as [(String, MessageMark)] {
      fitting[name] = .named(name) { [weak marks] in marks?.mark(conversation(), as: mark) }
    }
    for action in fitting.values { group.add(action) }
    actions[prefix] = fitting
    return group
  }

  /// Enables the actions that fit a conversation. A server has no files to show.
  private func update(_ group: String, for conversation: Int64?) {
    guard let actions = actions[group] else { return }
    let origin = conversation.flatMap { source()?.origin(of: $0) }
    actions["show-file"]?.isEnabled = origin?.mailbox.isOnDisk == true
    offer(group, for: conversation.flatMap(list.conversation))
  }

  /// Enables the marks that change a conversation; all if it is unknown.
  private func offer(_ group: String, for shown: Conversation?) {
    guard let actions = actions[group] else { return }
    actions["read"]?.isEnabled = shown?.unread != 0
    actions["unread"]?.isEnabled = shown.map { $0.unread < $0.messageCount } ?? true
    actions["star"]?.isEnabled = shown?.flagged != true
    actions["unstar"]?.isEnabled = shown?.flagged != false
  }

  /// Updates the button's menu for the conversation that the reading pane shows.
  func follow(_ read: Int64?) { update(Self.beingRead, for: read) }

  private func popUp(on conversation: Int64, x: Double, y: Double) {
    self.conversation = conversation
    update(Self.inList, for: conversation)
    list.popUp(menu, x: x, y: y)
  }

  private func popUpOnFocus() {
    guard let (conversation, x, y) = list.focused else { return }
    popUp(on: conversation, x: x, y: y)
  }

  private func open() {
    if let conversation { list.onActivate?(conversation) }
  }

  private func copySubject(of conversation: Int64?) {
    fetch({ try await $0.conversations([$1]).first }, of: conversation) { [list] in
      list.widget.copy($0.subject)
    }
  }

  private func copyMessageID(of conversation: Int64?) {
    fetch(newest, of: conversation) { [list, messages] message in
      guard let id = message.id.ownMessageID else {
        messages.toasts.add(tr("The message has no message ID"))
        return
      }
      list.widget.copy(id)
    }
  }

  private func showFile(of conversation: Int64?) {
    let newest = newest
    fetch(
      { mailbox, conversation in
        guard let message = try await newest(mailbox, conversation) else { return nil }
        return try await mailbox.location(of: message)
      },
      of: conversation
    ) { [window] path in
      Desktop.showInFolder(path, over: window.object)
    }
  }

  /// The newest stored message of a conversation; nil if the conversation no longer exists.
  private func newest(in mailbox: Mailbox, _ conversation: Int64) async throws -> MessageStub? {
    try await mailbox.messages(in: conversation).last
  }

  /// Fetches a value of a conversation, and then passes it to `body` or shows the error. Does
  /// neither if the conversation no longer exists, or if another mailbox was opened meanwhile.
  private func fetch<Value: Sendable>(
    _ value: @escaping (Mailbox, Int64) async throws -> Value?,
    of conversation: Int64?,
    then body: @escaping (Value) -> Void
  ) {
    guard let conversation, let source = source(), let origin = source.origin(of: conversation)
    else { return }
    Task { [weak self] in
      do {
        let value = try await value(origin.mailbox, origin.id)
        guard let value, let self, self.source() === source else { return }
        body(value)
      } catch {
        guard let self, self.source() === source else { return }
        messages.show(error)
      }
    }
  }
}
