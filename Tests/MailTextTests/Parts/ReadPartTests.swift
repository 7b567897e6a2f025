import MailTextTesting
import Testing

@testable import MailText

/// The parts of a message that are read.
struct ReadPartTests {
  private func mixed(_ parts: String..., type: String = "multipart/mixed") -> ReadMessage {
    readMessage(Self.multipart(parts, type))
  }

  private static func multipart(
    _ parts: [String],
    _ type: String,
    boundary: String = "b"
  ) -> String {
    "Content-Type: \(type); boundary=\(boundary)\n\n"
      + parts.map { "--\(boundary)\n\($0)\n" }.joined() + "--\(boundary)--\n"
  }

  private let plain = "Content-Type: text/plain\n\nplain words"
  private let page = "Content-Type: text/html\n\n<p>page words"

  @Test func theHeaderIsDecoded() {
    let read = readMessage(
      "From: =?utf-8?Q?J=C3=BCrgen?= <j@a.example>\nTo: Ann <ann@a.example>,\n bob@b.example\n"
        + "Cc: Team: c@c.example, d@d.example;\nSubject: Re: =?utf-8?B?w6Q=?=\n"
        + "Date: Mon, 02 Jan 2023 15:04:05 +0100\nMessage-ID: <a@x>\n\nHi\n"
    )
    #expect(read.from.text == "Jürgen <j@a.example>")
    #expect(read.to.text == "Ann <ann@a.example>, bob@b.example")
    #expect(read.cc.text == "c@c.example, d@d.example")
    #expect(read.subject == "Re: ä")
    #expect(read.date.timeIntervalSince1970 == 1_672_668_245)
    #expect(read.messageID == "a@x")
    #expect(lines(read.passages) == ["written: Hi"])
  }

  @Test func plainTextIsPreferred() {
    let read = mixed(plain, page, type: "multipart/alternative")
    #expect(lines(read.passages) == ["written: plain words"])
    let backwards = mixed(page, plain, type: "multipart/alternative")
    #expect(lines(backwards.passages) == ["written: plain words"])
  }

  @Test(arguments: ["", "See the page.", "Your program shows no HTML."])
  func aStubOfPlainTextIsNot(stub: String) {
    let long = "Content-Type: text/html\n\n<p>\(String(repeating: "page words ", count: 20))</p>"
    let read = mixed("Content-Type: text/plain\n\n\(stub)", long, type: "multipart/alternative")
    #expect(read.passages.first?.text.hasPrefix("page words") == true)
  }

  @Test func whatIsAttachedToThePageOnlyIsListed() {
    let pdf = "Content-Type: application/pdf; name=a.pdf\nContent-Transfer-Encoding: base64\n\nQUJD"
    let rich = Self.multipart([page, pdf], "multipart/mixed", boundary: "c")
    let read = mixed(plain, rich, type: "multipart/alternative")
    #expect(lines(read.passages) == ["written: plain words"])
    let part = MessagePart([2, 2], "base64")
    let file = Attachment(name: "a.pdf", type: "application/pdf", size: 3, part: part)
    #expect(read.attachments == [file])
  }

  @Test func aPageIsTextAndNothingIsFetched() {
    let read = mixed(
      "Content-Type: text/html\n\n<html><head><style>p{background:url(http://x.example/s)}</style>"
        + "<script>alert(1)</script><link rel=stylesheet href=http://x.example/c></head><body>"
        + "<p onclick=alert(2)>Hello <a href='javascript:alert(3)'>there</a>"
        + "<img src=http://x.example/pixel.gif><iframe src=http://x.example/f></iframe></p>"
        + "<blockquote type=cite><p>old</p></blockquote>"
    )
    #expect(lines(read.passages) == ["written: Hello there", "quoted: > old"])
    #expect(read.attachments.isEmpty)
  }

  @Test func picturesOfAPageAreNotAttached() {
    let picture = "Content-Type: image/png; name=a.png\nContent-ID: <a>\n\nx"
    let read = mixed(page, picture, type: "multipart/related")
    #expect(lines(read.passages) == ["written: page words"])
    #expect(read.attachments.isEmpty)
    #expect(read.pictures.map(\.name) == ["a.png"] && read.pictures.map(\.part?.number) == [[2]])
  }

  @Test(arguments: ["cid:a@x", "CID:a%40x"])
  func whatAPageHasInThePlaceOfAPictureIsItsText(source: String) {
    let page = "Content-Type: text/html\n\n<p>words</p><img src=\"\(source)\" alt='A &amp; B'>"
    let picture = "Content-Type: image/png\nContent-ID: <a@x>\n\nx"
    let other = "Content-Type: image/png\nContent-ID: <b@x>\n\nx"
    let read = mixed(page, picture, other, type: "multipart/related")
    #expect(read.pictures.map(\.alternative) == ["A & B", ""])
  }

  @Test func attachedPicturesAreShownUnlessTheyAreSetAside() {
    func picture(_ disposition: String) -> String {
      "Content-Type: image/png; name=\(disposition).png\n"
        + "Content-Disposition: \(disposition)\n\nx"
    }
    let read = mixed(plain, picture("inline"), picture("attachment"))
    #expect(read.attachments.map(\.name) == ["inline.png", "attachment.png"])
    #expect(read.pictures.map(\.name) == ["inline.png"])
  }

  @Test func whatHasNoNameIsAttached() {
    let read = mixed(
      plain,
      "Content-Type: application/pdf\n\nx",
      "Content-Type: image/png\n\nxy",
      "Content-Type: message/delivery-status\n\nAction: failed",
      "Content-Type: application/pgp-encrypted\n\nVersion: 1"
    )
    #expect(lines(read.passages) == ["written: plain words", "enclosed: Action: failed"])
    #expect(read.attachments.map(\.type) == ["application/pdf", "image/png"])
    #expect(read.attachments.map(\.name) == ["", ""])
  }

  @Test(arguments: ["multipart/related", "multipart/report"])
  func whatBelongsToAPageOrAReportIsNot(type: String) {
    let read = mixed("Content-Type: application/x\n\nx", plain, type: type)
    #expect(lines(read.passages) == ["written: plain words"])
    #expect(read.attachments.isEmpty)
  }

  @Test func aMessageInTheMessageIsReadBelowItsHeader() {
    let inner = "From: Ann <ann@a.example>\nSubject: Inner\n\nInner words\n> old"
    let read = mixed(plain, "Content-Type: message/rfc822\n\n\(inner)")
    #expect(
      lines(read.passages) == [
        "written: plain words", "enclosed: From: Ann <ann@a.example>/Subject: Inner",
        "written: Inner words", "quoted: > old",
      ]
    )
  }

  @Test func whatIsEncryptedOrSignedIsSaid() {
    let pgp = mixed(
      "Content-Type: application/pgp-encrypted\n\nVersion: 1",
      "Content-Type: application/octet-stream; name=e.asc\n\n-----BEGIN PGP MESSAGE-----",
      type: "multipart/encrypted"
    )
    #expect(pgp.remarks == [.encrypted] && pgp.passages.isEmpty && pgp.attachments.isEmpty)
    let smime = readMessage("Content-Type: application/pkcs7-mime; name=smime.p7m\n\nx")
    #expect(smime.remarks == [.encrypted])
    let signed = mixed(
      plain,
      "Content-Type: application/pgp-signature; name=s.asc\n\nx",
      type: "multipart/signed"
    )
    #expect(lines(signed.passages) == ["written: plain words"])
    #expect(signed.remarks == [.signed] && signed.attachments.isEmpty)
  }

  @Test(arguments: ["application/pkcs7-mime", "application/x-pkcs7-mime"])
  func whatIsPackedToBeSignedIsNotEncrypted(type: String) {
    for parameter in ["smime-type=signed-data", "SMIME-Type=\"Signed-Data\""] {
      let read = readMessage("Content-Type: \(type); \(parameter); name=smime.p7m\n\nxy")
      #expect(read.remarks == [.signed])
      let file = Attachment(name: "smime.p7m", type: type, size: 2, part: MessagePart([1], ""))
      #expect(read.attachments == [file])
    }
    let enveloped = readMessage("Content-Type: \(type); smime-type=enveloped-data\n\nx")
    #expect(enveloped.remarks == [.encrypted] && enveloped.attachments.isEmpty)
  }

  @Test func namesAreOnOneLineAndTurnNoDirection() {
    let read = mixed(
      "Content-Type: application/x; name*=utf-8''gpj.%E2%80%AEfdp%0Aexe\n\nx",
      "Content-Type: application/y\nContent-Disposition: attachment\n\nxy"
    )
    #expect(read.attachments.map(\.name) == ["gpj.fdp exe", ""])
    #expect(read.attachments.map(\.size) == [1, 2])
  }

  @Test func aDamagedMessageIsShownAsItLies() {
    let read = readMessage("Content-Type: multipart/mixed; boundary=b\n\nNo boundary here.\n")
    #expect(lines(read.passages) == ["written: No boundary here."])
    #expect(read.remarks == [.damaged])
  }

  @Test func anEmptyMessageHasNothing() {
    for text in ["", "Subject: x\n", "Subject: x\n\n", "\n\n"] {
      let read = readMessage(text)
      #expect(read.passages.isEmpty && read.attachments.isEmpty && read.remarks.isEmpty)
    }
    #expect(readMessage("Content-Type: image/png\n\nx").attachments.map(\.type) == ["image/png"])
  }

  @Test func aMessageThatWasCutSaysSo() {
    #expect(readMessage(Array("Subject: x\n\nHi".utf8), isCut: true).remarks == [.messageCut])
  }
}
