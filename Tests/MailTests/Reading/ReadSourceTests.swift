import Foundation
import MailTesting
import MailTextTesting
import SystemPackage
import Testing

@testable import Mail

/// A message is found again in every kind of mailbox, whatever other programs have done to it
/// meanwhile.
struct ReadSourceTests {
  private let body = "The whole text.\n"

  private func onlyMessage(_ path: String, _ folder: TemporaryFolder) async throws -> ReadMessage {
    let (mailbox, stub) = try await refreshed(path, folder)
    return try await mailbox.message(stub)
  }

  private func refreshed(_ path: String, _ folder: TemporaryFolder) async throws
    -> (Mailbox, MessageStub)
  {
    let mailbox = try await Mailbox.open(path, store: folder.file("store.sqlite")).refreshed()
    return (mailbox, try await mailbox.firstMessage())
  }

  @Test func aMaildirMessageIsFoundWhereItMovedTo() async throws {
    let fixture = try MaildirFixture()
    try fixture.add(message("a@x", body: body), as: "new/1.a")
    let (mailbox, stub) = try await refreshed(fixture.path, fixture.folder)
    var place = "new/1.a"
    for next in ["cur/1.a:2,", "cur/1.a:2,FS", "cur/1.a:2,RSab", "new/1.a:2,S", "cur/1.a"] {
      try fixture.move(place, to: next)
      place = next
      let read = try await mailbox.message(stub)
      #expect(read.passages.map(\.text) == ["The whole text."])
      #expect(read.path == "\(fixture.path)/\(next)")
    }
    try fixture.delete(place)
    await #expect(throws: MailError.messageGone(path: fixture.path)) {
      try await mailbox.message(stub)
    }
  }

  /// The system limits names to 255 bytes, which may leave no space for flags.
  @Test(arguments: [255, 252, 251, 248])
  func aMaildirMessageWithTheLongestNameIsFound(length: Int) async throws {
    let name = String(repeating: "n", count: length)
    for place in ["new/\(name)", "cur/\(name)", "cur/\(name.dropLast(3)):2,", "cur/\(name):2,S"] {
      guard place.utf8.count <= 4 + 255 else { continue }
      let fixture = try MaildirFixture()
      try fixture.add(message("a@x", body: body), as: place)
      let (mailbox, stub) = try await refreshed(fixture.path, fixture.folder)
      let read = try await mailbox.message(stub)
      #expect(read.passages.map(\.text) == ["The whole text."])
      #expect(read.path == "\(fixture.path)/\(place)")
      try fixture.delete(place)
      await #expect(throws: MailError.messageGone(path: fixture.path)) {
        try await mailbox.message(stub)
      }
    }
  }

  @Test func aMaildirMessageWhoseNameIsNoUTF8IsFound() async throws {
    for folder in ["new", "cur"] {
      let fixture = try MaildirFixture()
      try fixture.add(message("a@x", body: body), as: "\(folder)/1")
      let name = Array("\(fixture.path)/\(folder)/".utf8) + [0x31, 0xFF, 0xC3, 0]
      let renamed = rename("\(fixture.path)/\(folder)/1", name.map { CChar(bitPattern: $0) })
      #expect(renamed == 0)
      let (mailbox, stub) = try await refreshed(fixture.path, fixture.folder)
      #expect(try await mailbox.message(stub).passages.map(\.text) == ["The whole text."])
    }
  }

  @Test func aMaildirOfThunderbirdsIsRead() async throws {
    let layout = try Layout()
    for part in ["cur", "tmp"] { try layout.makeFolder("box/Inbox/\(part)") }
    try layout.file("box/Inbox/cur/1@x.eml", message("a@x", body: body))
    let mailbox = try await layout.open("box").refreshed()
    let stub = try await mailbox.firstMessage()
    #expect(try await mailbox.message(stub).passages.map(\.text) == ["The whole text."])
  }

  @Test func aPipeInPlaceOfAMessageIsNotWaitedFor() async throws {
    let fixture = try MaildirFixture()
    try fixture.add(message("a@x"), as: "cur/1.a:2,S")
    let (mailbox, stub) = try await refreshed(fixture.path, fixture.folder)
    try fixture.delete("cur/1.a:2,S")
    #expect(mkfifo("\(fixture.path)/cur/1.a:2,S", 0o600) == 0)
    let failure = MailError.messageUnreadable(path: fixture.path, reason: "not a regular file")
    await #expect(throws: failure) { try await mailbox.message(stub) }
  }

  @Test func anMboxMessageIsFoundAfterOthersWereDeletedAndFlagged() async throws {
    let folder = try TemporaryFolder()
    let (first, second) = (
      message("a@x", "A"), message("b@x", "B", body: ">From here\n\nto there\n")
    )
    let third = message("c@x", "C")
    try folder.write(mboxText(first, second, third), to: "inbox")
    let mailbox = try await folder.open("inbox").refreshed()
    let stub = try await mailbox.firstMessage(of: "B")
    #expect(try await mailbox.message(stub).passages.map(\.text) == ["From here\n\nto there"])
    let flagged = second.replacing("\n\n>From", with: "\nStatus: RO\n\n>From")
    try folder.write(mboxText(flagged, third), to: "inbox")
    #expect(try await mailbox.message(stub).passages.map(\.text) == ["From here\n\nto there"])
    try folder.write(mboxText(first, third), to: "inbox")
    let path = folder.file("inbox")
    await #expect(throws: MailError.messageGone(path: path)) { try await mailbox.message(stub) }
    try FileManager.default.removeItem(atPath: path)
    await #expect(throws: MailError.mailboxVanished(path: path)) { try await mailbox.message(stub) }
  }

  @Test func copiesInAnMboxAreReadAsOne() async throws {
    let folder = try TemporaryFolder()
    let text = message("a@x", body: body)
    try folder.write(mboxText(text, text, text), to: "inbox")
    let mailbox = try await folder.open("inbox").refreshed()
    let conversation = try #require(try await mailbox.everything().first)
    let stubs = try await mailbox.messages(in: conversation.id)
    #expect(stubs.count == 1 && conversation.messageCount == 1)
    for stub in stubs {
      #expect(try await mailbox.message(stub).passages.map(\.text) == ["The whole text."])
    }
  }

  @Test func aPackedMboxIsRead() async throws {
    let layout = try Layout()
    let packed = try layout.gzip(mboxText(message("a@x", body: body)))
    try layout.folder.write(packed, to: "mail.gz")
    let read = try await onlyMessage(layout.path("mail.gz"), try TemporaryFolder())
    #expect(read.passages.map(\.text) == ["The whole text."])
    #expect(read.path == layout.path("mail.gz"))
  }

  @Test func aFolderOfThunderbirdsSaysInWhichFileAMessageLies() async throws {
    let layout = try Layout()
    try layout.file("prefs.js", "")
    try layout.makeFolder("Mail/Local Folders")
    try layout.mbox("Mail/Local Folders/Inbox")
    let read = try await onlyMessage(layout.root, try TemporaryFolder())
    #expect(read.path == layout.path("Mail/Local Folders/Inbox"))
    #expect(read.passages.map(\.text) == ["Some text."])
  }

  @Test func aMessageInTwoFoldersIsShownOnceAndReadWhereItIsLeft() async throws {
    let layout = try Layout()
    let first = message("a@x", body: body)
    let answer = message(
      "b@x",
      "Re: Hello",
      references: ["a@x"],
      date: "Tue, 03 Jan 2023 15:04:05 +0000"
    )
    try layout.file("Inbox", mboxText(first, answer))
    try layout.file("Sent", mboxText(first))
    let mailbox = try await Mailbox.open(layout.root, store: layout.path("../\(UUID()).sqlite"))
    defer { try? FileManager.default.removeItem(atPath: mailbox.storePath) }
    _ = try await mailbox.refresh()
    let conversation = try #require(try await mailbox.everything().first)
    let stubs = try await mailbox.messages(in: conversation.id)
    #expect(stubs.map(\.id.messageID) == ["a@x", "b@x"])
    #expect(stubs.map(\.folder) == [.inbox, .inbox])
    #expect(stubs.count == conversation.messageCount)
    try layout.file("Inbox", mboxText(answer))
    let read = try await mailbox.message(stubs[0])
    #expect(read.path == layout.path("Sent"))
  }

  @Test func aConversationThatWentIntoAnotherIsFoundByItsOldNumber() async throws {
    let fixture = try MaildirFixture()
    try fixture.add(message("a@x"), as: "cur/1:2,S")
    try fixture.add(message("b@x"), as: "cur/2:2,S")
    let mailbox = try await fixture.open().refreshed()
    let ids = try await mailbox.everything().map(\.id)
    try fixture.add(message("c@x", references: ["a@x", "b@x"]), as: "cur/3:2,S")
    _ = try await mailbox.refresh()
    for id in ids { #expect(try await mailbox.messages(in: id).count == 3) }
    #expect(try await mailbox.messages(in: 999).isEmpty)
  }
}

/// A message is saved exactly as it was sent.
@Suite struct OriginalTests {
  @Test func ofAMaildirItIsTheFile() async throws {
    let maildir = try MaildirFixture()
    let text = message("a@x", "Saved", body: "From here on.\n>From there on.\n")
    try maildir.add(text, as: "cur/1:2,S")
    let mailbox = try await maildir.open().refreshed()
    #expect(try await original(of: mailbox) == text)
  }

  @Test func ofAnMboxItIsWhatTheMboxHasOfIt() async throws {
    let folder = try TemporaryFolder()
    let text = message("m@x", "Saved")
    try folder.write("From ann@a.example Mon Jan  2 15:04:05 2023\n\(text)\n", to: "mbox")
    let mailbox = try await folder.open("mbox").refreshed()
    #expect(try await original(of: mailbox).hasPrefix(text))
  }

  @Test func onAServerAllOfItIsAskedFor() async throws {
    let this = try IMAPCase(.rich, count: 1)
    let mailbox = try await this.open().refreshed(for: .inbox)
    let text = try await original(of: mailbox).replacing("\r\n", with: "\n")
    #expect(text.contains("Subject: Number 0\n"))
    #expect(text.hasSuffix("\n\nText 0\n"))
  }

  private func original(of mailbox: Mailbox) async throws -> String {
    let stub = try await mailbox.firstMessage()
    return String(decoding: try await mailbox.original(of: stub), as: UTF8.self)
  }
}
