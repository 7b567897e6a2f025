import CAdwaita
import FoundationEssentials
import Mail
import TidelineGtk
import TidelineProgram

/// The messages of a pane of conversations: notices above the list, toasts over it, and the
/// desktop's notifications.
final class PaneMessages {
  /// Shows present problems.
  let notice = NoticeBar()
  /// Explains why the conversation that was read last is not opened again.
  let unfinished = NoticeBar()
  private var notices: [NoticeBar] { [notice, unfinished] }
  /// The problems of the listed mailboxes.
  private var troubles: [Trouble] = []
  /// The kinds of problems that the user has dismissed.
  private var dismissedTroubles: Set<String> = []
  /// The error of work other than a refresh, such as listing another folder.
  private var failure: String?
  /// The text about mail that the last refresh could not read.
  private var skipped: String?
  /// The text about skipped mail that the user has dismissed, so that no refresh shows it again.
  private var dismissed: String?
  /// Whether the notice may be shown: it is hidden beside a page that shows the error itself.
  var isBesideList = true { didSet { update() } }
  /// Shows toasts over the list.
  let toasts = ToastOverlay()
  /// Shows that mail could not be fetched.
  let fetch: FetchNotice
  /// Sends the desktop's notifications of new mail.
  let newMail: MailNotice
  private let preferences: Preferences

  /// - Parameter window: while the user does not look at it, the desktop notifies of new mail.
  init(_ application: Application, in window: Window, _ preferences: Preferences) {
    fetch = FetchNotice(over: toasts)
    newMail = MailNotice(of: window, application, preferences)
    self.preferences = preferences
  }

  /// Notifies of new mail that the feed's refreshes find.
  ///
  /// - Parameter path: the path of the feed's mailbox.
  func follow(_ feed: MailboxFeed, at path: String) {
    newMail.onMarkRead = { [weak source = feed.source, preferences] news in
      guard let source else { return }
      news.markRead(in: source, writes: preferences.whenRead == .mailbox)
    }
    feed.onRefreshed = { [newMail, weak feed] summary in
      guard let feed else { return }
      let news = await NewMail.found(by: summary, in: feed.source, feed.listing.folder)
      // Stops after a cancellation: another mailbox may be shown by now.
      guard !Task.isCancelled else { return }
      newMail.refreshed(news, at: path, title: feed.source.title)
    }
  }

  /// Adds the notices and the toasts to a pane.
  func stand(in pane: Box, onDismiss: @escaping () -> Void) {
    for notice in notices {
      notice.onDismiss = onDismiss
      pane.append(notice.widget)
    }
    notice.onDismiss = { [weak self] in
      self?.dismiss()
      onDismiss()
    }
    pane.append(toasts)
  }

  /// Shows the present problems of the list's mailboxes.
  func show(_ troubles: [Trouble]) {
    self.troubles = troubles.sorted { $0.sentence < $1.sentence }
    dismissedTroubles.formIntersection(troubles.map(\.kind))
    update()
  }

  /// Shows the error of work other than a refresh; the list stays.
  func show(_ error: any Error) {
    failure = ErrorText(error).errorDescription
    update()
  }

  /// Shows which marks a mailbox has refused.
  func show(refused: String) {
    failure = refused
    update()
  }

  /// Shows which mail a refresh could not read, and removes the ``failure`` of other work.
  ///
  /// - Parameter skipped: the text; nil if everything was read.
  func show(skipped: String?) {
    (self.skipped, failure) = (skipped, nil)
    if skipped != dismissed { dismissed = nil }
    update()
  }

  private func dismiss() {
    dismissedTroubles = Set(troubles.map(\.kind))
    failure = nil
    dismissed = skipped
  }

  private func update() {
    let shown = troubles.filter { !dismissedTroubles.contains($0.kind) }
    let others = [failure, skipped == dismissed ? nil : skipped].compactMap { $0 }
    let sentence = shown.isEmpty ? others.first : JoinedText.sentences(shown.map(\.sentence))
    guard isBesideList, let sentence else { return notice.withdraw() }
    let isOffline = !shown.isEmpty && shown.allSatisfy(\.isOffline)
    let way = (label: tr("Try Again"), action: "win.refresh")
    notice.show(sentence, icon: isOffline ? NoticeBar.offline : NoticeBar.warning, way: way)
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

  /// Removes the notices and the fetch toast. Called when another mailbox is opened.
  func withdraw() {
    fetch.withdraw()
    (troubles, dismissedTroubles, skipped, failure) = ([], [], nil, nil)
    notice.withdraw()
    unfinished.withdraw()
  }
}

extension PaneMessages {
  /// A problem of one listed mailbox.
  struct Trouble {
    let sentence: String
    let isOffline: Bool
    /// The mailbox and the kind of problem: a dismissed problem stays hidden until its kind
    /// changes.
    let kind: String

    /// Nil if the mailbox has no problem.
    ///
    /// - Parameter name: the mailbox's name; nil if only one mailbox is listed.
    init?(_ health: MailboxState.Health, of name: String?) {
      let name = name.map(LabelText.make)
      isOffline = health.isOffline
      var text: String
      switch health {
      case .good: return nil
      case .silent: text = tr("It does not answer.")
      case .failed(let error): text = ErrorText(error).errorDescription ?? ""
      case .offline(let since, let reason):
        text = ErrorText(reason).errorDescription ?? ""
        if let since, reason.isOffline {
          let moment = RelativeDate.moment(Date(timeIntervalSince1970: Double(since)))
          text = JoinedText.sentences([tr("Offline since %s.", with: moment), text])
        }
      }
      sentence = name.map { tr("“%s”: %s", with: $0, text) } ?? text
      kind = isOffline ? "offline \(name ?? "")" : sentence
    }
  }
}
