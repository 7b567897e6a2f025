import CAdwaita
import FoundationEssentials
import Mail
import TidelineGtk
import TidelineProgram

/// What a pane of conversations shows besides its rows: notices above the list, toasts over it, and
/// the desktop's notifications.
final class PaneMessages {
  /// What is wrong, for as long as it is.
  let notice = NoticeBar()
  /// Shown when the program ended while a conversation was opened.
  let unfinished = NoticeBar()
  private var notices: [NoticeBar] { [notice, unfinished] }
  /// Why the last refresh failed; nil where it went well.
  private var failure: ErrorText?
  /// What the notice says could not be read.
  private var skipped: String?
  /// What it said when the user dismissed it: the next refresh need not say the same again.
  private var dismissed: String?
  /// What the notice says while the server is not reached; nil while it is.
  private var offline: String?
  /// Whether the user has dismissed that, until the server is reached again.
  private var isOfflineDismissed = false
  /// What lies over the list.
  let toasts = ToastOverlay()
  /// Shown when nothing was fetched.
  let fetch: FetchNotice
  /// New mail, outside of the window.
  let newMail: MailNotice

  /// - Parameter window: while it is not looked at, new mail is announced by the desktop.
  init(_ application: Application, in window: Window, _ preferences: Preferences) {
    fetch = FetchNotice(over: toasts)
    newMail = MailNotice(of: window, application, preferences)
  }

  /// Tells of what refreshes of the feed bring.
  ///
  /// - Parameter path: of its mailbox.
  func follow(_ feed: MailboxFeed, at path: String) {
    feed.onRefreshed = { [newMail, weak feed] summary in
      guard let feed else { return }
      let news = await NewMail.found(by: summary, in: feed.source, feed.listing.folder)
      // Another mailbox may be shown by now.
      guard !Task.isCancelled else { return }
      newMail.refreshed(news, at: path, title: feed.source.title)
    }
  }

  /// Puts the notices and what lies over the list into a pane.
  func stand(in pane: Box, onDismiss: @escaping () -> Void) {
    for notice in notices {
      notice.onDismiss = onDismiss
      pane.append(notice.widget)
    }
    notice.onDismiss = { [weak self] in
      self?.dismissed = self?.skipped
      self?.isOfflineDismissed = self?.offline != nil
      onDismiss()
    }
    pane.append(toasts)
  }

  /// Shows what went wrong; the list stays as it was.
  func show(_ error: any Error) {
    skipped = nil
    let text = ErrorText(error)
    failure = text
    // What is said of a server that is not reached holds until it is.
    if text.isOffline, let offline { return showOffline(offline) }
    show(text.errorDescription ?? "")
  }

  /// What is said of a server that is not reached.
  ///
  /// - Parameter since: in seconds since 1970; nil where it never was.
  static func offline(since: Int64?, _ error: MailError) -> String {
    let reason = ErrorText(error).errorDescription ?? ""
    guard let since, error.isOffline else { return reason }
    let moment = Date(timeIntervalSince1970: Double(since))
    return tr("Offline since %s.", with: RelativeDate.moment(moment)) + " " + reason
  }

  /// Shows that a server is not reached.
  func showOffline(_ sentence: String) {
    offline = sentence
    guard !isOfflineDismissed else { return }
    notice.show(sentence, icon: "network-offline-symbolic", way: Self.tryAgain)
  }

  /// The server is reached again.
  func withdrawOffline() {
    (offline, isOfflineDismissed) = (nil, false)
    if failure?.isOffline == true { failure = nil }
    // A server that is reached may have refused something.
    if let failure { show(failure.errorDescription ?? "") } else { show(skipped: skipped) }
  }

  /// A refresh has ended well, apart from what it could not read; nil where it has read everything.
  func show(skipped: String?) {
    (self.skipped, failure) = (skipped, nil)
    if skipped != dismissed { dismissed = nil }
    // A refresh may end well long before it is known that the server is reached.
    if offline != nil { return }
    if let skipped, dismissed == nil { show(skipped) } else { notice.withdraw() }
  }

  private static let tryAgain = (label: tr("Try Again"), action: "win.refresh")

  private func show(_ sentence: String) {
    notice.show(sentence, way: Self.tryAgain)
  }

  /// Explains why the conversation that was read last is not opened again.
  func showUnfinished() {
    unfinished.show(
      tr(
        "Tideline did not end in order, so the conversation that was read last is not opened again. "
          + "Select it to read on."
      )
    )
  }

  /// Another mailbox is opened: none of this is true of it.
  func withdraw() {
    fetch.withdraw()
    (offline, isOfflineDismissed, skipped, failure) = (nil, false, nil, nil)
    notice.withdraw()
    unfinished.withdraw()
  }
}
