import Foundation
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// A message is saved exactly as it was sent.
@Suite struct OriginalTests {
  @Test func ofAMaildirItIsTheFile() async throws {
    let maildir = try MaildirFixture()
    let text = message("a@x", "Saved", body: "From here on.\n>From there on.\n")
    try maildir.add(text, as: "cur/1:2,S")
    let mailbox = try await maildir.open()
    _ = try await mailbox.refresh()
    #expect(try await original(of: mailbox) == text)
  }

  @Test func ofAnMboxItIsWhatTheMboxHasOfIt() async throws {
    let folder = try TemporaryFolder()
    let text = message("m@x", "Saved")
    try folder.write("From ann@a.example Mon Jan  2 15:04:05 2023\n\(text)\n", to: "mbox")
    let mailbox = try await Mailbox.open(folder.file("mbox"), store: folder.file("store.sqlite"))
    _ = try await mailbox.refresh()
    #expect(try await original(of: mailbox).hasPrefix(text))
  }

  @Test func onAServerAllOfItIsAskedFor() async throws {
    let this = try IMAPCase(.rich, count: 1)
    let mailbox = try await this.open()
    _ = try await mailbox.refresh(for: .inbox)
    let text = try await original(of: mailbox).replacing("\r\n", with: "\n")
    #expect(text.contains("Subject: Number 0\n"))
    #expect(text.hasSuffix("\n\nText 0\n"))
  }

  private func original(of mailbox: Mailbox) async throws -> String {
    let row = try #require(try await mailbox.everything().first)
    let stub = try #require(try await mailbox.messages(in: row.id).first)
    return String(decoding: try await mailbox.original(of: stub), as: UTF8.self)
  }
}
