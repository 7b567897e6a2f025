import Foundation
import Synchronization
import Testing

@testable import Mail

struct BroadcastTests {
  /// Swift calls `onTermination` while it holds the lock of the task that is cancelled, and whoever
  /// sends to that task waits for the same lock. A window that was closed while the state of its
  /// mailbox changed stood still for ever.
  @Test func whoCancelsDoesNotWaitForALockOfTheSender() async throws {
    let broadcast = Broadcast<Int>()
    let sending = Mutex(())
    let (isSending, hasCancelled, hasSent) = (Flag(), Flag(), Flag())
    let hasEnded = DispatchSemaphore(value: 0)
    let stream = broadcast.stream { _ in
      isSending.set()
      hasEnded.wait()
      return true
    } onEnd: {
      hasEnded.signal()
      sending.withLock { _ in }
    }
    let task = Task { for await _ in stream {} }
    // Until the task waits for the first element.
    try await Task.sleep(for: .milliseconds(50))
    Thread.detachNewThread {
      sending.withLock { _ in broadcast.send(1) }
      hasSent.set()
    }
    try await isSending.wait()
    Thread.detachNewThread {
      task.cancel()
      hasCancelled.set()
    }
    try await hasSent.wait()
    try await hasCancelled.wait()
  }
}

/// Set on one thread, awaited by a task that blocks none.
private final class Flag: Sendable {
  private let isSet = Mutex(false)

  func set() { isSet.withLock { $0 = true } }

  func wait() async throws {
    for _ in 0..<2_000 {
      if isSet.withLock(\.self) { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw StillBlocked()
  }
}

private struct StillBlocked: Error {}
