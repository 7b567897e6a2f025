import TidelineGtk

/// Notices that a mailbox has changed while its list is shown, and has it read.
///
/// However much happens meanwhile, it is read once more at the end: after a refresh, and half a second
/// after the list was last read.
final class ArrivalWatch {
  /// A list that changed more often would be redrawn rather than read.
  private static let pause = Duration.milliseconds(500)

  private let read: () async -> Void
  private var reading: Task<Void, Never>?
  private var pausing: Timeout?
  private var hasNews = false
  /// For mail on disk.
  private var watch: MailWatch?
  /// To servers that say when something has changed.
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
    watched = feed.source.mailboxes.count
    var paths: [String] = []
    for arrivals in feed.arrivals {
      switch arrivals {
      case .paths(let own): paths += own
      case .stream(let stream):
        listening.append(
          Task { [weak self] in
            for await _ in stream { self?.changed() }
          }
        )
      }
    }
    guard !paths.isEmpty else {
      feed.onReading = { [weak self] in self?.hasNews = false }
      return
    }
    let watch = MailWatch(paths) { [weak self] in self?.changed() }
    feed.onReading = { [weak self, weak watch] in
      await watch?.mailboxIsRead { self?.hasNews = false }
    }
    self.watch = watch
  }

  private func endListening() {
    for task in listening { task.cancel() }
    (listening, watch, watched) = ([], nil, 0)
  }

  func stop() {
    endListening()
    reading?.cancel()
    hasNews = false
  }

  /// Returns when the reading under way has ended, if there is one.
  func rest() async { await reading?.value }

  /// Mail has arrived, or something else has changed.
  func changed() {
    hasNews = true
    tell()
  }

  private func tell() {
    guard hasNews, !isHeld, reading == nil, pausing == nil else { return }
    hasNews = false
    reading = Task { [weak self] in
      await self?.read()
      self?.reading = nil
      self?.pausing = Timeout(after: Self.pause) {
        self?.pausing = nil
        self?.tell()
      }
    }
  }
}
