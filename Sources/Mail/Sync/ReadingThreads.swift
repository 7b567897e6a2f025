import Dispatch
import FoundationEssentials
import Synchronization

/// Threads for tasks that wait for a disk, or that parse messages.
///
/// Swift's own tasks share as many threads as the machine has cores: a few tasks that wait for a
/// stuck disk would block all others. On threads of their own, such tasks block only each other.
package final class ReadingThreads: TaskExecutor {
  private struct State {
    /// The queues without work. Each queue has a thread only while it works.
    var idle: [DispatchQueue]
    /// The waiting jobs, in the order of their arrival.
    var waiting: [UnownedJob] = []
  }

  private let state: Mutex<State>

  /// - Parameter count: the number of tasks that may run at a time, at least 1; others wait.
  init(count: Int = ProcessInfo.processInfo.activeProcessorCount) {
    let queues = (0..<count).map { DispatchQueue(label: "Mail.ReadingThreads.\($0)") }
    state = Mutex(State(idle: queues))
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let queue = state.withLock { state in
      let queue = state.idle.popLast()
      if queue == nil { state.waiting.append(job) }
      return queue
    }
    queue?.async { self.run(job, on: queue) }
  }

  private func run(_ job: UnownedJob, on queue: DispatchQueue?) {
    var next: UnownedJob? = job
    while let job = next {
      job.runSynchronously(on: asUnownedTaskExecutor())
      next = state.withLock { state in
        guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
        if let queue { state.idle.append(queue) }
        return nil
      }
    }
  }

  /// Runs work on a thread of its own. The work may block the thread while it waits for a disk.
  package static func run<Value: Sendable, Failure: Error>(
    _ work: @Sendable () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await withTaskExecutorPreference(ReadingThreads(count: 1), operation: work)
  }

  /// Runs work on these threads within a time limit, which includes waiting for a free thread. Work
  /// that exceeds the limit is cancelled, and keeps its thread until it ends.
  ///
  /// - Throws: the work's error, `late`, or `CancellationError` as soon as the caller's task is
  ///   cancelled.
  func value<Value: Sendable>(
    within limit: Duration,
    orThrow late: MailError,
    of work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try await abandoning(after: (limit, late), on: self, work)
  }
}

/// Does work that may not end when it is cancelled, as on a disk or a server that does not answer.
/// After a cancellation, or a time limit, the work is cancelled and no longer waited for.
///
/// - Parameters:
///   - limit: a time limit, and the error to throw when it is over.
///   - threads: the threads on which the work runs; nil for Swift's own threads.
/// - Throws: the work's error, or `CancellationError` as soon as the caller's task is cancelled.
package func abandoning<Value: Sendable>(
  after limit: (duration: Duration, error: any Error)? = nil,
  on threads: (any TaskExecutor)? = nil,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  let (results, result) = AsyncThrowingStream<Value, any Error>.makeStream()
  let working = Task(executorPreference: threads) {
    do {
      try Task.checkCancellation()
      result.yield(try await work())
    } catch {
      result.finish(throwing: error)
    }
  }
  let timer = limit.map { limit in
    Task {
      try await Task.sleep(for: limit.duration)
      result.finish(throwing: limit.error)
    }
  }
  defer {
    working.cancel()
    timer?.cancel()
  }
  for try await value in results { return value }
  throw CancellationError()
}
