import IMAP
import MailTextTesting
import Testing

@testable import Mail

/// The sections of a message that are fetched. `f` is the header of a file, `m` the header of a
/// message within the message, `t` everything below a message's header.
struct WantedSectionsTests {
  private func wanted(_ text: String) throws -> String? {
    try structure(text).flatMap { PartTree($0) }.flatMap { WantedSections($0) }?.text
  }

  @Test func textsAreFetchedAndFilesAreNot() throws {
    #expect(try wanted(Structure.plain) == "t")
    #expect(try wanted(Structure.document) == "")
    #expect(
      try wanted(
        Structure.multi(
          "MIXED",
          Structure.multi("ALTERNATIVE", Structure.plain, Structure.page),
          Structure.document
        )
      ) == "1.1,1.2,2f"
    )
    #expect(
      try wanted(Structure.multi("RELATED", Structure.page, Structure.picture)) == "1,2f"
    )
    #expect(
      try wanted(Structure.multi("SIGNED", Structure.plain, Structure.signature)) == "1,2f"
    )
  }

  @Test func ofAlternativesOnlyThoseAreFetchedThatMayBeRead() throws {
    let invitation = Structure.text("CALENDAR")
    let all = Structure.multi("ALTERNATIVE", Structure.plain, Structure.page, invitation)
    #expect(try wanted(all) == "1,2")
    #expect(try wanted(Structure.multi("ALTERNATIVE", Structure.page, invitation)) == "1")
    #expect(
      try wanted(Structure.multi("ALTERNATIVE", Structure.plain, Structure.text("ENRICHED")))
        == "1,2"
    )
    // Attachments of an alternative that is not read are listed, too.
    let rich = Structure.multi("MIXED", invitation, Structure.document)
    #expect(
      try wanted(Structure.multi("ALTERNATIVE", Structure.plain, Structure.page, rich))
        == "1,2,3.2f"
    )
  }

  @Test func textThatIsAttachedOrNotForPeopleIsAFile() throws {
    let attached = Structure.text("PLAIN", #"("attachment" ("filename" "a.txt"))"#)
    let named = Structure.text("PLAIN", #"("inline" ("filename" "a.txt"))"#)
    #expect(try wanted(Structure.multi("MIXED", Structure.plain, attached, named)) == "1,2f,3")
    #expect(try wanted(Structure.multi("MIXED", Structure.text("RTF"))) == "1f")
    #expect(try wanted(attached) == "")
  }

  @Test func aMessageInTheMessageIsReadWithItsHeader() throws {
    let inner = Structure.multi("MIXED", Structure.plain, Structure.document)
    #expect(
      try wanted(
        Structure.multi(
          "MIXED",
          Structure.plain,
          Structure.message(Structure.plain),
          Structure.message(inner)
        )
      ) == "1,2m,2t,3m,3.1,3.2f"
    )
    #expect(try wanted(Structure.message(Structure.plain)) == "1m,1t")
    // A message that is only in an unread alternative is named by its subject.
    let other = Structure.multi("MIXED", Structure.text("CALENDAR"), Structure.message(inner))
    #expect(
      try wanted(Structure.multi("ALTERNATIVE", Structure.plain, Structure.page, other))
        == "1,2,3.2m,3.2.2f"
    )
    // The parts of an encoded message cannot be fetched one by one.
    let packed = Structure.message(Structure.plain, encoding: "BASE64")
    #expect(try wanted(Structure.multi("MIXED", packed)) == "1")
  }

  @Test func aBounceIsReadWithItsStatus() throws {
    let status = #"("MESSAGE" "DELIVERY-STATUS" NIL NIL NIL "7BIT" 99 NIL NIL NIL)"#
    let headers = #"("TEXT" "RFC822-HEADERS" NIL NIL NIL "7BIT" 99 9 NIL NIL NIL)"#
    #expect(
      try wanted(Structure.multi("REPORT", Structure.plain, status, headers)) == "1,2,3"
    )
    let named = headers.replacing("RFC822-HEADERS\" NIL", with: "RFC822-HEADERS\" (\"NAME\" \"h\")")
    #expect(try wanted(Structure.multi("REPORT", Structure.plain, named)) == "1,2f")
  }

  @Test func nothingIsFetchedOfWhatIsEncrypted() throws {
    let cover = #"("APPLICATION" "PGP-ENCRYPTED" NIL NIL NIL "7BIT" 9 NIL NIL NIL)"#
    #expect(try wanted(Structure.multi("ENCRYPTED", cover, Structure.document)) == "")
  }

  @Test(arguments: [
    #"("ALTERNATIVE" ("BOUNDARY" "b") NIL NIL)"#, "NIL", #"("MULTIPART" "MIXED" NIL NIL NIL)"#,
  ])
  func aMultipartWithoutPartsIsTakenWhole(child: String) throws {
    #expect(try wanted("(\(Structure.plain)\(child) \"MIXED\" NIL NIL NIL)") == "1,2")
  }

  @Test func aMultipartWhoseOnlyPartIsEmptyIsTakenWhole() throws {
    let empty = #"("text" "plain" ("charset" "us-ascii") NIL NIL "7bit" 0 0 NIL NIL NIL NIL)"#
    #expect(try wanted(Structure.multi("MIXED", empty)) == "t")
    #expect(
      try wanted(Structure.multi("MIXED", Structure.plain, Structure.multi("MIXED", empty)))
        == "1,2"
    )
    #expect(try wanted(Structure.multi("MIXED", Structure.plain, empty)) == "1,2")
  }

  @Test func aDispositionMayLackItsList() throws {
    for disposition in [#""inline""#, #"("inline")"#, #"("inline" NIL)"#] {
      #expect(try wanted(Structure.text("PLAIN", disposition)) == "t")
    }
    #expect(try wanted(Structure.text("PLAIN", #""attachment""#)) == "")
  }

  @Test func aMessageOfVeryManyTextsIsReadWhole() throws {
    func many(_ part: String, _ count: Int) -> String {
      "(\(String(repeating: part, count: count)) \"MIXED\" NIL NIL NIL)"
    }
    let limit = WantedSections.textCountLimit
    #expect(try wanted(many(Structure.plain, limit))?.split(separator: ",").count == limit)
    #expect(try wanted(many(Structure.plain, limit + 1)) == nil)
    let files = try wanted(many(Structure.document, 100))
    #expect(files?.split(separator: ",").count == WantedSections.fileLimit)
  }

  @Test(arguments: ["", "t", "1", "1.1,1.2,2f", "1,2m,2t,3m,3.1,3.2f", "1m,1t"])
  func theShortFormIsReadBack(text: String) {
    #expect(WantedSections(text: text)?.text == text)
  }

  @Test(arguments: [
    "*", "x", "f", "m", "1,", ",1", "1..2", ".1", "0", "1x", "1 2", "-1", "99999999999999999999",
    "1.٣", String(repeating: "1,", count: 100) + "1",
  ])
  func otherTextIsNoShortForm(text: String) {
    #expect(WantedSections(text: text) == nil)
  }

  @Test func aPlanIsStoredAsAHint() throws {
    let known = try #require(try structure(Structure.plain))
    #expect(ReadingPlan(known, size: nil)?.hint == .structure("t"))
    #expect(ReadingPlan(nil, size: 32_768)?.hint == .structure("*"))
    #expect(ReadingPlan(nil, size: 32_769) == nil)
    // Some servers do not send a size.
    #expect(ReadingPlan(nil, size: 0) == nil)
    #expect(ReadingPlan(.structure("*")) == .whole)
    #expect(ReadingPlan(.structure("nonsense")) == nil)
    #expect(ReadingPlan(.offset(7)) == nil)
    #expect(ReadingPlan(nil) == nil)
  }
}
