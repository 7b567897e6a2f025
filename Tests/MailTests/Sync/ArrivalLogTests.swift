import Testing

@testable import Mail

/// The new messages by which lists tell their new rows.
struct ArrivalLogTests {
  private typealias Batch = (came: [String], went: [String], folder: Int64)

  /// Adds batches in this order; each message has a conversation of its own.
  private func log(_ batches: [Batch]) -> ArrivalLog {
    var log = ArrivalLog()
    for (index, batch) in batches.enumerated() {
      var outcome = BatchOutcome()
      outcome.came = batch.came.map { ($0, conversation($0)) }
      outcome.went = batch.went
      log.add(outcome, to: batch.folder, Int64(index))
    }
    return log
  }

  private func conversation(_ messageID: String) -> Int64 { Int64(messageID.utf8.first ?? 0) }

  @Test(arguments: [false, true])
  func aMovedMessageIsNotNewWhicheverFolderIsReadFirst(_ isReversed: Bool) {
    let batches: [Batch] = [(["a", "b"], [], 1), ([], ["b"], 2)]
    let log = log(isReversed ? batches.reversed() : batches)
    for folders in [[1], [1, 2]] as [Set<Int64>] {
      #expect(Array(log.arrivals(in: folders, by: 9).keys) == [conversation("a")])
    }
  }

  @Test func aMessageIsNewInItsOwnFolder() {
    let log = log([(["a"], [], 1), (["b"], [], 2)])
    #expect(Array(log.arrivals(in: [2], by: 9).keys) == [conversation("b")])
    #expect(log.arrivals(in: [1, 2], by: 9).count == 2)
    #expect(log.arrivals(in: [3], by: 9).isEmpty)
  }

  @Test func aMessageInTwoFoldersCountsOnce() {
    let log = log([(["a"], [], 1), (["a"], [], 2)])
    #expect(log.arrivals(in: [1, 2], by: 9)[conversation("a")]?.messages == 1)
    #expect(log.arrivals(in: [2], by: 9)[conversation("a")]?.messages == 1)
  }

  @Test func onlyMessagesAfterARevisionCount() {
    let log = log([(["a"], [], 1), (["b"], [], 1), (["c"], [], 1)])
    #expect(Array(log.arrivals(in: [1], after: 0, by: 1).keys) == [conversation("b")])
  }

  @Test func aMessageThatWentAgainIsNotNew() {
    let log = log([(["a"], [], 1), ([], ["a"], 1)])
    #expect(log.arrivals(in: [1, 2], by: 9).isEmpty)
  }

  /// Its row is not stored yet.
  @Test func aMessageThatIsNotCommittedYetIsNotReported() {
    let log = log([(["a"], [], 1), (["b"], [], 1)])
    #expect(log.arrivals(in: [1], by: 0) == [conversation("a"): Arrival(messages: 1, revision: 0)])
  }
}
