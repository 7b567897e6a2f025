import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// Conversations and messages are found by values that stay the same in a rebuilt store.
struct MailboxLookupTests {
  private let maildir: MaildirFixture

  init() throws {
    maildir = try MaildirFixture()
    try maildir.add(message("a@x", "Tides"), as: "cur/1:2,S")
    try maildir.add(
      message("b@x", "Re: Tides", references: ["never-seen@x", "a@x"]),
      as: "cur/2:2,S"
    )
    try maildir.add(message("c@x", "Boats"), as: "cur/3:2,S")
    try maildir.add("Subject: Bare\n\nNo Message-ID.\n", as: "cur/4:2,S")
  }

  private func subject(holding id: String, in mailbox: Mailbox) async throws -> String? {
    guard let found = try await mailbox.conversation(holding: id) else { return nil }
    return try await mailbox.conversations([found]).first?.subject
  }

  @Test func aConversationIsFoundByEachOfItsMessages() async throws {
    let mailbox = try await maildir.open().refreshed()
    for id in ["a@x", "b@x", "never-seen@x"] {
      #expect(try await subject(holding: id, in: mailbox) == "Tides")
    }
    #expect(try await subject(holding: "c@x", in: mailbox) == "Boats")
    for id in ["", "d@x"] { #expect(try await mailbox.conversation(holding: id) == nil) }
  }

  @Test func twoThatBecameOneAreFoundByEitherOnes() async throws {
    let mailbox = try await maildir.open().refreshed()
    try maildir.add(message("d@x", "Both", references: ["b@x", "c@x"]), as: "cur/5:2,S")
    _ = try await mailbox.refresh()
    let found = try await mailbox.conversation(holding: "a@x")
    #expect(found != nil)
    for id in ["b@x", "c@x", "d@x"] {
      #expect(try await mailbox.conversation(holding: id) == found)
    }
  }

  @Test func whatIsGoneIsNotFound() async throws {
    let mailbox = try await maildir.open().refreshed()
    try maildir.delete("cur/3:2,S")
    _ = try await mailbox.refresh()
    #expect(try await mailbox.conversation(holding: "c@x") == nil)
    #expect(try await subject(holding: "a@x", in: mailbox) == "Tides")
  }

  @Test func aMessageKnowsWhetherItsIDIsItsOwn() async throws {
    let mailbox = try await maildir.open().refreshed()
    for row in try await mailbox.everything() {
      let newest = try #require(try await mailbox.messages(in: row.id).last)
      #expect((newest.id.ownMessageID == nil) == (row.subject == "Bare"))
    }
  }

  @Test func aMessagesFileIsNamedWhereverItMovedTo() async throws {
    let mailbox = try await maildir.open().refreshed()
    let id = try #require(try await mailbox.conversation(holding: "c@x"))
    let stub = try #require(try await mailbox.messages(in: id).first)
    var last = "cur/3:2,S"
    for place in [last, "cur/3:2,FS", "new/3"] {
      if place != last { try maildir.move(last, to: place) }
      last = place
      #expect(try await mailbox.location(of: stub) == Array("\(maildir.path)/\(place)".utf8))
    }
    try maildir.delete(last)
    await #expect(throws: MailError.messageGone(path: maildir.path)) {
      try await mailbox.location(of: stub)
    }
  }
}
