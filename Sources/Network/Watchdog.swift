import CTidelineGLib
import Synchronization

/// Measures the time since its creation by a given clock.
struct Stopwatch: Sendable {
  let elapsed: @Sendable () -> Duration
  /// Returns when the elapsed time reaches the deadline.
  let sleep: @Sendable (_ deadline: Duration) async throws -> Void

  init<C: Clock>(_ clock: C) where C.Duration == Duration {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}

/// Interrupts waits that take too long.
///
/// One task sleeps for many waits in turn, and checks the current wait whenever it wakes. A task
/// for each wait would leave its timer behind when cancelled, and all these timers would wake the
/// process.
final class Watchdog: Sendable {
  private struct State {
    var watched: (interruption: Interruption, deadline: Duration)?
    /// When the task wakes; nil without a task.
    var waking: Duration?
    var task: Task<Void, Never>?
  }

  private let stopwatch: Stopwatch
  private let state = Mutex(State())

  init(_ stopwatch: Stopwatch) { self.stopwatch = stopwatch }

  /// Watches a wait instead of the previous one.
  func watch(_ interruption: Interruption, for limit: Duration) {
    let deadline = stopwatch.elapsed() + limit
    state.withLock { state in
      state.watched = (interruption, deadline)
      if let waking = state.waking, waking <= deadline { return }
      state.task?.cancel()
      state.waking = deadline
      state.task = Task { await run(deadline) }
    }
  }

  /// Notes that the wait has ended.
  func rest() { state.withLock { $0.watched = nil } }

  func end() {
    state.withLock { state in
      state.task?.cancel()
      state = State()
    }
  }

  private func run(_ deadline: Duration) async {
    var next: Duration? = deadline
    while let deadline = next {
      guard (try? await stopwatch.sleep(deadline)) != nil else { return }
      let now = stopwatch.elapsed()
      let late: Interruption?
      (late, next) = state.withLock { state in
        // Another task has taken over.
        guard !Task.isCancelled else { return (nil, nil) }
        let watched = state.watched
        let isLate = watched.map { $0.deadline <= now } ?? true
        if isLate { state = State() } else { state.waking = watched?.deadline }
        return isLate ? (watched?.interruption, nil) : (nil, watched?.deadline)
      }
      late?.interrupt(.timedOut)
    }
  }
}

/// Ends one operation early: when its task is cancelled, its time limit is reached, or the
/// connection is closed. The first cause counts.
final class Interruption: Sendable {
  enum Cause { case cancelled, timedOut, closed }

  /// GCancellable may be used from any thread.
  nonisolated(unsafe) let cancellable = GCancellable()
  private let first = Mutex<Cause?>(nil)

  var cause: Cause? { first.withLock { $0 } }

  func interrupt(_ cause: Cause) {
    let isFirst = first.withLock { first in
      guard first == nil else { return false }
      first = cause
      return true
    }
    if isFirst { cglib_cancel(NetworkThread.shared.context, cancellable) }
  }
}
