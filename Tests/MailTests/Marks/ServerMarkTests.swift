import Foundation
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// Marks written to a server, which may refuse them, lose them, or close the connection.
@Suite(.timeLimit(.minutes(120)))
struct ServerMarkTests {
  private let this: IMAPCase
  private let file: MarkFile
  /// The messages on the server before any mark.
  private let before: [ServerMail.Message]

  init() throws { try self.init { _ in } }

  private init(
    _ base: ServerTraits = .rich,
    uidValidity: UInt32 = 7,
    _ change: (inout ServerTraits) -> Void
  ) throws {
    var traits = base
    traits.permanentFlags = ["\\Seen", "\\Flagged"]
    change(&traits)
    this = try IMAPCase(traits, count: 5, uidValidity: uidValidity)
    file = MarkFile(path: this.folder.file("marks.sqlite"))
    before = this.server.mail.folders[0].messages
  }

  private func open() async throws -> Mailbox {
    try await this.open(marks: file).refreshed()
  }

  private func mark(_ mark: MessageMark, _ number: Int, _ mailbox: Mailbox) async throws {
    let id = try #require(try await mailbox.conversation(holding: "\(number)@example.org"))
    _ = try await mailbox.mark(mark, in: [id], writes: true)
  }

  private func waiting(_ mailbox: Mailbox) throws -> Int {
    try file.waiting(in: mailbox.id.storeKey).count
  }

  private func flags(_ number: Int) -> Set<String> {
    this.server.mail.folders[0].messages[number].flags
  }

  private func row(_ number: Int, _ mailbox: Mailbox) async throws -> Conversation {
    let id = try #require(try await mailbox.conversation(holding: "\(number)@example.org"))
    return try #require(try await mailbox.conversations([id]).first)
  }

  /// Expects no change on the server, except to the flags of the message at this index.
  private func expectTheRestAsItWas(
    but number: Int = 0,
    location: SourceLocation = #_sourceLocation
  ) {
    func facts(_ messages: [ServerMail.Message]) -> [String] {
      messages.enumerated().map { place, message in
        let flags = place == number ? [] : message.flags.sorted()
        return "\(message.uid) \(flags) \(message.header) \(message.text)"
      }
    }
    #expect(facts(this.server.mail.folders[0].messages) == facts(before), sourceLocation: location)
    #expect(this.server.violations == [], sourceLocation: location)
  }

  @Test func marksReachTheServer() async throws {
    let mailbox = try await open()
    try await mark(.read, 0, mailbox)
    try await mark(.starred, 0, mailbox)
    try await mailbox.writeMarks()
    #expect(flags(0) == ["\\Seen", "\\Flagged"])
    try await mark(.unread, 0, mailbox)
    try await mailbox.writeMarks()
    #expect(flags(0) == ["\\Flagged"])
    #expect(try file.marks(of: [.init(messageID: "0@example.org")], in: mailbox.id.storeKey) == [:])
    expectTheRestAsItWas()
  }

  /// Servers that keep one of the two flags, only let clients read, refuse a flag, lose it, or have
  /// no UIDVALIDITY.
  @Test(arguments: [
    "\\Seen", "read-only", "NO [CANNOT] not here", "BAD what is that?", "lost", "0",
  ])
  func whatAServerCannotKeepIsKeptHereAtOnce(_ way: String) async throws {
    let test = try ServerMarkTests(uidValidity: UInt32(way) ?? 7) { traits in
      if way == "\\Seen" { traits.permanentFlags = ["\\Seen"] }
      traits.isReadOnly = way == "read-only"
      traits.losesFlags = way == "lost"
    }
    if way.contains(" ") { test.this.server.refuse { $0.hasPrefix("UID STORE") ? way : nil } }
    let mailbox = try await test.open()
    try await test.mark(.read, 0, mailbox)
    try await test.mark(.starred, 0, mailbox)
    try await mailbox.writeMarks()
    #expect(test.flags(0) == (way == "\\Seen" ? ["\\Seen"] : []))
    #expect(try test.waiting(mailbox) == 0)
    for _ in 0..<2 {
      #expect(try await test.row(0, mailbox).unread == 0)
      #expect(try await test.row(0, mailbox).flagged)
      _ = try await mailbox.refresh()
    }
    test.expectTheRestAsItWas()
  }

  @Test func whereAServerAnswersForOtherMessagesTheMarkWaits() async throws {
    let mailbox = try await open()
    try await mark(.read, 0, mailbox)
    this.server.refuse {
      $0.hasPrefix("UID FETCH") ? "OK done\r\n* 3 FETCH (UID 99 FLAGS (\\Seen))" : nil
    }
    let report = try await mailbox.writeMarks()
    #expect(report.written.isEmpty && report.refused.isEmpty && report.waiting.count == 1)
    #expect(flags(0) == [])
    this.server.refuse(nil)
    #expect(try await mailbox.writeMarks().written.count == 1)
    #expect(flags(0) == ["\\Seen"])
    expectTheRestAsItWas()
  }

  /// Every arrival writes the marks that wait, mostly none.
  @Test func aRefusedMarkIsToldUntilOthersAreWritten() async throws {
    let test = try ServerMarkTests { $0.permanentFlags = ["\\Seen"] }
    let mailbox = try await test.open()
    try await test.mark(.starred, 0, mailbox)
    try await mailbox.writeMarks()
    _ = try await mailbox.refresh()
    var states = mailbox.states().makeAsyncIterator()
    #expect(await states.next()?.marks.refused.count == 1)
    try await test.mark(.read, 1, mailbox)
    try await mailbox.writeMarks()
    while let state = await states.next(), !state.marks.refused.isEmpty {}
  }

  /// Without modification sequences, a refresh compares flags.
  @Test(arguments: IMAPCase.kinds)
  func aMarkThatAServerHasLostIsKeptHere(_ traits: ServerTraits) async throws {
    let test = try ServerMarkTests(traits) { $0.losesFlags = true }
    let mailbox = try await test.open()
    try await test.mark(.read, 0, mailbox)
    try await mailbox.writeMarks()
    for _ in 0..<3 { _ = try await mailbox.refresh() }
    #expect(try await test.row(0, mailbox).unread == 0)
    test.expectTheRestAsItWas()
  }

  @Test(arguments: ["SELECT", "UID STORE", "UID FETCH"])
  func whereAServerIsNotReadyTheMarkWaits(_ command: String) async throws {
    let mailbox = try await open()
    try await mark(.read, 0, mailbox)
    this.server.refuse { $0.hasPrefix(command) ? "NO [UNAVAILABLE] try again later" : nil }
    _ = try? await mailbox.writeMarks()
    #expect(flags(0) == [])
    #expect(try waiting(mailbox) == 1)
    #expect(try await row(0, mailbox).unread == 0)
    this.server.refuse(nil)
    try await mailbox.writeMarks()
    #expect(flags(0) == ["\\Seen"])
    #expect(try waiting(mailbox) == 0)
    expectTheRestAsItWas()
  }

  @Test func aMessageThatHasGoneKeepsNoOtherFromBeingMarked() async throws {
    let mailbox = try await open()
    try await mark(.read, 3, mailbox)
    try await mark(.read, 4, mailbox)
    this.server.change { mail in _ = mail.folders[0].expunge(at: 3) }
    try await mailbox.writeMarks()
    #expect(flags(3) == ["\\Seen"])
    // The message may have been moved to another folder.
    #expect(try waiting(mailbox) == 1)
  }

  @Test func aMarkWaitsForAFolderThatTheServerHasNotAtTheMoment() async throws {
    let mailbox = try await open()
    try await mark(.read, 0, mailbox)
    this.server.refuse { $0.hasPrefix("SELECT") ? "NO [NONEXISTENT] no such folder" : nil }
    try await mailbox.writeMarks()
    #expect(try waiting(mailbox) == 1)
    this.server.refuse(nil)
    try await mailbox.writeMarks()
    #expect(flags(0) == ["\\Seen"])
    #expect(try waiting(mailbox) == 0)
  }

  /// The server's words, and at the end of the wait the same words.
  @Test(arguments: ["SELECT", "UID STORE", "UID FETCH"])
  func theReasonOfAWaitIsTheServers(_ command: String) async throws {
    let mailbox = try await open()
    try await mark(.read, 0, mailbox)
    this.server.refuse { $0.hasPrefix(command) ? "NO busy, try again later" : nil }
    let report = try await mailbox.writeMarks()
    #expect(report.waiting.count == 1)
    let refusal = try #require(report.delayReasons.first?.refusal)
    #expect(refusal.sentence.english.contains("\(command): busy, try again later"))
    var ended = report
    ended.expire(report.waiting, days: 30)
    #expect(ended.waiting.isEmpty && ended.delays.isEmpty)
    #expect(ended.reasons.map(\.refusal) == [refusal])
  }

  @Test func aMarkWaitsForANewNumberOfItsMessage() async throws {
    let mailbox = try await open()
    try await mark(.read, 0, mailbox)
    this.server.change { mail in
      var random = SplitMix64(seed: 1)
      mail.folders[0].renumber(99, shuffledBy: &random)
    }
    try await mailbox.writeMarks()
    #expect(try waiting(mailbox) == 1)
    _ = try await mailbox.refresh()
    #expect(try waiting(mailbox) == 0)
    let read = this.server.mail.folders[0].messages.filter { $0.flags == ["\\Seen"] }
    #expect(read.count == 1)
    #expect(read.first?.header == before[0].header)
  }

  @Test func aMovedMessageIsMarkedInItsNewFolder() async throws {
    this.addFolder("Later")
    let mailbox = try await open()
    try await mark(.read, 0, mailbox)
    this.server.change { mail in
      let message = mail.folders[0].expunge(at: 0)
      mail.folders[1].deliver(message)
    }
    try await mailbox.writeMarks()
    #expect(try waiting(mailbox) == 1)
    _ = try await mailbox.page(in: Listing(folder: FolderName("Later")), limit: 10)
    _ = try await mailbox.refresh()
    #expect(this.server.mail.folders[1].messages.first?.flags == ["\\Seen"])
    #expect(try waiting(mailbox) == 0)
  }

  /// The refused flag waits, and the accepted one does not.
  @Test(arguments: [
    "NO flag limit reached", "NO over quota", "NO busy, try again",
    "NO [EXPUNGEISSUED] one is gone",
  ])
  func eachFlagIsAnsweredByItself(_ answer: String) async throws {
    let mailbox = try await open()
    try await mark(.read, 0, mailbox)
    try await mark(.starred, 0, mailbox)
    this.server.refuse { $0.hasPrefix("UID STORE") && $0.contains("Flagged") ? answer : nil }
    try await mailbox.writeMarks()
    #expect(flags(0) == ["\\Seen"])
    let waiting = try file.waiting(in: mailbox.id.storeKey)
    #expect(Array(waiting.values) == [.starredHere])
  }

  /// The server says which flags it keeps of a folder that is otherwise read-only (RFC 3501,
  /// section 7.1).
  @Test func aReadOnlyFolderMayKeepFlags() async throws {
    let test = try ServerMarkTests { traits in
      (traits.isReadOnly, traits.keepsFlagsOfReadOnly) = (true, true)
    }
    let mailbox = try await test.open()
    try await test.mark(.read, 0, mailbox)
    try await mailbox.writeMarks()
    #expect(test.flags(0) == ["\\Seen"])
    test.expectTheRestAsItWas()
  }

  @Test func marksInARowLogInOnce() async throws {
    let mailbox = try await open()
    for number in 0..<5 {
      try await mark(.read, number, mailbox)
      try await mailbox.writeMarks()
    }
    #expect(this.server.attempts == 1)
    #expect((0..<5).allSatisfy { flags($0) == ["\\Seen"] })
    #expect(this.server.violations == [])
  }

  /// Marks are written on the connection that waits for changes.
  @Test func mailThatComesWhileMarksAreWrittenIsHeardOf() async throws {
    let mailbox = try await open()
    let arrivals = try #require(mailbox.changes(of: .inbox))
    try await this.waitForIdle()
    try await mark(.read, 0, mailbox)
    this.server.live(
      { mail, _ in
        if mail.folders[0].messages.count == 5 {
          mail.folders[0].deliver(IMAPCase.message(1000, days: 0.01))
        }
      },
      fate: { _ in .lasts }
    )
    try await mailbox.writeMarks()
    for await _ in arrivals { break }
    #expect(flags(0) == ["\\Seen"])
    #expect(this.server.violations == [])
  }

  /// The connection breaks between any two bytes.
  @Test func marksConvergeWhereverTheConnectionBreaks() async throws {
    let mailbox = try await open()
    var (bytes, isWhole) = (0, false)
    while !isWhole {
      this.server.cut()
      this.server.live({ _, _ in }, fate: { [bytes] _ in .breaks(after: bytes) })
      let mark: MessageMark = flags(0).isEmpty ? .read : .unread
      try await self.mark(mark, 0, mailbox)
      do {
        try await mailbox.writeMarks()
        isWhole = true
      } catch {}
      let isRead = mark == .read
      #expect(try await row(0, mailbox).unread == (isRead ? 0 : 1), "\(bytes)")
      this.server.live({ _, _ in }, fate: { _ in .lasts })
      _ = try await mailbox.refresh()
      #expect(flags(0) == (isRead ? ["\\Seen"] : []), "\(bytes)")
      #expect(try await row(0, mailbox).unread == (isRead ? 0 : 1), "\(bytes)")
      #expect(try waiting(mailbox) == 0, "\(bytes)")
      bytes += 1
    }
    #expect(bytes > 500)
    expectTheRestAsItWas()
  }
}
