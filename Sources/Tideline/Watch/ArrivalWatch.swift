import CAdwaita
import TidelineGtk
import TidelineProgram

/// Offers a refresh when mail has arrived: a toast that stays until it is used, dismissed or
/// withdrawn.
///
/// The list stays as it is meanwhile, since rows that move by themselves are in the reader's way.
/// However much arrives, there is one toast, and none while a refresh runs.
final class NewMailOffer {
  private let overlay: ToastOverlay
  private let action: String
  private let notice: MailNotice?
  /// Called when a refresh is offered, to announce the mail outside of the window.
  private var onNews: (() -> Void)?
  private var hasNews = false
  private var toast: Toast?
  /// For mail on disk.
  private var watch: MailWatch?
  /// To servers that say when mail has come.
  private var listening: [Task<Void, Never>] = []
  private var dismissal: SignalConnection?
  /// How many mailboxes are watched.
  private var watched = 0

  /// While there is nothing to offer it for: a refresh runs, or no list is shown.
  var isHeld = true {
    didSet {
      guard isHeld != oldValue else { return }
      if isHeld { takeAway() } else { offer() }
    }
  }

  /// - Parameters:
  ///   - overlay: what the toast lies over.
  ///   - action: refreshes.
  ///   - notice: announces new mail while nobody looks at the window.
  init(over overlay: ToastOverlay, action: String, notice: MailNotice? = nil) {
    self.overlay = overlay
    self.action = action
    self.notice = notice
  }

  /// Whether the toast is shown.
  var isShown: Bool { toast != nil }

  /// Watches for mail that the feed's list would show, where mailboxes of it were opened since this
  /// was done last.
  func follow(_ feed: MailboxFeed, at path: String) {
    if feed.source.mailboxes.count != watched { watch(for: feed, at: path) }
  }

  /// Watches for mail that the feed's list would show, in place of what was watched before.
  ///
  /// - Parameter path: the mailbox's.
  func watch(for feed: MailboxFeed, at path: String) {
    let title = feed.source.title
    onNews = { [notice] in notice?.mailHasArrived(at: path, title: title) }
    feed.onRefreshed = { [notice] count in
      notice?.refreshed(newMessages: count, at: path, title: title)
    }
    endListening()
    watched = feed.source.mailboxes.count
    var paths: [String] = []
    for arrivals in feed.arrivals {
      switch arrivals {
      case .paths(let own): paths += own
      case .stream(let stream):
        listening.append(
          Task { [weak self] in
            for await _ in stream { self?.mailHasArrived() }
          }
        )
      }
    }
    guard !paths.isEmpty else {
      feed.onReading = { [weak self] in self?.withdraw() }
      return
    }
    let watch = MailWatch(paths) { [weak self] in self?.mailHasArrived() }
    feed.onReading = { [weak self, weak watch] in
      await watch?.mailboxIsRead { self?.withdraw() }
    }
    self.watch = watch
  }

  private func endListening() {
    for task in listening { task.cancel() }
    (listening, watch, watched) = ([], nil, 0)
  }

  func stopWatching() {
    endListening()
    withdraw()
    onNews = nil
    notice?.withdraw()
  }

  /// Mail has arrived.
  func mailHasArrived() {
    hasNews = true
    offer()
  }

  /// What has arrived is being read, or another mailbox is shown.
  func withdraw() {
    takeAway()
    hasNews = false
  }

  private func offer() {
    guard hasNews, !isHeld else { return }
    hasNews = false
    onNews?()
    guard toast == nil else { return }
    toast = overlay.add(tr("New mail has arrived")) { toast in
      toast.setButton(tr("Refresh"), action: action)
      toast.setTimeout(0)
      // A failed fetch may have left a toast that stays, too.
      toast.setHighPriority()
      dismissal = toast.connect("dismissed") { [weak self] in self?.toast = nil }
    }
  }

  /// What was offered and not taken is offered again, unless it is withdrawn.
  private func takeAway() {
    guard let toast else { return }
    hasNews = true
    self.toast = nil
    dismissal?.disconnect()
    toast.dismiss()
  }
}
