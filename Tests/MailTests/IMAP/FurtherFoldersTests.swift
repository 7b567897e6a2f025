import IMAP
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// Waits for the changes of all folders that windows list at the same time.
@Suite(.timeLimit(.minutes(120)))
struct FurtherFoldersTests {
  private let this: IMAPCase

  init() throws { try self.init(.rich) }

  private init(_ traits: ServerTraits) throws {
    this = try IMAPCase(traits, count: 3)
    for number in 1...5 { this.addFolder("F\(number)") }
  }

  private func wait(forIdle count: Int) async throws {
    while this.server.idleCount != count { try await Task.sleep(for: .milliseconds(1)) }
  }

  private func arrivals(
    _ mailbox: Mailbox,
    _ name: String
  ) throws -> AsyncStream<FolderChange>.Iterator {
    try #require(mailbox.changes(of: FolderName(name))).makeAsyncIterator()
  }

  @Test func eachHearsOfItsOwnMail() async throws {
    let mailbox = try await this.open().refreshed(for: .inbox)
    var inbox = try arrivals(mailbox, "INBOX")
    var archive = try arrivals(mailbox, "F1")
    try await wait(forIdle: 2)
    for number in 1000..<1003 {
      this.deliver(number, to: 1)
      #expect(await archive.next() != nil)
    }
    this.deliver(2000)
    #expect(await inbox.next() != nil)
    #expect(this.server.attempts == 2)
    #expect(this.server.violations == [])
  }

  @Test func whatIsListedNoMoreEndsItsConnection() async throws {
    let mailbox = try await this.open().refreshed(for: .inbox)
    let inbox = try arrivals(mailbox, "INBOX")
    let listening = Task {
      for await _ in try #require(mailbox.changes(of: FolderName("F1"))) {}
    }
    try await wait(forIdle: 2)
    listening.cancel()
    try await listening.value
    try await wait(forIdle: 1)
    withExtendedLifetime(inbox) {}
  }

  @Test func anAccountThatIsNotUsedAnyMoreEndsThemAll() async throws {
    var mailbox = Optional(try await this.open())
    _ = try await mailbox?.refresh(for: .inbox)
    let all = try ["INBOX", "F1"].map { try arrivals(#require(mailbox), $0) }
    try await wait(forIdle: 2)
    mailbox = nil
    try await wait(forIdle: 0)
    withExtendedLifetime(all) {}
  }

  /// The folders listed last keep their connections.
  @Test func noMoreThanThreeFurtherConnectionsStayOpen() async throws {
    let mailbox = try await this.open().refreshed(for: .inbox)
    let all = try ["INBOX", "F1", "F2", "F3", "F4", "F5"].map { try arrivals(mailbox, $0) }
    while this.server.attempts < 6 { try await Task.sleep(for: .milliseconds(1)) }
    try await wait(forIdle: 1 + FurtherFolders.limit)
    #expect(this.server.openCount == 1 + FurtherFolders.limit)
    this.deliver(1000, to: 5)
    var last = all[5]
    #expect(await last.next() != nil)
  }

  @Test func aServerThatTellsNothingNeedNotKeepTheConnection() async throws {
    let this = try FurtherFoldersTests(ServerTraits(["AUTH=PLAIN", "SASL-IR"])).this
    let mailbox = try await this.open().refreshed(for: .inbox)
    let all = try ["INBOX", "F1"].map { try arrivals(mailbox, $0) }
    while this.server.attempts < 2 || this.server.openCount > 1 {
      try await Task.sleep(for: .milliseconds(1))
    }
    withExtendedLifetime(all) {}
  }
}

/// A connection that only waits for changes of one folder, with a clock that the test sets.
@Suite(.timeLimit(.minutes(120)))
struct WaitingConnectionTests {
  private let this: IMAPCase
  private let time = PlayedTime()
  private let changes = AsyncStream.makeStream(of: String.self)
  private let connection: SharedSession

  init() throws {
    let this = try IMAPCase(.rich, count: 3)
    let surroundings = SharedSession.Surroundings(
      now: { ScheduledMail.now },
      pause: time.pause,
      jitter: { 0 }
    )
    let watcher = SharedSession.Watcher(
      onChange: { [changes] in changes.continuation.yield($0) },
      onReach: { _ in }
    )
    connection = SharedSession(onlyFor: "INBOX", surroundings, reportingTo: watcher) {
      [server = this.server] _ in try await server.session()
    }
    self.this = this
  }

  private func nextChange() async -> String? {
    for await name in changes.stream { return name }
    return nil
  }

  @Test func aServerThatEndsEachWaitingIsTriedLaterAndLater() async throws {
    await connection.startWatching()
    for seconds in [5, 10, 20, 40] {
      try await time.expect(SharedSession.renewal)
      this.server.cut()
      if seconds == 40 { this.deliver(1000) }
      try await time.expect(.seconds(seconds))()
    }
    // Mail that came meanwhile is reported.
    #expect(await nextChange() == "INBOX")
    await connection.close()
  }

  @Test func changesWithoutEndAreReportedTwiceASecondAtMost() async throws {
    await connection.startWatching()
    _ = try #require(await time.next())
    for round in 0..<4 {
      for number in 0..<50 { this.deliver(1000 + 100 * round + number) }
      var pause = try #require(await time.next())
      while pause.0 == SharedSession.renewal { pause = try #require(await time.next()) }
      #expect(pause.0 == .milliseconds(500))
      #expect(await nextChange() == "INBOX")
      let before = this.server.commands.count
      for number in 50..<100 {
        this.deliver(1000 + 100 * round + number)
        await Task.yield()
      }
      #expect(this.server.commands.count == before)
      pause.1()
    }
    await connection.close()
    #expect(this.server.violations == [])
  }
}
