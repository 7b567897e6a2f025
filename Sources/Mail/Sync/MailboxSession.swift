import Synchronization

/// The state of an open mailbox for all of its windows: the contents of its folders, whether its
/// server is reachable, and how its last refresh has ended.
///
/// The session listens to the account and to the store while it has followers.
final class MailboxSession: Sendable {
  private struct Inner {
    var state = MailboxState()
    var followers = 0
    var listening: [Task<Void, Never>] = []
  }

  private let account: any MailAccount
  private let store: Store
  private let inner = Mutex(Inner())
  private let states = Broadcast<MailboxState>(beginsWithLast: true)

  /// The pause between two counts: a long refresh changes the state at most twice a second.
  private static let pause = Duration.milliseconds(500)

  init(_ account: any MailAccount, _ store: Store) { (self.account, self.store) = (account, store) }

  deinit {
    for task in inner.withLock(\.listening) { task.cancel() }
  }

  /// As ``Mailbox/states()``.
  func follow() -> AsyncStream<MailboxState> {
    let isFirst = inner.withLock { inner in
      inner.followers += 1
      return inner.followers == 1
    }
    let stream = states.stream(onEnd: { [weak self] in self?.left() })
    if isFirst { listen() }
    return stream
  }

  private func left() {
    let ending = inner.withLock { inner -> [Task<Void, Never>] in
      inner.followers -= 1
      guard inner.followers == 0 else { return [] }
      defer { inner.listening = [] }
      return inner.listening
    }
    for task in ending { task.cancel() }
  }

  private func listen() {
    let (commits, connectivity) = (store.commits.stream(), account.connectivity())
    let tasks = [
      Task { [weak self] in
        await self?.count()
        for await _ in commits {
          await self?.count()
          try? await Task.sleep(for: Self.pause)
        }
      },
      Task { [weak self] in
        for await report in connectivity { await self?.note(report) }
      },
    ]
    inner.withLock { $0.listening += tasks }
  }

  private func count() async {
    var (counts, failure) = (([MailFolder](), 0) as ([MailFolder], Int)?, nil as MailError?)
    do {
      counts = try await store.read { db in
        (try StoreFolders.all(db).map(MailFolder.init), try ConversationQuery.unreadCount(db))
      }
    } catch let error as MailError {
      (counts, failure) = (nil, error)
    } catch {
      // The store was emptied: nothing is counted.
    }
    guard !Task.isCancelled else { return }
    change { state in
      state.commits += 1
      if let counts { (state.folders, state.unread) = counts }
      state.storeFailure = failure
    }
  }

  private func note(_ connectivity: Connectivity) async {
    let lastSync = await lastSync(unless: connectivity == .online)
    guard !Task.isCancelled else { return }
    change { $0.note(connectivity, lastSync: lastSync) }
  }

  private func lastSync(unless isNotNeeded: Bool) async -> Int64? {
    isNotNeeded ? nil : (try? await store.read(LastSync.read)) ?? nil
  }

  /// Notes the end of a refresh; ignores one that was cancelled.
  func refreshed(_ error: (any Error)?) async {
    let failure = error as? MailError
    guard error == nil || failure != nil else { return }
    let lastSync = await lastSync(unless: failure?.isOffline != true)
    change { $0.ended(failure, lastSync: lastSync) }
  }

  /// Notes that a refresh was given up, since the server did not answer.
  func gaveUp() { change { $0.gaveUp() } }

  private func change(_ change: (inout MailboxState) -> Void) {
    inner.withLock { inner in
      change(&inner.state)
      // Sent within the lock, so that the newest state is sent last.
      states.send(inner.state)
    }
  }
}
