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
  private var awaitingRefresh = Waiters()

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
      start(id, refresh) { .refreshFinished(id, $0) }
    case .loadMore:
      if loadMore != nil { started.loads += 1 }
      start(id, loadMore) { .loadFinished(id, $0) }
    }
  }

  private func start<Success>(
    _ id: RunID,
    _ handler: SharedHandler<Success>?,
    end: @escaping (RunResult<Success>) -> RefreshCoordinator.Event
  ) {
    guard let handler else { return report(end(.cancelled)) }
    let caller = SharedHandler<Success>.Caller { [weak self] result in
      self?.forget(id)
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
    refresh = nil
    loadMore = nil
  }

  /// Returns when the refresh under way has ended or was cancelled, or when the present task is
  /// cancelled; at once if no refresh runs.
  func refreshEnd() async {
    guard underWay[.refresh] != nil else { return }
    let caller = Waiters.Caller()
    await withTaskCancellationHandler {
      await withCheckedContinuation { awaitingRefresh.add($0, of: caller) }
    } onCancel: {
      Task { @MainActor in self.awaitingRefresh.resume(caller) }
    }
  }

  /// - Returns: the closure that leaves the run.
  @discardableResult
  private func forget(_ id: RunID) -> (() -> Void)? {
    guard let run = underWay[id.role], run.id == id else { return nil }
    underWay[id.role] = nil
    if id.role == .refresh { awaitingRefresh.resumeAll() }
    return run.leave
  }
}

/// Suspended callers, which are resumed together.
struct Waiters {
  /// A waiting caller.
  final class Caller {}

  private var waiting: [(caller: Caller, continuation: CheckedContinuation<Void, Never>)] = []

  mutating func add(_ continuation: CheckedContinuation<Void, Never>, of caller: Caller = Caller())
  {
    waiting.append((caller, continuation))
  }

  /// Resumes one caller, and leaves the others waiting.
  mutating func resume(_ caller: Caller) {
    guard let index = waiting.firstIndex(where: { $0.caller === caller }) else { return }
    waiting.remove(at: index).continuation.resume()
  }

  /// Resumes all callers that wait now.
  mutating func resumeAll() {
    let resumed = waiting
    waiting = []
    for waiter in resumed { waiter.continuation.resume() }
  }
}
