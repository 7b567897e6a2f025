import MailTextTesting
import Testing

@testable import MailText

/// Dates, addresses and broken headers.
struct MessageHeaderTests {
  private func date(_ text: String, now: Int64 = 1_700_000_000) -> Int64 {
    var bytes = Array("Date: \(text)\n\n".utf8)
    let excerpt = MessageExcerpt(headerLength: bytes.count, bodyLength: 0, isCut: false)
    return bytes.withUnsafeMutableBufferPointer {
      MessageParser.parse($0, excerpt: excerpt, received: 7, now: now).head.date
    }
  }

  @Test(arguments: [
    "Mon, 02 Jan 2006 15:04:05 -0700", "2 Jan 2006 22:04:05 GMT", "Mon, 2 Jan 06 22:04:05 +0000",
    "Mon, 02 Jan 2006 22:04:05 (a (nested) comment) +0000", "02 Jan 2006 17:04:05 EST",
    "Mon, 2 Jan 2006 14:04:05 PST", "Mon, 02 Jan 2006 22:04:05", "Mon Jan  2 22:04:05 2006",
    "Mon,\n 02 Jan 2006\n 15:04:05 -0700", "Mon, 02 Jan 2006 22:04:05 UT",
    "Mon, 02 Jan 2006 15:04:05 -0700 (MST)", "Mon, 02-Jan-2006 22:04:05 +0000",
  ])
  func datesOfManyFormsAreRead(text: String) {
    #expect(date(text) == 1_136_239_445)
  }

  @Test(arguments: [
    "", "yesterday", "Thu, 1 Jan 1970 00:00:00 +0000", "Fri, 1 Jan 2100 00:00:00 +0000",
    "Mon, 02 Jan 20066 15:04:05 -0700", "99999999999999999999",
    "Sun, 31 Dec 1899 00:00:00 +0000", "Mon, 32 Jan 2006 15:04:05 -0700", "-1", "\u{0}",
    "Mon, 02 Jan 9223372036854775807 15:04:05",
  ])
  func otherDatesGiveWayToTheTimeOfReceipt(text: String) {
    #expect(date(text) == 7)
  }

  @Test func aClockThatIsAbsurdSpoilsNoDate() {
    let text = "Mon, 02 Jan 2023 15:04:05 +0000"
    for now: Int64 in [0, 5, 1_700_000_000, 4_102_444_800, -1] {
      #expect(date(text, now: now) == 1_672_671_845)
    }
    #expect(date("Fri, 1 Jan 2150 00:00:00 +0000", now: 0) == 7)
  }

  @Test(arguments: [
    ("Ann <ann@a.example>", ["Ann"]), ("ann@a.example (Ann)", ["Ann"]),
    ("<ann@a.example>", ["ann@a.example"]),
    ("\"Doe, Ann\" <ann@a.example>, Bob <b@b.example>", ["Doe, Ann", "Bob"]),
    ("Ann\n <ann@a.example>", ["Ann"]), ("\"\" <ann@a.example>", ["ann@a.example"]),
    ("Undisclosed:;", ["Undisclosed"]), ("Ann <ann@a.example", ["Ann"]), ("Ann", ["Ann"]),
    ("=?utf-8?Q?=22Ann=22?= <ann@a.example>", ["Ann"]),
    ("\"=?utf-8?Q?J=C3=B6rg?=\" <j@a.example>", ["Jörg"]),
    ("Dr. Ann J. Doe <ann@a.example>", ["Dr. Ann J. Doe"]),
    ("\"Ann Doe\", <ann@a.example>", ["Ann Doe"]),
  ])
  func writersAreNamed(field: String, names: [String]) {
    #expect(parse("From: \(field)\n\n").senders == names)
  }

  @Test(arguments: [
    "In-Reply-To: <a@x> (as sent by Bo)", "In-Reply-To: (c) <a@x>", "In-Reply-To: a@x (of <b@x>)",
    "In-Reply-To: (Bo \\) said <b@x>) <a@x>", "In-Reply-To: (<a@x>)", "References: a@x (<b@x>)",
    "In-Reply-To: <q@x> (of Bo (at sea)) <a@x>",
  ])
  func aCommentNamesNoParent(field: String) {
    let parents = field.contains("<q@x>") ? ["q@x", "a@x"] : ["a@x"]
    #expect(parse("\(field)\n\n").references == parents)
  }

  @Test(arguments: ["(c) <a@x>", "(<b@x>) <a@x>", "<a@x> (c)", "(c) a@x", "<a (c) @x>"])
  func aCommentIsNoID(field: String) {
    #expect(parse("Message-ID: \(field)\n\n").messageID == "a@x")
  }

  @Test func controlsInANameAreNotShown() {
    #expect(
      parse("From: \"A\u{1}n\u{202E}n\" <ann@a.example>\n\n").senders == ["A nn <ann@a.example>"]
    )
    #expect(parse("From: \"An\u{0}n\" <ann@a.example>\n\n").senders == ["An?n"])
  }

  @Test(arguments: [
    ("Crew: Ann <a@a.example>, b@b.example;", ["Ann", "b@b.example"]),
    ("Crew: Ann <a@a.example>;, b@b.example", ["Ann", "b@b.example"]),
    ("undisclosed-recipients:;", ["undisclosed-recipients"]),
    ("Ticket 12: Harbour [H] <t@a.example>", ["Ticket 12: Harbour [H]"]),
    ("Ann <a@a.example>; b@b.example", ["Ann", "b@b.example"]),
    ("\"Lee; Ann\" <a@a.example>; b@b.example;", ["Lee; Ann", "b@b.example"]),
    ("Crew: Ann <a@a.example>; Bo <b@b.example>; c@c.example", ["Ann", "Bo", "c@c.example"]),
  ])
  func theMembersOfAGroupAreNamed(field: String, names: [String]) {
    #expect(parse("From: \(field)\n\n").senders == names)
  }

  @Test func withoutFromAnotherFieldNamesTheWriter() {
    #expect(parse("From: \nSender: Ann <a@a.example>\n\n").senders == ["Ann"])
    #expect(parse("From: <>\nReply-To: Ann <a@a.example>\n\n").senders == ["Ann"])
    #expect(parse("To: Ann <a@a.example>\n\n").senders.isEmpty)
  }

  @Test func rawEightBitNamesAreRead() {
    #expect(parse("From: Jörg <j@a.example>\n\n").senders == ["Jörg"])
    let latin = Array("From: J".utf8) + [0xF6] + Array("rg <j@a.example>\n\n".utf8)
    #expect(parse(latin).senders == ["Jörg"])
  }

  @Test func aFieldThatComesTwiceIsReadOnce() {
    let head = parse(
      "Subject: one\nSubject: two\nMessage-ID: <a@x>\nMessage-ID: <b@x>\nFrom: Ann <a@x>\n"
        + "From: Bob <b@x>\n\n"
    )
    #expect(head.subject == "one")
    #expect(head.messageID == "a@x")
    #expect(head.senders == ["Ann"])
  }

  @Test func severalFieldsOfRecipientsAreJoined() {
    let read = readMessage(
      "From: Ann <ann@a>\nTo: Bo <bo@b>\nCc: c@c,\n d@d\nTo: e@e,\n f@f\nCc: g@g\nReply-To: h@h\n"
        + "Reply-To: i@i\nSubject: x\n\n"
    )
    #expect(read.to.addresses.map(\.address) == ["bo@b", "e@e", "f@f"])
    #expect(read.cc.addresses.map(\.address) == ["c@c", "d@d", "g@g"])
    #expect(read.replyTo.addresses.map(\.address) == ["h@h", "i@i"])
    let many = readMessage(String(repeating: "To: a@a, b@b\n", count: 10_000) + "\n")
    #expect(many.to.addresses.count == 100 && many.to.isCut)
  }

  @Test func aNameOfMarksKeepsItsAddress() {
    #expect(
      readMessage("From: . <ann@a.example>\n\n").from.addresses.map(\.address) == ["ann@a.example"]
    )
  }

  @Test func namesOfFieldsAreReadInAnyCase() {
    #expect(parse("SUBJECT:x\nmessage-id : <a@x>\n\n").subject == "x")
    #expect(parse("SUBJECT:x\nmessage-id : <a@x>\n\n").messageID == "a@x")
  }

  @Test func anUnfinishedHeaderIsRead() {
    #expect(parse("Subject: x").subject == "x")
    #expect(parse("Subject: x\n").subject == "x")
    #expect(parse("Subject: x\n y").subject == "x y")
    #expect(parse("").subject == "")
    #expect(parse("\n\nbody").snippet == "body")
  }

  @Test func textWithoutAnEmptyLineAboveItIsText() {
    let head = parse("Subject: x\nMessage-ID: <a@x>\nHello there,\nNote: this\n")
    #expect(head.subject == "x")
    #expect(head.snippet == "Hello there, Note: this")
  }

  @Test func rubbishAmongTheFieldsHidesNone() {
    let head = parse("From ann Mon Jan 2\nSubject: x\nrubbish here\nMessage-ID: <a@x>\n\nbody\n")
    #expect(head.subject == "x")
    #expect(head.messageID == "a@x")
    #expect(head.snippet == "body")
  }

  @Test func linesOfAnOldMacAreLines() {
    let head = parse("Subject: x\rFrom: Ann <a@x>\r\rone\rtwo\r")
    #expect(head.subject == "x")
    #expect(head.senders == ["Ann"])
    #expect(head.snippet == "one two")
  }

  @Test func linesOfWindowsAreLines() {
    let head = parse("Subject: x\r\n y\r\nFrom: Ann <a@x>\r\n\r\none\r\ntwo\r\n")
    #expect(head.subject == "x y")
    #expect(head.snippet == "one two")
  }
}
