import Synchronization

/// One refresh at a time, whoever asks for it: a second caller awaits the running one.
final class SharedRefresh {
  private let action: RefreshController.RefreshHandler
  private var run: Run?

  init(_ action: @escaping RefreshController.RefreshHandler) { self.action = action }

  /// - Throws: what the action throws. Cancelling the last of its callers cancels the action, and
  ///   the next call begins anew, even if the action does not listen.
  func run() async throws -> String? {
    let run: Run
    if let present = self.run, present.join() {
      run = present
    } else {
      run = Run(Task { [action] in try await action() })
      self.run = run
    }
    defer { if self.run === run { self.run = nil } }
    return try await withTaskCancellationHandler {
      try await run.task.value
    } onCancel: {
      run.leave()
    }
  }

  /// One run with those who await it. Callers are cancelled on any thread.
  private nonisolated final class Run: Sendable {
    let task: Task<String?, any Error>
    private let callers = Mutex(1)

    init(_ task: Task<String?, any Error>) { self.task = task }

    /// - Returns: false where all have left.
    func join() -> Bool {
      callers.withLock { count in
        guard count > 0 else { return false }
        count += 1
        return true
      }
    }

    func leave() {
      let wasLast = callers.withLock { count in
        count -= 1
        return count == 0
      }
      if wasLast { task.cancel() }
    }
  }
}
