import Synchronization

/// Time that passes only when a test lets it. A pause ends when the time is over, or earlier by a
/// test that has waited for the pause.
final class PlayedTime: Sendable {
  private struct Pause {
    let end: Duration
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Duration.zero
    var last = 0
    var pauses: [Int: Pause] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())
  private let begun = AsyncStream.makeStream(of: (number: Int, Duration).self)

  /// The time that has passed.
  var seconds: Int64 { state.withLock { $0.now.components.seconds } }
  /// The number of present pauses.
  var count: Int { state.withLock { $0.pauses.count } }

  func pause(_ duration: Duration) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          if state.cancelled.remove(number) != nil { return true }
          state.pauses[number] = Pause(end: state.now + duration, continuation: continuation)
          return false
        }
        if isOver { return continuation.resume(throwing: CancellationError()) }
        begun.continuation.yield((number, duration))
      }
    } onCancel: {
      let pause = state.withLock { state in
        let pause = state.pauses.removeValue(forKey: number)
        if pause == nil { state.cancelled.insert(number) }
        return pause
      }
      pause?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits for the next pause.
  ///
  /// - Returns: its duration, and a function that ends it.
  func next() async -> (Duration, end: @Sendable () -> Void)? {
    for await (number, duration) in begun.stream {
      return (
        duration,
        { self.state.withLock { $0.pauses.removeValue(forKey: number) }?.continuation.resume() }
      )
    }
    return nil
  }

  /// Lets time pass, and ends the pauses that are over.
  func pass(_ duration: Duration) async throws {
    let due = state.withLock { state in
      state.now += duration
      let due = state.pauses.filter { $0.value.end <= state.now }
      for number in due.keys { state.pauses[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
    // Real time, for the work that follows.
    try await Task.sleep(for: .milliseconds(2))
  }
}
