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
  /// What is wrong with the mailboxes that are shown.
  private var troubles: [Trouble] = []
  /// What the user has dismissed of that.
  private var dismissedTroubles: Set<String> = []
  /// Why something else than a refresh failed.
  private var failure: String?
  /// What the last refresh could not read.
  private var skipped: String?
  /// What the user has dismissed of that: the next refresh need not say the same again.
  private var dismissed: String?
  /// False where a page says in place of the list what is wrong.
  var isBesideList = true { didSet { update() } }
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
      self?.dismiss()
      onDismiss()
    }
    pane.append(toasts)
  }

  /// Shows what is wrong with the mailboxes of the list, in place of what was.
  func show(_ troubles: [Trouble]) {
    self.troubles = troubles.sorted { $0.sentence < $1.sentence }
    dismissedTroubles.formIntersection(troubles.map(\.kind))
    update()
  }

  /// Shows why something that is no refresh failed; the list stays as it was.
  func show(_ error: any Error) {
    failure = ErrorText(error).errorDescription
    update()
  }

  /// A refresh has ended.
  ///
  /// - Parameter skipped: what it could not read; nil where it has read everything.
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

  /// Another mailbox is opened: none of this is true of it.
  func withdraw() {
    fetch.withdraw()
    (troubles, dismissedTroubles, skipped, failure) = ([], [], nil, nil)
    notice.withdraw()
    unfinished.withdraw()
  }
}

extension PaneMessages {
  /// What is wrong with one of the mailboxes that are listed.
  struct Trouble {
    let sentence: String
    let isOffline: Bool
    /// Whose, and of what kind: it is dismissed until it is another one.
    let kind: String

    /// Nil where nothing is wrong.
    ///
    /// - Parameter name: the mailbox's, where there are others.
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
