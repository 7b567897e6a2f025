import TidelineGtk
import TidelineProgram

/// What can be done with a message: a menu, and keys that work while the focus is in the message.
final class MessageActions {
  /// Opens the menu.
  let button = MenuButton()
  /// The answer, as the mail program is to begin it; nil where the message can't be answered.
  var reply: MailReply? {
    didSet { replying.isEnabled = reply != nil }
  }
  /// Called with why something was not done.
  var onProblem: ((String) -> Void)?

  private let group = SimpleActionGroup()
  private lazy var replying = SimpleAction.named("reply") { [weak self] in self?.startReply() }
  private static let prefix = "message"

  /// Answers the message.
  static let replyKey = "r"

  init() {
    replying.isEnabled = false
    group.add(replying)
    let menu = Menu()
    menu.append(tr("_Reply in Mail Program"), action: Self.prefix + ".reply")
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
    widget.add(keys)
  }

  private func startReply() {
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
