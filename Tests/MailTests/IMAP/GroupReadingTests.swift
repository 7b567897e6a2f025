import Foundation
import MailTesting
import MailTextTesting
import Synchronization
import Testing

@testable import Mail

/// Several messages of a server are read at once: the number of round trips, and the effect of one
/// unreadable message on the others.
@Suite(.timeLimit(.minutes(120)))
struct GroupReadingTests {
  private let folder: TemporaryFolder
  private let server: ImaginaryServer
  private let account: IMAPAccount
  private let mailbox: Mailbox

  init() async throws { try await self.init(.rich) }

  /// Two conversations of six messages each; the first one's have the UIDs 1 to 6.
  private init(_ traits: ServerTraits) async throws {
    folder = try TemporaryFolder()
    var inbox = ServerMail.Folder("INBOX", uidValidity: 7)
    inbox.fill((1...12).map { Self.message($0) }) { _ in 0 }
    server = ImaginaryServer(ServerMail([inbox]), traits)
    account = server.account(.server(UUID())) { ScheduledMail.now }
    mailbox = try await Mailbox.open(account, store: folder.file("store.sqlite"))
    _ = try await mailbox.refresh(for: .inbox)
  }

  private static func message(_ number: Int) -> ServerMail.Message {
    let first = number > 6 ? 7 : 1
    var message = IMAPCase.message(number, days: Double(13 - number) / 24)
    if number > first {
      message.header = Array("References: <\(first)@example.org>\r\n".utf8) + message.header
    }
    return message
  }

  /// - Parameter number: the UID of the conversation's first message.
  private func stubs(_ number: Int = 1) async throws -> [MessageStub] {
    let id = try await mailbox.conversation(holding: "\(number)@example.org")
    let stubs = try await mailbox.messages(in: try #require(id))
    #expect(stubs.count == 6)
    return stubs
  }

  /// The texts, or the errors.
  private func read(_ stubs: [MessageStub]) async throws -> [String] {
    var texts: [String] = []
    try await mailbox.read(stubs) { stub, result in
      #expect(stubs[texts.count].id == stub.id)
      do {
        texts.append(try result.get().passages.map(\.text).joined())
      } catch {
        texts.append("\(error)")
      }
    }
    return texts
  }

  private static func texts(_ numbers: ClosedRange<Int>) -> [String] {
    numbers.map { "Text \($0)" }
  }

  /// The round trips on all connections, after their log-ins.
  private var flights: Int { server.flights.reduce(0, +) }

  @Test(arguments: IMAPCase.kinds)
  func aConversationOfSixTakesOneRoundTrip(_ traits: ServerTraits) async throws {
    let this = try await GroupReadingTests(traits)
    let stubs = try await this.stubs()
    let before = this.flights
    #expect(try await this.read(stubs) == Self.texts(1...6))
    #expect(this.flights == before + 1)
    #expect(this.server.violations == [])
  }

  @Test func overADeadConnectionItTakesOneOnTheNextToo() async throws {
    let stubs = try await stubs()
    server.cut()
    #expect(try await read(stubs) == Self.texts(1...6))
    // One round trip for the log-in, and one for the messages.
    #expect(server.flights.last == 2)
  }

  @Test func moreThanTenTakeOneForEachTen() async throws {
    let stubs = try await stubs() + stubs(7)
    let before = flights
    #expect(try await read(stubs) == Self.texts(1...12))
    #expect(flights == before + 2)
  }

  @Test func whereMailIsWaitedForItTakesNoMore() async throws {
    let stubs = try await stubs()
    _ = mailbox.arrivals(in: .inbox)
    while !server.isIdle { try await Task.sleep(for: .milliseconds(1)) }
    let (before, commands) = (server.flights[0], server.commands.count)
    #expect(try await read(stubs) == Self.texts(1...6))
    #expect(server.commands.dropFirst(commands).prefix(6).allSatisfy { $0.hasPrefix("UID FETCH") })
    // At most one more, to wait for changes again. The next reading has another connection.
    #expect(server.flights[0] <= before + 2)
  }

  @Test func aSingleOneTakesOne() async throws {
    let stubs = try await stubs()
    let before = flights
    #expect(try await read([stubs[2]]) == ["Text 3"])
    #expect(try await read([]) == [])
    #expect(flights == before + 1)
  }

  // MARK: Failures

  @Test func aMessageThatIsGoneFailsByItself() async throws {
    let stubs = try await stubs()
    server.change { _ = $0.folders[0].expunge(at: 2) }
    let before = flights
    var expected = Self.texts(1...6)
    expected[2] = "\(MailError.messageGone(path: "INBOX"))"
    #expect(try await read(stubs) == expected)
    #expect(flights == before + 2)
  }

  @Test func aMessageThatTheServerCannotReadFailsByItself() async throws {
    let stubs = try await stubs()
    server.change { $0.folders[0].messages[3].isBroken = true }
    var texts = try await read(stubs)
    #expect(texts[3].contains("one of the messages cannot be read"))
    texts[3] = "Text 4"
    #expect(texts == Self.texts(1...6))
  }

  @Test func aServerThatRefusesSeveralIsAskedForEach() async throws {
    let stubs = try await stubs()
    let count = Mutex(0)
    // Refuses the commands of the first flight.
    server.refuse { command in
      guard command.hasPrefix("UID FETCH") else { return nil }
      return count.withLock { count in
        count += 1
        return count <= 6 ? "BAD too much at once" : nil
      }
    }
    #expect(try await read(stubs) == Self.texts(1...6))
  }

  @Test func aLongMessageIsReadByItself() async throws {
    let long = String(repeating: "0123456789\r\n", count: 20_000)
    server.change { $0.folders[0].messages[1].text = Array(long.utf8) }
    let stubs = try await stubs()
    let before = flights
    var texts = try await read(stubs)
    #expect(texts[1].utf8.count > 200_000)
    texts[1] = "Text 2"
    #expect(texts == Self.texts(1...6))
    #expect(flights <= before + 3)
  }

  /// Too many attempts with a wrong password lock an account.
  @Test func aLoginThatIsRefusedIsTriedOnce() async throws {
    let stubs = try await stubs()
    server.refuse { $0.hasPrefix("AUTHENTICATE") ? "NO [AUTHENTICATIONFAILED] not you" : nil }
    server.cut()
    let before = server.attempts
    let texts = try await read(stubs)
    #expect(texts.count == 6)
    #expect(texts.allSatisfy { $0.contains("the name or the password is wrong") })
    #expect(server.attempts == before + 1)
  }

  // MARK: Cancelling

  @Test func whatIsCancelledLeavesOthersAndTheConnectionAlone() async throws {
    let (one, other) = (try await stubs(1), try await stubs(7))
    let asked = AsyncStream.makeStream(of: Void.self)
    server.refuse { command in
      if command.hasPrefix("UID FETCH") { asked.continuation.yield() }
      return nil
    }
    let first = Task { try await read(one) }
    for await _ in asked.stream { break }
    let second = Task { try await read(other) }
    first.cancel()
    _ = await first.result
    #expect(try await second.value == Self.texts(7...12))
    #expect(try await read(one) == Self.texts(1...6))
    #expect(server.flights.count == 1)
    #expect(server.violations == [])
  }

  /// A user who goes fast through a list does not wait for skipped messages.
  @Test func whoIsCancelledBeforeItsTurnAsksForNothing() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    let holding = Task {
      try await account.shared.use { _ in for await _ in gate.stream { break } }
    }
    let waiting = Task {
      try await account.shared.use { _ in Issue.record("it is carried out") }
    }
    waiting.cancel()
    gate.continuation.finish()
    try await holding.value
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(try await read(stubs()) == Self.texts(1...6))
  }
}
