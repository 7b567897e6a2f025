import Testing

@testable import IMAP

/// Parsing takes time proportional to the number of bytes, for any content and any pieces.
struct ProportionTests {
  /// Quadratic time would take hours.
  @Test(
    .timeLimit(.minutes(120)),
    arguments: ["* X ", "* 1 FETCH (BODY[] \"", "* X {0}\n", "* OK ["]
  )
  func aLongLineComesByteByByte(beginning: String) throws {
    var parser = ResponseParser()
    parser.append(serverBytes(beginning))
    var early = 0
    for _ in 0..<1 << 18 {
      parser.append(CollectionOfOne(UInt8(ascii: "(")))
      if try parser.next() != nil { early += 1 }
    }
    #expect(early == 0)
    parser.append(serverBytes("\n"))
    #expect(try parser.next() != nil)
  }

  @Test(
    .timeLimit(.minutes(120)),
    arguments: [
      "(", ")", "() ", "\"", "\\\" ", "NIL ", "(NIL ", "a ", "[", "BODY[", "BODY[]<", "{1}\n(",
      "{0}\n",
      "(\"MESSAGE\" \"RFC822\" NIL NIL NIL \"7BIT\" 5 NIL ", "(NIL(\"a\" \"b\" (", "BODYSTRUCTURE(",
      "FLAGS(", "BODY[(", "~", "1,", "UID ", "&", "&A", "&-", "/",
    ]
  )
  func aLongLineIsReadInOneGo(repeated: String) throws {
    let text = String(repeating: repeated, count: (1 << 17) / repeated.utf8.count)
    var beginnings = [
      "1 FETCH (", "1 FETCH (BODYSTRUCTURE ", "LIST ", "LIST () \"/\" ", "STATUS x (", "SEARCH ",
    ]
    // The text of a status response has no literals.
    if !text.contains("\n") { beginnings.append("OK [") }
    for beginning in beginnings {
      #expect(try parse("* \(beginning)\(text)\n* 1 EXISTS\n").last == .exists(1))
    }
  }

  /// Uses pieces that never end at the end of a response.
  @Test func memoryIsGivenBackBetweenResponses() throws {
    var parser = ResponseParser()
    let lines = serverBytes(String(repeating: "* 1 FETCH (FLAGS (\\Seen) UID 1)\n", count: 9997))
    var count = 0
    for start in stride(from: 0, to: lines.count, by: 50) {
      parser.append(lines[start..<min(start + 50, lines.count)])
      while try parser.next() != nil { count += 1 }
    }
    #expect(count == 9997)
    #expect(lines.count > 1 << 18)
    #expect(parser.capacity < 1 << 18)
  }

  @Test func memoryIsGivenBackBehindALargeLiteral() throws {
    var parser = ResponseParser()
    let length = 4 << 20
    parser.beginFlight(literalLimit: length)
    parser.append(serverBytes("* 1 FETCH (BODY[] {\(length)}\n"))
    parser.append(repeatElement(UInt8(ascii: "x"), count: length))
    parser.append(serverBytes(")\n"))
    #expect(try parser.next() != nil)
    #expect(try parser.next() == nil)
    #expect(parser.capacity < 1 << 18)
  }
}
