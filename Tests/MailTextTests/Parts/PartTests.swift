import MailTextTesting
import Testing

@testable import MailText

/// The parts of a message, and which of them are attachments.
struct PartTests {
  private func mixed(_ parts: String..., type: String = "multipart/mixed") -> MessageHead {
    let body = parts.map { "--b\n\($0)\n" }.joined()
    return parse("Content-Type: \(type); boundary=b\n\n\(body)--b--\n")
  }
  private let text = "Content-Type: text/plain\n\nhi"

  @Test(arguments: [
    "application/text", "application/plain", "plain/text", "plain/plain", "application/x-text",
    "application/txt", "application/xhtml+xml", "application/html", "application/pgp; format=text",
  ])
  func aTextOfAnUnusualTypeIsRead(type: String) {
    let part = "Content-Type: \(type)\n\n<p>The ferry sails.</p>"
    for head in [parse(part), mixed(part), mixed(part, "Content-Type: image/png; name=a.png\n\nx")]
    {
      #expect(head.snippet == (type.contains("html") ? "The ferry sails." : head.snippet))
      #expect(head.snippet.contains("The ferry sails."))
    }
    #expect(mixed(text, "Content-Type: \(type); name=a\n\nx").hasAttachments)
  }

  @Test(arguments: [
    "Content-Type: application/pdf; name=a.pdf\n\nx",
    "Content-Type: application/pdf\nContent-Disposition: attachment\n\nx",
    "Content-Type: application/pdf; name*=utf-8''%C3%A9.pdf\n\nx",
    "Content-Type: application/pdf\nContent-Disposition: inline;\n filename*0*=utf-8''%C3;\n"
      + " filename*1*=%A9.pdf\n\nx",
    "Content-Type: application/ms-tnef; name=winmail.dat\n\nx",
    "Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nx",
    "Content-Type: text/plain\nContent-Disposition: x-log\n\nx",
    "Content-Type: application/pdf\n\nx", "Content-Type: application/pkcs7-mime; name=a.p7m\n\nMII",
    "Content-Type: text/vcard\n\nBEGIN:VCARD", "Content-Type: text/rtf\n\n{\\rtf1 x}",
    "Content-Type: image/png\n\nx", "Content-Type: message/rfc822\n\nSubject: y\n\nz",
  ])
  func whatIsAttachedIsSeen(part: String) {
    let head = mixed(text, part)
    #expect(head.hasAttachments)
    #expect(head.snippet == "hi")
  }

  @Test func aPieceOfAMessageIsShownWithItsNumber() {
    let piece = "Content-Type: message/partial; id=a; number=2; total=5\n\nIt goes on.\n"
    #expect(
      lines(readMessage(piece).passages) == ["enclosed: Part: 2 of 5", "written: It goes on."]
    )
    #expect(parse(piece).snippet == "It goes on.")
    let first =
      "Content-Type: message/partial; id=a; number=1\n\nSubject: x\nFrom: Ann <ann@a.example>"
      + "\nMIME-Version: 1.0\n\nIt begins.\n"
    #expect(lines(readMessage(first).passages).first == "enclosed: Part: 1")
    #expect(parse(first).snippet == "It begins.")
    for end in 0...first.utf8.count { _ = readMessage(String(first.prefix(end))) }
  }

  @Test(arguments: [
    "Content-Type: application/pgp-signature; name=signature.asc\n\nx",
    "Content-Type: application/pkcs7-signature; name=smime.p7s\n"
      + "Content-Disposition: attachment; filename=smime.p7s\n\nx",
    "Content-Type: application/pgp-encrypted\n\nVersion: 1", "Content-Type: text/html\n\n<p>x",
    "Content-Type: message/delivery-status\n\nAction: failed",
  ])
  func otherPartsAreNotAttached(part: String) {
    #expect(!mixed(text, part).hasAttachments)
  }

  @Test func aPictureOfAPageIsNotAttached() {
    let page = "Content-Type: text/html\n\n<p>hi<img src=cid:a>"
    for type in ["image/png; name=a.png", "image/png", "application/x-font"] {
      let picture = "Content-Type: \(type)\nContent-ID: <a>\n\nx"
      #expect(!mixed(page, picture, type: "multipart/related").hasAttachments)
    }
  }

  @Test func aMessageThatIsOnlyAFileHasNoWords() {
    let head = parse("Subject: x\nContent-Type: application/pdf; name=a.pdf\n\n%PDF")
    #expect(head.hasAttachments)
    #expect(head.snippet.isEmpty)
  }

  @Test func whatIsEncryptedIsCalledSo() {
    let pgp = mixed(
      "Content-Type: application/pgp-encrypted\nContent-Disposition: attachment\n\nVersion: 1",
      "Content-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----",
      type: "multipart/encrypted; protocol=\"application/pgp-encrypted\""
    )
    #expect(SnippetMark(snippet: pgp.snippet) == .encrypted)
    #expect(!pgp.hasAttachments)
    let smime = parse(
      "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\n"
        + "Content-Disposition: attachment; filename=smime.p7m\n"
        + "Content-Transfer-Encoding: base64\n\nMIIB\n"
    )
    #expect(SnippetMark(snippet: smime.snippet) == .encrypted)
    #expect(!smime.hasAttachments)
  }

  @Test func ofASignedMessageTheTextIsShown() {
    let head = mixed(
      text,
      "Content-Type: application/pgp-signature\n\nx",
      type: "multipart/signed; protocol=\"application/pgp-signature\"; micalg=pgp-sha256"
    )
    #expect(head.snippet == "hi")
    #expect(!head.hasAttachments)
  }

  @Test(arguments: ["../../etc/boot.pdf", "/home/ada/boot.pdf", "./boot.pdf", "boot.pdf"])
  func ofAPathOnlyTheNameIsShown(path: String) {
    let part = "Content-Type: application/pdf; name=\"\(path)\"\n\nx"
    let mail = readMessage("Content-Type: multipart/mixed; boundary=b\n\n--b\n\(part)\n--b--\n")
    #expect(mail.attachments.map(\.name) == ["boot.pdf"])
  }

  @Test func textOfAnOddTypeIsText() {
    #expect(mixed("Content-Type: application/plain\n\nhi").snippet == "hi")
    #expect(mixed("Content-Type: application/plain; name=a.txt\n\nhi").hasAttachments)
  }

  @Test func aByteOrderMarkCountsBeforeALabel() {
    let type = "Content-Type: text/plain; charset=utf-16be\nContent-Transfer-Encoding: base64"
    #expect(parse("\(type)\n\n//5oAGkA\n").snippet == "hi")
  }

  @Test func anUnknownKindOfTextGivesWay() {
    for type in ["text/xhtml", "text/x-other"] {
      let parts = [
        "Content-Type: text/plain\n\nhi", "Content-Type: \(type)\n\n<b>Long words for you</b>",
      ]
      #expect(mixed(parts[0], parts[1], type: "multipart/alternative").snippet == "hi")
      #expect(mixed(parts[1], type: "multipart/alternative").snippet.contains("Long words"))
    }
  }

  @Test func certificatesAloneAreAFile() {
    let read = readMessage(
      "Content-Type: application/pkcs7-mime; smime-type=certs-only; name=a.p7c\n"
        + "Content-Transfer-Encoding: base64\n\nAAAA\n"
    )
    #expect(read.attachments.map(\.name) == ["a.p7c"])
    #expect(read.remarks == [])
  }

  @Test func ofABounceTheExplanationIsShown() {
    let head = mixed(
      "\nYour mail could not be delivered.",
      "Content-Type: message/delivery-status\n\nReporting-MTA: dns; a.example\n\nAction: failed",
      "Content-Type: message/rfc822\n\nSubject: y\n\nold",
      type: "multipart/report; report-type=delivery-status"
    )
    #expect(head.snippet == "Your mail could not be delivered.")
    #expect(!head.hasAttachments)
  }

  @Test func ofABounceAFileMayHaveTheReason() {
    let head = mixed(
      "Content-Type: message/delivery-status; name=details.txt\n\nAction: failed\n"
        + "Diagnostic-Code: smtp; 552 box full",
      "Content-Type: message/rfc822\n\nSubject: y\n\nold",
      type: "multipart/report; report-type=delivery-status"
    )
    #expect(head.snippet == "552 box full")
    #expect(head.hasAttachments)
  }

  @Test func ofAMessageInAMessageTheTextIsShown() {
    let head = parse("Subject: x\nContent-Type: message/rfc822\n\nSubject: y\n\ninner\n")
    #expect(head.snippet == "inner")
    #expect(head.subject == "x")
  }

  @Test func partsWithoutABoundaryAreShownAsTheyLie() {
    #expect(
      parse("Content-Type: multipart/mixed\n\nOne\n--b\n\nx\n--b--\n").snippet == "One --b x --b--"
    )
    #expect(
      parse("Content-Type: multipart/mixed; boundary=\"\"\n\n--\n\nx\n----\n").snippet == "x"
    )
  }

  @Test func aPartThatIsCutIsRead() {
    let head = parse("Content-Type: multipart/mixed; boundary=b\n\n--b\n\nfirst words")
    #expect(head.snippet == "first words")
  }

  @Test func base64ThatIsCutOrBrokenIsReadAsFarAsItGoes() {
    func base64(_ text: String) -> String {
      parse("Content-Transfer-Encoding: base64\n\n\(text)").snippet
    }
    #expect(base64("aGVsbG8gd29ybGQ") == "hello wor" || base64("aGVsbG8gd29ybGQ") == "hello world")
    #expect(base64("aGVs!!bG8=\n\nfooter").hasPrefix("hello"))
  }

  @Test func theSignatureOfAFileIsAttached() {
    for type in ["application/pkcs7-signature", "application/pgp-signature"] {
      let file = "Content-Type: application/pdf; name=contract.pdf\n\nx"
      let signature = "Content-Type: \(type); name=contract.pdf.p7s\n\nx"
      let mail = readMessage(
        "Content-Type: multipart/mixed; boundary=b\n\n--b\n\(text)\n--b\n\(file)\n--b\n\(signature)\n--b--\n"
      )
      #expect(mail.attachments.map(\.name) == ["contract.pdf", "contract.pdf.p7s"])
      #expect(!mail.remarks.contains(.signed))
    }
  }

  @Test func theSignatureOfAMessageHasAnyName() {
    let signature = "Content-Type: application/pkcs7-signature; name=mail.p7s\n\nx"
    let mail = readMessage(
      "Content-Type: multipart/signed; boundary=b\n\n--b\n\(text)\n--b\n\(signature)\n--b--\n"
    )
    #expect(mail.attachments.isEmpty && mail.remarks == [.signed])
  }

  // MARK: Bytes that are never hidden

  @Test(arguments: [
    "--b and words\nContent-Type: text/plain\n\nhi\n--b--\n", "--b--\nhi\n", "hi\n--b--\n",
    "--b Content-Type: text/plain\n\nhi\n--b--\n", "--b\n\nhi\n--b-- The End\n",
    "--b\n\n--b--\n--b\n\nhi\n--b--\n", "hi\n", "--c\n\nhi\n--c--\n",
  ])
  func theWordsOfABrokenMultipartAreShown(body: String) {
    for type in ["multipart/mixed", "multipart/alternative", "text/html"] {
      let mail = readMessage("Content-Type: \(type); boundary=b\n\n\(body)")
      let shown = mail.passages.map(\.text).joined(separator: " ")
      #expect(shown.contains("hi"), "\(type) \(shown)")
      #expect(!body.contains("words") || shown.contains("and words") || type == "text/html")
    }
  }

  @Test func aTextWithABoundaryIsDivided() {
    for type in ["text/html", "text/plain"] {
      let mail = readMessage(
        "Content-Type: \(type); boundary=\"b\"\n\n--b\n\(text)\n--b\nContent-Type: application/pdf\n\nx\n--b--\n"
      )
      #expect(mail.passages.map(\.text) == ["hi"])
      #expect(mail.attachments.map(\.type) == ["application/pdf"])
      let plain = readMessage("Content-Type: \(type); boundary=b\n\nhi\n--\nAnn\n")
      #expect(plain.passages.first?.text.hasPrefix("hi") == true)
    }
  }
}
