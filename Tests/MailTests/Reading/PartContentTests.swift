import Foundation
import MailTextTesting
import Testing

@testable import Mail

/// An attachment is found by its number, and has exactly the bytes that were sent.
struct PartContentTests {
  private static func multipart(_ parts: String..., boundary: String = "b") -> String {
    "Content-Type: multipart/mixed; boundary=\(boundary)\n\n"
      + parts.map { "--\(boundary)\n\($0)\n" }.joined() + "--\(boundary)--\n"
  }

  private static func file(_ name: String, _ fields: String, _ content: String) -> String {
    "Content-Type: application/x; name=\(name)\n\(fields)\n\(content)"
  }

  private static let plain = "Content-Type: text/plain\n\nWords"
  private static let base64 = "Content-Transfer-Encoding: base64\n"

  @Test func eachPartIsNumberedAsServersDo() throws {
    let inner = Self.multipart(
      Self.plain,
      Self.file("deep", "", "deep content"),
      boundary: "c"
    )
    let enclosed = "Content-Type: message/rfc822\n\nSubject: Inner\n"
    let parts = Self.multipart(Self.plain, Self.file("e", "", "enclosed"), boundary: "d")
    let mail = "Subject: Inner\n\(parts)"
    let message = Self.multipart(
      Self.plain,
      inner,
      Self.file("a", Self.base64, "QUJD"),
      enclosed + parts,
      enclosed + "Content-Type: application/x; name=only\n\nonly content"
    )
    #expect(
      try partTexts(message) == [
        "2.2 deep": "deep content", "3 a": "ABC", "4 Inner.eml": mail, "4.2 e": "enclosed",
        "5 Inner.eml": "Subject: Inner\nContent-Type: application/x; name=only\n\nonly content",
        "5.1 only": "only content",
      ]
    )
    #expect(try partTexts("Content-Type: application/x; name=w\n\nwhole") == ["1 w": "whole"])
  }

  @Test func contentsAreUnpacked() throws {
    let message = Self.multipart(
      Self.file("quoted", "Content-Transfer-Encoding: quoted-printable\n", "a=3Db=\n c"),
      Self.file("uu", "Content-Transfer-Encoding: x-uuencode\n", "begin 644 a\n#0V%T\n`\nend"),
      Self.file("lines", "", "one\ntwo\n")
    )
    let texts = try partTexts(message)
    #expect(texts["1 quoted"] == "a=b c")
    #expect(texts["2 uu"] == "Cat")
    #expect(texts["3 lines"] == "one\ntwo\n")
  }

  @Test func aTextIsSavedInItsOwnCharset() throws {
    let header = "Content-Type: text/plain; charset=iso-8859-1\nContent-Disposition: attachment; "
    let part = Array("\(header)filename=l1\n\n".utf8) + [0xE4, 0x0A, 0xFC]
    let bytes =
      Array("Content-Type: multipart/mixed; boundary=b\n\n--b\n".utf8) + part
      + Array("\n--b--\n".utf8)
    #expect(try partContents(bytes) == ["1 l1": [0xE4, 0x0A, 0xFC]])
  }

  @Test func bytesOfNoTextStay() throws {
    let content: [UInt8] = [0, 1, 13, 0, 255, 13, 10, 0]
    let bytes = Array("Content-Type: application/x; name=b\n\n".utf8) + content
    #expect(try partContents(bytes) == ["1 b": content])
  }

  @Test func aMessageInBase64IsLookedInto() throws {
    let inner = "Subject: Inner\n" + Self.multipart(Self.plain, Self.file("i", Self.base64, "QUJD"))
    let packed = Data(inner.utf8).base64EncodedString()
    let message = Self.multipart(
      "Content-Type: message/rfc822\n\(Self.base64)\n\(packed)",
      Self.file("a", "", "after"),
      boundary: "o"
    )
    #expect(try partTexts(message) == ["1 Inner.eml": inner, "1.2 i": "ABC", "2 a": "after"])
  }

  @Test func theSizeOfAMessageThatIsAFileIsCounted() throws {
    let packed = Data(count: 150_000).base64EncodedString(options: .lineLength76Characters)
    let enclosed = "Content-Type: message/rfc822\n\n" + Self.file("f", Self.base64, packed)
    let read = readMessage(Array(Self.multipart(enclosed).utf8))
    #expect(read.attachments.map(\.size).last == 150_000)
  }

  @Test func whatIsCutIsNotGivenOut() throws {
    let message = Self.multipart(Self.file("a", "", "one"), Self.file("b", "", "two and more"))
    let bytes = Array(message.utf8.prefix(message.utf8.count - 12))
    let cut = foundMessage(bytes, isCut: true)
    #expect(try cut.content(of: MessagePart([1], "")) == Array("one".utf8))
    #expect(throws: PartIsCut.self) { try cut.content(of: MessagePart([2], "")) }
    #expect(try cut.content(of: MessagePart([3], "")) == nil)
    #expect(readMessage(bytes, isCut: true).attachments.map(\.isCut) == [false, true])
    #expect(readMessage(bytes).attachments.map(\.isCut) == [false, false])
  }

  @Test func aMailboxReadsWhatIsAttached() async throws {
    let fixture = try MaildirFixture()
    let content = [UInt8]((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let packed = Data(content).base64EncodedString(options: .lineLength76Characters)
    try fixture.add(
      "Subject: x\nMessage-ID: <a@x>\n"
        + Self.multipart(Self.plain, Self.file("a", Self.base64, packed)),
      as: "cur/1:2,S"
    )
    let mailbox = try await fixture.open().refreshed()
    let stub = try await mailbox.firstMessage()
    let attachment = try #require(try await mailbox.message(stub).attachments.first)
    #expect(try await mailbox.content(of: attachment, in: stub) == content)
    try fixture.add("Subject: x\nMessage-ID: <a@x>\n\nNothing here.\n", as: "cur/1:2,S")
    await #expect(throws: MailError.attachmentGone(name: "a")) {
      try await mailbox.content(of: attachment, in: stub)
    }
    try fixture.delete("cur/1:2,S")
    await #expect(throws: MailError.self) { try await mailbox.content(of: attachment, in: stub) }
  }
}
