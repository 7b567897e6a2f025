import Foundation
import Testing

@testable import Mail

/// The changes that a refresh reports.
struct RefreshCountTests {
  private func row(_ id: Int64) -> Conversation {
    Conversation(
      id: id,
      subject: "Hello",
      participants: [],
      date: Date(timeIntervalSince1970: 0),
      messageCount: 1,
      unread: 0,
      flagged: false,
      attachments: false,
      snippet: ""
    )
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
