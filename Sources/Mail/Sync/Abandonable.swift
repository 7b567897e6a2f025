/// Does work that may not end when it is cancelled, as on a disk or a server that does not answer.
/// After a cancellation it is no longer waited for.
///
/// - Throws: the work's error, or `CancellationError` as soon as the caller's task is cancelled.
func abandoning<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let (results, result) = AsyncThrowingStream<Value, any Error>.makeStream()
  let working = Task {
    do {
      try Task.checkCancellation()
      result.yield(try await work())
    } catch {
      result.finish(throwing: error)
    }
  }
  defer { working.cancel() }
  for try await value in results { return value }
  throw CancellationError()
}
