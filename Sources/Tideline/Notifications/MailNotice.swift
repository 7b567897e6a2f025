import TidelineGtk
import TidelineProgram

/// Tells of new mail by the desktop's notifications, where the user has switched that on, while nobody
/// looks at the mailbox's window.
///
/// There is one for each mailbox, which says the latest; a click leads to the window. Once the
/// window is looked at, or gone, it is withdrawn.
///
/// It comes a moment after the mail, since the focus may be on its way: to a window that has just
/// been opened, or back to it from a dialogue.
final class MailNotice {
  /// Where notifications go to: the desktop, or a test.
  struct Desktop {
    var send: (DesktopNotification, _ id: String) -> Void
    var withdraw: (_ id: String) -> Void
    /// Whether the user wants to be told.
    var isWanted: () -> Bool
    /// Whether the user looks at the window.
    var isWindowAttended: () -> Bool
    /// Does something after a moment, unless what this returns is called before.
    var afterMoment: (@escaping () -> Void) -> () -> Void
  }

  private let desktop: Desktop
  /// Cancels the notification that waits for the moment to pass.
  private var cancel: (() -> Void)?
  /// The identifier of the notification that may still be shown.
  private var sent: String?
  /// What has come since the window was last looked at, and in which mailbox.
  private var unseen: (path: String, news: NewMail)?

  /// The application's action that a click activates, with the mailbox's path.
  static let action = "show-mailbox"

  init(_ desktop: Desktop) { self.desktop = desktop }

  /// For a window: the notification is withdrawn when the window becomes active.
  convenience init(of window: Window, _ application: Application, _ preferences: Preferences) {
    let unowned = Unowned(window)
    self.init(
      Desktop(
        send: { application.send($0, id: $1) },
        withdraw: { application.withdrawNotification(id: $0) },
        isWanted: { preferences.isOn(PreferenceKey.tellsOfNewMail) },
        isWindowAttended: { unowned.object.isAttended },
        afterMoment: { Timeout(after: .seconds(2), $0).cancel }
      )
    )
    window.connect("notify::is-active") { [weak self] in self?.windowChanged() }
  }

  /// A refresh has ended, and the list shows what it brought.
  func refreshed(_ news: NewMail, at path: String, title: String) {
    // What had arrived is gone, or was read elsewhere.
    let isOver = news.count == 0 && !news.hasUnread
    if isOver || desktop.isWindowAttended() { return withdraw() }
    guard news.count > 0 else { return }
    var news = news
    if let unseen, unseen.path == path { news = news.joined(unseen.news) }
    unseen = (path, news)
    cancel?()
    cancel = desktop.afterMoment { [weak self] in self?.send(news, path, title) }
  }

  /// The window is looked at, shows something else, or is gone.
  func withdraw() {
    cancel?()
    (cancel, unseen) = (nil, nil)
    guard let sent else { return }
    self.sent = nil
    desktop.withdraw(sent)
  }

  private func send(_ news: NewMail, _ path: String, _ title: String) {
    cancel = nil
    guard desktop.isWanted(), !desktop.isWindowAttended() else { return withdraw() }
    let id = "mail:" + path
    if let sent, sent != id { desktop.withdraw(sent) }
    sent = id
    desktop.send(
      DesktopNotification(
        title: tr("%d new in %s", "%d new in %s", news.count).replacing("%s", with: title),
        body: news.body,
        action: "app." + Self.action,
        target: path
      ),
      id
    )
  }

  private func windowChanged() {
    if desktop.isWindowAttended() { withdraw() }
  }
}
