import Synchronization

/// Pauses that end when a test wants it.
final class ManualPause: Sendable {
  private struct State {
    var last = 0
    var pauses: [Int: CheckedContinuation<Void, any Error>] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())
  private let begun = AsyncStream.makeStream(of: (number: Int, Duration).self)

  /// Pauses until a test ends it.
  func pause(_ duration: Duration) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          if state.cancelled.contains(number) { return true }
          state.pauses[number] = continuation
          return false
        }
        if isOver { return continuation.resume(throwing: CancellationError()) }
        begun.continuation.yield((number, duration))
      }
    } onCancel: {
      state.withLock { state in
        state.cancelled.insert(number)
        return state.pauses.removeValue(forKey: number)
      }?.resume(throwing: CancellationError())
    }
  }

  /// Waits until somebody pauses.
  ///
  /// - Returns: for how long; and what ends the pause.
  func next() async -> (Duration, end: @Sendable () -> Void)? {
    for await (number, duration) in begun.stream {
      return (duration, { self.state.withLock { $0.pauses.removeValue(forKey: number) }?.resume() })
    }
    return nil
  }

  /// How many pause now.
  var count: Int { state.withLock { $0.pauses.count } }
}
