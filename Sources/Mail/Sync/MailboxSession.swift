import Synchronization

/// The state of an open mailbox for all of its windows: the contents of its folders, whether its
/// server is reachable, and how its last refresh has ended.
///
/// The session listens to the account and to the store while it has followers, and fetches the mail
/// that arrives in the folders that they watch.
final class MailboxSession: Sendable {
  private struct Inner {
    var state = MailboxState()
    var followers = 0
    var listening: [Task<Void, Never>] = []
    /// The number of followers that watch each folder.
    var watchers: [FolderName?: Int] = [:]
    /// The tasks that wait for mail, by watched folder.
    var watching: [FolderName?: Task<Void, Never>] = [:]
    var fileWatches: [FolderName?: any FileWatch] = [:]
    var makeFileWatch: FileWatchMaker?
    var fetch: Fetch?
    var missed: Missed?
  }

  /// Refreshes the mailbox for a watched folder after a change.
  typealias Fetch = @Sendable (_ watched: FolderName?, FolderChange) async throws -> Void

  /// Returns what may have changed in a folder before it was watched.
  typealias Missed = @Sendable (_ watched: FolderName?) async -> FolderChange?

  private let account: any MailAccount
  private let store: Store
  private let inner = Mutex(Inner())
  private let states = Broadcast<MailboxState>(beginsWithLast: true)

  /// The pause between two counts: a long refresh changes the state at most twice a second.
  private static let pause = Duration.milliseconds(500)

  init(_ account: any MailAccount, _ store: Store) { (self.account, self.store) = (account, store) }

  deinit {
    for task in inner.withLock({ $0.listening + Array($0.watching.values) }) { task.cancel() }
  }

  /// As ``Mailbox/states()``.
  func follow(onEnd: @escaping @Sendable () -> Void = {}) -> AsyncStream<MailboxState> {
    let isFirst = inner.withLock { inner in
      inner.followers += 1
      return inner.followers == 1
    }
    let stream = states.stream(onEnd: { [weak self] in
      onEnd()
      self?.left()
    })
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

  // MARK: Arrivals

  /// Sets the functions that fetch mail after an arrival, and for a folder that is watched anew.
  func onArrival(_ missed: @escaping Missed, fetch: @escaping Fetch) {
    inner.withLock { ($0.missed, $0.fetch) = (missed, fetch) }
  }

  /// As ``Mailbox/watchFiles(by:)``.
  func watchFiles(by make: @escaping FileWatchMaker) { inner.withLock { $0.makeFileWatch = make } }

  /// As ``Mailbox/states(watching:)``.
  func follow(
    watching folder: FolderName?,
    _ arrivals: @escaping @Sendable () -> Arrivals
  ) -> AsyncStream<MailboxState> {
    inner.withLock { inner in
      inner.watchers[folder, default: 0] += 1
      guard inner.watching[folder] == nil else { return }
      inner.watching[folder] = Task { [weak self] in
        await Self.watch(folder, arrivals) { [weak self] in self }
      }
    }
    return follow { [weak self] in self?.stopWatching(folder) }
  }

  private func stopWatching(_ folder: FolderName?) {
    inner.withLock { inner in
      inner.watchers[folder, default: 1] -= 1
      guard inner.watchers[folder] == 0 else { return }
      inner.watching.removeValue(forKey: folder)?.cancel()
      (inner.watchers[folder], inner.fileWatches[folder]) = (nil, nil)
    }
  }

  /// Fetches mail after each arrival in a folder: at once, and then at most twice a second.
  private static func watch(
    _ folder: FolderName?,
    _ arrivals: @Sendable () -> Arrivals,
    _ session: @Sendable () -> MailboxSession?
  ) async {
    let changes: AsyncStream<FolderChange>
    switch arrivals() {
    case .stream(let stream):
      changes = stream
      if let missed = session()?.inner.withLock(\.missed), let change = await missed(folder) {
        _ = await session()?.fetch(folder, change)
      }
    case .paths(let paths):
      let (stream, signal) = AsyncStream.makeStream(
        of: FolderChange.self,
        bufferingPolicy: .bufferingNewest(1)
      )
      let make = session()?.inner.withLock(\.makeFileWatch)
      guard let make, !paths.isEmpty else { return }
      let watch = await make(paths) { signal.yield(FolderChange(in: nil)) }
      session()?.inner.withLock { if !Task.isCancelled { $0.fileWatches[folder] = watch } }
      changes = stream
    }
    for await change in changes where await session()?.fetch(folder, change) == true {
      try? await Task.sleep(for: pause)
    }
  }

  /// Fetches mail; tries again while other processes refresh the same folders.
  ///
  /// - Returns: false if a reading for another follower has fetched the mail.
  private func fetch(_ folder: FolderName?, _ change: FolderChange) async -> Bool {
    guard let fetch = inner.withLock(\.fetch) else { return false }
    while !Task.isCancelled {
      do {
        try await fetch(folder, change)
        return true
      } catch is ChangeWasRead {
        return false
      } catch MailError.storeBusy {
        try? await Task.sleep(for: Self.pause)
      } catch {
        // The state has the error. The next attempt follows with the next arrival or refresh.
        return true
      }
    }
    return true
  }

  /// Called before the mailbox is read: the reading finds all earlier arrivals.
  func beginReading() async {
    for watch in inner.withLock({ Array($0.fileWatches.values) }) { await watch.beginReading() }
  }

  // MARK: Followed streams

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
  ///
  /// - Parameter isPartial: whether only one folder was read: its success does not end the problems
  ///   of others.
  func refreshed(_ result: Result<RefreshSummary, any Error>, isPartial: Bool) async {
    var (summary, failure) = (nil as RefreshSummary?, nil as MailError?)
    switch result {
    case .success(let new): summary = new
    case .failure(let error as MailError): failure = error
    case .failure: return
    }
    let lastSync = await lastSync(unless: failure?.isOffline != true)
    change { state in
      if let summary, isPartial {
        state.summary?.marksFailure = summary.marksFailure
      } else {
        state.summary = summary ?? state.summary
      }
      state.ended(failure, lastSync: lastSync, isPartial: isPartial)
    }
  }

  /// Notes the result of writing marks into the mailbox. Without any marks, the last result stays.
  func wrote(_ report: MarkReport) {
    if report != MarkReport() { change { $0.marks = report } }
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

/// Watches files and folders of a mailbox on disk. The program provides it, with the means of the
/// desktop; see ``Mailbox/watchFiles(by:)``.
public protocol FileWatch: AnyObject, Sendable {
  /// Notes that the mailbox is about to be read, so that only mail that arrives later is reported.
  func beginReading() async
}

/// Makes a watch of paths, which calls a function on each arrival.
public typealias FileWatchMaker =
  @Sendable (_ paths: [String], _ onArrival: @escaping @Sendable () -> Void) async
  -> any FileWatch
