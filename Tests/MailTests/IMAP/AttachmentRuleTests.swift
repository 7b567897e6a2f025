import IMAP
import MailTextTesting
import Testing

@testable import Mail

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
    #expect(try selected(text)?.holdsAttachment == true)
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
    #expect(try selected(text)?.holdsAttachment == false)
  }
}
