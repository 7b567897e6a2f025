/// One refresh at a time, whoever asks for it: a second caller awaits the running one.
final class SharedRefresh {
  private let action: RefreshController.RefreshHandler
  private var task: Task<String?, any Error>?

  init(_ action: @escaping RefreshController.RefreshHandler) { self.action = action }

  /// - Throws: what the action throws. Cancelling the caller that began the run cancels the action,
  ///   and the next call begins anew, even if the action does not listen.
  func run() async throws -> String? {
    if let task, !task.isCancelled { return try await task.value }
    let task = Task { [action] in try await action() }
    self.task = task
    defer { if self.task == task { self.task = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}
