import Synchronization

/// Thrown in place of a refresh for a change that another refresh has read.
struct ChangeWasRead: Error {}

/// The refreshes of one mailbox, which run in turn. A refresh that is asked for while another one
/// has not begun to read joins it, if that one does all that is asked for.
///
/// A refresh runs in the task of its first caller, its leader. If the leader is cancelled, the
/// others begin anew.
final class RefreshTurns: Sendable {
  struct Request: Sendable {
    /// The folder whose new messages are counted; nil for all.
    var shown: FolderName?
    /// The only folder that has changed; nil if any may have changed.
    var changed: FolderID?

    /// Whether a refresh for this request does all that the other one asks for. After a change of a
    /// single folder, no caller uses the count of new messages, so `shown` does not matter.
    func covers(_ other: Request) -> Bool {
      changed == nil ? other.changed != nil || shown == other.shown : changed == other.changed
    }
  }

  typealias Progress = @Sendable (RefreshProgress) -> Void

  /// One refresh, and the callers that have joined it.
  final class Turn: Sendable {
    private struct State {
      /// Whether the refresh has not begun to read: it will find all that is there now.
      var isOpen = true
      /// The folders that are not read, since another process reads them.
      var left: Set<FolderID> = []
      var progress: [Progress]
      var followers: [AsyncStream<Result<RefreshSummary, any Error>>.Continuation] = []
    }

    fileprivate let request: Request
    /// A stream that ends when the refresh may run.
    fileprivate let start = AsyncStream.makeStream(of: Never.self)
    private let state: Mutex<State>

    fileprivate init(_ request: Request, _ progress: Progress?) {
      self.request = request
      state = Mutex(State(progress: [progress].compactMap(\.self)))
    }

    /// Called before the mailbox is read: later changes are for another refresh.
    ///
    /// - Parameter left: the folders that are not read, since another process reads them.
    func beginReading(without left: Set<FolderID>) {
      state.withLock { ($0.isOpen, $0.left) = (false, left) }
    }

    func report(_ progress: RefreshProgress) {
      for report in state.withLock(\.progress) { report(progress) }
    }

    /// Adds a caller.
    ///
    /// - Returns: the refresh, to wait for; nil if it cannot be joined any more.
    fileprivate func join(_ request: Request, _ progress: Progress?) -> Joined? {
      state.withLock { state in
        guard state.isOpen, self.request.covers(request) else { return nil }
        let joined = Joined(turn: self, request: request)
        state.followers.append(joined.results.continuation)
        state.progress += [progress].compactMap(\.self)
        return joined
      }
    }

    fileprivate var callers: Int { state.withLock { 1 + $0.followers.count } }

    fileprivate func end(_ result: Result<RefreshSummary, any Error>) {
      let followers = state.withLock { state in
        state.isOpen = false
        return state.followers
      }
      for follower in followers { follower.yield(result) }
    }

    fileprivate func hasLeft(_ folder: FolderID?) -> Bool {
      folder.map { folder in state.withLock { $0.left.contains(folder) } } ?? false
    }
  }

  /// A refresh of another caller.
  fileprivate struct Joined: Sendable {
    let turn: Turn
    let request: Request
    let results = AsyncStream.makeStream(of: Result<RefreshSummary, any Error>.self)

    /// - Returns: the result; nil if it counts only for the leader, so that another refresh is
    ///   needed.
    func result() async throws -> RefreshSummary? {
      for await result in results.stream {
        switch result {
        case .success(let summary): return turn.hasLeft(request.changed) ? nil : summary
        case .failure(is CancellationError), .failure(is ChangeWasRead): return nil
        // The leader may not have been allowed to ask the user.
        case .failure(MailError.server(let failure)) where failure.remedy == .login:
          return nil
        case .failure(let error): throw error
        }
      }
      throw CancellationError()
    }
  }

  /// The refresh that runs, and those that wait behind it.
  private let turns = Mutex<[Turn]>([])

  /// The number of refreshes that run or wait.
  var count: Int { turns.withLock(\.count) }

  var callers: Int { turns.withLock { $0.map(\.callers).reduce(0, +) } }

  /// Runs a refresh in its turn, or joins another one.
  ///
  /// - Parameter body: the refresh; it calls ``Turn/beginReading(without:)``.
  /// - Throws: an error of the refresh, or `CancellationError` at once if this task is cancelled.
  func run(
    _ request: Request,
    _ progress: Progress?,
    _ body: (Turn) async throws -> RefreshSummary
  ) async throws -> RefreshSummary {
    while true {
      try Task.checkCancellation()
      let (turn, joined) = enter(request, progress)
      if let joined {
        if let summary = try await joined.result() { return summary }
        continue
      }
      for await _ in turn.start.stream {}
      do {
        let summary = try await finish(turn, body)
        turn.end(summary.map { .success($0) } ?? .failure(CancellationError()))
        if let summary { return summary }
      } catch {
        turn.end(.failure(error))
        throw error
      }
    }
  }

  /// - Returns: the result; nil if the refresh must begin anew.
  private func finish(
    _ turn: Turn,
    _ body: (Turn) async throws -> RefreshSummary
  ) async throws -> RefreshSummary? {
    if let joined = passOn(turn) { return try await joined.result() }
    defer { turns.withLock { Self.remove(turn, from: &$0) } }
    try Task.checkCancellation()
    return try await body(turn)
  }

  /// Joins a refresh, or else adds one behind the others.
  private func enter(_ request: Request, _ progress: Progress?) -> (Turn, joined: Joined?) {
    turns.withLock { turns in
      for turn in turns {
        if let joined = turn.join(request, progress) { return (turn, joined) }
      }
      let turn = Turn(request, progress)
      turns.append(turn)
      if turns.count == 1 { turn.start.continuation.finish() }
      return (turn, nil)
    }
  }

  /// Joins a wider refresh that has been asked for since, instead of running this one.
  private func passOn(_ turn: Turn) -> Joined? {
    turns.withLock { turns in
      for other in turns where other !== turn {
        guard let joined = other.join(turn.request, turn.report) else { continue }
        Self.remove(turn, from: &turns)
        return joined
      }
      return nil
    }
  }

  private static func remove(_ turn: Turn, from turns: inout [Turn]) {
    turns.removeAll { $0 === turn }
    turns.first?.start.continuation.finish()
  }
}
