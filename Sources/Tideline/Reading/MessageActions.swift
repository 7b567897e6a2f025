import TidelineGtk
import TidelineProgram

/// What can be done with a message: a menu, and keys that work while the focus is in the message.
final class MessageActions {
  /// Opens the menu.
  let button = MenuButton()
  /// The answer to the sender, as the mail program is to begin it; nil where the message can't be
  /// answered.
  var reply: MailReply? {
    didSet { replying.isEnabled = reply != nil }
  }
  /// The same to all; nil where there is nobody but the sender.
  var replyToAll: MailReply? {
    didSet { replyingToAll.isEnabled = replyToAll != nil }
  }
  /// Called with why something was not done.
  var onProblem: ((String) -> Void)?

  private let group = SimpleActionGroup()
  private lazy var replying = SimpleAction.named("reply") { [weak self] in
    self?.start(self?.reply)
  }
  private lazy var replyingToAll = SimpleAction.named("reply-all") { [weak self] in
    self?.start(self?.replyToAll)
  }
  private static let prefix = "message"

  /// Answer the message.
  static let (replyKey, replyToAllKey) = ("r", "<Shift>r")

  init() {
    for action in [replying, replyingToAll] {
      action.isEnabled = false
      group.add(action)
    }
    let menu = Menu()
    menu.append(tr("_Reply in Mail Program"), action: Self.prefix + ".reply")
    menu.append(tr("Reply to _All in Mail Program"), action: Self.prefix + ".reply-all")
    button.setMenu(menu)
    button.setIcon(name: "view-more-symbolic")
    button.setAlign(vertical: .center)
    button.addStyleClass("flat")
    button.tooltipText = tr("Menu of the Message")
    button.setAccessibleLabel(tr("Menu of the Message"))
    button.isVisible = false
  }

  /// - Parameter widget: the message's, which holds the button.
  func add(to widget: some WidgetConvertible) {
    widget.insert(group, prefix: Self.prefix)
    let keys = ShortcutController.whereFocused()
    keys.bind(Self.replyKey, toAction: Self.prefix + ".reply")
    keys.bind(Self.replyToAllKey, toAction: Self.prefix + ".reply-all")
    widget.add(keys)
  }

  private func start(_ reply: MailReply?) {
    guard let reply else { return }
    Task { [weak self] in
      do throws(NotOpened) {
        try await self?.button.openInDefaultProgram(reply.address)
      } catch {
        self?.onProblem?(
          tr(
            "No mail program was started (%s). Choose one in the desktop’s settings, under Default "
              + "Applications.",
            with: LabelText.make(error.reason)
          )
        )
      }
    }
  }
}
