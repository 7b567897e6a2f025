import MailTesting
import Synchronization
import Testing

@testable import Mail

/// Refreshes that are asked for while others run or wait.
@Suite(.timeLimit(.minutes(120)))
final class RefreshTurnsTests: Sendable {
  private typealias Request = RefreshTurns.Request

  private let turns = RefreshTurns()
  private let gate = Gate()
  /// The refreshes that have run.
  private let ran = Mutex<[String]>([])

  /// Asks for a refresh, and returns when it runs, waits or has joined another one.
  private func ask(
    _ name: String,
    _ request: Request = Request(),
    count: Int,
    left: Set<FolderID> = [],
    failing error: MailError? = nil
  ) async throws -> Task<String, any Error> {
    let task = Task {
      let summary = try await turns.run(request, nil) { turn in
        ran.withLock { $0.append(name) }
        turn.beginReading(without: left)
        await gate.pass()
        try Task.checkCancellation()
        if let error { throw error }
        var summary = RefreshSummary()
        summary.skipped = [SkippedMessage(path: name, reason: "")]
        return summary
      }
      return summary.skipped.first?.path ?? ""
    }
    while turns.count < count || ran.withLock(\.isEmpty) { await Task.yield() }
    return task
  }

  /// Waits until the refreshes run, wait or have joined others.
  private func waitForCallers(_ count: Int) async {
    while turns.callers < count { await Task.yield() }
  }

  @Test func whoAsksWhileAnotherWaitsJoinsIt() async throws {
    let first = try await ask("first", count: 1)
    let second = try await ask("second", count: 2)
    let third = try await ask("third", count: 2)
    let arrival = try await ask("arrival", Request(changed: FolderID("INBOX")), count: 2)
    await waitForCallers(4)
    gate.open()
    let results = [first, second, third, arrival]
    var names: [String] = []
    for result in results { names.append(try await result.value) }
    #expect(names == ["first", "second", "second", "second"])
    #expect(ran.withLock(\.self) == ["first", "second"])
  }

  @Test func whatCountsOtherMessagesIsAnotherRefresh() async throws {
    let first = try await ask("first", count: 1)
    let all = try await ask("all", count: 2)
    let inbox = try await ask("inbox", Request(shown: .inbox), count: 3)
    let other = try await ask("other", Request(changed: FolderID("Sent")), count: 3)
    await waitForCallers(4)
    gate.open()
    for task in [first, all, inbox, other] { _ = try await task.value }
    #expect(ran.withLock(\.self) == ["first", "all", "inbox"])
  }

  @Test func anArrivalThatWaitsJoinsARefreshOfAllThatComesLater() async throws {
    let first = try await ask("first", count: 1)
    let request = Request(shown: .inbox, changed: FolderID("INBOX"))
    let arrival = try await ask("arrival", request, count: 2)
    let second = try await ask("again", Request(changed: FolderID("INBOX")), count: 2)
    await waitForCallers(3)
    let all = try await ask("all", count: 3)
    gate.open()
    #expect(try await first.value == "first")
    for task in [arrival, second, all] { #expect(try await task.value == "all") }
    #expect(ran.withLock(\.self) == ["first", "all"])
  }

  @Test func whereTheLeaderIsCancelledTheOthersBeginAnew() async throws {
    let first = try await ask("first", count: 1)
    let leader = try await ask("leader", count: 2)
    let others = [try await ask("others", count: 2), try await ask("others", count: 2)]
    await waitForCallers(4)
    leader.cancel()
    await #expect(throws: CancellationError.self) { try await leader.value }
    while turns.count < 2 { await Task.yield() }
    gate.open()
    #expect(try await first.value == "first")
    for task in others { #expect(try await task.value == "others") }
    #expect(ran.withLock(\.self) == ["first", "others"])
  }

  /// A refresh in the background may not ask the user for a password.
  @Test func whereTheLeaderMayNotAskTheOthersDo() async throws {
    let first = try await ask("first", count: 1)
    let refused = ServerFailure(.loginRefused, host: "mail.example", reason: "no")
    let leader = try await ask("leader", count: 2, failing: .server(refused))
    let other = try await ask("other", count: 2)
    await waitForCallers(3)
    gate.open()
    #expect(try await first.value == "first")
    await #expect(throws: MailError.server(refused)) { try await leader.value }
    #expect(try await other.value == "other")
  }

  @Test func whoIsCancelledDoesNotWait() async throws {
    let first = try await ask("first", count: 1)
    let second = try await ask("second", count: 2)
    let third = try await ask("third", count: 2)
    await waitForCallers(3)
    third.cancel()
    await #expect(throws: CancellationError.self) { try await third.value }
    gate.open()
    #expect(try await first.value == "first")
    #expect(try await second.value == "second")
  }

  /// Another process had the folder's lease.
  @Test func anArrivalInAFolderThatWasLeftOutIsFetchedAfterwards() async throws {
    let inbox = FolderID("INBOX")
    let first = try await ask("first", count: 1)
    let all = try await ask("all", count: 2, left: [inbox])
    let arrival = try await ask("arrival", Request(changed: inbox), count: 2)
    await waitForCallers(3)
    gate.open()
    #expect(try await first.value == "first")
    #expect(try await all.value == "all")
    #expect(try await arrival.value == "arrival")
  }
}
