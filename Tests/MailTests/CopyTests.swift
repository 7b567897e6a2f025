import Foundation
import Testing

@testable import Mail

/// What is one message in several folders, and what only bears the same Message-ID.
struct CopyTests {
  private static let sent = FolderName(components: ["Sent"])

  /// The messages of the one conversation, each with where it lies.
  private func stubs(_ layout: Layout) async throws -> [MessageStub] {
    let mailbox = try await Mailbox.open(layout.path("Mail"), store: layout.path("store.sqlite"))
    _ = try await mailbox.refresh()
    let rows = try await mailbox.everything()
    #expect(rows.count == 1)
    let stubs = try await mailbox.messages(in: rows.first?.id ?? 0)
    #expect(rows.first?.messageCount == stubs.count)
    #expect(rows.first?.unread == stubs.count(where: \.isUnread))
    return stubs
  }

  /// A message in Sent that is read, and one in the inbox that is not.
  private func stubs(_ one: String, _ other: String) async throws -> [MessageStub] {
    let layout = try Layout()
    for name in ["cur", "new", "tmp"] {
      try layout.makeFolder("Mail/\(name)")
      try layout.makeFolder("Mail/.Sent/\(name)")
    }
    try layout.file("Mail/.Sent/cur/1:2,S", one)
    try layout.file("Mail/cur/2:2,", other)
    return try await stubs(layout)
  }

  @Test func aForgedMessageIDHidesNothing() async throws {
    let stubs = try await stubs(
      message("x@me", "Invoice", body: "10 EUR, please.\n"),
      message("x@me", "Invoice", body: "10,000 EUR, please.\n")
    )
    #expect(Set(stubs.map(\.snippet)) == ["10 EUR, please.", "10,000 EUR, please."])
    #expect(stubs.first { $0.folder == Self.sent }?.isUnread == false)
    #expect(stubs.first { $0.folder == .inbox }?.isUnread == true)
    #expect(Set(stubs.map(\.id)).count == 2)
  }

  /// Whatever is shown of it, and whatever decides how it is shown.
  @Test(arguments: [
    message("x@me", from: "Ann <ann@evil.example>"), message("x@me", "Hello!"),
    message("x@me", date: "Mon, 02 Jan 2023 15:04:06 +0000"),
    message("x@me", extra: "Content-Type: text/html\n"),
    message("x@me", extra: "Content-Transfer-Encoding: base64\n"),
    message("x@me", body: "Some text. Or not.\n"), message("x@me", body: "Same text.\n"),
    // The text where the header should be.
    message("x@me", body: "").dropLast() + "not a field\n\nSome text.\n",
  ])
  func whatReadsOtherwiseIsAnotherMessage(_ other: String) async throws {
    #expect(try await stubs(message("x@me"), other).count == 2)
  }

  @Test func aDifferenceBehindTheFirstWordsCounts() async throws {
    let long = String(repeating: "A long letter. ", count: 150)
    let stubs = try await stubs(
      message("x@me", body: long + "Pay to 12.\n"),
      message("x@me", body: long + "Pay to 21.\n")
    )
    #expect(stubs.count == 2)
  }

  @Test func aDifferenceInLengthCountsWhereTheTextIsNotReadToItsEnd() async throws {
    let long = String(repeating: "A long letter. ", count: 2000)
    #expect(try await stubs(message("x@me", body: long), message("x@me", body: long)).count == 1)
    #expect(
      try await stubs(message("x@me", body: long), message("x@me", body: long + "!")).count == 2
    )
  }

  @Test(arguments: [
    // Traces of the way, notes, other line breaks, and blank lines.
    "Received: from a.example by b.example; Mon, 02 Jan 2023 15:04:09 +0000\n" + message("x@me"),
    "X-TUID: abc\nStatus: RO\nX-Keywords: label\nDKIM-Signature: v=1\n" + message("x@me"),
    message("x@me", extra: "Reply-To: list@list.example\nSender: owner@list.example\n"),
    message("x@me").replacing("\n", with: "\r\n"), message("x@me") + "\n\n",
    message("x@me").replacing("Subject: ", with: "Subject:\n "),
  ])
  func aCopyIsTheSameMessage(_ other: String) async throws {
    let stubs = try await stubs(message("x@me"), other)
    #expect(stubs.count == 1)
    #expect(stubs.first?.isUnread == false)
    #expect(stubs.first?.folder == .inbox)
  }

  /// A line of the text that begins with “From ” has a mark in an mbox.
  @Test func aCopyInAnMboxIsTheSameMessage() async throws {
    let layout = try Layout()
    let body = "Some text.\n\nFrom here on, more.\n"
    for name in ["cur", "new", "tmp"] { try layout.makeFolder("Mail/letters/\(name)") }
    try layout.file("Mail/letters/cur/1:2,S", message("x@me", body: body))
    let marked = body.replacing("From", with: ">From")
    try layout.file("Mail/box", mboxText(message("x@me", body: marked)))
    let stubs = try await stubs(layout)
    #expect(stubs.count == 1)
    #expect(stubs.first?.places.count == 2)
  }

  /// A Maildir without subfolders, with these files in cur/.
  private func maildir(_ files: KeyValuePairs<String, String>) throws -> Layout {
    let layout = try Layout()
    for name in ["cur", "new", "tmp"] { try layout.makeFolder("Mail/\(name)") }
    for (name, text) in files { try layout.file("Mail/cur/\(name)", text) }
    return layout
  }

  // MARK: In one folder

  @Test(arguments: [
    message("x@me"), "X-TUID: abc\nStatus: RO\n" + message("x@me"), message("x@me") + "\n\n",
  ])
  func aCopyInTheSameFolderIsTheSameMessage(_ other: String) async throws {
    let stubs = try await stubs(maildir(["1:2,": message("x@me"), "2:2,F": other]))
    #expect(stubs.count == 1)
    #expect(stubs.first?.isUnread == true)
    #expect(stubs.first?.isFlagged == true)
    #expect(stubs.first?.places.count == 2)
  }

  @Test func aCopyInTheSameFolderThatIsReadIsRead() async throws {
    let stubs = try await stubs(maildir(["1:2,S": message("x@me"), "2:2,": message("x@me")]))
    #expect(stubs.map(\.isUnread) == [false])
  }

  @Test func aForgeryInTheSameFolderIsAnotherMessage() async throws {
    let stubs = try await stubs(
      maildir([
        "1:2,S": message("x@me", body: "10 EUR, please.\n"), "2:2,": message("x@me"),
        "3:2,": message("x@me"),
      ])
    )
    #expect(stubs.count == 2)
    #expect(stubs.map(\.isUnread).sorted { !$0 && $1 } == [false, true])
  }

  /// Messages without a Message-ID are known by their headers.
  @Test func copiesWithoutAMessageIDAreOneMessage() async throws {
    let text = message("x@me").replacing("Message-ID: <x@me>\n", with: "")
    #expect(!text.contains("x@me"))
    let layout = try maildir(["1:2,S": text, "2:2,S": text])
    #expect(try await stubs(layout).count == 1)
  }

  @Test func aCopyThatGoesOrComesChangesNoCount() async throws {
    let text = message("x@me")
    let layout = try maildir(["1:2,S": text])
    let mailbox = try await Mailbox.open(layout.path("Mail"), store: layout.path("store.sqlite"))
    _ = try await mailbox.refresh()
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
    try FileManager.default.removeItem(atPath: layout.path("Mail/cur/1:2,S"))
    try await expectSame(2)
    try FileManager.default.removeItem(atPath: layout.path("Mail/cur/2:2,"))
    try await expectSame(1)
    try FileManager.default.removeItem(atPath: layout.path("Mail/cur/3:2,S"))
    #expect(try await mailbox.refresh().removed == 1)
    #expect(try await mailbox.everything().isEmpty)
  }

  @Test func aFoldersUnreadMessagesAreCountedAsItsRowsCountThem() async throws {
    let text = message("x@me")
    let layout = try maildir(["1:2,": text, "2:2,": text, "3:2,S": message("y@me")])
    let mailbox = try await Mailbox.open(layout.path("Mail"), store: layout.path("store.sqlite"))
    func unread() async throws -> [Int?] {
      _ = try await mailbox.refresh()
      let rows = try await mailbox.everything().map(\.unread).reduce(0, +)
      #expect(try await mailbox.unreadCount() == rows)
      #expect(try await mailbox.folders().map(\.unread) == [rows])
      return try await mailbox.folders().map(\.unread)
    }
    #expect(try await unread() == [1])
    // Its copies go into a conversation with others.
    try layout.file("Mail/cur/4:2,", message("z@me", references: ["x@me", "y@me"]))
    #expect(try await unread() == [2])
    try layout.file("Mail/cur/5:2,S", text)
    #expect(try await unread() == [1])
    for name in ["4:2,", "5:2,S", "1:2,"] {
      try FileManager.default.removeItem(atPath: layout.path("Mail/cur/\(name)"))
    }
    #expect(try await unread() == [1])
    try FileManager.default.removeItem(atPath: layout.path("Mail/cur/2:2,"))
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
      // Each time as after a restart.
      let mailbox = try await Mailbox.open(layout.path("box"), store: layout.path("store.sqlite"))
      _ = try await mailbox.refresh()
      let rows = try await mailbox.everything().filter { $0.subject == "Hello" }
      #expect(rows.map(\.messageCount) == [1])
      #expect(rows.map(\.unread) == [text.contains("Status: RO") ? 0 : 1])
    }
  }

  @Test func copiesOnAServerAreOneMessage() async throws {
    let this = try IMAPCase(.rich, count: 2)
    this.deliver(7)
    this.deliver(7)
    let mailbox = try await this.open()
    _ = try await mailbox.refresh(for: .inbox)
    #expect(try await mailbox.everything().map(\.messageCount) == [1, 1, 1])
    #expect(try await mailbox.everything().map(\.unread) == [1, 1, 1])
    #expect(try await mailbox.messages(in: mailbox.everything()[0].id).map(\.places.count) == [2])
  }

  @Test func tenThousandCopiesAreOneMessage() async throws {
    let folder = try TemporaryFolder()
    let text = mboxText(message("a@x"))
    try folder.write(String(repeating: text, count: 10_000), to: "box")
    let mailbox = try await Mailbox.open(folder.file("box"), store: folder.file("store.sqlite"))
    #expect(try await mailbox.refresh().messages == 10_000)
    let rows = try await mailbox.everything()
    #expect(rows.map(\.messageCount) == [1])
    #expect(rows.map(\.unread) == [1])
    let stubs = try await mailbox.messages(in: rows.first?.id ?? 0)
    #expect(stubs.map(\.places.count) == [10_000])
    #expect(try await mailbox.message(#require(stubs.first)).subject == "Hello")
  }

  // MARK: Others of the same id

  @Test func eachMessageOfOneIDIsRead() async throws {
    let layout = try Layout()
    for name in ["cur", "new", "tmp"] { try layout.makeFolder("Mail/\(name)") }
    try layout.file("Mail/cur/1:2,S", message("x@me", body: "One.\n"))
    try layout.file("Mail/cur/2:2,S", message("x@me", body: "Two.\n"))
    let mailbox = try await Mailbox.open(layout.path("Mail"), store: layout.path("store.sqlite"))
    _ = try await mailbox.refresh()
    var texts: Set<String> = []
    for stub in try await mailbox.messages(in: 1) {
      for passage in try await mailbox.message(stub).passages { texts.insert(passage.text) }
    }
    #expect(texts == ["One.", "Two."])
  }
}
