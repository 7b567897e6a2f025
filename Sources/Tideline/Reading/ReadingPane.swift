import CAdwaita
import Mail
import TidelineGtk
import TidelineProgram

/// A conversation to read: its subject, and a card for each message, oldest first.
///
/// Loads no remote content. Marks no message as read itself, but calls ``onSeen``. Use it on the
/// main thread; messages are read on other threads.
///
/// CSS: `stack.reading`, with a `label.subject` and a `box.message` for each card.
package final class ReadingPane {
  package let widget = Stack()
  private(set) var conversation: Int64?
  /// Called after the pane was cleared, because the shown conversation no longer exists.
  var onGone: (() -> Void)?
  /// Called when all texts of a conversation are ready to be painted.
  package var onAllRead: (() -> Void)?
  /// Called with messages that the user has read, their conversation and its mailbox.
  var onSeen: ((Set<MessageStub.ID>, Int64, Mailbox) -> Void)?
  /// Returns whether the window is in use. Messages shown in an unused window do not count as read.
  var isAttended: () -> Bool = { true }
  /// The Message-ID of the conversation's oldest message; nil while no conversation is shown.
  var messageID: String? { isLoaded ? cards.oldest?.messageID : nil }

  /// Whether messages marked for deletion are hidden, unless all of the conversation are.
  var withoutDeleted = true
  /// Whether the list has conversations: if so, an empty pane asks to select a conversation.
  var hasConversations = true {
    didSet { if hasConversations != oldValue { showPlaceholder() } }
  }
  /// The number of conversations that are selected together; nil while they are not several.
  var selectedCount: Int? {
    didSet { if selectedCount != oldValue { showPlaceholder() } }
  }

  private let none = StatusPage()
  package let scroller = ScrolledWindow()
  private let content = Box(.vertical, spacing: 12)
  private let subject = Label.paragraph("", "title-2", "subject", isSelectable: true)
  private let earlier = Button(label: tr("Show Earlier Messages"))
  private let failure = StatusPage()
  let pictures = PictureBudget()
  private let cards: CardList
  private lazy var finder = ConversationFinder(in: scroller) { [weak self] in
    self?.cards.texts ?? []
  }
  private lazy var watch = ReadingWatch { [weak self] in
    guard let self, isLoaded, isAttended(), scroller.isMapped else { return [] }
    return cards.unread(inSightOf: scroller)
  }
  private weak var mailbox: Mailbox?
  private var source: MessageSource?
  private var opening: Task<Void, Never>?
  private var isLoaded = false
  private var title = ""
  /// The reply that the user wants as soon as the conversation is read; nil for none.
  private var awaitedReply: MailReply.Scope?
  /// The first message to read, to which the pane scrolls; nil once it is at the top, or the user
  /// has scrolled away. While the texts below are not laid out, it cannot reach the top.
  private var first: MessageStub.ID? { didSet { isPlaced = false } }
  /// Whether the pane has scrolled to the first message, as far as the content allowed.
  private var isPlaced = false

  /// The largest width of a text in px; longer lines are hard to follow.
  static let widest = 860

  private enum Page: String {
    case none, conversation, failure
  }

  package init() {
    cards = CardList(pictures: pictures)
    widget.addStyleClass("reading")
    earlier.setAlign(horizontal: .center)
    earlier.addStyleClass("pill")
    earlier.wrapText()
    earlier.connect("clicked") { [weak self] in self?.showEarlier() }
    content.addStyleClass("conversation-text")
    content.append([subject, earlier, cards.widget])
    cards.onRead = { [weak self] _ in
      self?.finder.update()
      self?.look()
    }
    cards.onOpenChange = { [weak self] in
      self?.first = nil
      self?.finder.update()
    }
    watch.onRead = { [weak self] ids in
      guard let self, let conversation, let mailbox else { return }
      onSeen?(ids, conversation, mailbox)
    }
    scroller.verticalAdjustment.connect("changed") { [weak self] in self?.scrollToFirst() }
    scroller.verticalAdjustment.connect("value-changed") { [weak self] in
      guard let self else { return }
      if isPlaced, !scroller.verticalAdjustment.isAtEnd { first = nil }
      look()
    }
    cards.onAllRead = { [weak self] in self?.onAllRead?() }
    let clamp = Clamp(content.asWidget)
    clamp.maximumSize = Self.widest
    scroller.child = clamp.asWidget
    scroller.setPolicy(horizontal: .never, vertical: .automatic)
    scroller.setExpand(horizontal: true, vertical: true)
    finder.bar.onLeave = { [weak self] in self?.grabFocus() }
    PageKeys.add(to: scroller)
    addPrintKey()
    showPlaceholder()
    widget.add(none, named: Page.none.rawValue)
    widget.add(finder.widget, named: Page.conversation.rawValue)
    widget.add(failure, named: Page.failure.rawValue)
  }

  isolated deinit {
    opening?.cancel()
    cards.stop()
  }

  /// Shows a conversation of a mailbox; a conversation that is shown already is updated.
  package func show(_ conversation: Conversation, in mailbox: Mailbox) {
    // A conversation of another mailbox is shown anew, even if it has the same ID.
    if self.mailbox !== mailbox { isLoaded = false }
    self.mailbox = mailbox
    show(conversation, from: MessageSource(mailbox))
  }

  func show(_ conversation: Conversation, from source: MessageSource) {
    if self.conversation != conversation.id {
      (isLoaded, awaitedReply) = (false, nil)
      finder.bar.close()
    }
    if !isLoaded { watch.begin() }
    self.conversation = conversation.id
    self.source = source
    title = conversation.title
    load()
  }

  /// Reads the conversation's messages again, after a refresh. Open messages stay open, and the
  /// scroll position stays. A conversation that no longer exists is removed from the pane. A
  /// conversation that could not be read before is tried again.
  func update() { load() }

  /// Shows dates and times in the present time zone and clock format.
  func clockChanged() { cards.clockChanged() }

  /// Looks for messages in sight. Called when the window is used again or the content has changed.
  func look() {
    // After the next frame, all cards are in their places.
    scroller.afterNextFrame { [weak self] in
      guard let self else { return }
      cards.openUnread(inSightOf: scroller)
      watch.look()
    }
  }

  /// Reports no more messages of the conversation as read, until the conversation is shown again.
  func leaveUnread() { watch.leave() }

  package func clear() {
    opening?.cancel()
    (conversation, source, isLoaded, first, awaitedReply) = (nil, nil, false, nil, nil)
    watch.begin()
    finder.bar.close()
    cards.clear()
    widget.visibleChildName = Page.none.rawValue
  }

  /// Moves the keyboard's focus into the shown page: to the first open message, if there is one.
  /// When another page is shown later, the focus moves there.
  func grabFocus() {
    switch widget.visibleChildName.flatMap(Page.init) {
    case .conversation: if !cards.grabFocus() { scroller.takeFocusInside() }
    case .failure: failure.takeFocus()
    case .none?, nil: none.takeFocus()
    }
  }

  /// Starts a reply to the conversation's newest message in the mail program, once it is read.
  func reply(_ scope: MailReply.Scope) {
    guard isLoaded else { return awaitedReply = conversation == nil ? nil : scope }
    awaitedReply = nil
    cards.newest?.reply(scope)
  }

  // MARK: Finding

  /// Opens the bar to search the shown conversation, if the pane has the keyboard's focus.
  ///
  /// - Returns: whether the bar was opened.
  func find() -> Bool {
    guard isLoaded, widget.visibleChildName == Page.conversation.rawValue, widget.containsFocus
    else { return false }
    finder.bar.open()
    return true
  }

  private var placeholder: String {
    if let selectedCount {
      return tr("%d Conversation Selected", "%d Conversations Selected", selectedCount)
    }
    return hasConversations ? tr("Select a Conversation") : ""
  }

  private func showPlaceholder() {
    none.set(
      icon: hasConversations ? "mail-read-symbolic" : nil,
      title: placeholder,
      description: nil
    )
  }

  /// Adds the key to print the first message in sight, wherever the focus is in the window. If a
  /// message has the focus, its own key prints this message instead.
  private func addPrintKey() {
    let keys = ShortcutController.windowWide()
    keys.bind(MessageActions.printKey) { [weak self] in
      guard let self, scroller.isMapped else { return false }
      cards.firstRead(in: scroller)?.actions.print()
      return true
    }
    scroller.add(keys)
  }

  // MARK: Loading

  private func load() {
    guard let conversation, let source else { return }
    opening?.cancel()
    opening = Task { [weak self, withoutDeleted] in
      do {
        let stubs = try await source.messages(conversation, withoutDeleted)
        guard !Task.isCancelled else { return }
        self?.show(stubs, from: source)
      } catch {
        guard !Task.isCancelled, !(error is CancellationError) else { return }
        self?.show(error)
      }
    }
  }

  private func show(_ stubs: [MessageStub], from source: MessageSource) {
    guard !stubs.isEmpty else {
      clear()
      onGone?()
      return
    }
    let hadFocus = widget.containsFocus
    subject.show(line: title)
    let isNew = !isLoaded
    if isLoaded {
      let place = ReadingPlace(of: scroller, in: cards.widget)
      cards.update(stubs)
      place.keep()
    } else {
      scroller.verticalAdjustment.value = 0
      cards.show(stubs, from: source)
      isLoaded = true
      first = isAtTop(stubs) ? nil : cards.firstOpen?.stub.id
    }
    widget.visibleChildName = Page.conversation.rawValue
    if isNew { scrollToFirst() }
    showHasEarlier()
    // Moves the focus if the message that had it no longer exists.
    if hadFocus, !scroller.containsFocus { grabFocus() }
    if !cards.isReading { onAllRead?() }
    if let awaitedReply { reply(awaitedReply) }
    look()
  }

  /// Whether the first open card has nothing above it but the subject.
  private func isAtTop(_ stubs: [MessageStub]) -> Bool {
    !cards.hasEarlier && cards.firstOpen?.stub.id == stubs.first?.id
  }

  /// Scrolls until the first message to read is at the top, or the content is at its end.
  private func scrollToFirst() {
    guard let first, let card = cards.card(first) else { return }
    ReadingPlace.afterLayout(of: scroller) { [weak self] in
      if self?.first == first { self?.isPlaced = true }
    }
    ReadingPlace.scroll(scroller, to: card.widget.asWidget)
  }

  private func showHasEarlier() {
    earlier.isVisible = cards.hasEarlier
    let unread = cards.earlierUnread
    earlier.label =
      unread > 0
      ? tr("Show Earlier Messages (%d unread)", "Show Earlier Messages (%d unread)", unread)
      : tr("Show Earlier Messages")
  }

  /// Shows the reason why a conversation cannot be read, unless a conversation is shown already.
  func show(_ error: any Error) {
    // Keeps the shown messages, which may still be up to date.
    guard !isLoaded else { return }
    awaitedReply = nil
    failure.set(
      icon: "dialog-warning-symbolic",
      title: tr("The conversation cannot be shown"),
      description: ErrorText(error).text
    )
    let hadFocus = widget.containsFocus
    widget.visibleChildName = Page.failure.rawValue
    if hadFocus { grabFocus() }
  }

  private func showEarlier() {
    let place = ReadingPlace(of: scroller, in: cards.widget)
    self.first = nil
    let first = cards.showEarlier()
    place.keep()
    showHasEarlier()
    if !earlier.isVisible { first?.grabFocus() }
  }
}

extension Adjustment {
  fileprivate var isAtEnd: Bool { value + pageSize > upper - 1 }
}

/// Keys that scroll by pages: Space and Backspace, as in every reader. In any scrolled window, Page
/// Up and Page Down do so already.
enum PageKeys {
  static let down = "reading.page-down"
  /// The part of a page that stays in sight.
  private static let overlap = 0.1

  static func add(to scroller: ScrolledWindow) {
    let place = Unowned(scroller)
    func action(_ name: String, _ direction: Double) -> SimpleAction {
      .named(name) {
        let adjustment = place.object.verticalAdjustment
        adjustment.value += direction * adjustment.pageSize * (1 - overlap)
      }
    }
    let actions = SimpleActionGroup()
    actions.add(action("page-down", 1))
    actions.add(action("page-up", -1))
    scroller.insert(actions, prefix: "reading")
    let keys = ShortcutController.whereFocused()
    keys.bind("space", toAction: down)
    for key in ["<Shift>space", "BackSpace"] { keys.bind(key, toAction: "reading.page-up") }
    scroller.add(keys)
  }
}
