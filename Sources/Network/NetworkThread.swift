import CTidelineGLib
import Synchronization

/// The single thread on which all connections wait, as a Swift executor.
///
/// GIO completes its asynchronous calls in the main context of the thread that began them. An actor
/// with this executor runs on that thread, so its calls complete there, too, and nothing blocks the
/// threads that all other tasks share. The thread starts with the first connection, sleeps in one
/// `poll` while nothing happens, and stays until the process ends.
final class NetworkThread: SerialExecutor {
  static let shared = NetworkThread()

  /// The thread's main context. Contexts may be used from any thread.
  nonisolated(unsafe) let context: OpaquePointer
  /// GSource's ready time may be set from any thread.
  nonisolated(unsafe) private let wakeSource: UnsafeMutablePointer<GSource>
  nonisolated(unsafe) private let thread: UnsafeMutablePointer<GThread>?
  private let jobs = Mutex<[UnownedJob]>([])

  private init() {
    let context: OpaquePointer = g_main_context_new()
    self.context = context
    wakeSource = cglib_wake_source_new(context) { NetworkThread.shared.runJobs() }
    let run: GThreadFunc = { context in
      let context = OpaquePointer(context)
      g_main_context_push_thread_default(context)
      g_main_loop_run(g_main_loop_new(context, 0))
      return nil
    }
    thread = g_thread_new("network", run, UnsafeMutableRawPointer(context))
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    if isFirst { g_source_set_ready_time(wakeSource, 0) }
  }

  func isIsolatingCurrentContext() -> Bool? { g_thread_self() == thread }

  /// Jobs added meanwhile wait for the main loop's next iteration, which serves streams, too.
  private func runJobs() {
    let ready = jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
    for job in ready { job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}
