import Foundation
import Glibc
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// Marks that only this program keeps.
@Suite struct MarkTests {
  private let maildir: MaildirFixture
  private let file: MarkFile

  init() throws {
    maildir = try MaildirFixture()
    file = MarkFile(path: maildir.folder.file("state/tideline/marks.sqlite"))
    try maildir.add(message("a@x", "Seen", date: date(1)), as: "cur/1:2,S")
    try maildir.add(message("b@x", "Unseen", date: date(2)), as: "cur/2:2,")
    try maildir.add(message("c@x", "New", date: date(3)), as: "new/3")
  }

  private func date(_ day: Int) -> String { "Mon, 0\(day) Jan 2023 15:04:05 +0000" }

  private func open(_ marks: MarkFile? = nil) async throws -> Mailbox {
    try await maildir.open(marks: marks ?? file).refreshed()
  }

  private func unread(_ mailbox: Mailbox) async throws -> [String] {
    let all = try await mailbox.everything(
      in: Listing(folder: .inbox, unreadOnly: true),
      pageSize: 9
    )
    // All counts must agree.
    #expect(try await mailbox.unreadCount() == all.count)
    #expect(try await mailbox.folders().map(\.unread) == [all.count])
    return all.map(\.subject)
  }

  @Test func whatIsMarkedAsReadIsReadAndTheMailStaysAsItWas() async throws {
    let mailbox = try await open()
    let before = try contents()
    let new = try await mailbox.id(of: "New")
    let changed = try await mailbox.mark(.read, in: [new])
    #expect(changed.map(\.messageID) == ["c@x"])
    #expect(try await unread(mailbox) == ["Unseen"])
    #expect(try await mailbox.messages(in: new).map(\.isUnread) == [false])
    // The message is read already.
    #expect(try await mailbox.mark(.read, in: [new]).isEmpty)
    #expect(try await mailbox.mark(.unread, in: [new], only: changed) == changed)
    #expect(try await unread(mailbox) == ["New", "Unseen"])
    #expect(try contents() == before)
  }

  @Test func marksOutlastTheStoreAndAMove() async throws {
    do {
      let mailbox = try await open()
      for (mark, subject) in [(MessageMark.read, "New"), (.unread, "Seen"), (.starred, "Unseen")] {
        _ = try await mailbox.mark(mark, in: [mailbox.id(of: subject)])
      }
    }
    try removeStore()
    try maildir.move("new/3", to: "cur/moved:2,")
    let mailbox = try await open(MarkFile(path: file.path))
    #expect(try await unread(mailbox) == ["Unseen", "Seen"])
    #expect(try await mailbox.everything().map(\.flagged) == [false, true, false])
    // A refresh reads the mailbox's flags, and keeps the marks.
    #expect(try await mailbox.refresh().updated == 0)
    #expect(try await unread(mailbox) == ["Unseen", "Seen"])
  }

  @Test func whatAnotherProgramChangesLaterCounts() async throws {
    do {
      let mailbox = try await open()
      _ = try await mailbox.mark(.unread, in: [mailbox.id(of: "Seen")])
      _ = try await mailbox.mark(.read, in: [mailbox.id(of: "Unseen")])
      #expect(try await unread(mailbox) == ["New", "Seen"])
      // A change of another flag does not affect the marks.
      try maildir.move("cur/1:2,S", to: "cur/1:2,RS")
      try maildir.move("cur/2:2,", to: "cur/2:2,S")
      _ = try await mailbox.refresh()
      #expect(try await unread(mailbox) == ["New", "Seen"])
      try maildir.move("cur/1:2,RS", to: "cur/1:2,R")
      try maildir.move("cur/2:2,S", to: "cur/2:2,")
      _ = try await mailbox.refresh()
      #expect(try await unread(mailbox) == ["New", "Unseen", "Seen"])
    }
    try removeStore()
    #expect(try await unread(open()) == ["New", "Unseen", "Seen"])
  }

  @Test func whatAnotherProgramChangesAfterAMoveCounts() async throws {
    let mailbox = try await open()
    _ = try await mailbox.mark(.read, in: [mailbox.id(of: "Unseen")])
    _ = try await mailbox.mark(.starred, in: [mailbox.id(of: "Unseen")])
    try maildir.move("cur/2:2,", to: "cur/moved:2,FS")
    _ = try await mailbox.refresh()
    #expect(try await unread(mailbox) == ["New"])
    try maildir.move("cur/moved:2,FS", to: "cur/back:2,")
    _ = try await mailbox.refresh()
    #expect(try await unread(mailbox) == ["New", "Unseen"])
    #expect(try await mailbox.everything().map(\.flagged) == [false, false, false])
  }

  @Test func aStarIsOneWhoeverGaveIt() async throws {
    try maildir.add(message("d@x", "Star", date: date(4)), as: "cur/4:2,FS")
    let mailbox = try await open()
    _ = try await mailbox.mark(.unstarred, in: [mailbox.id(of: "Star")])
    _ = try await mailbox.mark(.starred, in: [mailbox.id(of: "Seen")])
    let rows = try await mailbox.everything()
    #expect(rows.filter(\.flagged).map(\.subject) == ["Seen"])
    let stubs = try await mailbox.messages(in: rows[0].id)
    #expect(stubs.map(\.isFlagged) == [false])
  }

  @Test func allCopiesOfAMessageAreMarked() async throws {
    try maildir.addFolder(".Archive")
    try maildir.add(message("a@x", "Seen", date: date(1)), as: ".Archive/cur/9:2,S")
    let mailbox = try await open()
    _ = try await mailbox.mark(.unread, in: [mailbox.id(of: "Seen")])
    #expect(try await mailbox.folders().map(\.unread) == [3, 1])
    #expect(try await mailbox.unreadCount() == 3)
  }

  /// A message to oneself is read in the folder of sent mail, and arrives as new.
  @Test func onlyWhatWasUnreadIsUnreadAgainAfterUndo() async throws {
    try maildir.addFolder(".Sent")
    try maildir.add(message("c@x", "New", date: date(3)), as: ".Sent/cur/9:2,S")
    try maildir.add(message("e@x", "Re: New", references: ["c@x"], date: date(5)), as: "new/5")
    let mailbox = try await open()
    let id = try await mailbox.id(of: "New")
    #expect(try await mailbox.messages(in: id).map(\.isUnread) == [false, true])
    let changed = try await mailbox.mark(.read, in: [id])
    #expect(changed.map(\.messageID) == ["e@x"])
    _ = try await mailbox.mark(.unread, in: [id], only: changed)
    #expect(try await mailbox.messages(in: id).map(\.isUnread) == [false, true])
  }

  @Test func theNewestMessageThatIsNotDeletedIsMarked() async throws {
    let reply = message("e@x", "Re: Seen", references: ["a@x"], date: date(5))
    try maildir.add(reply, as: "cur/5:2,ST")
    let mailbox = try await open()
    let id = try await mailbox.id(of: "Seen")
    let marked = try await mailbox.markConversations(.unread, [id])
    #expect(marked.changed.map(\.messageID) == ["a@x"])
    #expect(try await mailbox.messages(in: id).map(\.isUnread) == [true, false])
  }

  @Test func oneOfAConversationIsMarkedAlone() async throws {
    try maildir.add(message("e@x", "Re: New", references: ["c@x"], date: date(5)), as: "new/5")
    let mailbox = try await open()
    let id = try await mailbox.id(of: "New")
    let stubs = try await mailbox.messages(in: id)
    _ = try await mailbox.mark(.read, in: [id], only: [stubs[0].id])
    #expect(try await mailbox.messages(in: id).map(\.isUnread) == [false, true])
  }

  @Test func theFileIsPrivateAndMadeWithTheFirstMark() async throws {
    let mailbox = try await open()
    #expect(access(file.path, F_OK) != 0)
    _ = try await mailbox.mark(.read, in: [mailbox.id(of: "New")])
    var status = stat()
    stat(file.path, &status)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func aDamagedFileStaysAndMailIsListedAllTheSame() async throws {
    try maildir.folder.makeFolder("state/tideline")
    let garbage = Data("no database, but somebody's".utf8)
    try maildir.folder.write(garbage, to: "state/tideline/marks.sqlite")
    let mailbox = try await open()
    #expect(try await unread(mailbox) == ["New", "Unseen"])
    let new = try await mailbox.id(of: "New")
    await #expect(throws: MailError.self) { try await mailbox.mark(.read, in: [new]) }
    #expect(try await unread(mailbox) == ["New", "Unseen"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == garbage)
  }

  @Test func theyGoWithTheirAccountAlone() async throws {
    let other = MessageStub.ID(messageID: "o@x")
    do {
      let mailbox = try await open()
      _ = try await mailbox.mark(.read, in: [mailbox.id(of: "New")])
      try file.save(.read, [other: true], of: "other")
      _ = try await mailbox.removeStore()
    }
    #expect(try file.marks(of: [other], in: "other").count == 1)
    try removeStore()
    #expect(try await unread(open()) == ["New", "Unseen"])
  }

  @Test func theyGoWithAnAccountWhoseFolderIsGoneToo() async throws {
    let other = MessageStub.ID(messageID: "o@x")
    let link = maildir.folder.file("link")
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: maildir.folder.path
    )
    let mailbox = try await open()
    _ = try await mailbox.mark(.read, in: [mailbox.id(of: "New")])
    try file.save(.read, [other: true], of: "other")
    try FileManager.default.removeItem(atPath: maildir.path)
    try await Mailbox.removeStore(ofVanished: "\(link)/Maildir", marks: file)
    #expect(try file.marks(of: [.init(messageID: "c@x")], in: mailbox.id.storeKey).isEmpty)
    #expect(try file.marks(of: [other], in: "other").count == 1)
  }

  @Test func twoProgramsMayMarkAtOnce() async throws {
    let (one, other) = (file, MarkFile(path: file.path))
    let ids = (0..<200).map { MessageStub.ID(messageID: "\($0)@x") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, id) in ids.enumerated() {
        group.addTask { try (number % 2 == 0 ? one : other).save(.read, [id: true], of: "a") }
      }
      try await group.waitForAll()
    }
    #expect(try one.marks(of: ids, in: "a").count == 200)
  }

  /// Removes the log, too, since an empty store would use it.
  private func removeStore() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: maildir.folder.path)
    where name.hasPrefix("store.sqlite") {
      try FileManager.default.removeItem(atPath: maildir.folder.file(name))
    }
  }

  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: maildir.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, (try? Data(contentsOf: URL(fileURLWithPath: "\(maildir.path)/\(name)"))) ?? Data())
      }
    )
  }
}
