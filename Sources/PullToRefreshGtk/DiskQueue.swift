import Dispatch
import Glibc

/// Work on a disk that may be slow or hang. It is done in order on its own thread, so that no
/// window waits for it.
package nonisolated final class DiskQueue: Sendable {
  private let queue: DispatchQueue

  /// - Parameter label: the name of the thread in a debugger.
  package init(label: String) { queue = DispatchQueue(label: label) }

  /// Performs work after all earlier work.
  ///
  /// - Parameter done: called on the main thread with the result.
  package func look<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value,
    done: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    queue.async { Self.run(work, done) }
  }

  /// Performs work that must be finished even if the program ends: the program then waits for it, a
  /// second at most.
  package func finish<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value,
    done: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    _ = Self.waitsAtExit
    queue.async(group: Self.unfinished) { Self.run(work, done) }
  }

  /// Waits for work; nil if it takes longer than the limit.
  package func value<Value: Sendable>(
    within limit: Duration,
    of work: @escaping @Sendable () -> Value
  ) -> Value? {
    let (found, isThere) = (Found<Value>(), DispatchSemaphore(value: 0))
    queue.async {
      found.value = work()
      isThere.signal()
    }
    let end = DispatchTime.now() + .milliseconds(Int(limit / .milliseconds(1)))
    return isThere.wait(timeout: end) == .success ? found.value : nil
  }

  private static func run<Value: Sendable>(
    _ work: () -> Value,
    _ done: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    let value = work()
    DispatchQueue.main.async { done(value) }
  }

  private static let unfinished = DispatchGroup()

  private static let waitsAtExit: Bool = atexit { DiskQueue.waitBeforeExit() } == 0

  /// Waits for unfinished work, a second at most.
  package static func waitBeforeExit() { _ = unfinished.wait(timeout: .now() + 1) }
}

/// A value that is written on the queue, and read after the queue's work.
private nonisolated final class Found<Value: Sendable>: @unchecked Sendable {
  var value: Value?
}
