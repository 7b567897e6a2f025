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
  private func count(isFirst: Bool = false) -> RefreshCount {
    RefreshCount(after: 10, isFirst: isFirst)
  }

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

  private typealias Came = [(messageID: String, conversation: Int64)]

  /// Messages that came, all of one conversation.
  private func came(_ messageIDs: String...) -> Came { messageIDs.map { ($0, 11) } }

  private func figures(_ summary: RefreshSummary) -> [Int] {
    [summary.inserted, summary.updated, summary.merged, summary.removed]
  }

  @Test func whatCameAndWentBetweenTwoBatchesIsNoChange() {
    var count = count()
    count.add(BatchOutcome(), isShown: true)
    count.add(BatchOutcome(changed: [11: false]), isShown: true)
    #expect(figures(summary(count)) == [0, 0, 0, 0])
  }

  @Test func eachKindOfChangeIsCountedOnce() {
    var count = count()
    count.add(BatchOutcome(changed: [1: true, 3: true]), isShown: true)
    let changed = [1: false, 4: true, 12: false, 5: false, 6: false] as [Int64: Bool]
    count.add(BatchOutcome(changed: changed), isShown: true)
    let now = [row(1), row(2), row(5), row(11), row(12), row(13)]
    #expect(figures(summary(count, now: now, merged: [3])) == [4, 1, 1, 1])
  }

  @Test func newMailInOtherFoldersIsNoNewsToTheList() {
    var count = count()
    count.add(BatchOutcome(came: came("a", "b", "c")), isShown: false)
    #expect(summary(count).newMessages == 0)
  }

  /// Two of `a` were added and one was removed; `b` moved, `c` was only removed, and `d` was added
  /// to a folder that is not counted.
  @Test func inAnyOrderOnlyWhatCameFromNowhereIsNew() {
    let batches: [(came: Came, went: [String], isShown: Bool)] = [
      (came("a", "b"), [], true), (came("a"), ["c"], true), (came("d"), ["a"], false),
      ([], ["b"], true),
    ]
    for order in permutations(of: Array(batches.indices)) {
      var count = count()
      for index in order {
        let batch = BatchOutcome(came: batches[index].came, went: batches[index].went)
        count.add(batch, isShown: batches[index].isShown)
      }
      #expect(summary(count).newMessages == 1, "\(order)")
    }
  }

  private func permutations(of numbers: [Int]) -> [[Int]] {
    guard !numbers.isEmpty else { return [[]] }
    return numbers.flatMap { first in
      permutations(of: numbers.filter { $0 != first }).map { [first] + $0 }
    }
  }

  @Test func ofAFirstReadingAllIsNew() {
    var count = count(isFirst: true)
    count.add(BatchOutcome(came: came("a", "a", "b")), isShown: true)
    #expect(summary(count).newMessages == 3)
  }
}
