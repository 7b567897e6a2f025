/// Does work that may not end when it is cancelled, as on a disk or a server that does not answer.
/// After a cancellation, or a time limit, the work is cancelled and no longer waited for.
///
/// - Parameters:
///   - limit: a time limit, and the error to throw when it is over.
///   - threads: the threads on which the work runs; nil for Swift's own threads.
/// - Throws: the work's error, or `CancellationError` as soon as the caller's task is cancelled.
package func abandoning<Value: Sendable>(
  after limit: (duration: Duration, error: any Error)? = nil,
  on threads: (any TaskExecutor)? = nil,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let (results, result) = AsyncThrowingStream<Value, any Error>.makeStream()
  let working = Task(executorPreference: threads) {
    do {
      try Task.checkCancellation()
      result.yield(try await work())
    } catch {
      result.finish(throwing: error)
    }
  }
  let timer = limit.map { limit in
    Task {
      try await Task.sleep(for: limit.duration)
      result.finish(throwing: limit.error)
    }
  }
  defer {
    working.cancel()
    timer?.cancel()
  }
  for try await value in results { return value }
  throw CancellationError()
}
