import Mail
import TidelineGtk

/// Updates a list after its mailboxes' stores have changed, whoever has changed them. While a list
/// is followed, its mailboxes fetch mail that arrives in it.
///
/// All changes while the list is held, or within half a second after the list was last read, cause
/// only one more reading.
final class ArrivalWatch {
  /// The pause after each update: if the list changed more often, nobody could read it.
  private static let pause = Duration.milliseconds(500)

  private let read: () async -> Void
  private var reading: Task<Void, Never>?
  private var pausing: Timeout?
  private var hasChanged = false
  private var listening: [Task<Void, Never>] = []
  private var watched = 0

  /// Whether to hold changes back: the list is pulled, is being read, or does not exist yet.
  var isHeld = true { didSet { if !isHeld, oldValue { tell() } } }

  init(_ read: @escaping () async -> Void) { self.read = read }

  /// Watches the mailboxes of the feed's list again, if their number has changed.
  func follow(_ feed: MailboxFeed) {
    if feed.source.mailboxes.count != watched { watch(feed) }
  }

  /// Watches the mailboxes of the feed's list, and no others.
  func watch(_ feed: MailboxFeed) {
    let before = listening
    watched = feed.source.mailboxes.count
    listening = feed.source.states(in: feed.listing).map { states in
      Task { [weak self] in
        var commits: Int?
        for await state in states where state.commits != commits {
          commits = state.commits
          self?.changed()
        }
      }
    }
    // Ends the earlier streams last, so that a mailbox that stays is watched all the time.
    for task in before { task.cancel() }
  }

  func stop() {
    for task in listening { task.cancel() }
    (listening, watched) = ([], 0)
    reading?.cancel()
    hasChanged = false
  }

  /// Waits for the end of the present reading, if there is one.
  func rest() async { await reading?.value }

  /// Notes that a store has changed, so that the list is read again.
  func changed() {
    hasChanged = true
    tell()
  }

  private func tell() {
    guard hasChanged, !isHeld, reading == nil, pausing == nil else { return }
    hasChanged = false
    // Reads outside of a refresh that may be around this call, and may have been cancelled.
    reading = Task.detached { [weak self] in await self?.look() }
  }

  private func look() async {
    await read()
    reading = nil
    pausing = Timeout(after: Self.pause) { [weak self] in
      self?.pausing = nil
      self?.tell()
    }
  }
}
