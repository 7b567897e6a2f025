import Mail
import TidelineGtk
import TidelineProgram

/// One message of a conversation: a line with sender and date that opens and closes its text.
///
/// CSS: `box.message`, with `.unread`, and with `.deleted` if the message is marked for deletion;
/// inside is a `button.message-line` with labels of the classes `sender`, `snippet` and `date`.
final class MessageCard {
  let widget = Box(.vertical, spacing: 0)
  private(set) var stub: MessageStub
  private(set) var isOpen = false
  /// Whether the text was requested, even if it has not been read yet.
  private(set) var isRequested = false

  private let line = Button()
  private let sender = Label.line("sender")
  private let snippet = Label.line("snippet")
  private let attachment = Image(iconName: "mail-attachment-symbolic")
  private let flag = Image(iconName: "starred-symbolic")
  private let date = Label(nil)
  /// Contains the text. Hides its children instead of itself: GTK asks even a hidden, empty box
  /// whether its height depends on its width, and would keep the answer once it contains text.
  private let content = Box(.vertical, spacing: 0)
  private var view: MessageView?
  /// Whether the view has the whole message, and not only the first screen of a long one.
  private var isWhole = false
  /// The text of an open message; nil until the whole message is read.
  var text: MessageText? { isOpen && isWhole ? view?.text : nil }
  private let problem = Label.problem()
  let actions = MessageActions()
  var onOpenChange: (() -> Void)?
  private let onOpen: (MessageCard) -> Void

  /// - Parameter onOpen: called when the message is opened and its text has to be read: the first
  ///   time, and again after an error.
  init(_ stub: MessageStub, onOpen: @escaping (MessageCard) -> Void) {
    self.stub = stub
    self.onOpen = onOpen
    widget.addStyleClasses("message", "card")
    line.addStyleClasses("message-line", "flat")
    line.setChild(makeLine())
    line.connect("clicked") { [weak self] in
      guard let self else { return }
      setOpen(!isOpen)
      onOpenChange?()
    }
    line.setExpand(horizontal: true)
    let head = Box(.horizontal, spacing: 0)
    head.append([line, actions.button])
    widget.append([head, content])
    actions.add(to: widget)
    addSelectionKeys()
    addReplyKeys()
    addPageKey()
    problem.addStyleClass("message-text")
    actions.onProblem = { [weak self] in self?.show(problem: $0) }
    update(stub)
  }

  /// Shows the present state of the message; its text stays.
  func update(_ stub: MessageStub) {
    self.stub = stub
    let names = stub.senders
    sender.text = names.isEmpty ? tr("Unknown sender") : JoinedText.list(names)
    snippet.show(line: SnippetMark.shown(stub.snippet) { tr($0) })
    attachment.isVisible = stub.hasAttachments
    flag.isVisible = stub.isFlagged
    widget.setStyleClass("unread", stub.isUnread)
    widget.setStyleClass("deleted", stub.isDeleted)
    showDate()
  }

  private func showDate() {
    date.text = isOpen ? RelativeDate.moment(stub.date) : RelativeDate.text(for: stub.date)
    speak()
  }

  func clockChanged() {
    showDate()
    view?.clockChanged()
  }

  func setOpen(_ isOpen: Bool) {
    self.isOpen = isOpen
    for child in content.children { child.isVisible = isOpen }
    view?.isOpen = isOpen
    // The invisible snippet keeps its width, so that the date stays at the end of the line.
    snippet.opacity = isOpen ? 0 : 1
    line.setAccessibleExpanded(isOpen)
    actions.button.isVisible = isOpen && isWhole
    showDate()
    guard isOpen, !isRequested else { return }
    // After an error, there is no text in sight until the next reading has one.
    (isRequested, view) = (true, nil)
    show(Label.paragraph(tr("Loading…"), "remark", "message-text"))
    onOpen(self)
  }

  func show(
    _ message: ReadMessage,
    from source: MessageSource,
    own: Set<String>,
    _ budget: PictureBudget
  ) {
    // Ignores the beginning of a message if it comes after the whole message.
    guard message.isWhole || view == nil else { return }
    // The first screen of a long message, and later the whole message in its place, are laid out
    // at once, even if other texts have used up this frame's budget.
    if view != nil || !message.isWhole { LayoutBudget.shared.restore() }
    isWhole = message.isWhole
    let view = MessageView(message, budget) { [stub] in try await source.content($0, stub, $1) }
    show(view)
    guard isWhole else { return }
    actions.subject = MessageActions.Subject(
      message: message,
      ownAddresses: own,
      // The name of a file that a message without a subject is saved in.
      fileName: AttachmentName.make(ofMessage: stub.subject, fallback: tr("message")),
      original: { [stub] in try await source.original(stub) },
      pictures: { [weak view] in view?.paintables ?? [:] }
    )
    actions.button.isVisible = isOpen
  }

  /// Adds keys to select and to copy. They take precedence over the focused label's own keys.
  private func addSelectionKeys() {
    let keys = ShortcutController.whereFocused()
    keys.propagationPhase = .capture
    keys.bind("<Control>a") { [weak self] in
      self?.text?.selection.selectAll()
      return self?.text != nil
    }
    for key in ["<Control>c", "<Control>Insert"] {
      keys.bind(key) { [weak self] in
        guard let self, let selection = text?.selection, !selection.isEmpty else { return false }
        widget.copy(selection.copy)
        return true
      }
    }
    widget.add(keys)
  }

  /// Adds the keys that reply to this message. Elsewhere in the window, they reply to the newest.
  private func addReplyKeys() {
    let keys = ShortcutController.whereFocused()
    for (key, scope) in [
      (MessageActions.replyKey, .sender), (MessageActions.replyToAllKey, .all),
    ] as [(String, MailReply.Scope)] {
      keys.bind(key) { [weak self] in
        self?.reply(scope)
        return true
      }
    }
    widget.add(keys)
  }

  /// Makes Space on the line of an open message scroll, as elsewhere in the conversation: the line
  /// has the focus when a conversation is opened. Enter closes the message.
  private func addPageKey() {
    let keys = ShortcutController.whereFocused()
    keys.propagationPhase = .capture
    keys.bind("space") { [weak self] in
      guard let self, isOpen else { return false }
      return line.activate(PageKeys.down)
    }
    line.add(keys)
  }

  /// Opens the message, and starts a reply in the mail program once its text is read.
  func reply(_ scope: MailReply.Scope) {
    if !isOpen {
      setOpen(true)
      onOpenChange?()
    }
    actions.reply(scope)
  }

  private func show(problem: String) {
    content.place(self.problem, after: nil)
    self.problem.show(problem: problem)
  }

  /// Shows why the text is not there. The text is read again when the user asks for it or opens the
  /// card again, and by ``tryAgain()``.
  func show(_ failure: any Error) {
    let view = MessageView(failure, beginning: snippet.text) { [weak self] in
      self?.grabFocus()
      self?.setOpen(true)
    }
    show(view)
    isRequested = false
    actions.cancelReply()
  }

  /// Reads the text of an open message again if it could not be read. The reason stays in sight
  /// until there is an answer.
  func tryAgain() {
    guard isOpen, !isRequested else { return }
    (isRequested, view) = (true, nil)
    onOpen(self)
  }

  private func show(_ view: MessageView) {
    self.view = view
    show(view.widget)
    view.isOpen = isOpen
  }

  private func show(_ child: some WidgetConvertible) {
    for old in content.children { content.remove(old) }
    child.asWidget.isVisible = isOpen
    content.append(child)
  }

  func isInSight(of scroller: ScrolledWindow) -> Bool {
    guard let top = widget.top(in: scroller) else { return false }
    return top < Double(scroller.height) && top + Double(widget.height) > 0
  }

  /// Whether some of the message's text, and not just its line, is in sight.
  func showsText(in scroller: ScrolledWindow) -> Bool {
    guard isOpen, isRequested, view != nil, let top = content.top(in: scroller) else {
      return false
    }
    return top < Double(scroller.height) && top + Double(content.height) > 0
  }

  @discardableResult
  func grabFocus() -> Bool { line.grabFocus() }

  private func speak() {
    var parts = [sender.text, date.text]
    if !isOpen, !snippet.text.isEmpty { parts.append(snippet.text) }
    if stub.isUnread { parts.append(tr("unread")) }
    if stub.isDeleted { parts.append(tr("marked for deletion")) }
    if stub.isFlagged { parts.append(tr("starred")) }
    if stub.hasAttachments { parts.append(tr("has attachments")) }
    line.setAccessibleLabel(JoinedText.list(parts))
  }

  private func makeLine() -> Box {
    let box = Box(.horizontal, spacing: 8)
    date.addStyleClasses("date", "numeric")
    attachment.tooltipText = tr("Has attachments")
    flag.tooltipText = tr("Starred")
    for label in [sender, snippet] { label.keepToOneLine() }
    snippet.setExpand(horizontal: true)
    box.append([sender, snippet, flag, attachment, date])
    return box
  }
}
