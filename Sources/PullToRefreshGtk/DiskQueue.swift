import Dispatch
import Glibc

/// Work on a disk that may take its time or hang: done in order, on a thread of its own, so that no
/// window waits for it.
package nonisolated final class DiskQueue: Sendable {
  private let queue: DispatchQueue

  /// - Parameter label: names it in a debugger.
  package init(label: String) { queue = DispatchQueue(label: label) }

  /// Looks at something, after what was asked for before.
  ///
  /// - Parameter done: called on the main thread with what was found.
  package func look<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value,
    done: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    queue.async { Self.run(work, done) }
  }

  /// The same for what has to be done also where the program ends: it then waits for that, a second
  /// at most.
  package func finish<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value,
    done: @escaping @MainActor @Sendable (Value) -> Void
  ) {
    _ = Self.waitsAtExit
    queue.async(group: Self.unfinished) { Self.run(work, done) }
  }

  /// Waits for work; nil where it takes longer than it may.
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

  /// Waits for what has to be done, a second at most.
  package static func waitBeforeExit() { _ = unfinished.wait(timeout: .now() + 1) }
}

/// Written on the queue, and read once that is over.
private nonisolated final class Found<Value: Sendable>: @unchecked Sendable {
  var value: Value?
}
