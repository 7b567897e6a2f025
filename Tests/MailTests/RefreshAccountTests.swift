import Foundation
import Testing

@testable import Mail

/// What a list is told of several batches.
struct RefreshAccountTests {
  private func conversation(_ id: Int64, in folders: Set<Int64> = [1]) -> ListedConversation {
    ListedConversation(
      row: Conversation(
        id: id,
        subject: "Hello",
        participants: [],
        date: Date(timeIntervalSince1970: 0),
        messageCount: 1,
        unread: 0,
        flagged: false,
        attachments: false,
        snippet: ""
      ),
      folders: folders
    )
  }

  private func outcome(
    _ before: [Int64: ListedConversation?],
    unions: [Int64: Int64] = [:]
  ) -> BatchOutcome {
    BatchOutcome(before: before, unions: unions)
  }

  @Test func whatCameAndWentBetweenTwoBatchesIsTold() {
    var account = RefreshAccount()
    account.add(outcome([7: nil]), isShown: true)
    account.add(outcome([7: conversation(7)]), isShown: true)
    let summary = account.summary(for: nil) { _ in nil }
    // A page that was read in between shows it.
    #expect(summary.changes == [.removed(7)])
    #expect(summary.removed == 0)
  }

  @Test func whatWentAndCameBackIsTold() {
    var account = RefreshAccount()
    account.add(outcome([7: conversation(7)]), isShown: true)
    account.add(outcome([7: nil]), isShown: true)
    let summary = account.summary(for: nil) { conversation($0) }
    #expect(summary.changes == [.update(conversation(7).row)])
    #expect(summary.updated == 0)
  }

  @Test func whatOneBatchLeftAsItWasIsNotTold() {
    var account = RefreshAccount()
    account.add(outcome([7: conversation(7)]), isShown: true)
    #expect(account.summary(for: nil) { conversation($0) }.changes.isEmpty)
  }

  /// It went into one that this folder does not list.
  @Test func aUnionOutOfSightIsARemoval() {
    var account = RefreshAccount()
    account.add(outcome([7: conversation(7)], unions: [7: 3]), isShown: true)
    let find: (Int64) -> ListedConversation? = { $0 == 3 ? conversation(3, in: [2]) : nil }
    #expect(account.summary(for: 1, find: find).changes == [.removed(7)])
    #expect(account.summary(for: nil, find: find).changes == [.merged(from: 7, into: 3)])
  }

  @Test func aListOfAFolderThatWasMadeAnewIsReadAnew() {
    var account = RefreshAccount()
    account.listed = 1
    #expect(account.summary(for: 2) { _ in nil }.needsReload)
    #expect(!account.summary(for: 1) { _ in nil }.needsReload)
  }

  @Test func newMailInOtherFoldersIsNoNewsToTheList() {
    var account = RefreshAccount()
    var batch = outcome([7: nil])
    batch.came = ["a", "b", "c"]
    account.add(batch, isShown: false)
    #expect(account.summary(for: 1) { conversation($0, in: [2]) }.newMessages == 0)
  }

  /// Two of `a` came where one went; `b` moved, `c` only went, `d` came out of sight.
  @Test func inAnyOrderOnlyWhatCameFromNowhereIsNew() {
    let batches: [(came: [String], went: [String], isShown: Bool)] = [
      (["a", "b"], [], true), (["a"], ["c"], true), (["d"], ["a"], false), ([], ["b"], true),
    ]
    for order in permutations(of: Array(batches.indices)) {
      var account = RefreshAccount()
      for index in order {
        let batch = BatchOutcome(came: batches[index].came, went: batches[index].went)
        account.add(batch, isShown: batches[index].isShown)
      }
      #expect(account.summary(for: nil) { _ in nil }.newMessages == 1, "\(order)")
    }
  }

  private func permutations(of numbers: [Int]) -> [[Int]] {
    guard !numbers.isEmpty else { return [[]] }
    return numbers.flatMap { first in
      permutations(of: numbers.filter { $0 != first }).map { [first] + $0 }
    }
  }

  @Test func ofAFirstReadingAllIsNew() {
    var account = RefreshAccount()
    account.noteFirstReading()
    account.add(BatchOutcome(came: ["a", "a", "b"]), isShown: true)
    #expect(account.summary(for: nil) { _ in nil }.newMessages == 3)
  }
}
