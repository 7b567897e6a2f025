import IMAP
import MailTesting
import MailTextTesting
import Testing

@testable import Mail

/// A row's attachment mark, even if only an older message of the conversation has an attachment.
@Suite struct AttachmentMarkTests {
  /// A message with a file, and a reply to it.
  private func answered(_ traits: ServerTraits, type: String) throws -> IMAPCase {
    let this = try IMAPCase(traits, count: 20)
    this.server.change { mail in
      let arrived = ScheduledMail.now - 1200
      var first = ServerMail.Message(
        header: """
          Message-ID: <first@example.org>
          Date: \(ServerDate.header(arrived))
          From: Ann <ann@example.org>
          Subject: Tide table
          Content-Type: \(type); boundary=x
          """,
        text: "--x\r\n\r\n\(String(repeating: "Here it is\r\n", count: 50))--x--\r\n",
        arrived: arrived
      )
      first.structure = Structure.multi("MIXED", Structure.plain, Structure.document)
      let answer = ServerMail.Message(
        header: """
          Message-ID: <second@example.org>
          References: <first@example.org>
          Date: \(ServerDate.header(arrived + 60))
          From: Bea <bea@example.org>
          Subject: Re: Tide table
          """,
        text: "Thanks\r\n",
        arrived: arrived + 60
      )
      for message in [first, answer] { mail.folders[0].deliver(message) }
    }
    return this
  }

  @Test(arguments: IMAPCase.kinds, ["multipart/mixed", "multipart/alternative"])
  func aRowHasItOfAnOlderMessage(_ traits: ServerTraits, type: String) async throws {
    let this = try answered(traits, type: type)
    let mailbox = try await this.open().refreshed(for: .inbox)
    let row = try #require(
      try await mailbox.page(in: Listing(folder: .inbox), limit: 1).conversations.first
    )
    #expect(row.messageCount == 2)
    #expect(row.attachments)
    #expect(row.snippet == "Thanks")
    let stubs = try await mailbox.messages(in: row.id)
    #expect(stubs.map(\.hasAttachments) == [true, false])
    #expect(this.server.violations == [])
  }

  /// The structure of a plain text is known without a request.
  @Test func onlyWhatMayHaveItIsAskedFor() async throws {
    let this = try answered(.rich, type: "multipart/mixed")
    let mailbox = try await this.open()
    this.server.refuse {
      $0.contains("(UID BODYSTRUCTURE)") && $0 != "UID FETCH 21 (UID BODYSTRUCTURE)"
        ? "NO [SERVERBUG] not that" : nil
    }
    _ = try await mailbox.refresh(for: .inbox)
    #expect(this.server.commands.contains("UID FETCH 21 (UID BODYSTRUCTURE)"))
  }

  @Test func aServerThatCannotTellShowsTheRowsAllTheSame() async throws {
    let this = try answered(.rich, type: "multipart/mixed")
    let mailbox = try await this.open()
    this.server.refuse { $0.contains("(UID BODYSTRUCTURE)") ? "BAD unknown item" : nil }
    _ = try await mailbox.refresh(for: .inbox)
    try await this.expectAll(mailbox)
  }
}

/// A row's attachment mark follows from the structure that the server sends, by the same rule as
/// for messages that are read.
struct AttachmentRuleTests {
  private static let signed = #"("APPLICATION" "PKCS7-MIME" ("SMIME-TYPE" "signed-data") NIL NIL"#
  private static let packed = #"("APPLICATION" "PKCS7-MIME" NIL NIL NIL "BASE64" 9 NIL NIL NIL)"#
  private static let unnamed = #"("APPLICATION" "X" NIL NIL NIL "7BIT" 9 NIL NIL NIL)"#
  private static let status = #"("MESSAGE" "DELIVERY-STATUS" NIL NIL NIL "7BIT" 9 NIL NIL NIL)"#
  private static let cover = #"("APPLICATION" "PGP-ENCRYPTED" NIL NIL NIL "7BIT" 9 NIL NIL NIL)"#
  private static let namedMail = Structure.message(Structure.plain)
    .replacing(#""RFC822" NIL"#, with: #""RFC822" ("NAME" "offer.eml")"#)
  private static let attached = Structure.text("PLAIN", #"("ATTACHMENT" NIL)"#)

  @Test(arguments: [
    Structure.document,
    Structure.picture,
    attached,
    Structure.text("RTF"),
    Structure.multi("MIXED", Structure.plain, Structure.document),
    Structure.multi("MIXED", Structure.plain, Structure.picture),
    Structure.multi("MIXED", Structure.plain, attached),
    Structure.multi("MIXED", Structure.plain, unnamed),
    Structure.multi("MIXED", Structure.plain, "\(signed) \"BASE64\" 9 NIL NIL NIL)"),
    Structure.multi("RELATED", Structure.page, Structure.document),
    Structure.multi("ALTERNATIVE", Structure.plain, Structure.document),
    Structure.multi("MIXED", Structure.message(Structure.multi("MIXED", Structure.document))),
    Structure.multi("MIXED", Structure.plain, Structure.message(Structure.plain)),
    Structure.multi("RELATED", Structure.page, namedMail),
  ])
  func thisIsAttached(text: String) throws {
    #expect(try selected(text)?.attachments.isEmpty == false)
  }

  @Test(arguments: [
    Structure.plain,
    Structure.page,
    packed,
    Structure.text("PLAIN", #"("INLINE" ("FILENAME" "a.txt"))"#),
    Structure.multi("ALTERNATIVE", Structure.plain, Structure.page, Structure.text("X-OTHER")),
    Structure.multi("RELATED", Structure.page, Structure.picture),
    Structure.multi("RELATED", Structure.page, unnamed),
    Structure.multi("SIGNED", Structure.plain, Structure.signature),
    Structure.multi("MIXED", Structure.plain, packed),
    Structure.multi("ENCRYPTED", cover, Structure.document),
    Structure.multi("REPORT", Structure.plain, status, unnamed),
    Structure.multi("DIGEST", Structure.message(Structure.plain)),
    Structure.multi("REPORT", Structure.plain, status, Structure.message(Structure.plain)),
    Structure.multi("RELATED", Structure.page, Structure.message(Structure.plain)),
    #"("ALTERNATIVE" NIL NIL NIL)"#,
  ])
  func thisIsNot(text: String) throws {
    #expect(try selected(text)?.attachments.isEmpty == true)
  }
}
