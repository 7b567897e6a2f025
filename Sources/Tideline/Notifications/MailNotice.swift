import TidelineGtk
import TidelineProgram

/// Shows a desktop notification of new mail, if the user has switched this on and does not look at
/// the mailbox's window.
///
/// Each mailbox has one notification, which shows its newest mail; a click opens the window. There
/// is no second notification of mail that another window has shown or notified of: All Inboxes has
/// the same mail as its accounts. If the notification names all of the mail, a button marks this
/// mail as read. The notification is withdrawn once the user looks at the window, the window shows
/// another mailbox or is closed, or the mail was read or removed elsewhere.
///
/// The notification is sent a moment after the mail was found, since the focus may be about to move
/// to the window: perhaps the window was just opened, or a dialog over it was just closed.
final class MailNotice {
  /// The receiver of notifications: the desktop, or a test.
  struct Desktop {
    var send: (DesktopNotification, _ id: String) -> Void
    var withdraw: (_ id: String) -> Void
    var isWanted: () -> Bool
    var isWindowAttended: () -> Bool
    /// Calls a function after a moment, unless the returned function is called before.
    var afterMoment: (@escaping () -> Void) -> () -> Void
  }

  private let desktop: Desktop
  /// Cancels the notification that waits to be sent; nil if none waits.
  private var cancel: (() -> Void)?
  /// The identifier of the sent notification, which may still be shown; nil if there is none.
  private var sent: String?
  /// The identifier of the sent notification of refused marks; nil if there is none.
  private var refusal: String?
  /// New mail since the user last looked at the window, and the path of its mailbox.
  private var unseen: (path: String, news: NewMail)?
  /// The mail of the sent notification, and the path of its mailbox.
  private var shown: (path: String, news: NewMail)?

  var onMarkRead: ((NewMail) -> Void)?
  /// The application's action that a click activates, with the mailbox's path.
  static let action = "show-mailbox"
  /// The application's action of the button to mark as read, with the mailbox's path.
  static let markAction = "mark-new-mail-read"
  /// Marks the mail of the sent notifications as read, by their identifiers.
  private static var marks: [String: () -> Void] = [:]

  /// Marks the mail that the notification of a mailbox names as read. Does nothing if the
  /// notification was withdrawn meanwhile.
  static func markRead(at path: String) { marks[id(path)]?() }

  private static func id(_ path: String) -> String { "mail:" + path }

  /// The mail that the user has seen in a window, or was notified of.
  private static var told: Set<NewMail.Arrived> = []
  /// The maximum number of arrivals in ``told``. Each takes about 100 bytes.
  private static let mostTold = 10_000

  private static func tell(_ arrivals: Set<NewMail.Arrived>) {
    if told.count > mostTold { told = [] }
    told.formUnion(arrivals)
  }

  init(_ desktop: Desktop) { self.desktop = desktop }

  /// The notice of a window, withdrawn when the window becomes active.
  ///
  /// - Parameter window: nil for a mailbox that no window shows: its notifications are wanted.
  convenience init(of window: Window?, _ application: Application, _ preferences: Preferences) {
    let unowned = window.map { Unowned($0) }
    self.init(
      Desktop(
        send: { application.send($0, id: $1) },
        withdraw: { application.withdrawNotification(id: $0) },
        isWanted: { unowned == nil || preferences.isOn(PreferenceKey.tellsOfNewMail) },
        isWindowAttended: { unowned?.object.isAttended ?? false },
        afterMoment: { Timeout(after: .seconds(2), $0).cancel }
      )
    )
    window?.connect("notify::is-active") { [weak self] in
      if unowned?.object.isAttended == true { self?.withdraw() }
    }
  }

  /// Notifies of the new mail that a refresh has found. Withdraws the notification instead if the
  /// user looks at the window, or if there is neither new nor unread mail.
  func refreshed(_ news: NewMail, at path: String, title: String) {
    // Whether the mail of the notification was removed, or read in another program.
    let isOver = news.count == 0 && !news.hasUnread
    if desktop.isWindowAttended() { Self.tell(news.arrivals) }
    if isOver || desktop.isWindowAttended() { return withdraw() }
    guard news.count > 0 else { return }
    var news = news
    if let unseen, unseen.path == path { news = news.joined(unseen.news) }
    unseen = (path, news)
    cancel?()
    cancel = desktop.afterMoment { [weak self] in self?.send(news, path, title) }
  }

  /// Notifies of marks that the mailbox has refused while no window shows it.
  func show(refused: String, at path: String, title: String) {
    guard desktop.isWanted(), !desktop.isWindowAttended() else { return }
    let id = "marks:" + path
    refusal = id
    desktop.send(
      DesktopNotification(title: title, body: refused, action: "app." + Self.action, target: path),
      id
    )
  }

  /// Withdraws the notifications. Called when the user looks at the window, and when the window
  /// shows another mailbox or is closed.
  func withdraw() {
    cancel?()
    (cancel, unseen, shown) = (nil, nil, nil)
    if let refusal { desktop.withdraw(refusal) }
    refusal = nil
    withdrawSent()
  }

  private func withdrawSent() {
    guard let sent else { return }
    (self.sent, Self.marks[sent]) = (nil, nil)
    desktop.withdraw(sent)
  }

  private func send(_ news: NewMail, _ path: String, _ title: String) {
    cancel = nil
    guard desktop.isWanted(), !desktop.isWindowAttended() else { return withdraw() }
    guard news.arrivals.isEmpty || !news.arrivals.isSubset(of: Self.told) else {
      // Another window has told of the rest.
      return unseen = shown
    }
    shown = (path, news)
    Self.tell(news.arrivals)
    let id = Self.id(path)
    if sent != id { withdrawSent() }
    sent = id
    typealias Button = DesktopNotification.Button
    var buttons = [Button(tr("Open"), action: "app." + Self.action)]
    Self.marks[id] = nil
    if let onMarkRead, news.isNamed {
      buttons.append(Button(tr("Mark as Read"), action: "app." + Self.markAction))
      Self.marks[id] = { [weak self] in
        onMarkRead(news)
        self?.withdraw()
      }
    }
    desktop.send(
      DesktopNotification(
        title: tr("%d new in %s", "%d new in %s", news.count, with: title),
        body: news.body,
        action: "app." + Self.action,
        target: path,
        buttons: buttons
      ),
      id
    )
  }
}
