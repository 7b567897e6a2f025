import Synchronization
import Testing

/// Time that passes only when a test advances it. A pause ends when its time is over, or earlier if
/// a test has taken it from ``next()`` and ends it.
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

  /// The time that has passed, in seconds.
  var seconds: Int64 { state.withLock { $0.now.components.seconds } }
  /// The number of pauses that have not ended.
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

  /// Waits for the next pause, which must have this length.
  ///
  /// - Returns: a function that ends it.
  @discardableResult
  func expect(
    _ duration: Duration,
    location: SourceLocation = #_sourceLocation
  ) async throws -> @Sendable () -> Void {
    let (next, end) = try #require(await next(), sourceLocation: location)
    #expect(next == duration, sourceLocation: location)
    return end
  }

  /// Advances the time, and ends the pauses that are due.
  func pass(_ duration: Duration) async throws {
    let due = state.withLock { state in
      state.now += duration
      let due = state.pauses.filter { $0.value.end <= state.now }
      for number in due.keys { state.pauses[number] = nil }
      return due.values.map(\.continuation)
    }
    for continuation in due { continuation.resume() }
    // Real time, in which the work after the pauses runs.
    try await Task.sleep(for: .milliseconds(2))
  }
}

/// A clock that a test sets.
final class PlayedClock: Sendable {
  private let value: Mutex<Int64>

  init(_ seconds: Int64) { value = Mutex(seconds) }

  var seconds: Int64 { value.withLock { $0 } }
  var duration: Duration { .seconds(seconds) }

  func advance(by seconds: Int64) { value.withLock { $0 += seconds } }
}
