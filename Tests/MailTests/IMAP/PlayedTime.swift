import Synchronization

/// Time that passes only where a test lets it: pauses end when it has come so far.
final class PlayedTime: Sendable {
  private struct State {
    var now = Duration.zero
    var last = 0
    var pauses: [Int: (end: Duration, CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Mutex(State())

  var seconds: Int64 { state.withLock { $0.now.components.seconds } }
  /// How many pause now.
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
          state.pauses[number] = (state.now + duration, continuation)
          return false
        }
        if isOver { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let pause = state.withLock { state in
        let pause = state.pauses.removeValue(forKey: number)
        if pause == nil { state.cancelled.insert(number) }
        return pause
      }
      pause?.1.resume(throwing: CancellationError())
    }
  }

  /// Lets time pass, and whoever waited for it go on.
  func pass(_ duration: Duration) async throws {
    let due = state.withLock { state in
      state.now += duration
      let due = state.pauses.filter { $0.value.end <= state.now }
      for number in due.keys { state.pauses[number] = nil }
      return due.values.map(\.1)
    }
    for continuation in due { continuation.resume() }
    // Of real time, for what follows from it.
    try await Task.sleep(for: .milliseconds(2))
  }
}
