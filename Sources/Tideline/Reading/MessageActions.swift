import Mail
import TidelineGtk
import TidelineProgram

/// The actions of a message: a menu, and keys that work while the focus is in the message.
final class MessageActions {
  let button = MenuButton.make("view-more-symbolic", tr("Menu of the Message"), isFlat: true)
  /// The message whose whole text is shown.
  struct Subject {
    let message: ReadMessage
    /// As ``Mailbox/ownAddresses()``.
    let ownAddresses: Set<String>
    let fileName: String
    /// Reads the whole message, to save it.
    let original: () async throws -> [UInt8]
    /// Returns the shown pictures, by their indexes among the message's pictures.
    let pictures: () -> [Int: Paintable]

    /// The reply for the mail program; nil if there is nobody to reply to.
    func reply(_ scope: MailReply.Scope) -> MailReply? {
      MailReply(to: message, from: ownAddresses, scope)
    }

    /// A link by which a mail program finds the message; nil if the message has no Message-ID, or
    /// if no program opens such links.
    var link: MessageLink? {
      Desktop.opens(scheme: MessageLink.scheme) ? MessageLink(message.messageID) : nil
    }
  }

  /// Nil until the whole text is shown.
  var subject: Subject? {
    didSet {
      replying.isEnabled = subject?.reply(.sender) != nil
      replyingToAll.isEnabled = subject?.reply(.all) != nil
      opening.isEnabled = subject?.link != nil
      for action in [saving, printing] { action.isEnabled = subject != nil }
      if let awaited { reply(awaited) }
    }
  }
  /// The reply that the user wants as soon as the whole text is shown; nil for none.
  private var awaited: MailReply.Scope?
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
    self?.start(self?.subject?.link?.address)
  }
  private lazy var saving = SimpleAction.named("save") { [weak self] in self?.chooseAndSave() }
  private lazy var printing = SimpleAction.named("print") { [weak self] in self?.print() }
  private static let prefix = "message"

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
    menu.append(tr("_Open in Mail Program"), action: Self.prefix + ".open", hidesDisabled: true)
    menu.append(tr("_Save Message As…"), action: Self.prefix + ".save")
    menu.append(tr("_Print…"), action: Self.prefix + ".print")
    button.setMenu(menu)
    button.setAlign(vertical: .center)
    button.isVisible = false
  }

  func add(to widget: some WidgetConvertible) {
    widget.insert(group, prefix: Self.prefix)
    let keys = ShortcutController.whereFocused()
    keys.bind(Self.printKey, toAction: Self.prefix + ".print")
    widget.add(keys)
  }

  /// Starts a reply in the mail program, once the whole text is shown. If nobody but the sender
  /// would get a reply to all, replies to the sender.
  func reply(_ scope: MailReply.Scope) {
    guard let subject else { return awaited = scope }
    awaited = nil
    guard let reply = subject.reply(scope) ?? subject.reply(.sender) else {
      onProblem?(tr("The message names no address to reply to."))
      return
    }
    let quote = ReplyQuote(of: subject.message)
    if quote?.isCut == true {
      onProblem?(tr("The message is long: the quote in your reply is cut, and ends with “[…]”."))
    }
    start(reply.address(quoting: quote))
  }

  func cancelReply() { awaited = nil }

  private func chooseAndSave() {
    guard let subject else { return }
    let kind = FileChooser.Kind.save(name: subject.fileName)
    FileChooser.ask(kind, tr("Save Message"), tr("_Save"), over: button) { [weak self] path in
      self?.save(subject.original, to: path)
    }
  }

  private func save(_ original: @escaping () async throws -> [UInt8], to path: String) {
    Task { [weak self] in
      do {
        let content = try await original()
        try await ReadingThreads.run { try AttachmentFile.replace(content, at: path) }
      } catch {
        if !(error is CancellationError) {
          self?.onProblem?(ErrorText(error).text)
        }
      }
    }
  }

  /// Prints the message, once the user has chosen a printer.
  func print() {
    guard let subject else { return }
    let paper = MessageOnPaper(subject.message, pictures: subject.pictures())
    paper.print(over: button.asWidget.window) { [weak self] reason in
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
