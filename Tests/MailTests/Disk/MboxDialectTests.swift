import Foundation
import MailTextTesting
import Testing

@testable import Mail
@testable import MailText

/// The four dialects of mbox, and further forms that programs write.
struct MboxDialectTests {
  private let layout: Layout
  private let from = "From ann@a.example Mon Jan  2 15:04:05 2023\n"

  init() throws { layout = try Layout() }

  private func ids(_ text: String) async throws -> [String] { try await layout.read(text).ids }

  private func places(_ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    return try layout.scan(text).0.places.map {
      String(decoding: bytes[Int($0.start)..<Int($0.end)], as: UTF8.self)
    }
  }

  /// A message with a Content-Length.
  private func sized(_ id: String, _ body: String, length: Int? = nil) -> String {
    message(id, extra: "Content-Length: \(length ?? body.utf8.count)\n", body: body)
  }

  @Test func quotedFromLinesAreUnquotedInMboxoAndMboxrd() async throws {
    let reader = try await layout.read(
      mboxText(
        message("o@x", body: ">From now on it is quiet.\n"),
        message("rd@x", body: ">>From the depths\n"),
        message("quote@x", body: "> From Bob:\n>> From Ann\nYes.\n")
      )
    )
    #expect(reader.head("o@x")?.snippet == "From now on it is quiet.")
    #expect(reader.head("rd@x")?.snippet != ">>From the depths")
    #expect(reader.head("quote@x")?.snippet == "Yes.")
  }

  @Test(arguments: [
    (">From a\nb\n>From c\n", "From a\nb\nFrom c\n"),
    (">>From a", ">From a"),
    ("> From a\n>Fro", "> From a\n>Fro"),
    ("x\r\n>From a\r\n", "x\r\nFrom a\r\n"),
    ("x >From a\n", "x >From a\n"),
    ("", ""),
  ])
  func oneQuoteIsTaken(quoted: String, plain: String) {
    var bytes = Array("H: >From\n>From x\n\n\(quoted)".utf8)
    let start = bytes.count - quoted.utf8.count
    let count = bytes.withUnsafeMutableBufferPointer { FromLine.unquote($0, from: start) }
    #expect(String(decoding: bytes[start..<count], as: UTF8.self) == plain)
  }

  @Test func unquotedFromLinesInMboxcl2SplitNothing() async throws {
    let body = "See below.\n\n\(from)he wrote: this\n\ninner\n"
    let text = from + sized("a@x", body) + "\n" + from + sized("b@x", "b\n") + "\n"
    #expect(try await ids(text) == ["a@x", "b@x"])
    #expect(try places(text) == [sized("a@x", body), sized("b@x", "b\n")])
  }

  @Test func aBodyIsAsLongAsItSaysWithAndWithoutAnEmptyLine() throws {
    let messages = [sized("a@x", "a\n"), sized("b@x", "b\n"), sized("c@x", "")]
    #expect(try places(messages.map { from + $0 }.joined()) == messages)
    #expect(try places(messages.map { from + $0 + "\n" }.joined()) == messages)
    // Some programs do not count the last line break in Content-Length.
    let short = [sized("a@x", "a", length: 1), sized("b@x", "b", length: 1)]
    #expect(try places(short.map { from + $0 + "\n\n" }.joined()) == short)
  }

  @Test func lyingLengthsAreNotBelieved() throws {
    for length in [0, 1, 5, 40, 390, 100_000, Int.max] {
      let lying = sized("a@x", "Some text\nof two lines.\n", length: length)
      let text = mboxText(lying, message("b@x"), lying, message("c@x"))
      #expect(try places(text) == [lying, message("b@x"), lying, message("c@x")], "\(length)")
    }
    // The length ends exactly before “From ” within a line.
    let text = "abcFrom ann Mon Jan  2 15:04:05 2023\n"
    let lying = sized("a@x", text, length: 3)
    #expect(try places(mboxText(lying)) == [lying])
    for nonsense in ["-5", "x", "", "99999999999999999999", "2 3"] {
      let odd = message("a@x", extra: "Content-Length: \(nonsense)\n")
      #expect(try places(mboxText(odd, odd)) == [odd, odd], "\(nonsense)")
    }
  }

  @Test func lengthsAreBelievedAcrossWindows() throws {
    let line = String(repeating: "x", count: 70) + "\n"
    var text = ""
    var messages: [String] = []
    for index in 0..<120 {
      let body = "\n" + from + String(repeating: line, count: index * 20)
      messages.append(sized("\(index)@x", body))
      text += from + messages[index] + (index.isMultiple(of: 2) ? "\n" : "")
    }
    let huge = "\n" + from + String(repeating: line, count: 50_000)
    messages.append(sized("huge@x", huge))
    messages.append(message("end@x"))
    text += from + messages[120] + "\n" + from + messages[121]
    #expect(try places(text) == messages)
  }

  @Test func aMessageThatIsStillWrittenWithALengthIsReadOnceMore() async throws {
    let body = "\n\(from)he wrote\n\n" + String(repeating: "x\n", count: 100)
    let whole = mboxText(message("a@x")) + from + sized("b@x", body) + "\n"
    let reader = try await layout.read(String(whole.dropLast(50)))
    _ = try await layout.read(whole + mboxText(message("c@x")), with: reader)
    #expect(reader.content == ["a@x 0", "b@x 0", "c@x 0"])
  }

  @Test func windowsLineEndsAreNoPartOfTheFormat() async throws {
    let messages = [message("a@x"), message("b@x"), sized("c@x", "c\n\n\(from)d\n", length: 53)]
    let windows = messages.map { $0.replacing("\n", with: "\r\n") }
    let mark = from.replacing("\n", with: "\r\n")
    #expect(windows[2].hasSuffix("05 2023\r\nd\r\n"))
    let text = windows.map { mark + $0 + "\r\n" }.joined()
    #expect(try places(text) == windows)
    // To Swift, CRLF is one character, so `dropLast` removes it whole. The last message is the same
    // with and without the empty line below it.
    let reader = try await layout.read(String(text.dropLast()))
    let more = mark + windows[0].replacing("a@x", with: "d@x")
    _ = try await layout.read(text + more, with: reader)
    #expect(reader.new == 1)
    #expect(reader.gone == 0)
  }

  @Test func aFileMayEndAnywhere() async throws {
    for end in ["", "\n", "\n\n"] {
      let text = mboxText(message("a@x")) + from + message("b@x", body: "the end\(end)")
      #expect(try await ids(text) == ["a@x", "b@x"])
    }
    #expect(try await ids("From \n\(message("a@x"))") == ["a@x"])
    #expect(try await ids("From ann\n\(message("a@x"))") == ["a@x"])
    #expect(try await ids("From ").count == 1)
  }

  @Test func thunderbirdsMessagesMayFollowEachOtherClosely() throws {
    let mark = "From - Mon Jan 02 15:04:05 2023\n"
    let one = "X-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\n" + message("a@x")
    let two = "X-Account-Key: account1\nX-Mozilla-Status: 0009\n" + message("b@x")
    #expect(try places(mark + one + mark + two + mark + one) == [one, two, one])
    // A From line quoted within a text begins no message.
    let quoting = message("c@x", body: "He wrote\n\(mark)and more.\n")
    #expect(try places(mark + quoting) == [quoting])
  }

  @Test func fromLinesWithNothingInThemBeginMessagesAboveHeadersOnly() async throws {
    let text = "From \r\n" + message("a@x") + "\nFrom \r\n" + message("b@x") + "\nFrom \n"
    #expect(try await ids(text + "where I stand: here.\n") == ["a@x", "b@x"])
  }

  @Test(arguments: [
    "From ann@a.example Mon Jan  2 15:04:05 2023", "From MAILER-DAEMON Mon Jan  2 15:04:05 2023",
    "From - Mon Jan 02 15:04:05 2023", "From ann@a.example Mon Jan  2 15:04:05 +0100 2023",
    "From ann@a.example Mon Jan  2 15:04:05 CET 2023",
  ])
  func messagesNeedNoEmptyLineBetweenThem(line: String) async throws {
    let text = ["a@x", "b@x", "c@x"].map { "\(line)\n\(message($0, body: "Hi.\n"))" }.joined()
    #expect(try await ids(text) == ["a@x", "b@x", "c@x"])
    #expect(try await ids(text.replacing("\n", with: "\r\n")) == ["a@x", "b@x", "c@x"])
  }

  @Test(arguments: [
    "From Mon Jan  2 15:04:05 2023 on\nthe sea was calm.", "From here on: Mon Jan 2\nSubject: x",
    "From ann@a.example Mon Jan  2 15:04:05 2023\nthe line has no header", "From ann\nSubject: x",
    "From noon on, Mon Jan  2 15:04:05 2023\nis the date.",
  ])
  func sentencesBelowTextBeginNoMessage(text: String) async throws {
    let body = "Above.\n\(text)\n"
    #expect(
      try await ids("\(from)\(message("a@x", body: body))\n\(from)\(message("b@x"))") == [
        "a@x", "b@x",
      ]
    )
  }

  @Test(arguments: ["X-IMAP: 1736154000 0000000004", "X-IMAPbase: 1736154000 12"])
  func theDataOfAFolderIsNoMessage(field: String) async throws {
    let data = message(
      "0@x",
      "DON'T DELETE THIS MESSAGE -- FOLDER INTERNAL DATA",
      extra: "\(field)\nStatus: RO\n"
    )
    #expect(try await ids(mboxText(data, message("a@x", extra: "\(field)\n"))) == ["a@x"])
    let about = message("b@x", "DON'T DELETE THIS MESSAGE -- FOLDER INTERNAL DATA")
    #expect(try await ids(mboxText(about)) == ["b@x"])
  }

  @Test(
    arguments: [
      ("Status: RO", [.seen]), ("Status: O", []), ("Status: ROA", [.seen, .replied]),
      ("Status: D", [.trashed]),
      ("X-Status: AF", [.replied, .flagged]), ("X-Status: T", [.draft]), ("Status: Draft", []),
      ("Status: closed", []),
      ("X-Evolution: 0000002a-0010", [.seen]),
      ("X-Evolution: 0000002a-001b", [.seen, .flagged, .trashed, .replied]),
      ("X-RMAIL-ATTRIBUTES: -A------", [.seen, .replied]), ("X-RMAIL-ATTRIBUTES: ------U-", []),
      ("X-Mozilla-Status: 0007", [.seen, .replied, .flagged]),
    ] as [(String, MessageFlags)]
  )
  func theStatusOfEachProgramIsRead(field: String, flags: MessageFlags) {
    let marks = Array("Subject: x\n\(field)\n\n".utf8).withUnsafeBufferPointer {
      MboxMarks(HeaderFields($0, headerLength: $0.count))
    }
    #expect(marks.flags == flags)
  }
}
