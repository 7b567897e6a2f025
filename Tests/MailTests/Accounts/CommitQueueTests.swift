import Foundation
import Synchronization
import Testing

@testable import Mail

/// Batches that wait for the store, and their commits.
struct CommitQueueTests {
  private func batch(_ key: UInt8) -> MailBatch {
    var batch = MailBatch()
    batch.gone = [MessageKey(bytes: [key])]
    return batch
  }

  @Test func batchesAreCommittedInTheirOrder() async throws {
    let committed = Mutex<[MessageKey]>([])
    let queue = CommitQueue { batch in committed.withLock { $0 += batch.gone } }
    for key in 0..<20 { try await queue.add(batch(UInt8(key))) }
    try await queue.finish()
    #expect(committed.withLock { $0 } == (0..<20).map { MessageKey(bytes: [UInt8($0)]) })
  }

  /// A checkpoint stored after dropped batches would lose their messages.
  @Test func whoseBatchesWereDroppedDoesNotTakeThemForCommitted() async throws {
    let committed = Mutex(0)
    let (begun, gate) = (
      AsyncStream.makeStream(of: Void.self), AsyncStream.makeStream(of: Void.self)
    )
    let queue = CommitQueue { _ in
      begun.continuation.yield()
      for await _ in gate.stream { break }
      committed.withLock { $0 += 1 }
    }
    var waiting = MailBatch()
    waiting.skipped = [SkippedMessage(path: "b", reason: "")]
    try await queue.add(batch(1))
    for await _ in begun.stream { break }
    try await queue.add(waiting)
    let finish = Task { try await queue.finish() }
    let abandon = Task { await queue.abandon() }
    while (try? await queue.add(MailBatch())) != nil { await Task.yield() }
    gate.continuation.yield()
    await abandon.value
    await #expect(throws: CancellationError.self) { try await finish.value }
    await #expect(throws: CancellationError.self) { try await queue.add(batch(3)) }
    #expect(committed.withLock { $0 } == 1)
  }
}
