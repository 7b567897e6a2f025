import FoundationEssentials
import RefreshCore

/// Runs the two handlers as tasks, and reports how they end.
///
/// One of each counts at a time; a cancelled one that does not listen may still be ending beside
/// it.
///
/// The tasks belong to this object and not to a widget: redrawing, hiding or reloading the list
/// does not touch them.
final class HandlerRuns {
  var refresh: RefreshController.RefreshHandler?
  var loadMore: RefreshController.LoadMoreHandler?
  /// How many of each were started, ever.
  private(set) var started = (refreshes: 0, loads: 0)

  private let report: (RefreshCoordinator.Event) -> Void
  private var tasks: [RunRole: (id: RunID, task: Task<Void, Never>)] = [:]

  /// - Parameter report: receives the end of each run, with the id that it was started with.
  init(report: @escaping (RefreshCoordinator.Event) -> Void) {
    self.report = report
  }

  func start(_ id: RunID) {
    switch id.role {
    case .refresh:
      if refresh != nil { started.refreshes += 1 }
      run(id, refresh) { .refreshFinished(id, $0) }
    case .loadMore:
      if loadMore != nil { started.loads += 1 }
      run(id, loadMore) { .loadFinished(id, $0) }
    }
  }

  private func run<Success>(
    _ id: RunID,
    _ handler: (() async throws -> Success)?,
    end: @escaping (RunResult<Success>) -> RefreshCoordinator.Event
  ) {
    guard let handler else { return report(end(.cancelled)) }
    let task = Task { [report] in
      let result: RunResult<Success>
      do {
        // It may have been given up before its turn came.
        try Task.checkCancellation()
        result = .success(try await handler())
      } catch is CancellationError {
        result = .cancelled
      } catch {
        result = .failure(message: error.sentence)
      }
      report(end(result))
    }
    tasks[id.role] = (id, task)
  }

  /// Ignored unless it is the last one that was started.
  func cancel(_ id: RunID) {
    if let last = tasks[id.role], last.id == id { last.task.cancel() }
  }

  func cancelAll() {
    for run in tasks.values { run.task.cancel() }
  }
}

/// Callers that wait for a moment to come.
struct Waiters {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  mutating func add(_ continuation: CheckedContinuation<Void, Never>) {
    waiting.append(continuation)
  }

  /// Lets everyone go on who waits now.
  mutating func resumeAll() {
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }
}

extension Error {
  /// What to tell the user.
  fileprivate var sentence: String {
    (self as? any LocalizedError)?.errorDescription ?? String(describing: self)
  }
}
