import Foundation
import MailTesting
import Testing

@testable import Mail

/// A phrase in the texts of mail on a server: the server is asked which messages have it.
struct PhraseOnServerTests {
  private static let texts = [
    "We sail at high tide.\r\n", "The tide is high.\r\n", "At high\r\ntide we sail.\r\n",
    "Nothing here.\r\n",
  ]

  private func mailbox(_ traits: ServerTraits) async throws -> (Mailbox, IMAPCase) {
    let server = try IMAPCase(traits, days: [])
    for (number, text) in Self.texts.enumerated() { server.deliver(number, text: text) }
    let mailbox = try await server.open()
    _ = try await mailbox.refresh(for: .inbox)
    return (mailbox, server)
  }

  private func found(_ search: String, in mailbox: Mailbox) async throws -> Set<String> {
    let listing = Listing(folder: .inbox, search: search)
    return Set(try await mailbox.everything(in: listing, pageSize: 2).map(\.subject))
  }

  @Test(arguments: IMAPCase.kinds)
  func theWordsAreInTheirOrder(_ traits: ServerTraits) async throws {
    let (mailbox, server) = try await mailbox(traits)
    #expect(try await found("\"High tide\"", in: mailbox) == ["Number 0", "Number 2"])
    #expect(try await found("\"tide is high\"", in: mailbox) == ["Number 1"])
    #expect(try await found("high tide", in: mailbox).count == 3)
    #expect(server.server.violations == [])
  }

  @Test func theServerIsAskedOnce() async throws {
    let (mailbox, server) = try await mailbox(.rich)
    _ = try await found("\"high tide\"", in: mailbox)
    let flights = server.server.flights.reduce(0, +)
    #expect(try await found("\"high tide\"", in: mailbox) == ["Number 0", "Number 2"])
    let listing = Listing(folder: .inbox, search: "\"high tide\"")
    #expect(try await mailbox.conversationCount(in: listing) == 2)
    #expect(server.server.flights.reduce(0, +) == flights)
  }

  @Test func withoutTheServerMailWithAllWordsIsFound() async throws {
    let (mailbox, server) = try await mailbox(.rich)
    server.server.refuse { $0.contains("SEARCH") ? "NO not now" : nil }
    let all: Set = ["Number 0", "Number 1", "Number 2"]
    #expect(try await found("\"high tide\"", in: mailbox) == all)
    let stored = try await mailbox.storedConversations(
      in: Listing(folder: .inbox, search: "\"tide high\""),
      after: nil,
      limit: 50
    )
    #expect(Set(stored.conversations.map(\.subject)) == all)
  }
}
