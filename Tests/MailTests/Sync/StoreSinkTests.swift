import Foundation
import Synchronization
import Testing

@testable import Mail

/// The changes that a refresh reports.
struct RefreshCountTests {
  private func row(_ id: Int64) -> Conversation {
    Conversation(id: id, subject: "Hello", messageCount: 1)
  }

  /// The count of a refresh before which 10 was the last conversation ID given.
  private func count() -> RefreshCount { RefreshCount(after: 10) }

  private func summary(
    _ count: RefreshCount,
    now rows: [Conversation] = [],
    merged: Set<Int64> = []
  ) -> RefreshSummary {
    count.summary(
      inserted: { last in rows.count { $0.id > last } },
      isThere: { id in rows.contains { $0.id == id } },
      isMerged: merged.contains
    )
  }

  private func figures(_ summary: RefreshSummary) -> [Int] {
    [summary.inserted, summary.updated, summary.merged, summary.removed]
  }

  @Test func whatCameAndWentBetweenTwoBatchesIsNoChange() {
    var count = count()
    count.add(BatchOutcome())
    count.add(BatchOutcome(changed: [11: false]))
    #expect(figures(summary(count)) == [0, 0, 0, 0])
  }

  @Test func eachKindOfChangeIsCountedOnce() {
    var count = count()
    count.add(BatchOutcome(changed: [1: true, 3: true]))
    let changed = [1: false, 4: true, 12: false, 5: false, 6: false] as [Int64: Bool]
    count.add(BatchOutcome(changed: changed))
    let now = [row(1), row(2), row(5), row(11), row(12), row(13)]
    #expect(figures(summary(count, now: now, merged: [3])) == [4, 1, 1, 1])
  }
}

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
