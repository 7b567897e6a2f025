import CTidelineGLib
import Mail

/// A blocking call of the system, on its own thread. It ends when its task is cancelled, and after
/// a time limit; a call that does not end then is abandoned.
enum WaitingCall {
  /// - Parameters:
  ///   - limit: the longest time, in seconds, 1 or more.
  ///   - late: the error to throw when the time is over.
  ///   - body: makes the call, which ends when the cancellable is cancelled.
  static func run<Value: Sendable>(
    seconds limit: Int,
    late: any Error,
    _ body: @escaping @Sendable (GCancellable) throws -> Value
  ) async throws -> Value {
    // Safe, because a cancellable may be used from any thread.
    nonisolated(unsafe) let cancellable = GCancellable()
    defer { g_cancellable_cancel(cancellable) }
    return try await abandoning(after: (.seconds(limit), late)) {
      try await ReadingThreads.run { try body(cancellable) }
    }
  }
}
