import Foundation
import Mail
import Testing

@testable import Tideline

/// Mailboxes that are shared by all that show them.
struct MailboxPoolTests {
  private let pool: MailboxPool
  private let folder: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    folder = place.appending(path: "Post").path
    for name in ["cur", "new", "tmp"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)",
        withIntermediateDirectories: true
      )
    }
    pool = MailboxPool(store: place.appending(path: "store.sqlite").path)
  }

  @Test func allWhoAskAtOnceGetTheSame() async throws {
    async let first = pool.mailbox(at: folder)
    async let second = pool.mailbox(at: folder)
    let (one, other) = try await (first, second)
    #expect(one === other)
    #expect(pool.present(folder) === one)
  }

  @Test func oneThatWasForgottenWhileItOpenedIsNotFoundAgain() async throws {
    for _ in 0..<30 {
      let early = Task { try await pool.mailbox(at: folder) }
      await Task.yield()
      pool.forget(folder)
      // Of two that are opened at once, one may find the store in use.
      let late = try? await pool.mailbox(at: folder)
      let first = try? await early.value
      if let late { #expect(pool.present(folder) === late) }
      withExtendedLifetime(first) {}
      pool.forget(folder)
    }
  }

  @Test func whatFailedIsTriedAgain() async throws {
    let gone = "\(folder)/none"
    for _ in 0..<2 {
      await #expect(throws: (any Error).self) { try await pool.mailbox(at: gone) }
    }
    try FileManager.default.createSymbolicLink(atPath: gone, withDestinationPath: folder)
    _ = try await pool.mailbox(at: gone)
  }
}
