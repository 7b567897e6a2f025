import RefreshCore

/// The runs of one list: starts the handlers, and reports how they end.
///
/// At most one run of each role is under way; the task of a cancelled run may continue beside it.
final class HandlerRuns {
  #if DEBUG || TRACED
    private(set) var started = PerRole(repeating: 0)
  #endif

  private let report: (RefreshCoordinator.Event) -> Void
  private var underWay = PerRole<(id: RunID, leave: () -> Void)?>(repeating: nil)
  private var awaiting = PerRole(repeating: Waiters<PullOutcome?>())

  /// - Parameter report: receives the result and the id of each run that ends by itself.
  init(report: @escaping (RefreshCoordinator.Event) -> Void) { self.report = report }

  /// - Parameter handler: nil ends the run at once, as cancelled.
  func start(_ id: RunID, _ handler: SharedHandler?) {
    guard let handler else { return report(.finished(id, .cancelled)) }
    #if DEBUG || TRACED
      started[id.role] += 1
    #endif
    let caller = SharedHandler.Caller { [weak self] result in
      self?.forget(id)
      self?.ended(id.role, PullOutcome(result))
      self?.report(.finished(id, result))
    }
    underWay[id.role] = (id, { handler.leave(caller) })
    handler.join(caller)
  }

  /// Drops a run's own result, and cancels its task unless other lists share the task. Ignored
  /// unless the run is under way.
  ///
  /// - Parameter outcome: the result for the callers that wait.
  func cancel(_ id: RunID, as outcome: PullOutcome) {
    guard let leave = forget(id) else { return }
    leave()
    ended(id.role, outcome)
  }

  /// Cancels the runs under way.
  func stop() {
    for role in RunRole.allCases {
      if let run = underWay[role] { cancel(run.id, as: .cancelled) }
      ended(role, .cancelled)
    }
  }

  /// Waits until the handler of the run under way ends or is cancelled, or until the current task
  /// is cancelled. Returns nil at once if nothing runs and no run is expected.
  ///
  /// - Parameter isExpected: whether a run that is not under way yet is about to begin.
  func end(of role: RunRole, orWhile isExpected: Bool) async -> PullOutcome? {
    guard underWay[role] != nil || isExpected else { return nil }
    let caller = WaitingCaller()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { awaiting[role].add($0, of: caller) }
    } onCancel: {
      Task { @MainActor in self.awaiting[role].resume(caller, returning: nil) }
    }
  }

  /// Resumes the callers that wait for a role's run to end; ignored while a run is under way.
  func ended(_ role: RunRole, _ outcome: PullOutcome) {
    if underWay[role] == nil { awaiting[role].resumeAll(returning: outcome) }
  }

  /// - Returns: a closure that leaves the run; nil if the run is not under way.
  @discardableResult
  private func forget(_ id: RunID) -> (() -> Void)? {
    guard let run = underWay[id.role], run.id == id else { return nil }
    underWay[id.role] = nil
    return run.leave
  }
}

/// The identity of a suspended caller, see ``Waiters``.
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

  /// Resumes one caller; the others stay suspended.
  mutating func resume(_ caller: WaitingCaller, returning value: Value) {
    guard let index = waiting.firstIndex(where: { $0.caller === caller }) else { return }
    waiting.remove(at: index).continuation.resume(returning: value)
  }

  /// Resumes all callers that are suspended now.
  mutating func resumeAll(returning value: Value) {
    let resumed = waiting
    waiting = []
    for waiter in resumed { waiter.continuation.resume(returning: value) }
  }
}

extension Waiters<Void> {
  mutating func resumeAll() { resumeAll(returning: ()) }
}
