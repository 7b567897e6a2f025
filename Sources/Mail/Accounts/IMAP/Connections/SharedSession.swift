import IMAP
import Network

/// An account's own connection: opened when needed, used by one caller at a time, and otherwise
/// waiting for changes. A lost connection is opened again, after longer and longer pauses.
actor SharedSession {
  private let open: @Sendable (_ mayAsk: Bool) async throws -> IMAPSession
  private let surroundings: Surroundings
  private var session: IMAPSession?
  private var opening: Task<IMAPSession, any Error>?
  private var turns = ConnectionTurns()
  /// The task that waits for changes of the watched folder, or has ended; nil after a stop.
  private(set) var watch: Task<Void, Never>?
  /// The callbacks for a watched account; nil while the account is not watched.
  private var watcher: Watcher?

  private var listed = ListedFolders()
  /// The watched folder.
  private var wanted: String { listed.waitedFor }
  /// The watched folder's state when it was last open.
  private var watched: OpenFolder?
  private var contact = ServerContact()
  private var backoff: Backoff
  /// Whether a login has failed for good; reset when the connection is used again.
  private var isRefused = false
  /// The number of changes of the network.
  private var networkChanges = 0

  /// The pause between commands when idle: servers disconnect after half an hour, routers sooner.
  static let renewal = Duration.seconds(9 * 60)
  /// The limit of attempts for one use: while a network comes up, with its addresses and routes, it
  /// changes several times.
  private static let mostTries = 10

  /// - Parameter open: connects and logs in; the user may be asked if `mayAsk` is true.
  init(
    _ surroundings: Surroundings,
    _ open: @escaping @Sendable (_ mayAsk: Bool) async throws -> IMAPSession
  ) {
    (self.surroundings, self.open) = (surroundings, open)
    backoff = Backoff(jitter: surroundings.jitter)
  }

  /// Calls `body` with the connection.
  ///
  /// `body` runs again, on a new connection, if the open connection turns out to be dead, as after
  /// a sleep of the computer; and after each change of the network, at most ``mostTries`` times.
  ///
  /// - Parameters:
  ///   - isFollowed: whether another use follows in a moment: until then, the connection does not
  ///     wait for changes. Ignored if the body throws, or the task is cancelled.
  ///   - use: the purpose, which decides the order of waiting uses.
  func use<Value: Sendable>(
    isFollowed: Bool = false,
    for use: ConnectionTurns.Use = .sync,
    _ body: @Sendable (IMAPSession) async throws -> Value
  ) async throws -> Value {
    await take(use)
    do {
      let value = try await useAnew(body)
      release(isFollowed: isFollowed && !Task.isCancelled)
      return value
    } catch {
      release()
      throw error
    }
  }

  private func useAnew<Value: Sendable>(
    _ body: @Sendable (IMAPSession) async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    await stopWatching()
    isRefused = false
    var mayBeOld = await session?.isUsable == true
    var triesLeft = Self.mostTries
    while true {
      let changes = networkChanges
      do {
        return try await useOnce(body)
      } catch let error where MailError.endsConnection(error) || error is CancellationError {
        try Task.checkCancellation()
        triesLeft -= 1
        let isWorthIt = changes != networkChanges || mayBeOld && MailError.mayBeBetterAnew(error)
        guard isWorthIt, triesLeft > 0 else {
          note(error)
          throw error
        }
        mayBeOld = false
      }
    }
  }

  private func useOnce<Value: Sendable>(
    _ body: @Sendable (IMAPSession) async throws -> Value
  ) async throws -> Value {
    do {
      let session = try await connected()
      let value = try await body(session)
      await noteFolder(of: session)
      backoff.reset()
      reached()
      return value
    } catch {
      if MailError.endsConnection(error) {
        await session?.close()
        session = nil
      } else if session != nil, !(error is CancellationError) {
        // The server was reached, and has refused something.
        reached()
      }
      throw error
    }
  }

  /// Uses the connection if it is open, and does nothing otherwise.
  func useIfOpen(_ body: @Sendable (IMAPSession) async throws -> Void) async throws {
    guard let session, await session.isUsable else { return }
    try await use(body)
  }

  /// The open connection, or a new one. A change of the network cancels the task that opens it.
  private func connected(mayAsk: Bool = true) async throws -> IMAPSession {
    if let session, await session.isUsable { return session }
    let task = Task { [open] in try await open(mayAsk) }
    opening = task
    defer { opening = nil }
    let new = try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    session = new
    return new
  }

  private func noteFolder(of session: IMAPSession) async {
    if let folder = await session.folder, folder.name == wanted { watched = folder }
  }

  /// Ends the connection and the watching.
  func close() async {
    (watcher, watched, contact.loss) = (nil, nil, nil)
    await disconnect()
  }

  private func disconnect() async {
    await take()
    defer { release() }
    await stopWatching()
    await session?.close()
    session = nil
  }

  /// Drops the connection: after a change of the network or a sleep of the computer it is dead,
  /// although it was never closed. Work in progress begins again on a new connection, and a
  /// connection for watching is opened soon.
  func networkChanged() async {
    networkChanges += 1
    backoff.networkChanged()
    guard turns.present == nil else {
      opening?.cancel()
      await session?.close()
      return
    }
    await disconnect()
  }

  // MARK: Turns

  var isOpen: Bool { get async { await session?.isUsable == true } }
  /// Whether a sync uses the connection.
  var isSyncing: Bool { turns.present == .sync }
  /// The number of waiting tasks.
  var waitingCount: Int { turns.waitingCount }

  private func take(_ use: ConnectionTurns.Use = .sync) async {
    if !turns.take(use) { await withCheckedContinuation { turns.wait($0, for: use) } }
  }

  private func release(isFollowed: Bool = false) {
    turns.release()
    if turns.present == nil, !isFollowed { startWatching() }
  }

  // MARK: Reachability

  private func reached() {
    if contact.reached(at: surroundings.now()) { watcher?.onReach(nil) }
  }

  private func note(_ error: any Error, isWatching: Bool = false) {
    isRefused = (error as? ServerFailure)?.isAboutLogin == true
    let loss = contact.failed(error, at: surroundings.now(), isWatching: isWatching)
    if let loss { watcher?.onReach(loss) }
  }

  // MARK: Watching

  /// Begins to watch: whenever the connection is not in use, it waits for changes of a folder, at
  /// first the inbox. While the server is unreachable, further attempts are made to reach it.
  func watch(_ watcher: Watcher) {
    self.watcher = watcher
    if let loss = contact.loss { watcher.onReach(loss) }
    if turns.present == nil { startWatching() }
  }

  /// Changes the listed folders, and returns the result.
  func list(_ change: @Sendable (inout ListedFolders) -> Void) async -> ListedFolders {
    await take()
    defer { release() }
    var now = listed
    change(&now)
    guard now.waitedFor != wanted else {
      listed = now
      return now
    }
    await stopWatching()
    (listed, watched) = (now, nil)
    if let session { await noteFolder(of: session) }
    return now
  }

  private func startWatching() {
    guard watch == nil, watcher != nil, !isRefused else { return }
    guard session != nil || contact.lastHeard != nil || contact.loss != nil else { return }
    watch = Task { await self.wait() }
  }

  /// Waits until a change, or until the connection is needed. Opens a lost connection again.
  private func wait() async {
    while !Task.isCancelled {
      if let session, await session.isUsable {
        do {
          try await openWatched(in: session)
          let hasChanged = try await session.waitForChange { try await self.awaitRenewal(session) }
          if hasChanged { watcher?.onChange(wanted) }
          return
        } catch {
          guard MailError.isTransient(error) else { return }
          // The loss is reported only after one reconnect has failed.
          contact.noteSilence(at: surroundings.now())
        }
        await session.close()
        self.session = nil
      }
      do {
        try await surroundings.pause(backoff.pause)
        backoff.hasPassed()
        guard try await comeBack() else { return }
      } catch {
        guard !Task.isCancelled else { return }
        note(error, isWatching: true)
        guard MailError.allowsReconnecting(error) else { return }
        await session?.close()
        session = nil
      }
    }
  }

  /// Notes that the server has just answered, and waits for the next ``renewal``.
  private func awaitRenewal(_ session: IMAPSession) async throws {
    contact.lastHeard = surroundings.now()
    if try await surroundings.awaitRenewal(of: session) { backoff.reset() }
  }

  /// - Returns: whether to continue waiting; false if the folder has changed.
  private func comeBack() async throws -> Bool {
    let new = try await connected(mayAsk: false)
    guard let watched else {
      reached()
      return true
    }
    let now = try await examine(in: new)
    if now.holdsTheSame(as: watched) { return true }
    watcher?.onChange(wanted)
    return false
  }

  /// Opens the watched folder if another folder was used last, and reports a change since then.
  private func openWatched(in session: IMAPSession) async throws {
    guard await session.folder?.name != wanted else { return }
    let (now, last) = (try await examine(in: session), watched)
    watched = now
    if let last, !now.holdsTheSame(as: last) { watcher?.onChange(wanted) }
  }

  private func examine(in session: IMAPSession) async throws -> OpenFolder {
    let folder = try await session.examine(wanted)
    reached()
    return folder
  }

  private func stopWatching() async {
    watch?.cancel()
    await watch?.value
    watch = nil
  }
}
