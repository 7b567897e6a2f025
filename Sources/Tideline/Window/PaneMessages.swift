import CAdwaita
import FoundationEssentials
import Mail
import TidelineGtk
import TidelineProgram

/// The messages of a pane of conversations: notices above the list, toasts over it, and the
/// desktop's notifications.
final class PaneMessages {
  let notice = NoticeBar()
  /// The present problems, in the order of their ranks.
  private var troubles: [Trouble] = []
  private var dismissed: Set<String> = []
  /// Whether the list's problems may be shown. False while a page replaces the list and shows the
  /// error itself.
  var isBesideList = true { didSet { update() } }
  let toasts = ToastOverlay()
  let fetch: FetchNotice
  let newMail: MailNotice
  private let preferences: Preferences
  private var arrived: ArrivedMail?

  /// - Parameter window: while the user does not look at it, the desktop notifies of new mail.
  init(_ application: Application, in window: Window, _ preferences: Preferences) {
    fetch = FetchNotice(over: toasts)
    newMail = MailNotice(of: window, application, preferences)
    self.preferences = preferences
  }

  /// Notifies from now on of mail that arrives in the feed's listing; see ``look(at:_:)``.
  func follow(_ feed: MailboxFeed) async {
    newMail.onMarkRead = { [weak self, weak source = feed.source, preferences] news in
      guard let source else { return }
      let writes = preferences.whenRead == .mailbox
      news.markRead(in: source, writes: writes) { self?.show($0) }
    }
    arrived = await ArrivedMail(in: feed.source, feed.listing.folder)
  }

  /// Notifies of mail that has arrived in the feed's listing since the last call.
  func look(at feed: MailboxFeed, _ path: String) async {
    guard var arrived else { return }
    let news = await arrived.next(in: feed.source, feed.listing.folder)
    // Stops after a cancellation: another mailbox may be shown by now.
    guard !Task.isCancelled else { return }
    self.arrived = arrived
    guard let news else { return }
    newMail.refreshed(news, at: path, title: feed.source.title)
  }

  func stand(in pane: Box, onDismiss: @escaping () -> Void) {
    pane.append(notice.widget)
    notice.onDismiss = { [weak self] in
      self?.dismiss()
      onDismiss()
    }
    pane.append(toasts)
  }

  /// Shows the present problems of the list's mailboxes.
  func show(_ troubles: [Trouble]) { replace([.health, .marks, .skipped], troubles) }

  /// Shows the error of work other than a refresh, until the user dismisses it or chooses another
  /// listing; the list stays.
  ///
  /// - Parameter error: nil for no error.
  func show(_ error: (any Error)?) {
    show(error.flatMap { ErrorText($0).text }, .work)
  }

  /// Shows which mailboxes a refresh could not open.
  ///
  /// - Parameter unopened: the text; nil if all were opened.
  func show(unopened: String?) { show(unopened, .unopened) }

  /// Shows why the mailbox that the user has chosen is not opened; the present one stays.
  func show(choice sentence: String) { show(sentence, .choice) }

  /// Explains why the conversation that was read last is not opened again.
  func showUnfinished() {
    let sentence = tr(
      "Tideline did not end in order, so the conversation that was read last is not opened again. "
        + "Select it to read on."
    )
    show(sentence, .unfinished)
  }

  private func show(_ sentence: String?, _ rank: Trouble.Rank) {
    replace([rank], sentence.map { [Trouble($0, rank)] } ?? [])
  }

  private func replace(_ ranks: Set<Trouble.Rank>, _ new: [Trouble]) {
    troubles = (troubles.filter { !ranks.contains($0.rank) } + new)
      .sorted { ($0.rank, $0.sentence) < ($1.rank, $1.sentence) }
    dismissed.formIntersection(troubles.map(\.kind))
    update()
  }

  /// The problems in the notice: those of the first rank that has any.
  private var shown: [Trouble] {
    let left = troubles.filter {
      !dismissed.contains($0.kind) && (isBesideList || $0.rank == .choice)
    }
    return left.filter { $0.rank == left.first?.rank }
  }

  private func dismiss() {
    let shown = shown
    dismissed.formUnion(shown.map(\.kind))
    // Forgets these problems: if the same work fails again, that is a new problem to show.
    troubles.removeAll { [.choice, .work].contains($0.rank) && $0.rank == shown.first?.rank }
    dismissed.formIntersection(troubles.map(\.kind))
    update()
  }

  private func update() {
    let shown = shown
    guard let rank = shown.first?.rank else { return notice.withdraw() }
    let isOffline = shown.allSatisfy(\.isOffline)
    notice.show(
      JoinedText.sentences(shown.map(\.sentence)),
      icon: isOffline ? NoticeBar.offline : NoticeBar.warning,
      way: rank.way
    )
  }

  /// Removes the notices and the fetch toast. Called when another mailbox is opened.
  func withdraw() {
    fetch.withdraw()
    (troubles, dismissed) = ([], [])
    notice.withdraw()
  }
}

extension PaneMessages {
  /// A problem of the list.
  struct Trouble {
    /// The order in which problems are shown: only those of one rank at a time.
    enum Rank: Int, Comparable {
      /// The mailbox that the user has just chosen is not opened.
      case choice
      /// Work other than a refresh has just failed, such as listing another folder.
      case work
      /// A listed mailbox is not up to date.
      case health
      /// A mailbox has refused marks.
      case marks
      /// The last refresh could not open a mailbox.
      case unopened
      /// The last refresh of a mailbox could not read some of its mail.
      case skipped
      /// The program's last run was cut short.
      case unfinished

      /// The solution that the notice offers: a button's label, and its action; nil for no button.
      @MainActor var way: (label: String, action: String)? {
        switch self {
        case .choice: (tr("Choose a Mailbox…"), "win.welcome")
        case .unfinished: nil
        default: (tr("Try Again"), "win.refresh")
        }
      }

      static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    let rank: Rank
    let sentence: String
    let isOffline: Bool
    /// The mailbox and the kind of problem: a dismissed problem stays hidden until its kind
    /// changes.
    let kind: String

    init(_ sentence: String, _ rank: Rank) {
      (self.sentence, self.rank, isOffline, kind) = (sentence, rank, false, sentence)
    }

    /// Nil if the mailbox is up to date.
    ///
    /// - Parameter name: the mailbox's name; nil if only one mailbox is listed.
    init?(_ health: MailboxState.Health, of name: String?) {
      var text: String
      switch health {
      case .good: return nil
      case .silent: text = tr("It does not answer.")
      case .failed(let error): text = ErrorText(error).text
      case .offline(let since, let reason):
        text = ErrorText(reason, isTriedAgain: since != nil).text
        if let since, reason.isOffline {
          let moment = RelativeDate.moment(Date(timeIntervalSince1970: Double(since)))
          text = JoinedText.sentences([tr("Offline since %s.", with: moment), text])
        }
      }
      (rank, isOffline, sentence) = (.health, health.isOffline, Self.named(name, text))
      kind = isOffline ? "offline \(name ?? "")" : sentence
    }

    /// All problems of a listed mailbox.
    static func all(of state: MailboxState, _ name: String?) -> [Trouble] {
      let others: [(String?, Rank)] = [
        (state.summary?.marksFailure.flatMap { ErrorText($0).errorDescription }, .marks),
        (RefusedMarks.sentence(state.marks), .marks),
        (state.summary.flatMap(skippedMail), .skipped),
      ]
      return [Trouble(state.health, of: name)].compactMap(\.self)
        + others.compactMap { text, rank in text.map { Trouble(named(name, $0), rank) } }
    }

    static func named(_ name: String?, _ text: String) -> String {
      name.map { tr("“%s”: %s", with: LabelText.make($0), text) } ?? text
    }

    /// Names the first file or folder that a refresh could not read, with the reason, and counts
    /// the others; nil if everything was read.
    private static func skippedMail(_ summary: RefreshSummary) -> String? {
      guard let first = summary.skipped.first else { return nil }
      let names = [first.path, first.reason].map(LabelText.make)
      let sentence =
        first.isInPart
        ? tr("“%s” is listed only in part (%s).", with: names)
        : tr("“%s” could not be read (%s).", with: names)
      let more = summary.skippedCount - 1
      guard more > 0 else { return sentence }
      let others = tr(
        "%d more file or folder could not be read.",
        "%d more files or folders could not be read.",
        more
      )
      return JoinedText.sentences([sentence, others])
    }
  }
}
