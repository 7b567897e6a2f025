import IMAP
import Network

/// A connection of an account: opened when needed, used by one caller at a time, and otherwise
/// waiting for changes of a folder. A lost connection is opened again, after longer and longer
/// pauses.
actor SharedSession {
  private let open: @Sendable (_ mayAsk: Bool) async throws -> IMAPSession
  private let surroundings: Surroundings
  private var session: IMAPSession?
  private var opening: Task<IMAPSession, any Error>?
  private var turns = ConnectionTurns()
  /// The task that waits for changes of the watched folder, or has ended; nil after a stop.
  private(set) var watch: Task<Void, Never>?
  /// The callbacks for changes; nil while nobody watches.
  private var watcher: Watcher?
  /// Whether the connection is never used, and only waits for changes.
  private let onlyWaits: Bool

  private var listed: ListedFolders
  private var wanted: String { listed.waitedFor }
  /// How many changes of the open folder were reported since it was opened or the connection used.
  private var reported = 0
  /// The watched folder's state when it was last open.
  private var watched: OpenFolder?
  private var contact = ServerContact()
  private var backoff: Backoff
  /// Whether a login has failed for good; reset when the connection is used again.
  private var isRefused = false
  private var networkChanges = 0

  /// The pause between commands when idle: servers disconnect after half an hour, routers sooner.
  static let renewal = Duration.seconds(9 * 60)
  /// The pause after a report of a change: it limits the requests to a server that reports changes
  /// without end. A sync uses the connection sooner, unless another process holds the folder.
  private static let pause = Duration.milliseconds(500)
  /// The limit of attempts for one use: while a network comes up, with its addresses and routes, it
  /// changes several times.
  private static let mostTries = 10

  /// - Parameters:
  ///   - folder: the encoded name of the folder for whose changes the connection only waits; nil for
  ///     a connection that is used. ``startWatching()`` begins the waiting.
  ///   - open: connects and logs in; the user may be asked if `mayAsk` is true.
  init(
    onlyFor folder: String? = nil,
    _ surroundings: Surroundings,
    reportingTo watcher: Watcher? = nil,
    _ open: @escaping @Sendable (_ mayAsk: Bool) async throws -> IMAPSession
  ) {
    (self.surroundings, self.watcher, self.open) = (surroundings, watcher, open)
    (onlyWaits, listed) = (folder != nil, ListedFolders(waitedFor: folder ?? IMAPFolders.inbox))
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
    (isRefused, reported) = (false, 0)
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
        await drop()
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
    await drop()
  }

  private func drop() async {
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
  var isSyncing: Bool { turns.present == .sync }
  var waitingCount: Int { turns.waitingCount }

  private func take(_ use: ConnectionTurns.Use = .sync) async {
    if !turns.take(use) { await withCheckedContinuation { turns.wait($0, for: use) } }
  }

  private func release(isFollowed: Bool = false) {
    turns.release()
    if !isFollowed { startWatching() }
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
    startWatching()
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

  /// Waits for changes while the connection is not in use. Has no effect before the first use,
  /// after a refused login, and after ``close()``.
  func startWatching() {
    guard turns.present == nil, watch == nil, watcher != nil, !isRefused else { return }
    guard onlyWaits || session != nil || contact.wasTried else { return }
    watch = Task { await self.wait() }
  }

  /// Waits until the connection is needed, and reports changes. Opens a lost connection again, and
  /// tries again after a refusal; ends only if the login is refused, or the server has no IDLE.
  private func wait() async {
    while !Task.isCancelled {
      var isReached = await session?.isUsable == true
      do {
        if !isReached, contact.wasTried { try await pauseLonger() }
        let session = try await connected(mayAsk: false)
        let hasChanged = try await openWatched(in: session)
        isReached = true
        if hasChanged { try await report(in: session) }
        guard await session.hasIdle else {
          if onlyWaits { await drop() }
          return
        }
        let isNews = try await session.waitForChange(beyond: reported) {
          try await self.awaitRenewal(session)
        }
        if isNews {
          // A sync on this connection opens the folder itself. A sync on another connection must
          // follow the opening, after which the server reports later changes.
          if !onlyWaits { try await report(in: session) }
        } else if !Task.isCancelled {
          try await pauseLonger()
        }
      } catch {
        guard !Task.isCancelled else { return }
        if await session?.isUsable == true {
          // The server was reached, and has refused something.
          reached()
          try? await pauseLonger()
          continue
        }
        // The loss is reported only after one reconnect has failed.
        if isReached {
          contact.noteSilence(at: surroundings.now())
        } else {
          note(error, isWatching: true)
        }
        await drop()
        if isRefused { return }
      }
    }
  }

  private func pauseLonger() async throws {
    try await surroundings.pause(backoff.pause)
    backoff.hasPassed()
  }

  private func report(in session: IMAPSession) async throws {
    reported = await session.folder?.changes ?? 0
    watcher?.onChange(wanted)
    try await surroundings.pause(Self.pause)
  }

  /// Notes that the server has just answered, and waits for the next ``renewal``.
  private func awaitRenewal(_ session: IMAPSession) async throws {
    contact.lastHeard = surroundings.now()
    if try await surroundings.awaitRenewal(of: session) { backoff.reset() }
  }

  /// Opens the watched folder, unless it is open without a change that was not reported.
  ///
  /// - Returns: whether the folder has changed since it was last open.
  private func openWatched(in session: IMAPSession) async throws -> Bool {
    let open = await session.folder
    var last = watched
    if let open, open.name == wanted {
      guard open.changes > reported else { return false }
      last = open
    }
    let now = try await session.examine(wanted)
    reached()
    (watched, reported) = (now, 0)
    return last.map { !now.holdsTheSame(as: $0) } ?? false
  }

  private func stopWatching() async {
    watch?.cancel()
    await watch?.value
    watch = nil
  }
}

/// The current use of a connection, and the tasks that wait for it.
struct ConnectionTurns {
  enum Use {
    case sync
    /// Takes only a moment, and goes before every waiting sync.
    case reading
  }

  /// The current use; nil while the connection is free.
  private(set) var present: Use?
  private var waiting: [(turn: CheckedContinuation<Void, Never>, use: Use)] = []

  var waitingCount: Int { waiting.count }

  /// - Returns: false if the connection is in use, and so was not taken.
  mutating func take(_ use: Use) -> Bool {
    guard present == nil else { return false }
    present = use
    return true
  }

  /// Adds a waiting task, which is resumed when it is its turn.
  mutating func wait(_ turn: CheckedContinuation<Void, Never>, for use: Use) {
    let place = use == .reading ? waiting.firstIndex { $0.use == .sync } : nil
    waiting.insert((turn, use), at: place ?? waiting.count)
  }

  /// Ends the current use; the connection goes to the next waiting task.
  mutating func release() {
    present = waiting.first?.use
    if present != nil { waiting.removeFirst().turn.resume() }
  }
}
