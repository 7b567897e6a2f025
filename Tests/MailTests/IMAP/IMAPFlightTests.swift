import MailTesting
import Testing

@testable import Mail

/// The number of round trips, for each method of finding changes.
@Suite struct IMAPFlightTests {
  /// So that a server that sends only such lines is given up as too slow.
  @Test(arguments: [
    "* OK still here", "* 1 FETCH (FLAGS (\\Seen))", "* 3 EXISTS", "* LIST () \"/\" a",
    "* STATUS a (MESSAGES 1)", "* SEARCH 1",
  ])
  func linesThatAreNoAnswerAreNoProgress(_ line: String) async throws {
    let this = try IMAPCase(.rich, count: 3)
    let session = try await this.server.session()
    _ = try await session.run(Flight([.noop]))
    this.server.refuse { $0 == "NOOP" ? "OK done\r\n\(line)\r\n\(line)" : nil }
    _ = try await session.run(Flight([.noop]))
    let before = this.server.disregarded
    _ = try await session.run(Flight([.noop]))
    #expect(this.server.disregarded == before + 2 * line.utf8.count)
  }

  /// The round trips on a connection after its log-in. The log-in takes one if the server sends its
  /// capabilities without a request.
  private func flights(_ this: IMAPCase) -> Int {
    this.server.flights.reduce(0, +) - this.server.flights.count
  }

  /// So far apart that no message below the floor can belong above it.
  private static func everyOtherDay(_ count: Int) -> [Double] {
    (0..<count).reversed().map { Double(2 * $0) + 0.5 }
  }

  @Test(arguments: IMAPCase.kinds)
  func theFirstRowsTakeThreeRoundTrips(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, days: Self.everyOtherDay(300))
    let mailbox = try await this.open().refreshed(for: .inbox)
    #expect(flights(this) == 3)
    let page = try await mailbox.conversations(
      in: Listing(folder: .inbox),
      after: nil,
      limit: 50,
      asksAccount: false
    )
    #expect(page.conversations.count == 50)
    #expect(page.conversations.first?.subject == "Number 299")
    #expect(page.conversations.allSatisfy { $0.snippet.hasPrefix("Text") })
    #expect(flights(this) == 3)
    #expect(this.server.violations == [])
  }

  @Test(arguments: IMAPCase.kinds)
  func aRefreshWithNothingNewTakesOneRoundTrip(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, days: Self.everyOtherDay(300))
    _ = try await this.open().refresh(for: .inbox)
    let before = flights(this)
    let mailbox = try await this.open().refreshed(for: .inbox)
    #expect(flights(this) == before + 1)
    _ = try await mailbox.refresh(for: .inbox)
    #expect(flights(this) == before + 2)
  }

  @Test(arguments: IMAPCase.kinds)
  func newMailTakesNoRoundTripMore(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, days: Self.everyOtherDay(300))
    let mailbox = try await this.open().refreshed(for: .inbox)
    let before = flights(this)
    for number in 1000..<1010 { this.deliver(number) }
    #expect(try await mailbox.refresh(for: .inbox).newMessages == 10)
    #expect(flights(this) == before + 1)
  }

  @Test(arguments: IMAPCase.kinds)
  func newMailThatBeginsWithALongQuoteTakesOneRoundTripMore(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, days: Self.everyOtherDay(300))
    let mailbox = try await this.open().refreshed(for: .inbox)
    let before = flights(this)
    for number in 1000..<1010 {
      let quote = String(repeating: "> High water is at noon.\r\n", count: 60)
      this.deliver(number, text: quote + "\r\nText \(number)\r\n")
    }
    #expect(try await mailbox.refresh(for: .inbox).newMessages == 10)
    #expect(flights(this) == before + 2)
    let page = try await mailbox.conversations(
      in: Listing(folder: .inbox),
      after: nil,
      limit: 10,
      asksAccount: false
    )
    #expect(page.conversations.allSatisfy { $0.snippet.hasPrefix("Text 10") })
  }

  @Test(arguments: IMAPCase.kinds)
  func anOlderPageTakesTwoRoundTrips(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, days: Self.everyOtherDay(600))
    let mailbox = try await this.open().refreshed(for: .inbox)
    let listing = Listing(folder: .inbox)
    let first = try await mailbox.page(in: listing, limit: 50)
    let before = flights(this)
    let second = try await mailbox.page(in: listing, after: first.next, limit: 50)
    #expect(second.conversations.count == 50)
    #expect(flights(this) == before + 2)
    #expect(this.server.violations == [])
  }

  /// Messages that arrived within a day and a half before the floor are read, too; if their texts
  /// are long, this takes another round trip.
  @Test(arguments: IMAPCase.kinds)
  func theFirstRowsOfABusyFolderTakeOneRoundTripMore(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, count: 300)
    _ = try await this.open().refresh(for: .inbox)
    #expect(flights(this) == 4)
  }
}
