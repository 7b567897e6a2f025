import TidelineGtk

/// Notices that a mailbox, or what is stored of it, has changed while its list is shown.
///
/// However much happens meanwhile, it is read once more at the end: after a refresh, and half a second
/// after the list was last read.
final class ArrivalWatch {
  private enum News {
    /// Somebody else has stored something: another window, or a refresh from elsewhere.
    case stored
    case arrived
  }

  /// A list that changed more often would be redrawn rather than read.
  private static let pause = Duration.milliseconds(500)

  private let read: () async -> Void
  private weak var feed: MailboxFeed?
  private var reading: Task<Void, Never>?
  private var pausing: Timeout?
  private var news: News?
  /// For mail on disk.
  private var watch: MailWatch?
  /// To servers that say when something has changed, and to stores.
  private var listening: [Task<Void, Never>] = []
  /// How many mailboxes are watched.
  private var watched = 0

  /// While the list cannot be read, or is being read.
  var isHeld = true { didSet { if !isHeld, oldValue { tell() } } }

  /// - Parameter read: reads what has changed, and shows it.
  init(_ read: @escaping () async -> Void) { self.read = read }

  /// Watches what the feed's list shows, where mailboxes of it were opened since this was done last.
  func follow(_ feed: MailboxFeed) {
    if feed.source.mailboxes.count != watched { watch(feed) }
  }

  /// Watches what the feed's list shows, in place of what was watched before.
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
      await watch?.mailboxIsRead { self?.news = nil }
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

  /// Returns when the reading under way has ended, if there is one.
  func rest() async { await reading?.value }

  /// Mail has arrived, or something else has changed.
  func changed() { note(.arrived) }

  private func note(_ news: News) {
    if self.news != .arrived { self.news = news }
    tell()
  }

  private func tell() {
    guard let news, !isHeld, reading == nil, pausing == nil else { return }
    self.news = nil
    reading = Task { [weak self] in
      await news == .arrived ? self?.read() : self?.feed?.catchUp()
      self?.reading = nil
      self?.pausing = Timeout(after: Self.pause) {
        self?.pausing = nil
        self?.tell()
      }
    }
  }
}
