import IMAP
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// A folder that is watched while its connection is not used.
@Suite(.timeLimit(.minutes(120)))
struct IdleTests {
  private let this: IMAPCase
  private let time = PlayedTime()
  private let shared: SharedSession
  private let changes = AsyncStream.makeStream(of: String.self)

  init() throws { try self.init(.rich) }

  private init(_ traits: ServerTraits) throws {
    this = try IMAPCase(traits, count: 30)
    shared = this.session(.init(now: { ScheduledMail.now }, pause: time.pause, jitter: { 0 }))
  }

  private func begin() async throws {
    try await examine()
    await shared.watch(
      SharedSession.Watcher(
        onChange: { [changes] in changes.continuation.yield($0) },
        onReach: { _ in }
      )
    )
  }

  /// Returns when the connection waits for changes.
  private func beginWaiting() async throws {
    try await begin()
    try await time.expect(SharedSession.renewal)
  }

  private func examine(_ name: String = "INBOX") async throws { try await shared.examine(name) }

  private func nextChange() async -> String? {
    for await name in changes.stream { return name }
    return nil
  }

  @Test func tenHoursOfWaitingCostOneRenewalInNineMinutes() async throws {
    try await begin()
    let before = this.server.commands.count
    for hour in 0..<66 {
      let end = try await time.expect(SharedSession.renewal)
      #expect(time.count == 1)
      // The first command is sent before the first renewal.
      #expect(this.server.commands.count <= before + 1 + 2 * hour)
      end()
    }
    _ = try #require(await time.next())
    let commands = this.server.commands.dropFirst(before)
    #expect(commands.count { $0 == "NOOP" } == 66)
    #expect(commands.count { $0 == "IDLE" } <= 67)
    #expect(this.server.attempts == 1)
    this.deliver(1000)
    #expect(await nextChange() == "INBOX")
    #expect(this.server.violations == [])
  }

  @Test(arguments: [true, false])
  func whatGoesWhileItIsWaitedForIsReportedOnce(_ tellsNumbers: Bool) async throws {
    let traits =
      tellsNumbers ? ServerTraits.rich : ServerTraits(["AUTH=PLAIN", "SASL-IR", "IDLE"])
    let test = try IdleTests(traits)
    try await test.begin()
    for _ in 0..<3 {
      test.this.server.change { mail in for _ in 0..<3 { mail.folders[0].expunge(at: 2) } }
      #expect(await test.nextChange() == "INBOX")
      test.this.server.change { mail in for _ in 0..<2 { mail.folders[0].expunge(at: 2) } }
      try await test.examine()
    }
    let count = try await test.shared.use { await $0.folder?.count }
    #expect(count == 15)
    await test.shared.close()
    test.changes.continuation.finish()
    #expect(await test.nextChange() == nil)
    #expect(test.this.server.violations == [])
  }

  @Test func aConnectionThatDiesIsMadeAnewWithLongerAndLongerPauses() async throws {
    try await beginWaiting()
    this.server.setReachable(false)
    this.server.cut()
    let seconds = [5, 10, 20, 40, 80, 160, 300, 300]
    for (index, seconds) in seconds.enumerated() {
      let end = try await time.expect(.seconds(seconds))
      #expect(this.server.attempts == 1 + index)
      if index == 7 {
        this.deliver(1000)
        this.server.setReachable(true)
      }
      end()
    }
    #expect(await nextChange() == "INBOX")
    #expect(this.server.violations == [])
  }

  @Test func aConnectionThatIsMadeAnewIsNoNews() async throws {
    try await beginWaiting()
    this.server.cut()
    let (_, end) = try #require(await time.next())
    end()
    // The connection waits for changes again, and nothing was reported meanwhile.
    try await time.expect(SharedSession.renewal)
    await shared.close()
    changes.continuation.finish()
    #expect(await nextChange() == nil)
  }

  /// A refresh may read other folders after the listed one.
  @Test func theFolderIsWatchedAgainAfterAnotherOneWasUsed() async throws {
    this.addFolder("Archive")
    try await beginWaiting()
    try await examine("Archive")
    _ = try #require(await time.next())
    this.deliver(1000)
    #expect(await nextChange() == "INBOX")
    #expect(this.server.violations == [])
  }

  @Test func openingTheFolderAgainIsNoNews() async throws {
    this.addFolder("Archive")
    try await beginWaiting()
    for _ in 0..<2 {
      try await examine("Archive")
      _ = try #require(await time.next())
    }
    await shared.close()
    changes.continuation.finish()
    #expect(await nextChange() == nil)
  }

  @Test func whatCameWhileAnotherFolderWasUsedIsReported() async throws {
    this.addFolder("Archive")
    try await beginWaiting()
    try await shared.use { [server = this.server] session in
      _ = try await session.run(Flight([try .examine("Archive")], opening: "Archive"))
      server.change { $0.folders[0].deliver(IMAPCase.message(1000, days: 0.01)) }
    }
    #expect(await nextChange() == "INBOX")
    // The watching continues.
    try #require(await time.next()).end()
    this.deliver(1001)
    #expect(await nextChange() == "INBOX")
  }

  /// A removal while IDLE ends shifts the sequence numbers that were reported before.
  @Test func aMessageThatGoesAsTheWaitingEndsIsNoTrouble() async throws {
    var traits = ServerTraits.rich
    traits.eagerness = 1
    let this = try IMAPCase(traits, count: 30)
    this.addFolder("Archive", 100..<130, days: 100)
    let mailbox = try await this.open().refreshed(for: .inbox)
    let archive = FolderName("Archive")
    _ = mailbox.arrivals(in: archive)
    while !this.server.isIdle || this.server.commands.last != "IDLE"
      || this.server.commands.suffix(2).first?.contains("Archive") != true
    {
      try await Task.sleep(for: .milliseconds(1))
    }
    this.server.live(
      { mail, _ in
        if mail.folders[1].messages.count == 30 { mail.folders[1].expunge(at: 3) }
      },
      fate: { _ in .lasts }
    )
    let page = try await mailbox.page(in: Listing(folder: archive), limit: 50)
    #expect(page.conversations.count == 29)
    #expect(this.server.violations == [])
  }

  /// The sequence numbers in the folder are known from the previous page or refresh.
  @Test func anOlderPageOfAFolderThatIsWaitedForIsAskedForAtOnce() async throws {
    let this = try IMAPCase(.rich, days: (0..<600).reversed().map { Double(2 * $0) + 0.5 })
    let mailbox = try await this.open().refreshed(for: .inbox)
    _ = mailbox.arrivals(in: .inbox)
    var next: Cursor?
    var asked = 0
    for page in 0..<6 {
      if page > 3 { _ = try await mailbox.refresh(for: .inbox) }
      try await this.waitForIdle()
      let before = this.server.commands.count
      let listing = Listing(folder: .inbox)
      let found = try await mailbox.page(in: listing, after: next, limit: 50)
      next = found.next
      #expect(found.conversations.count == 50)
      // Some pages are already stored.
      guard let first = this.server.commands.dropFirst(before).first else { continue }
      asked += 1
      #expect(first.hasPrefix("FETCH"))
    }
    #expect(asked == 3)
    #expect(this.server.violations == [])
  }

  /// The answers to a refresh look like changes.
  @Test(arguments: IMAPCase.kinds)
  func aRefreshIsNoNews(_ traits: ServerTraits) async throws {
    var traits = traits
    traits.capabilities.insert("IDLE")
    let this = try IMAPCase(traits, count: 30)
    var mailbox = Optional(try await this.open())
    let arrivals = try #require(mailbox?.changes(of: .inbox))
    for _ in 0..<2 {
      _ = try await mailbox?.refresh(for: .inbox)
      try await this.waitForIdle()
    }
    mailbox = nil
    for await _ in arrivals { Issue.record("something was reported") }
  }

  /// Repeated attempts with a refused password would lock an account.
  @Test func whoIsRefusedDoesNotTryAgain() async throws {
    try await beginWaiting()
    this.server.refuse { $0.hasPrefix("AUTHENTICATE") ? "NO [AUTHENTICATIONFAILED] no" : nil }
    this.server.cut()
    let (_, end) = try #require(await time.next())
    end()
    await shared.watch?.value
    #expect(this.server.attempts == 2)
    #expect(time.count == 0)
  }

  /// During an internal fault, Exchange accepts the log-in, and gives this answer to all later
  /// commands.
  @Test func whoIsLetInAndNotConnectedComesBackLaterAndLater() async throws {
    try await beginWaiting()
    this.server.refuse {
      $0.hasPrefix("AUTHENTICATE") ? nil : "BAD User is authenticated but not connected."
    }
    this.server.cut()
    for (index, seconds) in [5, 10, 20].enumerated() {
      let end = try await time.expect(.seconds(seconds))
      #expect(this.server.attempts == 1 + index)
      if index == 2 {
        this.server.refuse(nil)
        this.deliver(1000)
      }
      end()
    }
    #expect(await nextChange() == "INBOX")
  }

  /// The next pause other than a renewal of IDLE; nil if the connection is not watched any more.
  private func nextPause() async -> (Duration, end: @Sendable () -> Void)? {
    let (results, result) = AsyncStream.makeStream(of: (Duration, end: @Sendable () -> Void)?.self)
    Task { [shared] in
      await shared.watch?.value
      result.yield(nil)
    }
    Task { [time] in
      var pause = await time.next()
      while pause?.0 == SharedSession.renewal { pause = await time.next() }
      result.yield(pause)
    }
    for await result in results { return result }
    return nil
  }

  /// Another process holds the folder's lease, so no refresh uses the connection.
  @Test func waitingGoesOnAfterAChangeThatNobodyFetches() async throws {
    try await beginWaiting()
    for number in 1000..<1003 {
      this.deliver(number)
      #expect(await nextChange() == "INBOX")
      try #require(await nextPause()).end()
    }
    #expect(this.server.violations == [])
  }

  @Test(arguments: ["EXAMINE", "IDLE"], ["NO [SERVERBUG] not now", "BAD no"])
  func aRefusedCommandIsSentAgainLaterAndLater(_ command: String, _ answer: String) async throws {
    this.addFolder("Archive")
    try await beginWaiting()
    try await shared.use { [server = this.server] session in
      _ = try await session.run(Flight([try .examine("Archive")], opening: "Archive"))
      server.refuse { $0.hasPrefix(command) ? answer : nil }
    }
    for seconds in [5, 10, 20, 40] {
      let (duration, end) = try #require(await nextPause())
      #expect(duration == .seconds(seconds))
      if seconds == 40 { this.server.refuse(nil) }
      end()
    }
    this.deliver(1000)
    #expect(await nextChange() == "INBOX")
    #expect(this.server.attempts == 1)
    #expect(this.server.violations == [])
  }

  /// The server reports mail before it accepts IDLE, and the connection is needed in between.
  @Test func aChangeReportedBeforeIdleIsAcceptedIsNoted() async throws {
    var traits = ServerTraits.rich
    traits.eagerness = 1
    let this = try IMAPCase(traits, count: 3)
    let session = try await this.server.session()
    _ = try await session.examine("INBOX")
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let waiting = Task { [time] in
      for await _ in gate { break }
      return try await session.waitForChange { try await time.pause(.seconds(540)) }
    }
    this.server.live(
      { mail, _ in
        // The first command is IDLE.
        guard mail.folders[0].messages.count == 3 else { return }
        mail.folders[0].deliver(IMAPCase.message(1000, days: 0.01))
        waiting.cancel()
      },
      fate: { _ in .lasts }
    )
    opening.yield()
    #expect(try await waiting.value == false)
    _ = try await session.run(Flight([.noop]))
    let folder = try #require(await session.folder)
    #expect(folder.count == 4)
    #expect(folder.hasChanged)
    #expect(this.server.violations == [])
  }

  @Test func anAccountThatIsNotUsedAnyMoreEndsItsConnection() async throws {
    var mailbox = Optional(try await this.open().refreshed(for: .inbox))
    let arrivals = try #require(mailbox?.changes(of: .inbox))
    try await this.waitForIdle()
    mailbox = nil
    for await _ in arrivals {}
    while this.server.isIdle { try await Task.sleep(for: .milliseconds(1)) }
    #expect(this.server.attempts == 1)
  }

  @Test func whoeverUsesTheConnectionDoesNotWaitForAPause() async throws {
    try await beginWaiting()
    this.server.cut()
    try await time.expect(.seconds(5))
    try await examine()
    #expect(this.server.attempts == 2)
  }
}
