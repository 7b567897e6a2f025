import RefreshCore

/// The runs of one list: starts the handlers, and reports how they end.
///
/// One run of each role counts at a time; the task of a cancelled run may continue beside it.
final class HandlerRuns {
  var refresh: SharedHandler<String?>? { didSet { handlerChanged(.refresh) } }
  var loadMore: SharedHandler<LoadedRows>? { didSet { handlerChanged(.loadMore) } }
  /// The number of runs of each role that were started so far.
  private(set) var started = (refreshes: 0, loads: 0)

  private let report: (RefreshCoordinator.Event) -> Void
  private let handlerChanged: (RunRole) -> Void
  private var underWay: [RunRole: (id: RunID, leave: () -> Void)] = [:]
  private var awaiting: [RunRole: Waiters<PullOutcome?>] = [:]

  /// - Parameters:
  ///   - report: receives the end of each run, with the id of its start.
  ///   - handlerChanged: called when a role has another handler, or none.
  init(
    report: @escaping (RefreshCoordinator.Event) -> Void,
    handlerChanged: @escaping (RunRole) -> Void
  ) {
    self.report = report
    self.handlerChanged = handlerChanged
  }

  func start(_ id: RunID) {
    switch id.role {
    case .refresh:
      if refresh != nil { started.refreshes += 1 }
      start(id, refresh, PullOutcome.init) { .refreshFinished(id, $0) }
    case .loadMore:
      if loadMore != nil { started.loads += 1 }
      start(id, loadMore, PullOutcome.init) { .loadFinished(id, $0) }
    }
  }

  private func start<Success>(
    _ id: RunID,
    _ handler: SharedHandler<Success>?,
    _ outcome: @escaping (RunResult<Success>) -> PullOutcome,
    end: @escaping (RunResult<Success>) -> RefreshCoordinator.Event
  ) {
    guard let handler else { return report(end(.cancelled)) }
    let caller = SharedHandler<Success>.Caller { [weak self] result in
      self?.forget(id)
      self?.ended(id.role, outcome(result))
      self?.report(end(result))
    }
    underWay[id.role] = (id, { handler.leave(caller) })
    handler.join(caller)
  }

  /// Cancels a run, and drops its result. Ignored unless the run is under way.
  func cancel(_ id: RunID) { forget(id)?() }

  /// Cancels the runs under way, and releases the handlers.
  func stop() {
    for run in underWay.values { cancel(run.id) }
    for role in RunRole.allCases { ended(role, .cancelled) }
    refresh = nil
    loadMore = nil
  }

  /// Whether the present task is part of the run under way, which cannot end before the task does.
  func isAroundThisTask(_ role: RunRole) -> Bool {
    switch role {
    case .refresh: refresh?.isAroundThisTask == true
    case .loadMore: loadMore?.isAroundThisTask == true
    }
  }

  /// Returns when the handler of the run under way has ended, or was cancelled, or the present task
  /// is; at once where there is none.
  ///
  /// - Parameter isExpected: whether a run that is not under way yet is about to begin.
  func end(of role: RunRole, orWhile isExpected: Bool) async -> PullOutcome? {
    guard underWay[role] != nil || isExpected else { return nil }
    let caller = WaitingCaller()
    return await withTaskCancellationHandler {
      await withCheckedContinuation {
        awaiting[role, default: Waiters()].add($0, of: caller)
      }
    } onCancel: {
      Task { @MainActor in self.awaiting[role]?.resume(caller, returning: nil) }
    }
  }

  /// Tells those that wait how a run has ended, or that a load which waited was dropped.
  func ended(_ role: RunRole, _ outcome: PullOutcome) {
    if underWay[role] == nil { awaiting[role]?.resumeAll(returning: outcome) }
  }

  /// - Returns: what leaves the run.
  @discardableResult
  private func forget(_ id: RunID) -> (() -> Void)? {
    guard let run = underWay[id.role], run.id == id else { return nil }
    underWay[id.role] = nil
    return run.leave
  }
}

/// One that waits, see ``Waiters``.
final class WaitingCaller {}

/// Suspended callers, which are resumed together.
struct Waiters<Value: Sendable> {
  private var waiting: [(caller: WaitingCaller, continuation: CheckedContinuation<Value, Never>)] =
    []

  mutating func add(
    _ continuation: CheckedContinuation<Value, Never>,
    of caller: WaitingCaller = WaitingCaller()
  ) {
    waiting.append((caller, continuation))
  }

  /// Resumes one that no longer waits for the others.
  mutating func resume(_ caller: WaitingCaller, returning value: Value) {
    guard let index = waiting.firstIndex(where: { $0.caller === caller }) else { return }
    waiting.remove(at: index).continuation.resume(returning: value)
  }

  /// Resumes all that wait now.
  mutating func resumeAll(returning value: Value) {
    let resumed = waiting
    waiting = []
    for waiter in resumed { waiter.continuation.resume(returning: value) }
  }
}

extension Waiters<Void> {
  mutating func resume(_ caller: WaitingCaller) { resume(caller, returning: ()) }
  mutating func resumeAll() { resumeAll(returning: ()) }
}
