import Foundation
import Synchronization
import Testing

@testable import Mail

struct BroadcastTests {
  /// Swift calls `onTermination` while it holds the lock of the cancelled task, and a sender that
  /// resumes this task waits for the same lock. When a window was closed while the state of its
  /// mailbox changed, both waited for each other for ever.
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
    // Waits until the task is suspended in its first `next()`.
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

/// A flag set on one thread; a task can await it without blocking a thread.
private final class Flag: Sendable {
  private let isSet = Mutex(false)

  func set() { isSet.withLock { $0 = true } }

  func wait() async throws {
    for _ in 0..<12_000 {
      if isSet.withLock(\.self) { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw StillBlocked()
  }
}

private struct StillBlocked: Error {}
