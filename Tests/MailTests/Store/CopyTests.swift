import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// Copies of one message in several folders, and different messages with one Message-ID.
struct CopyTests {
  private static let sent = FolderName(components: ["Sent"])

  /// The messages of the only conversation, with their places.
  static func stubs(_ layout: Layout) async throws -> [MessageStub] {
    let mailbox = try await layout.open("Mail").refreshed()
    let rows = try await mailbox.everything()
    #expect(rows.count == 1)
    let stubs = try await mailbox.messages(in: rows.first?.id ?? 0)
    #expect(rows.first?.messageCount == stubs.count)
    #expect(rows.first?.unread == stubs.count(where: \.isUnread))
    return stubs
  }

  /// A read message in Sent, and an unread one in the inbox.
  private func stubs(_ one: String, _ other: String) async throws -> [MessageStub] {
    let layout = try Layout()
    try layout.emptyMaildir("Mail", "Mail/.Sent")
    try layout.file("Mail/.Sent/cur/1:2,S", one)
    try layout.file("Mail/cur/2:2,", other)
    return try await Self.stubs(layout)
  }

  /// A folder's count, a row and the count of all folders follow one rule.
  @Test(arguments: [("S", "", 0), ("", "S", 0), ("", "", 1), ("ST", "", 1), ("T", "S", 0)])
  func copiesInTwoFoldersCountAsInTheirRow(_ sent: String, _ inbox: String, _ unread: Int)
    async throws
  {
    let layout = try Layout()
    try layout.emptyMaildir("Mail", "Mail/.Sent")
    try layout.file("Mail/.Sent/cur/1:2,\(sent)", message("x@me"))
    try layout.file("Mail/cur/2:2,\(inbox)", message("x@me"))
    let mailbox = try await layout.open("Mail").refreshed()
    #expect(try await mailbox.everything().map(\.unread) == [unread])
    #expect(try await mailbox.unreadCount() == unread)
    for folder in try await mailbox.folders() {
      let listed = Listing(folder: folder.name, unreadOnly: true)
      let rows = try await mailbox.page(in: listed, limit: 9).conversations
      #expect((folder.unread ?? 0) <= rows.count, "\(folder)")
    }
    #expect(try await mailbox.folders().first?.unread == unread)
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

  /// Messages differ if any shown part differs, or anything that decides how it is shown.
  @Test(arguments: [
    message("x@me", from: "Ann <ann@evil.example>"), message("x@me", "Hello!"),
    message("x@me", date: "Mon, 02 Jan 2023 15:04:06 +0000"),
    message("x@me", extra: "Content-Type: text/html\n"),
    message("x@me", extra: "Content-Transfer-Encoding: base64\n"),
    message("x@me").replacing("bob@b", with: "ben@b"),
    message("x@me", extra: "Cc: ben@ben.example\n"),
    message("x@me", body: "Some text. Or not.\n"), message("x@me", body: "Same text.\n"),
    // The text is where the header should be.
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
    // Trace fields, notes, other line breaks, and blank lines.
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

  @Test(arguments: [
    ("", "Das Boot fährt früh.\n"), ("8bit", "Das Boot fährt früh.\n"),
    ("quoted-printable", "Das Boot f=C3=A4hrt=\n fr=C3=BCh.\n"),
    ("base64", "RGFzIEJvb3QgZsOkaHJ0\nIGZyw7xoLgo=\n"),
  ])
  func aCopyMayBeEncodedAnew(encoding: String, body: String) async throws {
    let field = encoding.isEmpty ? "" : "Content-Transfer-Encoding: \(encoding)\n"
    let one = message("x@me", body: "Das Boot fährt früh.\n")
    let other = message("x@me", extra: field, body: body)
      .replacing("To: bob@b", with: "To: Bob <BOB@b")
      .replacing("b.example\nSubject", with: "b.example>\nSubject")
    #expect(try await stubs(one, other).count == 1)
  }

  /// A line of the text that begins with “From ” is quoted in an mbox.
  @Test func aCopyInAnMboxIsTheSameMessage() async throws {
    let layout = try Layout()
    let body = "Some text.\n\nFrom here on, more.\n"
    try layout.emptyMaildir("Mail/letters")
    try layout.file("Mail/letters/cur/1:2,S", message("x@me", body: body))
    let marked = body.replacing("From", with: ">From")
    try layout.file("Mail/box", mboxText(message("x@me", body: marked)))
    let stubs = try await Self.stubs(layout)
    #expect(stubs.count == 1)
    #expect(stubs.first?.places.count == 2)
  }

  @Test func eachMessageOfOneIDIsRead() async throws {
    let layout = try Layout()
    try layout.emptyMaildir("Mail")
    try layout.file("Mail/cur/1:2,S", message("x@me", body: "One.\n"))
    try layout.file("Mail/cur/2:2,S", message("x@me", body: "Two.\n"))
    let mailbox = try await layout.open("Mail").refreshed()
    var texts: Set<String> = []
    for stub in try await mailbox.messages(in: 1) {
      for passage in try await mailbox.message(stub).passages { texts.insert(passage.text) }
    }
    #expect(texts == ["One.", "Two."])
  }
}
