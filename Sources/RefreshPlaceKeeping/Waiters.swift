/// Suspended callers, which are resumed together.
package final class Waiters<Value: Sendable> {
  private var waiting: [Int: CheckedContinuation<Value?, Never>] = [:]
  private var lastNumber = 0

  package init() {}

  /// Waits for a value, also if the present task is cancelled.
  @discardableResult
  package func next() async -> Value? {
    lastNumber += 1
    return await withCheckedContinuation { waiting[lastNumber] = $0 }
  }

  /// Waits for a value. Returns nil once the present task is cancelled.
  ///
  /// - Parameter onCancel: called first if the task is cancelled.
  @discardableResult
  package func value(onCancel: @escaping @MainActor () -> Void = {}) async -> Value? {
    let number = lastNumber + 1
    return await withTaskCancellationHandler {
      await next()
    } onCancel: {
      Task { @MainActor in
        guard let continuation = self.waiting.removeValue(forKey: number) else { return }
        onCancel()
        continuation.resume(returning: nil)
      }
    }
  }

  /// Resumes all callers that are suspended now, the first one first.
  package func resumeAll(returning value: Value) {
    guard !waiting.isEmpty else { return }
    let resumed = waiting.sorted { $0.key < $1.key }
    waiting = [:]
    for (_, continuation) in resumed { continuation.resume(returning: value) }
  }
}
