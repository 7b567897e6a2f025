import Foundation
import MailTextTesting
import Testing

@testable import MailText

struct BrokenHeaderTests {
  @Test(arguments: [
    "Received: from a by b\n", "X-Spam-Score: 5\n", "DKIM-Signature: v=1; a=x\n",
    "Organization: a\n", "List-Id: <a>\n", "Subject: x\n",
  ])
  func aLineThatIsNoFieldEndsNothingWhereFieldsFollow(field: String) {
    for junk in ["rubbish\n", "wrapped here\nand here: no, there\n", "bWFpbA==\nbWFpbA\n"] {
      let head = parse("From: Ann <a@x>\n\(junk)\(field)Message-ID: <a@x>\nSubject: x\n\nbody\n")
      #expect(head.subject == "x")
      #expect(head.messageID == "a@x")
      #expect(head.snippet == "body")
    }
  }

  @Test(arguments: [
    "Hello there,\nNote: this", "Hello there,\nPS: this", "see\nhttp://a.example/x",
  ])
  func textBelowTheFieldsIsTextWithoutAnEmptyLineAboveIt(text: String) {
    let head = parse("Subject: x\nMessage-ID: <a@x>\n\(text)\n\nmore\n")
    #expect(head.subject == "x")
    #expect(head.snippet == text.replacingOccurrences(of: "\n", with: " ") + " more")
  }

  @Test func fieldsFarBelowBelongToTheText() {
    let text = String(repeating: "word\n", count: 20)
    let head = parse("From: Ann <a@x>\n\(text)Subject: x\n\nbody\n")
    #expect(head.subject == "")
    #expect(head.snippet.hasPrefix("word word"))
  }

  @Test func aByteOrderMarkHidesNoField() {
    #expect(parse("\u{FEFF}Subject: x\n\nbody\n").subject == "x")
    #expect(parse("\u{FEFF}Subject: x\n\nbody\n").snippet == "body")
    #expect(parse("\u{FEFF}body\n").snippet == "body")
  }

  @Test func aFirstLineThatIsNoFieldIsText() {
    let head = parse("Hello there\nSubject: x\nFrom: Ann <a@x>\n\nbody\n")
    #expect(head.subject == "x")
    #expect(head.senders == ["Ann"])
    #expect(head.snippet == "Hello there body")
  }

  @Test func textAboveAndBelowTheFieldsIsShown() {
    let head = parse("Hello\nSubject: x\nthere, all\nis well\n\nbody\n")
    #expect(head.subject == "x")
    #expect(head.snippet == "Hello there, all is well body")
    #expect(parse("From here on,\nall is well.\n").snippet == "From here on, all is well.")
  }

  @Test func aFirstLineSpoilsNoEncodedText() {
    let type = "Content-Transfer-Encoding: base64\n"
    #expect(parse("Hello\nSubject: x\n\(type)\nYWJj\n").snippet == "abc")
    let parts = "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nabc\n--b--\n"
    #expect(parse("Hello\nSubject: x\n\(parts)").snippet == "abc")
  }

  @Test(arguments: ["From ann Mon Jan  2 2023\n", ">From ann\n", "From \n"])
  func theLineOfAnMboxIsNoText(line: String) {
    #expect(parse("\(line)Subject: x\n\nbody\n").subject == "x")
    #expect(parse("\(line)Subject: x\n\nbody\n").snippet == "body")
  }

  @Test(arguments: [
    "Hello there,\nall is well.\n", " Hello there,\nall is well.\n",
    "\u{FEFF}Hello there,\nall is well.\n", "Hello there,\n\nall is well.\n",
  ])
  func aMessageWithoutAnyHeaderIsText(text: String) {
    let head = parse(text)
    #expect(head.subject == "")
    #expect(head.senders.isEmpty)
    #expect(head.snippet == "Hello there, all is well.")
  }

  @Test func fieldsBehindManyRecipientsAreFound() {
    let people = (0..<2_500).map { "Person \($0) <person\($0)@a.example>" }.joined(
      separator: ",\n "
    )
    let text = "To: \(people)\nSubject: x\nDate: Mon, 2 Jan 2023 15:04:05 +0000\n\nbody\n"
    let fields = Array(text.utf8)
    fields.withUnsafeBufferPointer { bytes in
      let fields = HeaderFields(bytes, headerLength: bytes.count - 5)
      let header = Header(fields)
      #expect(header.subject == "x")
      #expect(header.date(now: 1_700_000_000) == 1_672_671_845)
      let list = header.addresses(in: .to)
      #expect(list.isCut)
      #expect(list.addresses.first == MailAddress(name: "Person 0", address: "person0@a.example"))
      #expect(list.addresses.last?.address.hasSuffix("@a.example") == true)
    }
  }

  @Test func aBrokenHeaderCutAnywhereIsRead() {
    let texts = [
      "\u{FEFF}From: Dora Dunn dora@dunn.example\nrubbish\nReceived: x; y\nSubject: x\n\nbody\n",
      "Hello\n>From x\nSubject: é\nIn-Reply-To: P <p@x> (a <b>) <c@x>\n\nbody\n",
    ]
    for text in texts.map({ Array($0.utf8) }) {
      for end in 0...text.count { _ = parse(Array(text[..<end])) }
    }
  }

  @Test func linesThatAreNoFieldsCostLittle() {
    for junk in ["a\n", "x y\n", "a b: c\n", " x\n", "\r\n"] {
      let lines = Array(String(repeating: junk, count: 4_000_000 / junk.utf8.count).utf8)
      lines.withUnsafeBufferPointer { _ = HeaderFields($0, headerLength: $0.count) }
    }
  }
}
