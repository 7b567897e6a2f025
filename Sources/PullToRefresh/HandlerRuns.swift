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
  private var refreshing: (id: RefreshID, task: Task<Void, Never>)?
  private var loading: (id: LoadID, task: Task<Void, Never>)?

  /// - Parameter report: is told the end of each run, with the id that it was started with.
  init(report: @escaping (RefreshCoordinator.Event) -> Void) {
    self.report = report
  }

  func startRefresh(_ id: RefreshID) {
    guard let refresh else { return report(.refreshFinished(id, .cancelled)) }
    started.refreshes += 1
    let task = Task { [report] in
      let result: RefreshResult
      do {
        // It may have been given up before its turn came.
        try Task.checkCancellation()
        result = .success(summary: try await refresh())
      } catch is CancellationError {
        result = .cancelled
      } catch {
        result = .failure(message: error.sentence)
      }
      report(.refreshFinished(id, result))
    }
    refreshing = (id, task)
  }

  func startLoad(_ id: LoadID) {
    guard let loadMore else { return report(.loadFinished(id, .cancelled)) }
    started.loads += 1
    let task = Task { [report] in
      let result: LoadMoreResult
      do {
        try Task.checkCancellation()
        let rows = try await loadMore()
        result = .loaded(added: rows.added, hasMore: rows.hasMore)
      } catch is CancellationError {
        result = .cancelled
      } catch {
        result = .failure(message: error.sentence)
      }
      report(.loadFinished(id, result))
    }
    loading = (id, task)
  }

  /// Ignored unless it is the last one that was started.
  func cancelRefresh(_ id: RefreshID) {
    if let refreshing, refreshing.id == id { refreshing.task.cancel() }
  }

  /// Ignored unless it is the last one that was started.
  func cancelLoad(_ id: LoadID) {
    if let loading, loading.id == id { loading.task.cancel() }
  }

  func cancelAll() {
    refreshing?.task.cancel()
    loading?.task.cancel()
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
