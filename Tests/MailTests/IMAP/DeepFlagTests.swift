import MailTesting
import Testing

@testable import Mail

/// Flags of messages below the newest ones, on servers that do not report which have changed.
@Suite struct DeepFlagTests {
  private let listing = Listing(folder: .inbox)

  /// A folder that was completely read long ago; then messages at any depth were read and flagged.
  private func changed(_ traits: ServerTraits) async throws -> IMAPCase {
    let this = try IMAPCase(traits, count: 900)
    _ = try await this.open().refresh(for: .inbox)
    _ = try await this.open().everything(in: listing, pageSize: 200)
    this.server.change { mail in
      for position in [3, 100, 250, 399, 400, 700] {
        mail.folders[0].setFlags(["\\Seen", "\\Flagged"], at: position)
      }
      for position in [600, 300, 20] { mail.folders[0].expunge(at: position) }
    }
    return this
  }

  @Test(arguments: IMAPCase.kinds)
  func theyAreRightWhenTheyAreShown(_ traits: ServerTraits) async throws {
    let this = try await changed(traits)
    let mailbox = try await this.open().refreshed(for: .inbox)
    var (cursor, flagged): (Cursor?, Set<String>) = (nil, [])
    repeat {
      let page = try await mailbox.page(in: listing, after: cursor, limit: 50)
      flagged.formUnion(page.conversations.filter { $0.flagged && $0.unread == 0 }.map(\.subject))
      cursor = page.next
    } while cursor != nil
    #expect(flagged == Set([3, 100, 250, 399, 400, 700].map { "Number \($0)" }))
    try await this.expectAll(mailbox)
  }

  @Test func aPageOfThemTakesOneRoundTrip() async throws {
    let this = try await changed(.poor)
    let mailbox = try await this.open().refreshed(for: .inbox)
    let newest = try await mailbox.page(in: listing, limit: 500)
    let before = this.server.commands.count
    for _ in 0..<2 {
      let deep = try await mailbox.page(in: listing, after: newest.next, limit: 50)
      #expect(deep.conversations.count == 50)
      // The second reading sends no command.
      #expect(this.server.commands.count == before + 1)
    }
    #expect(this.server.commands.last?.hasPrefix("UID FETCH") == true)
  }

  @Test func aRefreshLooksAtThoseThatWereShown() async throws {
    let this = try await changed(.poor)
    let mailbox = try await this.open()
    try await this.expectAll(mailbox)
    this.server.change { $0.folders[0].setFlags(["\\Answered"], at: 2) }
    _ = try await mailbox.refresh(for: .inbox)
    let before = this.server.commands.count
    try await this.expectAll(mailbox)
    // Only the second refresh requests the flags; no page does.
    let commands = this.server.commands.dropFirst(before)
    #expect(commands.count { $0.contains("(UID FLAGS)") } == 1)
  }

  @Test func whereTheServerIsNotReachedTheyAreShownAsTheyWere() async throws {
    let this = try await changed(.poor)
    let mailbox = try await this.open().refreshed(for: .inbox)
    this.server.setReachable(false)
    this.server.cut()
    let newest = try await mailbox.page(in: listing, limit: 500)
    let deep = try await mailbox.page(in: listing, after: newest.next, limit: 50)
    #expect(deep.conversations.count == 50)
    #expect(deep.failure == nil)
  }
}
