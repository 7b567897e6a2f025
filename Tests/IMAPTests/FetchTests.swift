import Testing

@testable import IMAP

struct FetchTests {
  @Test func allItemsAreRead() throws {
    let message = try fetched(
      "UID 9 FLAGS (\\Seen a) INTERNALDATE \"17-Jul-1996 02:44:25 -0700\" MODSEQ (12) "
        + "RFC822.SIZE 44827 BODY[HEADER] {2}\nab BODY[1.2] \"x\" BODY[TEXT]<0> NIL"
    )
    #expect(message.sequenceNumber == 1)
    #expect(message.uid == 9)
    #expect(message.flags == ["\\Seen", "a"])
    #expect(message.internalDate == 837_596_665)
    #expect(message.size == 44827)
    #expect(
      message.sections == [
        Section(.header): Array("ab".utf8),
        Section(part: [1, 2], .whole): Array("x".utf8),
        Section(.text): nil,
      ]
    )
  }

  @Test(arguments: [
    ("BODY[]", Section(.whole)),
    ("body[header]", Section(.header)),
    ("BODY.PEEK[TEXT]", Section(.text)),
    ("BODY[HEADER.FIELDS (DATE FROM)]", Section(.headerFields)),
    ("BODY[HEADER.FIELDS (\"DATE\" \"X]\")]", Section(.headerFields)),
    ("BODY[HEADER.FIELDS ({4}\nDATE)]", Section(.headerFields)),
    ("BODY[HEADER.FIELDS.NOT (DATE)]", Section(.headerFields)),
    ("BODY[1]", Section(part: [1], .whole)),
    ("BODY[2.1.MIME]", Section(part: [2, 1], .mime)),
    ("BODY[3.HEADER]", Section(part: [3], .header)),
    ("BODY[3.HEADER.FIELDS (A)]", Section(part: [3], .headerFields)),
    ("BODY[\"1.2\"]<4294967295>", Section(part: [1, 2], .whole)),
    ("BODY[]<0>", Section(.whole)),
    ("BODY[]<7.4096>", Section(.whole)),
  ])
  func aSectionIsFoundByItsKind(name: String, section: Section) throws {
    let message = try fetched("\(name) {3}\nabc UID 4")
    #expect(message.sections == [section: Array("abc".utf8)])
    #expect(message.uid == 4)
  }

  @Test(arguments: [
    "BODY[99999999999]", "BODY[1.X]", "BODY[MIME.1]", "BINARY[1]", "RFC822", "BODY[-1]",
    "X-GM-MSGID", "BINARY.SIZE[1]", "EMAILID", "(x)", "\"x\"", "{1}\nx", "]", "[a]",
  ])
  func whatIsUnknownIsSkippedWithItsValue(name: String) throws {
    for value in ["{3}\n) (", "\"a b\"", "NIL", "(a (b) \"c)\")", "5", "~{1}\nx"] {
      let message = try fetched("FLAGS () \(name) \(value) UID 4")
      #expect(message.sections.isEmpty)
      #expect(message.flags == [])
      #expect(message.uid == 4, "\(name) \(value)")
    }
  }

  @Test func literalsAreKeptByteForByte() throws {
    let bytes = (0...255).map { UInt8($0) }
    var parser = ResponseParser()
    parser.append(serverBytes("* 1 FETCH (BODY[] {256}\n") + bytes + serverBytes(" UID 3)\n"))
    guard case .fetch(let message)? = try parser.next() else {
      Issue.record("no message")
      return
    }
    #expect(message.bytes(of: Section(.whole)) == bytes)
    #expect(message.uid == 3)
  }

  @Test(arguments: [
    ("{0}\n", ""), ("\"\"", ""), ("\"a\\\"b\\\\c\"", "a\"b\\c"), ("{3+}\nabc", "abc"),
    ("~{3}\nabc", "abc"), ("atom", "atom"), ("12", "12"), ("\"\\x\"", "\\x"), ("{x", "{x"),
  ])
  func aStringIsReadHoweverItIsWritten(value: String, expected: String) throws {
    let message = try fetched("BODY[] \(value) UID 3")
    #expect(message.bytes(of: Section(.whole)) == Array(expected.utf8))
    #expect(message.uid == 3)
  }

  @Test func aSectionWithoutBytesIsToldFromAMissingOne() throws {
    let message = try fetched("BODY[1] NIL BODY[2] {0}\n")
    #expect(message.sections[Section(part: [1], .whole)] == .some(nil))
    #expect(message.sections[Section(part: [2], .whole)] == [])
    #expect(message.sections[Section(part: [3], .whole)] == nil)
  }

  @Test(
    arguments: [
      (" 1-Feb-2026 10:00:00 +0130", 1_769_934_600), ("01-Jan-1970 00:00:00 +0000", 0),
      ("31-Dec-1969 23:59:59 +0000", -1), ("29-Feb-2024 12:00:00 -0000", 1_709_208_000),
      ("1-jan-0001 00:00:00 +0000", -62_135_596_800),
      ("31-Dec-9999 23:59:60 +0000", 253_402_300_800),
      ("1-Jan-1970 1:02:03", 3723), ("", nil), ("yesterday", nil),
      ("1-Foo-2020 00:00:00 +0000", nil),
      ("0-Jan-2020 00:00:00 +0000", nil), ("1-Jan-20200 00:00:00 +0000", nil),
      ("1-Jan-2020 24:00:00 +0000", nil), ("1-Jan-2020 00:00 +0000", nil),
      ("1-Jan-2020 00:00:00 0000", nil), ("1-Jan-2020 00:00:00 +00:00", nil),
    ] as [(String, Int64?)]
  )
  func theDateOfArrivalIsReadOrLeftOut(date: String, seconds: Int64?) throws {
    let message = try fetched("INTERNALDATE \"\(date)\" UID 3")
    #expect(message.internalDate == seconds)
    #expect(message.uid == 3)
  }

  @Test(
    arguments: [
      ("UID 4294967296", nil, nil), ("UID 0", nil, nil),
      ("RFC822.SIZE 4294967296", nil, UInt32.max),
      ("RFC822.SIZE 99999999999999999999999999", nil, .max), ("RFC822.SIZE -1", nil, nil),
      ("RFC822.SIZE 1e400", nil, .max), ("RFC822.SIZE 1e300", nil, .max),
      ("MODSEQ (9223372036854775808)", nil, nil), ("MODSEQ 5", nil, nil), ("MODSEQ ()", nil, nil),
      ("UID \"7\"", 7, nil), ("UID (7)", nil, nil),
    ] as [(String, UInt32?, UInt32?)]
  )
  func aNumberThatIsTooLargeDoesNoHarm(item: String, uid: UInt32?, size: UInt32?) throws {
    let message = try fetched("\(item) FLAGS (x)")
    #expect(message.uid == uid)
    #expect(message.size == size)
    #expect(message.flags == ["x"])
  }
}
