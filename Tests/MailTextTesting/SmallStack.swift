import Foundation
import Synchronization

/// Runs the closure on a thread with the stack size of a Dispatch thread: 512 kB.
package func onASmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result? {
  let run = Run(body)
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    run.go()
    done.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  done.wait()
  return run.result.withLock { $0 }
}

private final class Run<Result: Sendable>: Sendable {
  private let body: @Sendable () -> Result
  let result = Mutex<Result?>(nil)

  init(_ body: @escaping @Sendable () -> Result) { self.body = body }

  func go() {
    let value = body()
    result.withLock { $0 = value }
  }
}
