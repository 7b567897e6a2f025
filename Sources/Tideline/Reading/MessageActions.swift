import TidelineGtk
import TidelineProgram

/// The actions of a message: a menu, and keys that work while the focus is in the message.
final class MessageActions {
  /// Opens the menu.
  let button = MenuButton()
  /// The reply to the sender, for the mail program; nil if the message cannot be answered.
  var reply: MailReply? {
    didSet { replying.isEnabled = reply != nil }
  }
  /// The reply to all; nil if there is nobody but the sender.
  var replyToAll: MailReply? {
    didSet { replyingToAll.isEnabled = replyToAll != nil }
  }
  /// Makes the quote for a reply; nil until the whole text is shown.
  var quote: (() -> ReplyQuote?)? {
    didSet { if let awaited { reply(awaited) } }
  }
  /// The reply that the user wants as soon as the whole text is shown; nil for none.
  private var awaited: MailReply.Scope?
  /// A link by which a mail program finds the message; nil if the message has no Message-ID, or if
  /// no program opens such links.
  var link: MessageLink? {
    didSet { opening.isEnabled = link != nil }
  }
  /// Reads the whole message, to save it; nil until its text is shown.
  var original: (() async throws -> [UInt8])? {
    didSet { saving.isEnabled = original != nil }
  }
  /// The suggested name of the saved message's file.
  var fileName = ""
  /// Makes the message to print; nil until its text is shown.
  var printed: (() -> MessageOnPaper)? {
    didSet { printing.isEnabled = printed != nil }
  }
  /// Called with the reason why an action has failed or is incomplete.
  var onProblem: ((String) -> Void)?

  private let group = SimpleActionGroup()
  private lazy var replying = SimpleAction.named("reply") { [weak self] in
    self?.reply(.sender)
  }
  private lazy var replyingToAll = SimpleAction.named("reply-all") { [weak self] in
    self?.reply(.all)
  }
  private lazy var opening = SimpleAction.named("open") { [weak self] in
    self?.start(self?.link?.address)
  }
  private lazy var saving = SimpleAction.named("save") { [weak self] in self?.chooseAndSave() }
  private lazy var printing = SimpleAction.named("print") { [weak self] in self?.print() }
  private static let prefix = "message"

  /// The keys that reply to the sender, and to all.
  static let (replyKey, replyToAllKey) = ("r", "a")
  static let printKey = "<Control>p"

  init() {
    for action in [replying, replyingToAll, opening, saving, printing] {
      action.isEnabled = false
      group.add(action)
    }
    let menu = Menu()
    menu.append(tr("_Reply in Mail Program"), action: Self.prefix + ".reply")
    menu.append(tr("Reply to _All in Mail Program"), action: Self.prefix + ".reply-all")
    menu.append(
      tr("_Open in Mail Program"),
      action: Self.prefix + ".open",
      hidesDisabled: true
    )
    menu.append(tr("_Save Message As…"), action: Self.prefix + ".save")
    menu.append(tr("_Print…"), action: Self.prefix + ".print")
    button.setMenu(menu)
    button.setIcon(name: "view-more-symbolic")
    button.setAlign(vertical: .center)
    button.addStyleClass("flat")
    button.tooltipText = tr("Menu of the Message")
    button.setAccessibleLabel(tr("Menu of the Message"))
    button.isVisible = false
  }

  /// - Parameter widget: the message's widget, which contains the button.
  func add(to widget: some WidgetConvertible) {
    widget.insert(group, prefix: Self.prefix)
    let keys = ShortcutController.whereFocused()
    keys.bind(Self.printKey, toAction: Self.prefix + ".print")
    widget.add(keys)
  }

  /// Starts a reply in the mail program, once the whole text is shown. If nobody but the sender
  /// would get a reply to all, replies to the sender.
  func reply(_ scope: MailReply.Scope) {
    guard let quote else { return awaited = scope }
    awaited = nil
    guard let reply = scope == .all ? replyToAll ?? reply : reply else {
      onProblem?(tr("The message names no address to reply to."))
      return
    }
    let quoted = quote()
    if quoted?.isCut == true {
      onProblem?(tr("The message is long: the quote in your reply is cut, and ends with “[…]”."))
    }
    start(reply.address(quoting: quoted))
  }

  /// Forgets a reply that waits for the text.
  func cancelReply() { awaited = nil }

  private func chooseAndSave() {
    guard let window = button.asWidget.window, let original else { return }
    let chooser = FileChooser(
      .save(name: fileName),
      title: tr("Save Message"),
      parent: window,
      accept: tr("_Save")
    )
    chooser.onResponse { [weak self] accepted in
      if accepted, let path = chooser.path { self?.save(original, to: path) }
      chooser.destroy()
    }
    chooser.show()
  }

  private func save(_ original: @escaping () async throws -> [UInt8], to path: String) {
    Task { [weak self] in
      do {
        try await AttachmentRow.write(original(), to: path)
      } catch {
        if !(error is CancellationError) {
          self?.onProblem?(ErrorText(error).errorDescription ?? "")
        }
      }
    }
  }

  /// Prints the message, once the user has chosen a printer.
  func print() {
    printed?().print(over: button.asWidget.window) { [weak self] reason in
      guard let reason else { return }
      self?.onProblem?(tr("Nothing was printed (%s).", with: LabelText.make(reason)))
    }
  }

  private func start(_ address: String?) {
    guard let address else { return }
    Task { [weak self] in
      do throws(NotOpened) {
        try await self?.button.openInDefaultProgram(address)
      } catch {
        self?.onProblem?(
          tr(
            "No mail program was started. Choose one in the desktop’s settings, under Default "
              + "Applications."
          )
        )
      }
    }
  }
}
