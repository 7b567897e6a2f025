import IMAP
import MailTextTesting
import Testing

@testable import Mail

/// Messages for which a server does not send everything that a row needs.
@Suite struct MissingRowTests {
  private static let now: Int64 = 1_800_000_000

  /// A FETCH response with the content of a row.
  private func row(
    _ number: UInt32,
    flags: String? = "FLAGS (\\Seen)",
    header: String? = "Subject: In the header\r\n\r\n",
    text: String? = "The text"
  ) -> String {
    let fields = "BODY[HEADER.FIELDS (SUBJECT)]"
    let items = [
      "UID \(number + 100)", flags, "INTERNALDATE \"15-Jun-2025 16:06:40 +0000\"",
      header.map { "\(fields) \(literal($0))" }, text.map { "BODY[TEXT]<0> \(literal($0))" },
    ]
    return line(number, items.compactMap { $0 })
  }

  private func line(_ number: UInt32, _ items: [String]) -> String {
    "* \(number) FETCH (\(items.joined(separator: " ")))\r\n"
  }

  private func literal(_ text: String) -> String { "{\(text.utf8.count)}\r\n\(text)" }

  /// Fetches the messages 1 and 2.
  ///
  /// - Parameters:
  ///   - answers: the responses to each flight.
  ///   - last: the last sequence number requested, where there may be no message.
  /// - Returns: the rows, and the commands of each flight.
  private func fetch(
    _ answers: [String],
    _ kind: Status.Kind = .ok,
    upTo last: UInt32? = nil
  ) throws -> (rows: RowFetch, sent: [[String]]) {
    var rows = RowFetch(now: Self.now)
    rows.begin(NumberSet(1...(last ?? 2)), isByUID: false, areThere: last == nil)
    var sent: [[String]] = []
    for answer in answers {
      let commands = try rows.rowCommands
      #expect(!commands.isEmpty)
      sent.append(commands.map { String($0.description.dropFirst(2)) })
      let tags = commands.indices.map { "T\($0)" }
      var recorder = FlightRecorder(Flight(commands), tags: tags, folder: nil)
      for response in try responses(answer) { recorder.take(response) }
      for tag in tags { recorder.take(.tagged(tag: tag, Status(sent.count == 1 ? .ok : kind))) }
      try rows.takeRows(recorder.answers)
    }
    #expect(rows.hasRows)
    return (rows, sent)
  }

  private static let whole = "(UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[]<0.32768>)"

  @Test func aServerThatSendsAllIsAskedOnce() throws {
    let (rows, _) = try fetch([row(1) + row(2)])
    #expect(rows.messages.map(\.head.subject) == ["In the header", "In the header"])
    #expect(rows.messages.map(\.head.snippet) == ["The text", "The text"])
  }

  @Test func flagsThatDoNotComeAreAskedForOnceMoreAlone() throws {
    let second = line(2, ["UID 102 FLAGS (\\Seen) BODY[]<0> NIL"])
    let (rows, sent) = try fetch([row(1) + row(2, flags: nil), second])
    #expect(sent.last == ["FETCH 2 \(Self.whole)"])
    #expect(rows.messages.map(\.flags) == [.seen, .seen])
    #expect(rows.messages.last?.head.subject == "In the header")
  }

  /// The header is missing from the response, is empty, or has only the empty line at its end.
  @Test(arguments: [nil, "", "\r\n"])
  func aHeaderThatDoesNotComeIsReadFromTheWholeMessage(_ header: String?) throws {
    let message = "Subject: In the message\r\n\r\nIts text"
    let second = line(2, ["UID 102 FLAGS () BODY[]<0> \(literal(message))"])
    let (rows, sent) = try fetch([row(1) + row(2, header: header, text: nil), second])
    #expect(sent.last == ["FETCH 2 \(Self.whole)"])
    #expect(rows.messages.map(\.head.subject) == ["In the header", "In the message"])
    #expect(rows.messages.last?.head.snippet == "Its text")
    #expect(rows.skipped(in: "INBOX").isEmpty)
  }

  /// Message 2 arrives meanwhile and is gone when it is requested; then message 3 arrives.
  @Test func messagesOfWhichNothingButFlagsHasComeHaveNoRows() throws {
    func news(_ number: UInt32) -> String { line(number, ["UID \(number + 100) FLAGS ()"]) }
    let (rows, sent) = try fetch([row(1) + news(2), news(3)], upTo: 9)
    #expect(sent.last == ["FETCH 2 \(Self.whole)"])
    #expect(rows.messages.map(\.head.subject) == ["In the header"])
    #expect(rows.skipped(in: "INBOX").isEmpty)
  }

  @Test func aMessageWhoseHeaderIsRefusedAfterItHasBegunHasARow() throws {
    var rows = RowFetch(now: Self.now)
    rows.begin(NumberSet(5...5), isByUID: true)
    var sent: [String] = []
    while !rows.hasRows {
      let commands = try rows.rowCommands
      sent += commands.map { String($0.description.dropFirst(2)) }
      var recorder = FlightRecorder(Flight(commands), tags: ["T0"], folder: nil)
      let part = line(1, ["UID 5", "FLAGS ()", "BODY[HEADER.FIELDS (SUBJECT)] NIL"])
      let answer = part + "T0 NO [SERVERBUG] cannot be read\r\n"
      for response in try responses(answer) { recorder.take(response) }
      try rows.takeRows(recorder.answers)
    }
    #expect(sent.last == "UID FETCH 5 \(Self.whole)")
    #expect(rows.messages.map(\.uid) == [5])
    #expect(rows.messages.first?.head.snippet == "The server does not send this message.")
  }

  @Test func manyMessagesThatDoNotComeAreAskedForEachByItself() throws {
    let again = SetFetch.again(NumberSet(1...150), MessageItems.whole, isByUID: true)
    #expect(again.asked.count == 150)
    #expect(try again.commands.allSatisfy { !$0.description.contains(":") })
    let more = SetFetch.again(NumberSet(1...300), MessageItems.whole, isByUID: true)
    #expect(try more.commands.first?.description.contains("1:10 ") == true)
  }

  @Test func aWholeHeaderInPlaceOfItsFieldsIsTaken() throws {
    let whole = row(1).replacing("HEADER.FIELDS (SUBJECT)", with: "HEADER")
    let (rows, _) = try fetch([whole + row(2)])
    #expect(rows.messages.map(\.head.subject) == ["In the header", "In the header"])
  }

  @Test func aMessageWithNeitherHeaderNorTextHasARowThatSaysSo() throws {
    let nothing = line(2, ["UID 102 FLAGS () BODY[]<0> NIL"])
    let (rows, _) = try fetch([row(1) + row(2, header: nil, text: nil), nothing])
    #expect(rows.messages.count == 2)
    #expect(rows.messages.last?.head.snippet == "The server does not send this message.")
    #expect(rows.messages.last?.arrived == 1_750_003_600)
  }

  @Test func twoMessagesWithoutAHeaderAreNotCopiesOfEachOther() throws {
    let (rows, _) = try fetch([row(1, header: "") + row(2, header: ""), ""])
    #expect(rows.messages.map(\.head.snippet) == ["The text", "The text"])
    #expect(Set(rows.messages.map(\.head.messageID)).count == 2)
  }

  @Test func aMessageOfWhichNothingComesIsAskedForOnceMoreAndLeftOut() throws {
    let (rows, sent) = try fetch([row(1), ""])
    #expect(sent.last == ["FETCH 2 \(Self.whole)"])
    #expect(rows.messages.count == 1)
    #expect(rows.skipped(in: "INBOX").count == 1)
  }

  @Test func newsOfAMessageThatHasComeIsNoReasonToAskForIt() throws {
    let news = line(1, ["UID 101 FLAGS ()"])
    let second = line(2, ["UID 102 FLAGS () BODY[]<0> \(literal("Subject: Two\r\n\r\n"))"])
    let (rows, sent) = try fetch([row(1), news + second])
    #expect(sent.count == 2)
    #expect(rows.messages.map(\.head.subject) == ["In the header", "Two"])
  }

  @Test(arguments: [Status.Kind.no, .bad])
  func aSecondTryThatIsRefusedLeavesTheOthersAlone(_ kind: Status.Kind) throws {
    let (rows, _) = try fetch([row(1) + row(2, header: nil), ""], kind)
    #expect(rows.messages.map(\.head.snippet) == ["The text", "The text"])
  }

  // MARK: Arrivals

  private func message(arrived: String, text: String = "Hello") throws -> ServerMessage {
    let header = "Date: Sun, 15 Jun 2025 16:06:40 +0000\r\nMessage-ID: <1@example.org>\r\n\r\n"
    let items = [
      "UID 7 FLAGS ()", "INTERNALDATE \"\(arrived)\"", "BODY[HEADER.FIELDS (DATE)]",
      literal(header), "BODY[TEXT]<0>", literal(text),
    ]
    guard case .fetch(let message) = try responses(line(1, items)).first else {
      throw ResponseError.malformed
    }
    return try #require(ServerMessage(message, now: Self.now))
  }

  @Test(arguments: [
    "01-Jan-1970 00:00:00 +0000", "31-Dec-1969 23:59:59 -0100", "15-Jun-25 16:06:40 +0000",
    "01-Jan-1980 00:00:00 +0000", "01-Jan-0001 00:00:00 +0000", "07-Feb-2106 06:28:15 +0000",
  ])
  func anAbsurdArrivalCountsAsNone(_ arrived: String) throws {
    let message = try message(arrived: arrived)
    #expect(message.head.date == 1_750_003_600)
    #expect(message.arrived == 1_750_003_600)
  }

  @Test func anArrivalFromBeforeTheDateInTheHeaderCounts() throws {
    #expect(try message(arrived: "01-Jun-2025 16:06:40 +0000").head.date == 1_748_880_400)
  }

  // MARK: Copies

  @Test func aForgedCopyIsAnotherMessage() throws {
    func fingerprint(_ text: String) throws -> Int64 {
      try message(arrived: "15-Jun-2025 16:06:40 +0000", text: text).head.fingerprint
    }
    #expect(try fingerprint("Pay Ann.\r\n") != fingerprint("Pay Bob.\r\n"))
    #expect(try fingerprint("Pay Ann.\r\n") == fingerprint("Pay Ann.\r\n"))
    let long = String(repeating: "Words. ", count: 100)
    #expect(try fingerprint(long) == fingerprint(String(long.prefix(MessageItems.beginning))))
  }
}
