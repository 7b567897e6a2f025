import MailTesting
import Testing

@testable import Mail

/// A connection that ends after any number of bytes, counted in both directions: during the first
/// reading, and during a refresh.
@Suite struct IMAPCutTests {
  /// A prime: over the connections of a case, each kind of line is cut at each position.
  private static let step = 97

  private func make(_ traits: ServerTraits) throws -> IMAPCase { try IMAPCase(traits, count: 5) }

  @Test(arguments: IMAPCase.kinds)
  func theNextRefreshMakesUpForIt(_ traits: ServerTraits) async throws {
    let this = try make(traits)
    _ = try await this.open().refresh(for: .inbox)
    let whole = try #require(this.server.passed.first)
    for cut in stride(from: 1, through: whole, by: Self.step) {
      let this = try make(traits)
      let mailbox = try await this.open()
      this.server.live({ _, _ in }, fate: { _ in .breaks(after: cut) })
      _ = try? await mailbox.refresh(for: .inbox)
      this.deliver(1000)
      _ = this.server.change { $0.folders[0].expunge(at: 1).uid }
      _ = try? await mailbox.refresh(for: .inbox)
      this.server.live({ _, _ in }, fate: { _ in .lasts })
      this.server.cut()
      try await this.expectAll(mailbox)
    }
  }
}
