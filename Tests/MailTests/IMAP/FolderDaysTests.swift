import IMAP
import MailTesting
import Synchronization
import Testing

@testable import Mail

/// Folders that are read by the days on which their messages arrived.
@Suite struct FolderDaysTests {
  /// Such days come from a damaged store, or from a server whose clock began at day 0.
  @Test(arguments: [0, -1, -719_000] as [Int64])
  func aFolderThatIsReadDownTo1970ReachesItsEnd(_ day: Int64) throws {
    let folder = OpenFolder(count: 21)
    let floor = FolderFloor(uidValidity: 7, extent: .since(day: day))
    let horizon = Horizon(seconds: 5, key: try SyncCheckpoint(encoding: floor).bytes)
    let state = SyncFolder(id: FolderID("INBOX"), checkpoint: nil, horizon: horizon)
    let abilities = ServerAbilities(searchesBriefly: true)
    let terms = SyncTerms(limit: 100, abilities: abilities, now: 1_800_000_000)
    var dialogue = FolderWindow(folder, KnownMessages(state, KnownFlags([:])), terms)
    let flight = try #require(try dialogue.next(nil).flight)
    #expect(flight.commands.count == 1)
    var recorder = FlightRecorder(flight, tags: ["T"], folder: folder)
    var result = ExtendedSearch()
    result.tag = "T"
    recorder.take(.extendedSearch(result))
    recorder.take(.tagged(tag: "T", Status(.ok)))
    guard case .report(let batch) = try dialogue.next(recorder.answers) else {
      Issue.record("it does not end")
      return
    }
    #expect(batch.horizon == .reachedEnd)
  }
}

/// A mailbox that a window watches for a day: the computer sleeps, the network changes and fails,
/// and mail keeps arriving.
@Suite(.timeLimit(.minutes(120)))
struct DayTests {
  private enum Event: Int, CaseIterable { case mail, sleep, otherNetwork, noNetwork }

  @Test func itIsUpToDateWithinSecondsAndNobodyIsAskedForAPassword() async throws {
    let this = try IMAPCase(.rich, count: 30)
    let time = PlayedTime()
    let news = Mutex(0)
    let questions = Mutex(0)
    let offset = PlayedClock(0)
    let surroundings = SharedSession.Surroundings(
      now: { ScheduledMail.now + time.seconds },
      pause: { try await time.pause($0) },
      jitter: { 0 },
      clockOffset: { offset.duration }
    )
    let shared = SharedSession(surroundings) { [server = this.server] mayAsk in
      // Only the first connection may ask the user, who waits for it.
      if server.attempts > 0, mayAsk { questions.withLock { $0 += 1 } }
      return try await server.session()
    }
    try await shared.examine("INBOX")
    await shared.watch(
      SharedSession.Watcher(onChange: { _ in news.withLock { $0 += 1 } }, onReach: { _ in })
    )
    for hour in 0..<24 {
      let event = Event.allCases[hour % Event.allCases.count]
      let before = news.withLock { $0 }
      switch event {
      case .mail: break
      case .sleep:
        offset.advance(by: 1800)
        await shared.networkChanged()
      case .otherNetwork:
        this.server.cut()
        await shared.networkChanged()
      case .noNetwork:
        this.server.setReachable(false)
        this.server.cut()
        for _ in 0..<60 { try await time.pass(.seconds(10)) }
        this.server.setReachable(true)
        await shared.networkChanged()
      }
      this.deliver(1000 + hour)
      var seconds = 0
      while news.withLock({ $0 }) == before, seconds < 30 {
        try await time.pass(.seconds(1))
        seconds += 1
        // Real time, which a busy machine needs for the work that follows.
        for _ in 0..<50 where news.withLock({ $0 }) == before {
          try await Task.sleep(for: .milliseconds(2))
        }
      }
      #expect(seconds <= 5, "\(event) in hour \(hour)")
      try await shared.examine("INBOX")
      for _ in 0..<50 { try await time.pass(.seconds(60)) }
      // Waits until the renewal of IDLE is the only pending pause.
      while time.count != 1 { try await Task.sleep(for: .milliseconds(1)) }
    }
    #expect(questions.withLock { $0 } == 0)
    // Each loss caused one connection, and each attempt without a network failed.
    #expect(this.server.flights.count == 1 + 18)
    #expect(this.server.violations == [])
    await shared.close()
  }
}
