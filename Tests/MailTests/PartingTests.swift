import Foundation
import MailTextTesting
import Testing
import MailTesting

@testable import Mail

/// A conversation whose connecting message is deleted.
struct PartingTests {
  /// A question, a reply to another message that is missing, and a message that connects the two.
  private func connected() async throws -> (MaildirFixture, Mailbox) {
    let maildir = try MaildirFixture()
    try maildir.add(message("a@x", "Boat"), as: "cur/3:2,S")
    try maildir.add(message("b@x", "Car", references: ["ghost@x"]), as: "cur/2:2,S")
    try maildir.add(message("bridge@x", "Both", references: ["a@x", "ghost@x"]), as: "cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    return (maildir, mailbox)
  }

  @Test func itStaysTogetherAndTheListIsTold() async throws {
    let (maildir, mailbox) = try await connected()
    let whole = try #require(try await mailbox.everything().first)
    #expect(whole.messageCount == 3)
    try maildir.delete("cur/1:2,S")
    let summary = try await mailbox.refresh()
    let row = try #require(try await mailbox.everything().first)
    #expect((row.id, row.messageCount) == (whole.id, 2))
    #expect((summary.inserted, summary.updated, summary.newMessages) == (0, 1, 0))
    #expect(try await mailbox.messages(in: row.id).map(\.subject) == ["Boat", "Car"])
    #expect(try await mailbox.everything(in: Listing(search: "both")).isEmpty)
  }

  @Test func whatADeletedMessageNamedStillConnects() async throws {
    let (maildir, mailbox) = try await connected()
    try maildir.delete("cur/1:2,S")
    try maildir.delete("cur/2:2,S")
    _ = try await mailbox.refresh()
    try maildir.add(message("c@x", "Late", references: ["ghost@x", "bridge@x"]), as: "cur/4:2,S")
    #expect(try await mailbox.refresh().inserted == 0)
    #expect(try await mailbox.groups() == [["a@x", "c@x"]])
  }

  @Test func oneThatHasNoMessageLeftIsGone() async throws {
    let (maildir, mailbox) = try await connected()
    for number in 1...3 { try maildir.delete("cur/\(number):2,S") }
    #expect(try await mailbox.refresh().removed == 1)
    #expect(try await mailbox.everything().isEmpty)
    #expect(try await mailbox.everything(in: Listing(search: "boat")).isEmpty)
  }

  @Test func whatIsStillNamedKeepsItTogether() async throws {
    let (maildir, mailbox) = try await connected()
    try maildir.add(message("c@x", "Answer", references: ["bridge@x", "a@x"]), as: "cur/4:2,S")
    try maildir.add(message("d@x", "Answer", references: ["bridge@x", "b@x"]), as: "cur/5:2,S")
    _ = try await mailbox.refresh()
    try maildir.delete("cur/1:2,S")
    #expect(try await mailbox.refresh().inserted == 0)
    #expect(try await mailbox.groups() == [["a@x", "b@x", "c@x", "d@x"]])
  }

  @Test func aFolderThatGoesLeavesTheRestTogether() async throws {
    let maildir = try MaildirFixture()
    try maildir.addFolder(".Lists")
    try maildir.add(message("a@x", "Boat"), as: "cur/1:2,S")
    try maildir.add(message("b@x", "Car"), as: "cur/2:2,S")
    try maildir.add(message("c@x", references: ["a@x", "b@x"]), as: ".Lists/cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    #expect(try await mailbox.groups().count == 1)
    try maildir.delete(".Lists")
    _ = try await mailbox.refresh()
    #expect(try await mailbox.groups() == [["a@x", "b@x"]])
  }

  /// The order in which the two folders are read does not matter.
  @Test(arguments: [("cur/1:2,S", ".Lists/cur/1:2,S"), (".Lists/cur/1:2,S", "cur/1:2,S")])
  func aMessageThatMovesKeepsItsNumber(from: String, to: String) async throws {
    let maildir = try MaildirFixture()
    try maildir.addFolder(".Lists")
    try maildir.add(message("a@x"), as: from)
    let mailbox = try await maildir.open().refreshed()
    let before = try await mailbox.everything()
    try maildir.move(from, to: to)
    let summary = try await mailbox.refresh()
    #expect((summary.removed, summary.inserted, summary.newMessages) == (0, 0, 0))
    #expect(try await mailbox.everything() == before)
  }

  /// An interrupted refresh has stored the removals; the next one completes them, although it finds
  /// no changes.
  @Test func whatWaitsIsEndedByTheNextRefresh() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store.sqlite")
    let source = UnchangingSource()
    let mailbox = try await Mailbox.open(source, store: path).refreshed()
    let store = try Store(path: path, mailbox: source.id.storeKey, mayReplaceAnything: false)
    try await store.write { db in
      let folder = try StoreFolders.all(db)[0].id
      for numbers in [0..<70, 70..<130] {
        var writer = try BatchWriter(db, folder: folder)
        _ = try writer.apply(Self.answers(numbers))
      }
    }
    #expect(try await mailbox.everything().map(\.messageCount) == [70])
    _ = try await mailbox.refresh()
    #expect(try await mailbox.everything().map(\.messageCount) == [130])
    #expect(try await store.read { try WaitingRows.exist($0) } == false)
  }

  /// Replies, all to one message.
  private static func answers(_ numbers: Range<Int>) -> MailBatch {
    var batch = MailBatch()
    batch.new = numbers.map { number in
      let head = PagedMail.head("\(number)", references: ["first"], date: 1_600_000_000)
      return IncomingMessage(key: MessageKey(bytes: Array("\(number)".utf8)), flags: [], head: head)
    }
    return batch
  }
}

/// A source that never has changes.
private struct UnchangingSource: OneFolderAccount {
  let identifier = "test:unchanging"
  let title = "Unchanging"
}
