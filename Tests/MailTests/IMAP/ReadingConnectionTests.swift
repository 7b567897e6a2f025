import Foundation
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// Messages are read while the account's own connection is busy.
@Suite(.timeLimit(.minutes(120)))
struct ReadingConnectionTests {
  private let this: IMAPCase
  private let account: IMAPAccount
  private let mailbox: Mailbox

  init() async throws {
    this = try IMAPCase(.rich, count: 30)
    account = this.server.account(.server(UUID())) { ScheduledMail.now }
    mailbox = try await Mailbox.open(account, store: this.folder.file("store.sqlite"))
    _ = try await mailbox.refresh(for: .inbox)
  }

  private func stub(_ number: Int) async throws -> MessageStub {
    let id = try await mailbox.conversation(holding: "\(number)@example.org")
    let messages = try await mailbox.messages(in: try #require(id))
    return try #require(messages.first)
  }

  private func text(_ number: Int) async throws -> String {
    try await mailbox.message(stub(number)).passages.map(\.text).joined()
  }

  private var fetchCount: Int { this.server.commands.count { $0.hasPrefix("UID FETCH") } }

  /// A long use of the account's own connection.
  private struct Hold {
    let gate: AsyncStream<Void>.Continuation
    let holding: Task<Void, any Error>

    func end() async throws {
      gate.finish()
      try await holding.value
    }
  }

  private func hold() async -> Hold {
    let gate = AsyncStream.makeStream(of: Void.self)
    let held = AsyncStream.makeStream(of: Void.self)
    let holding = Task { [account] in
      try await account.shared.use { _ in
        held.continuation.finish()
        for await _ in gate.stream {}
      }
    }
    for await _ in held.stream {}
    return Hold(gate: gate.continuation, holding: holding)
  }

  @Test func aMessageIsReadWhileASyncGoesOn() async throws {
    let hold = await hold()
    #expect(try await text(3) == "Text 3")
    #expect(try await text(4) == "Text 4")
    try await hold.end()
    // One round trip for the log-in, and one for each message.
    #expect(this.server.flights.count == 2)
    #expect(this.server.flights[1] <= 4)
    #expect(this.server.violations == [])
  }

  @Test func whereNothingElseGoesOnNoOtherConnectionIsMade() async throws {
    #expect(try await text(3) == "Text 3")
    #expect(this.server.flights.count == 1)
  }

  @Test func whoReadsInAWindowFindsItOpen() async throws {
    let arrivals = mailbox.arrivals(in: .inbox)
    #expect(try await text(3) == "Text 3")
    while this.server.openCount < 2 { try await Task.sleep(for: .milliseconds(1)) }
    let hold = await hold()
    let before = this.server.flights[1]
    #expect(try await text(4) == "Text 4")
    #expect(this.server.flights[1] <= before + 1)
    try await hold.end()
    withExtendedLifetime(arrivals) {}
  }

  @Test func whereAServerGivesOneConnectionReadingGoesFirst() async throws {
    this.server.refuse {
      $0.hasPrefix("AUTHENTICATE") ? "NO [LIMIT] Maximum number of connections exceeded" : nil
    }
    var attempts = this.server.attempts
    var hold = await hold()
    let fetched = fetchCount
    async let seen = account.shared.use { _ in fetchCount }
    while await account.shared.waitingCount < 1 { await Task.yield() }
    async let reading = text(3)
    while await account.shared.waitingCount < 2 { await Task.yield() }
    #expect(this.server.attempts == attempts + 1)
    try await hold.end()
    #expect(try await reading == "Text 3")
    #expect(try await seen == fetched + 1)
    #expect(this.server.violations == [])
    // The refused connection is not tried again for the next message.
    attempts = this.server.attempts
    hold = await self.hold()
    async let next = text(4)
    while await account.shared.waitingCount < 1 { await Task.yield() }
    try await hold.end()
    #expect(try await next == "Text 4")
    #expect(this.server.attempts == attempts)
  }

  @Test func anAttachmentComesWithoutTheInboxInBetween() async throws {
    let content = String(repeating: "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVph\r\n", count: 60_000)
    let text = """
      --b\r
      Content-Type: text/plain\r
      \r
      See below.\r
      --b\r
      Content-Type: application/zip; name=letters.zip\r
      Content-Disposition: attachment; filename=letters.zip\r
      Content-Transfer-Encoding: base64\r
      \r
      \(content)--b--\r

      """
    this.server.change { mail in
      var folder = ServerMail.Folder("Archive", uidValidity: 9)
      var message = IMAPCase.message(900, days: 0.5, text: text)
      let fields = "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n"
      message.header = Array(fields.utf8) + message.header
      folder.fill([message]) { _ in 0 }
      mail.folders.append(folder)
    }
    let archive = try #require(FolderName("Archive"))
    _ = try await mailbox.refresh(for: archive)
    let arrivals = mailbox.arrivals(in: .inbox)
    let stub = try await stub(900)
    let message = try await mailbox.message(stub)
    let attachment = try #require(message.attachments.first)
    try await this.waitForIdle()
    let before = this.server.commands.count
    let bytes = try await mailbox.content(of: attachment, in: stub)
    #expect(bytes.count == 27 * 60_000)
    let commands = this.server.commands.dropFirst(before)
    #expect(commands.count { $0.hasPrefix("EXAMINE") } <= 1, "\(commands)")
    #expect(commands.count { $0.hasPrefix("UID FETCH") } > 1)
    // The connection waits for new mail again.
    try await this.waitForIdle()
    withExtendedLifetime(arrivals) {}
  }
}
