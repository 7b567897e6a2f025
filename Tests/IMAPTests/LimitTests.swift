import Testing

@testable import IMAP

/// The limits of a server's responses, beyond which the connection is ended.
struct LimitTests {
  /// The error after a server has sent this text, in one piece or byte by byte.
  private static func error(_ text: String, _ limits: ResponseLimits) -> ResponseError? {
    var whole = ResponseParser(limits: limits)
    whole.append(serverBytes(text))
    var pieces = ResponseParser(limits: limits)
    var error: ResponseError?
    do throws(ResponseError) {
      for byte in serverBytes(text) {
        pieces.append([byte])
        while try pieces.next() != nil {}
      }
    } catch let thrown {
      error = thrown
    }
    do throws(ResponseError) {
      while try whole.next() != nil {}
      #expect(error == nil)
    } catch let thrown {
      #expect(error == thrown)
    }
    return error
  }

  @Test func aLineHasALimitWithItsEnd() {
    let limits = ResponseLimits(line: 12)
    #expect(Self.error("* 1 EXISTS\n* 2 EXISTS\n", limits) == nil)
    #expect(Self.error("* 12 EXISTS\n", limits) == .lineTooLong(limit: 12))
    // The limit also holds for a line that has not ended.
    #expect(Self.error("* 1 EXISTSxx", limits) == nil)
    #expect(Self.error("* 1 EXISTSxxx", limits) == .lineTooLong(limit: 12))
  }

  @Test func theLinesBetweenLiteralsCountTogether() {
    let limits = ResponseLimits(line: 22)
    #expect(
      Self.error("* X {30}\n\(String(repeating: "x", count: 30)) {1}\nx (y)\n", limits) == nil
    )
    let error = Self.error("* X {30}\n\(String(repeating: "x", count: 30)) {1}\nx (yy)\n", limits)
    #expect(error == .lineTooLong(limit: 22))
  }

  @Test func aLiteralHasALimit() {
    let limits = ResponseLimits(literal: 5)
    #expect(Self.error("* X {5}\n12345\n", limits) == nil)
    #expect(Self.error("* X {6}\n", limits) == .literalTooLong(6, limit: 5))
    #expect(Self.error("* X {000000006+}\n", limits) == .literalTooLong(6, limit: 5))
    let digits = String(repeating: "9", count: 400)
    #expect(Self.error("* X {\(digits)}\n", limits) == .literalTooLong(.max, limit: 5))
  }

  @Test func noLimitMakesALiteralOverflow() {
    let limits = ResponseLimits(line: .max, literal: .max, flight: .max)
    let digits = String(repeating: "9", count: 400)
    #expect(Self.error("* X {\(digits)}\n", limits) == .literalTooLong(.max, limit: .max))
  }

  @Test func aFlightHasALimitOverItsResponses() {
    let limits = ResponseLimits(flight: 24)
    #expect(Self.error("* 1 EXISTS\n* 2 EXISTS\n", limits) == nil)
    #expect(Self.error("* 1 EXISTS\n* 12 EXISTS\n", limits) == .flightTooLong(limit: 24))
    // A literal counts as soon as its length is announced.
    #expect(Self.error("* X {15}\n", limits) == .flightTooLong(limit: 24))
    #expect(Self.error("* X {14}\n", limits) == nil)
  }

  @Test func theLimitThatIsPassedFirstIsTheError() {
    #expect(
      Self.error("* 1 EXISTS and more\n", ResponseLimits(line: 8, flight: 10))
        == .lineTooLong(limit: 8)
    )
    #expect(
      Self.error("* 1 EXISTS and more\n", ResponseLimits(line: 10, flight: 8))
        == .flightTooLong(limit: 8)
    )
  }

  @Test(arguments: [
    "+ \n", "*[\n", "* OK\n", "\n", "\r\n", "gibberish\n", "* X\n", "* FLAGS ()\n", "* ID NIL\n",
  ])
  func remarksHaveALimitOverAFlight(_ line: String) {
    let limits = ResponseLimits(remarks: 3)
    func last(_ count: Int) -> ResponseError? {
      var parser = ResponseParser(limits: limits)
      parser.append(serverBytes(String(repeating: line, count: count)))
      parser.append(serverBytes("* 1 EXISTS\n"))
      while true {
        do throws(ResponseError) {
          guard try parser.next() != nil else { return nil }
        } catch  where error == .malformed {
          continue
        } catch {
          return error
        }
      }
    }
    #expect(last(3) == nil)
    #expect(last(4) == .tooManyLines(limit: 3))
    #expect(last(1 << 16) == .tooManyLines(limit: 3))
  }

  @Test func aFlightMayHaveASmallerLimit() throws {
    var parser = ResponseParser(limits: ResponseLimits(flight: 24))
    for (byteLimit, passed) in [(12, 12), (24, 24), (48, 24)] {
      parser.beginFlight(literalLimit: 1, byteLimit: byteLimit)
      parser.append(serverBytes("* 1 EXISTS\n"))
      #expect(try parser.next() == .exists(1))
      var other = parser
      other.append(serverBytes(String(repeating: "x", count: passed - 11)))
      #expect(throws: ResponseError.flightTooLong(limit: passed)) { try other.next() }
    }
  }

  @Test func linesHaveALimitThatGrowsWithTheFolder() throws {
    var parser = ResponseParser(limits: ResponseLimits(lines: 2, remarks: 3))
    func read(_ count: Int) throws -> Int {
      parser.append(serverBytes(String(repeating: "* 1 FETCH ()\n", count: count)))
      var read = 0
      while try parser.next() != nil { read += 1 }
      return read
    }
    #expect(try read(2) == 2)
    parser.beginFlight(literalLimit: 1)
    #expect(try read(2) == 2)
    parser.expect(messages: 3)
    #expect(try read(12) == 12)
    parser.beginFlight(literalLimit: 1, messages: 1)
    #expect(try read(6) == 6)
    #expect(throws: ResponseError.tooManyLines(limit: 6)) { try read(1) }
  }

  @Test func noFolderMakesTheLimitOfLinesUseless() throws {
    var parser = ResponseParser(limits: ResponseLimits(line: 64))
    parser.beginFlight(literalLimit: 1, messages: .max)
    parser.append(serverBytes(String(repeating: "* 1 EXISTS\n", count: 1_100_001)))
    var read = 0
    #expect(throws: ResponseError.tooManyLines(limit: 1_100_000)) {
      while try parser.next() != nil { read += 1 }
    }
    #expect(read == 1_100_000)
  }

  @Test func eachFlightBeginsAnew() throws {
    var parser = ResponseParser(limits: ResponseLimits(literal: 1, flight: 24))
    for _ in 0..<10 {
      parser.beginFlight(literalLimit: 3)
      parser.append(serverBytes("* X {3}\nabc\n"))
      #expect(try parser.next() == .other("X"))
    }
    parser.beginFlight(literalLimit: 2)
    parser.append(serverBytes("* X {3}\n"))
    #expect(throws: ResponseError.literalTooLong(3, limit: 2)) { try parser.next() }
  }

  @Test func nothingIsReadAfterALimitWasPassed() {
    var parser = ResponseParser(limits: ResponseLimits(line: 5))
    parser.append(serverBytes("* 1 EXISTS\n"))
    for _ in 0..<3 {
      #expect(throws: ResponseError.lineTooLong(limit: 5)) { try parser.next() }
      parser.append(serverBytes("* 1\n"))
    }
    #expect(!parser.hasUnreadBytes)
  }

  private static let text = #"("TEXT" "PLAIN" NIL NIL NIL "7BIT" 5 1)"#

  @Test func aStructureHasALimitOfLevels() throws {
    func structure(levels: Int) throws -> FetchedMessage {
      let count = levels - 1
      let end = String(repeating: " \"MIXED\")", count: count)
      let nested = String(repeating: "(", count: count) + Self.text + end
      return try fetched("BODYSTRUCTURE \(nested) UID 3")
    }
    #expect(try structure(levels: 64).structure?.numberedParts.count == 1)
    #expect(try structure(levels: 65).structure == nil)
    #expect(try structure(levels: 65).uid == 3)
    #expect(try structure(levels: 100_000).uid == 3)
  }

  @Test func messagesWithinMessagesAreLevels() throws {
    func structure(levels: Int) throws -> FetchedMessage {
      let begin = #"("MESSAGE" "RFC822" NIL NIL NIL "7BIT" 5 NIL "#
      let nested = String(repeating: begin, count: levels - 1) + Self.text
      return try fetched(
        "BODYSTRUCTURE \(nested)\(String(repeating: " 5)", count: levels - 1)) UID 3"
      )
    }
    #expect(try structure(levels: 64).structure?.numberedParts.count == 64)
    #expect(try structure(levels: 65).structure == nil)
    #expect(try structure(levels: 1000).uid == 3)
  }

  @Test func aStructureHasALimitOfParts() throws {
    func structure(parts: Int) throws -> FetchedMessage {
      let text = String(repeating: Self.text, count: parts - 1)
      let items = "* 1 FETCH (BODYSTRUCTURE (\(text) \"MIXED\") UID 3)\n"
      let responses = try parse(items, limits: ResponseLimits(parts: 10))
      guard case .fetch(let message)? = responses.first else {
        throw UnexpectedResponses(responses)
      }
      return message
    }
    #expect(try structure(parts: 10).structure?.numberedParts.count == 9)
    #expect(try structure(parts: 11).structure == nil)
    #expect(try structure(parts: 11).uid == 3)
  }

  @Test func theDefaultsAreThoseOfTheLimits() throws {
    let long = String(repeating: "x", count: (4 << 20) - 6)
    #expect(try parse("* X \(long)\n").count == 1)
    #expect(throws: ResponseError.lineTooLong(limit: 4 << 20)) { try parse("* X x\(long)\n") }
    #expect(throws: ResponseError.literalTooLong(65_537, limit: 65_536)) {
      try parse("* X {65537}\n")
    }
  }
}
