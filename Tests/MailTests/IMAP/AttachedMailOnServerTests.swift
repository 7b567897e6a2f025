import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// A mail attached to another mail on a server: the row lists it, its subject names it, and it is
/// fetched as a part of its own.
@Suite struct AttachedMailOnServerTests {
  private static let inner =
    "From: Carl <carl@dahl.example>\r\nSubject: Offer\r\n\r\nTwo sails for one.\r\n"

  private static func delivered(_ fields: String = "") -> ServerMail.Message {
    let arrived = ScheduledMail.now - 600
    let part = "Content-Type: message/rfc822\r\n\(fields)\r\n"
    let words = String(repeating: "Their offer is attached.\r\n", count: 2_000)
    var message = ServerMail.Message(
      header: """
        Message-ID: <attached@example.org>
        Date: \(ServerDate.header(arrived))
        From: Ann <ann@example.org>
        Subject: Sails
        MIME-Version: 1.0
        Content-Type: multipart/mixed; boundary=x
        """,
      text: "--x\r\n\r\n\(words)\r\n--x\r\n\(part)\(inner)\r\n--x--\r\n",
      arrived: arrived
    )
    message.structure = Structure.multi(
      "MIXED",
      Structure.plain,
      Structure.message(Structure.plain).replacing(" 99 ", with: " \(inner.utf8.count) ")
    )
    let header = inner.range(of: "\r\n\r\n").map { inner[..<$0.upperBound] } ?? ""
    message.parts = [
      "1.MIME": "\r\n", "1": words, "2.MIME": part, "2": inner, "2.HEADER": String(header),
      "2.TEXT": String(inner.dropFirst(header.count)),
    ]
    return message
  }

  @Test(arguments: IMAPCase.kinds)
  func itIsListedNamedAndFetched(_ traits: ServerTraits) async throws {
    let this = try IMAPCase(traits, count: 5)
    this.server.change { $0.folders[0].deliver(Self.delivered()) }
    let mailbox = try await this.open().refreshed(for: .inbox)
    let row = try #require(try await mailbox.page(limit: 1).conversations.first)
    #expect(row.attachments)
    let stub = try #require(try await mailbox.messages(in: row.id).first)
    let read = try await mailbox.message(stub)
    #expect(read.attachments.map(\.name) == ["Offer.eml"])
    #expect(read.attachments.map(\.type) == ["message/rfc822"])
    #expect(read.attachments.map(\.size) == [Int64(Self.inner.utf8.count)])
    #expect(read.passages.last?.text == "Two sails for one.")
    let attachment = try #require(read.attachments.first)
    #expect(try await mailbox.content(of: attachment, in: stub) == Array(Self.inner.utf8))
    #expect(this.server.commands.contains { $0.contains("BODY.PEEK[2]<0.262144>") })
    #expect(this.server.violations == [])
  }

  /// Some servers treat an attached mail as a file, or have no sections of it.
  @Test func aServerWithoutThePartSendsTheWholeMessage() async throws {
    let this = try IMAPCase(.rich, count: 5)
    this.server.change { mail in
      var message = Self.delivered()
      message.parts = [:]
      mail.folders[0].deliver(message)
    }
    let mailbox = try await this.open().refreshed(for: .inbox)
    let stub = try await mailbox.firstMessage()
    let attachment = try #require(try await mailbox.message(stub).attachments.first)
    #expect(attachment.name == "Offer.eml")
    #expect(try await mailbox.content(of: attachment, in: stub) == Array(Self.inner.utf8))
  }
}
