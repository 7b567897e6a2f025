import TidelineGtk

/// Observes the mailboxes of a list and their stores, and updates the list after a change.
///
/// All changes during a refresh, or within half a second after the list was last read, cause only
/// one more reading.
final class ArrivalWatch {
  private enum News {
    /// Another window, or another refresh, has changed the store.
    case stored
    case arrived
  }

  /// The pause after each update: if the list changed more often, nobody could read it.
  private static let pause = Duration.milliseconds(500)

  private let read: () async -> Void
  /// Called after the list has shown changes that another window or refresh has stored.
  var onStored: (() -> Void)?
  private weak var feed: MailboxFeed?
  private var reading: Task<Void, Never>?
  private var pausing: Timeout?
  private var news: News?
  /// Watches mail on disk.
  private var watch: MailWatch?
  /// The tasks that observe the stores and the servers that report changes.
  private var listening: [Task<Void, Never>] = []
  /// The number of watched mailboxes.
  private var watched = 0

  /// Whether to hold changes back: the list is pulled, is being read, or does not exist yet.
  var isHeld = true { didSet { if !isHeld, oldValue { tell() } } }

  /// - Parameter read: reads the changes, and shows them.
  init(_ read: @escaping () async -> Void) { self.read = read }

  /// Watches the mailboxes of the feed's list again, if their number has changed.
  func follow(_ feed: MailboxFeed) {
    if feed.source.mailboxes.count != watched { watch(feed) }
  }

  /// Watches the mailboxes of the feed's list, and no others.
  func watch(_ feed: MailboxFeed) {
    endListening()
    (self.feed, watched) = (feed, feed.source.mailboxes.count)
    for mailbox in feed.source.mailboxes {
      var commits: Int?
      listen(to: mailbox.states(), .stored) { state in
        defer { commits = state.commits }
        return state.commits != commits
      }
    }
    var paths: [String] = []
    for arrivals in feed.arrivals {
      switch arrivals {
      case .paths(let own): paths += own
      case .stream(let stream): listen(to: stream, .arrived)
      }
    }
    guard !paths.isEmpty else {
      feed.onReading = { [weak self] in self?.news = nil }
      return
    }
    let watch = MailWatch(paths) { [weak self] in self?.changed() }
    feed.onReading = { [weak self, weak watch] in
      await watch?.beginReading { self?.news = nil }
    }
    self.watch = watch
  }

  private func listen<Element>(
    to stream: AsyncStream<Element>,
    _ news: News,
    where isNews: @escaping (Element) -> Bool = { _ in true }
  ) {
    listening.append(
      Task { [weak self] in
        for await element in stream where isNews(element) { self?.note(news) }
      }
    )
  }

  private func endListening() {
    for task in listening { task.cancel() }
    (listening, watch, watched) = ([], nil, 0)
  }

  func stop() {
    endListening()
    reading?.cancel()
    news = nil
  }

  /// Waits for the end of the present reading, if there is one.
  func rest() async { await reading?.value }

  /// Notes that mail has arrived, so that the mailboxes are read again.
  func changed() { note(.arrived) }

  private func note(_ news: News) {
    if self.news != .arrived { self.news = news }
    tell()
  }

  private func tell() {
    guard let news, !isHeld, reading == nil, pausing == nil else { return }
    self.news = nil
    // Reads outside of a refresh that may be around this call, and may have been cancelled.
    reading = Task.detached { [weak self] in await self?.look(for: news) }
  }

  private func look(for news: News) async {
    if news == .arrived {
      await read()
    } else {
      await feed?.catchUp()
      onStored?()
    }
    reading = nil
    pausing = Timeout(after: Self.pause) { [weak self] in
      self?.pausing = nil
      self?.tell()
    }
  }
}
