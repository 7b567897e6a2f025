/// Does work that may go on after it was cancelled, as on a disk or a server that does not answer,
/// and waits for it only until then.
///
/// - Throws: what the work throws, or `CancellationError` as soon as the caller's task is
///   cancelled.
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
