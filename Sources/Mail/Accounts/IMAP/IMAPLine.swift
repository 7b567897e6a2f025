import IMAP
import Network

/// The one connection of an account: opened when it is needed, used by one caller at a time, and while
/// nobody uses it, waiting for changes.
actor IMAPLine {
  private let open: @Sendable () async throws -> IMAPSession
  private var session: IMAPSession?
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var watch: Task<Void, Never>?
  /// Called when the open folder has changed; nil where nobody wants to know.
  private var onChange: (@Sendable (String) -> Void)?

  /// The folder that was open last, and is watched, as it was then.
  private var watched: OpenFolder?
  private let pause: @Sendable (Duration) async throws -> Void
  private let jitter: @Sendable () -> Double

  /// Servers end a connection on which nothing was sent for half an hour, and routers sooner.
  static let renewal = Duration.seconds(9 * 60)
  /// Before the first try to make a connection anew; each further one waits twice as long.
  static let firstPause = Duration.seconds(5)
  static let longestPause = Duration.seconds(5 * 60)

  /// - Parameters:
  ///   - pause: waits; until it is cancelled.
  ///   - jitter: from 0 to 1, so that not all who have lost a server come back at once.
  ///   - open: connects and logs in.
  init(
    pause: @escaping @Sendable (Duration) async throws -> Void,
    jitter: @escaping @Sendable () -> Double,
    _ open: @escaping @Sendable () async throws -> IMAPSession
  ) {
    (self.pause, self.jitter, self.open) = (pause, jitter, open)
  }

  /// Uses the connection.
  ///
  /// A connection that was open before may have died since, as in a sleep of the computer: then the
  /// body runs once more, on a new one.
  func use<Value: Sendable>(
    _ body: @Sendable (IMAPSession) async throws -> Value
  ) async throws -> Value {
    await take()
    defer { release() }
    await stopWatching()
    if let session, await session.isUsable {
      do {
        return try await body(session)
      } catch let error where Self.isLost(error) {
        await session.close()
        self.session = nil
        guard Self.mayBeBetter(error) else { throw error }
        try Task.checkCancellation()
      }
    }
    let new = try await open()
    session = new
    do {
      return try await body(new)
    } catch {
      if Self.isLost(error) {
        await new.close()
        session = nil
      }
      throw error
    }
  }

  private static func isLost(_ error: any Error) -> Bool {
    switch error {
    case is NetworkError: true
    case let failure as ServerFailure: failure.kind != .refused
    default: false
    }
  }

  /// Whether a new connection may do what the last one did not. What a server sent and nobody could
  /// understand, it would send again.
  private static func mayBeBetter(_ error: any Error) -> Bool {
    (error as? ServerFailure).map { $0.kind == .connectionLost } ?? true
  }

  /// Ends the connection, and the watching.
  func close() async {
    (onChange, watched) = (nil, nil)
    await take()
    defer { release() }
    await stopWatching()
    await session?.close()
    session = nil
  }

  // MARK: One at a time

  private func take() async {
    guard isTaken else {
      isTaken = true
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func release() {
    if waiting.isEmpty {
      isTaken = false
      startWatching()
    } else {
      waiting.removeFirst().resume()
    }
  }

  // MARK: Watching

  /// Waits for changes of the open folder from now on, whenever the connection is not used.
  func watch(_ onChange: @escaping @Sendable (String) -> Void) {
    self.onChange = onChange
    if !isTaken { startWatching() }
  }

  private func startWatching() {
    guard watch == nil, onChange != nil, session != nil || watched != nil else { return }
    watch = Task { await self.wait() }
  }

  /// Ends with the first change, or when the connection is to be used.
  private func wait() async {
    var pauses = Self.pauses(jitter)
    while !Task.isCancelled {
      do {
        guard let session, await session.isUsable else {
          guard let watched else { return }
          try await pause(pauses.next() ?? Self.longestPause)
          let now = try await reopen(watched.name)
          guard now.holdsTheSame(as: watched) else {
            onChange?(watched.name)
            return
          }
          continue
        }
        guard let folder = await session.folder else { return }
        watched = folder
        let hasChanged = try await session.waitForChange { [pause] in
          try await pause(Self.renewal)
        }
        if hasChanged { onChange?(folder.name) }
        return
      } catch {
        // Who is refused is not let in later, and a password that is tried often locks an account.
        guard Self.mayComeBack(error) else { return }
        await session?.close()
        session = nil
      }
    }
  }

  private static func mayComeBack(_ error: any Error) -> Bool {
    switch error {
    case let error as NetworkError: error.kind != .cancelled
    case let failure as ServerFailure: failure.kind == .connectionLost
    default: false
    }
  }

  private func reopen(_ name: String) async throws -> OpenFolder {
    let new = try await open()
    let examine = try Command.examine(name)
    do {
      let answers = try await new.run(Flight([examine], opening: name))
      try answers.requireFirst(of: [examine])
      session = new
      return answers.folder ?? OpenFolder(name: name)
    } catch {
      await new.close()
      throw error
    }
  }

  /// 5 seconds, 10, 20 and so on, each up to a fifth less.
  private static func pauses(_ jitter: @escaping @Sendable () -> Double) -> some IteratorProtocol<
    Duration
  > {
    sequence(state: firstPause) { next -> Duration? in
      let pause = next * (1 - 0.2 * jitter())
      next = min(next * 2, longestPause)
      return pause
    }
  }

  /// Returns when nothing is watched any more; for tests.
  func settle() async { await watch?.value }

  private func stopWatching() async {
    watch?.cancel()
    await watch?.value
    watch = nil
  }
}
