import CTidelineGLib
import Mail

/// A call of the system that waits, on a thread of its own. It ends when its task is cancelled, and
/// after a time limit; one that does not end then is left behind.
enum WaitingCall {
  /// - Parameters:
  ///   - limit: from 1.
  ///   - late: is thrown when the time is over.
  ///   - body: ends when its cancellable does.
  static func run<Value: Sendable>(
    seconds limit: Int,
    late: any Error,
    _ body: @escaping @Sendable (GCancellable) throws -> Value
  ) async throws -> Value {
    let (results, result) = AsyncThrowingStream<Value, any Error>.makeStream()
    // It may be used from any thread.
    nonisolated(unsafe) let cancellable = GCancellable()
    let working = Task {
      do {
        result.yield(try await ReadingThreads.run { try body(cancellable) })
      } catch {
        result.finish(throwing: error)
      }
    }
    let timer = Task {
      try await Task.sleep(for: .seconds(limit))
      result.finish(throwing: late)
    }
    defer {
      timer.cancel()
      working.cancel()
      g_cancellable_cancel(cancellable)
    }
    for try await value in results { return value }
    throw CancellationError()
  }
}
