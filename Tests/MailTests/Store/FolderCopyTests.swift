import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// Several copies of one message in one folder, as in archives and with copies from lists.
struct FolderCopyTests {
  /// A Maildir without subfolders, with these files in cur/.
  private func maildir(_ files: KeyValuePairs<String, String>) throws -> Layout {
    let layout = try Layout()
    try layout.emptyMaildir("Mail")
    for (name, text) in files { try layout.file("Mail/cur/\(name)", text) }
    return layout
  }

  @Test(arguments: [
    message("x@me"), "X-TUID: abc\nStatus: RO\n" + message("x@me"), message("x@me") + "\n\n",
  ])
  func aCopyInTheSameFolderIsTheSameMessage(_ other: String) async throws {
    let stubs = try await CopyTests.stubs(maildir(["1:2,": message("x@me"), "2:2,F": other]))
    #expect(stubs.count == 1)
    #expect(stubs.first?.isUnread == true)
    #expect(stubs.first?.isFlagged == true)
    #expect(stubs.first?.places.count == 2)
  }

  @Test func aCopyInTheSameFolderThatIsReadIsRead() async throws {
    let layout = try maildir(["1:2,S": message("x@me"), "2:2,": message("x@me")])
    let stubs = try await CopyTests.stubs(layout)
    #expect(stubs.map(\.isUnread) == [false])
  }

  @Test func aForgeryInTheSameFolderIsAnotherMessage() async throws {
    let stubs = try await CopyTests.stubs(
      maildir([
        "1:2,S": message("x@me", body: "10 EUR, please.\n"), "2:2,": message("x@me"),
        "3:2,": message("x@me"),
      ])
    )
    #expect(stubs.count == 2)
    #expect(stubs.map(\.isUnread).sorted { !$0 && $1 } == [false, true])
  }

  /// Reports of a machine, for example: their headers and lengths are equal.
  @Test(arguments: [40, 1_000], ["Mail", "box"])
  func messagesThatDifferFarBehindAreTwo(_ lines: Int, _ name: String) async throws {
    let text = String(repeating: String(repeating: "tide ", count: 25) + "\n", count: lines)
    let (one, two) = (text + "It rises.\n", text + "It falls.\n")
    let messages = [one, two, one].map { message("x@me", body: $0) }
    let layout = try maildir(["1:2,": messages[0], "2:2,": messages[1], "3:2,": messages[2]])
    try layout.file("box", mboxText(messages[0], messages[1], messages[2]))
    let mailbox = try await layout.open(name).refreshed()
    let stubs = try await mailbox.messages(in: mailbox.everything()[0].id)
    #expect(stubs.map(\.places.count).sorted() == [1, 2])
    var rises: Set<Bool> = []
    for stub in stubs {
      let passages = try await mailbox.message(stub).passages
      rises.insert(passages.contains { $0.text.contains("It rises.") })
    }
    #expect(rises == [true, false])
  }

  /// Messages without a Message-ID are identified by their headers.
  @Test func copiesWithoutAMessageIDAreOneMessage() async throws {
    let text = message("x@me").replacing("Message-ID: <x@me>\n", with: "")
    #expect(!text.contains("x@me"))
    let layout = try maildir(["1:2,S": text, "2:2,S": text])
    #expect(try await CopyTests.stubs(layout).count == 1)
  }

  @Test func aCopyThatGoesOrComesChangesNoCount() async throws {
    let text = message("x@me")
    let layout = try maildir(["1:2,S": text])
    let mailbox = try await layout.open("Mail").refreshed()
    let first = try await mailbox.everything()
    func expectSame(_ places: Int) async throws {
      _ = try await mailbox.refresh()
      #expect(try await mailbox.everything() == first)
      let stubs = try await mailbox.messages(in: first.first?.id ?? 0)
      #expect(stubs.map(\.places.count) == [places])
    }
    try layout.file("Mail/cur/2:2,", text)
    try await expectSame(2)
    try layout.file("Mail/cur/3:2,S", text)
    try await expectSame(3)
    try layout.delete("Mail/cur/1:2,S")
    try await expectSame(2)
    try layout.delete("Mail/cur/2:2,")
    try await expectSame(1)
    try layout.delete("Mail/cur/3:2,S")
    #expect(try await mailbox.refresh().removed == 1)
    #expect(try await mailbox.everything().isEmpty)
  }

  @Test func aFoldersUnreadMessagesAreCountedAsItsRowsCountThem() async throws {
    let text = message("x@me")
    let layout = try maildir(["1:2,": text, "2:2,": text, "3:2,S": message("y@me")])
    let mailbox = try await layout.open("Mail")
    func unread() async throws -> [Int?] {
      _ = try await mailbox.refresh()
      let rows = try await mailbox.everything().map(\.unread).reduce(0, +)
      #expect(try await mailbox.unreadCount() == rows)
      #expect(try await mailbox.folders().map(\.unread) == [rows])
      return try await mailbox.folders().map(\.unread)
    }
    #expect(try await unread() == [1])
    // A reply joins the copies' conversation with another one.
    try layout.file("Mail/cur/4:2,", message("z@me", references: ["x@me", "y@me"]))
    #expect(try await unread() == [2])
    try layout.file("Mail/cur/5:2,S", text)
    #expect(try await unread() == [1])
    for name in ["4:2,", "5:2,S", "1:2,"] { try layout.delete("Mail/cur/\(name)") }
    #expect(try await unread() == [1])
    try layout.delete("Mail/cur/2:2,")
    #expect(try await unread() == [0])
  }

  @Test func copiesInAnMboxStayOneWhenItIsRewritten() async throws {
    let layout = try Layout()
    let (one, other) = (message("a@x"), message("b@x", "Other"))
    let noted = one.replacing("\n\n", with: "\nStatus: RO\n\n")
    for text in [
      mboxText(one, other, one), mboxText(one, one, other), mboxText(noted, one), mboxText(noted),
      mboxText(other, noted, noted, noted),
    ] {
      try layout.file("box", text)
      // Opened again each time, as after a restart.
      let mailbox = try await layout.open("box").refreshed()
      let rows = try await mailbox.everything().filter { $0.subject == "Hello" }
      #expect(rows.map(\.messageCount) == [1])
      #expect(rows.map(\.unread) == [text.contains("Status: RO") ? 0 : 1])
    }
  }

  @Test func copiesOnAServerAreOneMessage() async throws {
    let this = try IMAPCase(.rich, count: 2)
    this.deliver(7)
    this.deliver(7)
    let mailbox = try await this.open().refreshed(for: .inbox)
    #expect(try await mailbox.everything().map(\.messageCount) == [1, 1, 1])
    #expect(try await mailbox.everything().map(\.unread) == [1, 1, 1])
    #expect(try await mailbox.messages(in: mailbox.everything()[0].id).map(\.places.count) == [2])
  }

  @Test func tenThousandCopiesAreOneMessage() async throws {
    let folder = try TemporaryFolder()
    let text = mboxText(message("a@x"))
    try folder.write(String(repeating: text, count: 10_000), to: "box")
    let mailbox = try await folder.open("box")
    #expect(try await mailbox.refresh().messages == 10_000)
    let rows = try await mailbox.everything()
    #expect(rows.map(\.messageCount) == [1])
    #expect(rows.map(\.unread) == [1])
    let stubs = try await mailbox.messages(in: rows.first?.id ?? 0)
    #expect(stubs.map(\.places.count) == [10_000])
    let stub = try #require(stubs.first)
    #expect(try await mailbox.message(stub).subject == "Hello")
    // The message is gone, and its copies are not searched for one by one.
    try folder.write(mboxText(message("b@x")), to: "box")
    await #expect(throws: MailError.messageGone(path: folder.file("box"))) {
      try await mailbox.message(stub)
    }
  }

  // MARK: Files

  @Test func theFileOfEachCopyIsNamed() async throws {
    let text = message("x@me")
    let layout = try maildir(["1:2,S": text, "2:2,FRS": text])
    try layout.emptyMaildir("Mail/.Sent")
    try layout.file("Mail/new/3", text)
    try layout.file("Mail/.Sent/cur/4:2,S", text)
    let mailbox = try await layout.open("Mail").refreshed()
    let stub = try #require(try await mailbox.messages(in: 1).first)
    func expectPaths(_ names: [String]) async throws {
      let message = try await mailbox.message(stub)
      #expect(([message.path] + message.otherPaths).sorted() == names.map { layout.path($0) })
    }
    try await expectPaths([
      "Mail/.Sent/cur/4:2,S", "Mail/cur/1:2,S", "Mail/cur/2:2,FRS", "Mail/new/3",
    ])
    // Mail programs move and delete the files before the next refresh.
    let files = FileManager.default
    try files.moveItem(atPath: layout.path("Mail/new/3"), toPath: layout.path("Mail/cur/3:2,"))
    try files.moveItem(
      atPath: layout.path("Mail/cur/2:2,FRS"),
      toPath: layout.path("Mail/cur/2:2,S")
    )
    try files.removeItem(atPath: layout.path("Mail/cur/1:2,S"))
    try await expectPaths(["Mail/.Sent/cur/4:2,S", "Mail/cur/2:2,S", "Mail/cur/3:2,"])
  }

  @Test func anMboxIsNamedOnce() async throws {
    let layout = try Layout()
    let text = message("x@me")
    try layout.file("Mail/one", mboxText(text, text, text))
    try layout.file("Mail/two", mboxText(text, text))
    let stub = try #require(try await CopyTests.stubs(layout).first)
    let mailbox = try await layout.open("Mail")
    let message = try await mailbox.message(stub)
    #expect(message.path == layout.path("Mail/one"))
    #expect(message.otherPaths == [layout.path("Mail/two")])
  }
}
