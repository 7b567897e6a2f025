import IMAP
import MailTesting
import Testing

@testable import Mail

/// Messages that are removed while others are requested by sequence number, as a server may report
/// at the end of IDLE.
@Suite struct MovedPlacesTests {
  private func window(_ flight: Flight) -> String {
    flight.commands.map { String($0.logLine(tag: "T").prefix { $0 != "(" }) }.joined()
  }

  /// The server executes the command after the removal, with shifted sequence numbers.
  @Test(arguments: [Status.Kind.ok, .bad])
  func theWindowIsAskedForOnceMore(_ kind: Status.Kind) throws {
    let folder = OpenFolder(count: 21)
    let terms = SyncTerms(limit: 100, abilities: ServerAbilities(), now: 1_800_000_000)
    var dialogue = FolderWindow(folder, KnownMessages(), terms)
    let first = try #require(try dialogue.next(nil).flight)
    #expect(window(first) == "T FETCH 1:21 ")
    var recorder = FlightRecorder(first, tags: ["T"], folder: folder)
    recorder.take(.expunge(3))
    recorder.take(.tagged(tag: "T", Status(kind)))
    let second = try #require(try dialogue.next(recorder.answers).flight)
    #expect(window(second) == "T FETCH 1:20 ")
  }
}

/// The start of the next older page, found by one search or by the sequence numbers of a few
/// messages.
@Suite struct FloorPlaceTests {
  private func refreshed(_ traits: ServerTraits) async throws -> IMAPCase {
    let this = try IMAPCase(traits, days: (0..<300).reversed().map { Double(2 * $0) + 0.5 })
    _ = try await this.open().refresh(for: .inbox)
    return this
  }

  /// The commands on a new connection that read the second page.
  private func older(_ this: IMAPCase) async throws -> [String] {
    let before = this.server.commands.count
    let listing = Listing(folder: .inbox)
    let mailbox = try await this.open()
    let first = try await mailbox.page(in: listing, limit: 60)
    let page = try await mailbox.page(in: listing, after: first.next, limit: 60)
    #expect(page.failure == nil)
    #expect(page.conversations.map(\.subject) == (180..<240).reversed().map { "Number \($0)" })
    return Array(this.server.commands.dropFirst(before))
  }

  @Test(arguments: IMAPCase.kinds.filter { $0.capabilities.contains("ESEARCH") })
  func aServerThatSearchesBrieflySendsNothingThatIsKnown(_ traits: ServerTraits) async throws {
    let this = try await refreshed(traits)
    let before = this.server.commands.count
    _ = try await this.open().refresh(for: .inbox)
    let commands = this.server.commands.dropFirst(before)
    #expect(commands.contains("SEARCH RETURN (MIN) UID 201:300"))
    #expect(!commands.contains { $0.hasSuffix("(UID)") })
    #expect(try await older(this).contains("SEARCH RETURN (MIN) UID 201:300"))
    #expect(this.server.violations == [])
  }

  @Test func anotherOneIsAskedForThePlacesOfAFew() async throws {
    let this = try await refreshed(.poor)
    #expect(try await older(this).contains("UID FETCH 201:220 (UID)"))
    #expect(this.server.violations == [])
  }

  @Test func soIsOneThatDoesNotSearchAfterAll() async throws {
    let this = try await refreshed(.rich)
    this.server.refuse { $0.hasPrefix("SEARCH") ? "BAD not that" : nil }
    #expect(try await older(this).contains("UID FETCH 201:220 (UID)"))
  }

  @Test(arguments: IMAPCase.kinds)
  func theNextPageIsReadWhereAllOfTheFirstIsGone(_ traits: ServerTraits) async throws {
    let this = try await refreshed(traits)
    this.server.change { mail in for _ in 0..<100 { mail.folders[0].expunge(at: 200) } }
    try await this.expectAll(try await this.open())
  }
}

extension OpenFolder {
  /// A folder that has just been opened.
  init(count: UInt32) {
    self.init(name: "INBOX")
    take(.status(Status(.ok, code: .uidValidity(7))))
    take(.exists(count))
    noteOpened()
  }
}

extension DialogueStep {
  var flight: Flight? { if case .send(let flight) = self { flight } else { nil } }
}
