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
    var folder = OpenFolder(name: "INBOX")
    for response in [Response.status(Status(.ok, code: .uidValidity(7))), .exists(21)] {
      folder.take(response)
    }
    folder.noteOpened()
    let terms = SyncTerms(limit: 100, abilities: ServerAbilities(), now: 1_800_000_000)
    var dialogue = FolderWindow(folder, KnownMessages(), terms)
    guard case .send(let first) = try dialogue.next(nil) else {
      Issue.record("nothing is asked for")
      return
    }
    #expect(window(first) == "T FETCH 1:21 ")
    var recorder = FlightRecorder(first, tags: ["T"], folder: folder)
    recorder.take(.expunge(3))
    recorder.take(.tagged(tag: "T", Status(kind)))
    guard case .send(let second) = try dialogue.next(recorder.answers) else {
      Issue.record("nothing is asked for again")
      return
    }
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
