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
  /// To a server that says when mail has come.
  private var listening: Task<Void, Never>?
  private var dismissal: SignalConnection?

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

  /// Watches for mail that the feed's list would show, in place of what was watched before.
  ///
  /// - Parameter path: the mailbox's.
  func watch(for feed: MailboxFeed, at path: String) {
    let title = feed.mailbox.title
    onNews = { [notice] in notice?.mailHasArrived(at: path, title: title) }
    feed.onRefreshed = { [notice] count in
      notice?.refreshed(newMessages: count, at: path, title: title)
    }
    listening?.cancel()
    switch feed.arrivals {
    case .paths(let paths):
      let watch = MailWatch(paths) { [weak self] in self?.mailHasArrived() }
      feed.onReading = { [weak self, weak watch] in
        await watch?.mailboxIsRead { self?.withdraw() }
      }
      self.watch = watch
    case .stream(let arrivals):
      feed.onReading = { [weak self] in self?.withdraw() }
      watch = nil
      listening = Task { [weak self] in
        for await _ in arrivals { self?.mailHasArrived() }
      }
    }
  }

  func stopWatching() {
    listening?.cancel()
    watch = nil
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
