import Foundation
import MailTesting
import TidelineGtk
import XCTest

@testable import Mail
@testable import MailText
@testable import Tideline

/// The text on the paper, read from a PDF that is made as a printout is.
nonisolated final class MessageOnPaperTests: TidelineTestCase {
  private struct Page: Decodable {
    let text: String
    let pictures: Int

    var lines: [String] {
      text.replacing("\u{A0}", with: " ").split(separator: "\n").map(String.init)
    }
  }

  @MainActor private static func printed(
    _ passages: [Passage],
    pictures: [Int: Paintable] = [:],
    attachments: [Attachment] = [],
    subject: String = "Tides"
  ) throws -> [Page] {
    var message = ReadMessage()
    message.subject = subject
    message.from.addresses = [MailAddress(name: "Ada Reef", address: "ada@example.org")]
    message.to.addresses = [MailAddress(name: "Ines Kai", address: "ines@example.org")]
    (message.passages, message.attachments) = (passages, attachments)
    let path = NSTemporaryDirectory() + "tideline-\(UUID().uuidString).pdf"
    defer { try? FileManager.default.removeItem(atPath: path) }
    var isDone = false
    MessageOnPaper(message, pictures: pictures).print(over: nil, to: path) { reason in
      XCTAssertNil(reason)
      isDone = true
    }
    XCTAssertTrue(MainLoop.run { isDone })
    let reader = SourceTree.package.root.appendingPathComponent("Tests/EndToEnd/pdf_text.py").path
    let read = try Tool.run("/usr/bin/python3", reader, path)
    XCTAssertEqual(read.errors, "")
    return try JSONDecoder().decode([Page].self, from: Data(read.output.utf8))
  }

  private static func written(_ text: String) -> [Passage] { [Passage(kind: .written, text: text)] }

  @MainActor func testAShortMessageIsOnOnePageWithItsHeader() throws {
    let pages = try Self.printed(
      Self.written("High water at three.") + [Passage(kind: .quoted, text: "> When?")],
      attachments: [attachment("tables.pdf", size: 2_000)]
    )
    XCTAssertEqual(pages.count, 1)
    let lines = try XCTUnwrap(pages.first).lines
    XCTAssertEqual(lines.first, "Tides")
    for line in [
      "From: Ada Reef <ada@example.org>", "To: Ines Kai <ines@example.org>",
      "Thursday, 1 January 1970, 00:00", "High water at three.", "> When?",
      "Attached: tables.pdf (2.0 kB)", "Page 1 of 1",
    ] { XCTAssertTrue(lines.contains(line), "\(line) in \(lines)") }
  }

  @MainActor func testALongMessageGoesOnOnTheNextPages() throws {
    let texts = (1...200).map { "Line \($0)." }
    let pages = try Self.printed(Self.written(texts.joined(separator: "\n")))
    XCTAssertGreaterThan(pages.count, 2)
    XCTAssertEqual(pages.flatMap(\.lines).filter { $0.hasPrefix("Line ") }, texts)
    for (number, page) in pages.enumerated() {
      XCTAssertEqual(page.lines.last, "Page \(number + 1) of \(pages.count)")
    }
  }

  /// Each letter is printed; the order differs, since right-to-left text is painted from its end.
  @MainActor func testOtherScriptsArePrinted() throws {
    for text in ["مرحبا بالعالم", "涨潮时间是三点。"] {
      let shown = try Self.printed(Self.written(text)).map(\.text).joined()
      for letter in text.decomposedStringWithCompatibilityMapping.unicodeScalars
      where letter != " " {
        let found = shown.decomposedStringWithCompatibilityMapping.unicodeScalars
        XCTAssertTrue(found.contains(letter), "\(letter) in \(shown)")
      }
    }
  }

  @MainActor func testAWordThatIsLongerThanALineIsBroken() throws {
    let pages = try Self.printed(Self.written(String(repeating: "abcdefghij", count: 1_000)))
    let letters = pages.flatMap(\.lines).filter { $0.allSatisfy("abcdefghij".contains) }
    XCTAssertGreaterThan(letters.count, 50)
    XCTAssertEqual(letters.joined().count, 10_000)
  }

  @MainActor func testAnEmptyMessageIsAPageWithItsHeader() throws {
    let pages = try Self.printed([], subject: "")
    XCTAssertEqual(pages.count, 1)
    XCTAssertEqual(pages.first?.lines.first, "From: Ada Reef <ada@example.org>")
  }

  @MainActor func testAPictureThatIsLargerThanAPageIsMadeSmaller() throws {
    let picture = try DecodedPicture(pngPicture(width: 400, height: 4_000), width: 860)
    let pages = try Self.printed(Self.written("A mast."), pictures: [0: picture.paintable])
    XCTAssertEqual(pages.map(\.pictures), [0, 1])
  }

  private static func written(_ blocks: [MessageBlock]) -> [Passage] {
    [Passage(kind: .written, text: "x", blocks: blocks)]
  }

  private static func paragraph(_ text: String, _ runs: [StyleRun] = []) -> MessageBlock {
    .paragraph(StyledText(text, runs: runs))
  }

  @MainActor func testBlocksArePrintedAsTheyAreShown() throws {
    let cells = [["Harbour", "High water"], ["Port", "06:10"]].map { row in
      row.map { TableCell(isHeader: $0.hasPrefix("H"), blocks: [Self.paragraph($0)]) }
    }
    let link = StyleRun(range: 4..<7, style: .bold, link: "https://a.example")
    let deep = MessageBlock.numbered(from: nil, items: [[Self.paragraph("deep")]])
    let pages = try Self.printed(
      Self.written([
        .heading(level: 1, StyledText("Tide times")),
        Self.paragraph("See map & <b>", [link]),
        .numbered(from: nil, items: [[Self.paragraph("a lamp")], [Self.paragraph("a rope")]]),
        .numbered(from: 3, items: [[Self.paragraph("third"), deep]]),
        .table(cells),
        .quote([Self.paragraph("Who is late waits.")]),
        .rule,
        .preformatted(StyledText("let  level = 4")),
      ])
    )
    XCTAssertEqual(pages.count, 1)
    let lines = try XCTUnwrap(pages.first).lines
    let printed = lines.drop { $0 != "Tide times" }.dropLast()
    XCTAssertEqual(
      Array(printed),
      [
        "Tide times", "See map & <b>", "•a lamp", "•a rope", "3.third", "•deep",
        "HarbourHigh water", "Port06:10", "Who is late waits.", "let  level = 4",
      ]
    )
  }

  @MainActor func testARowOfATableIsOnOnePageAndOneThatIsHigherThanAPageGoesOn() throws {
    func row(_ texts: [String]) -> [TableCell] {
      texts.map { TableCell(blocks: [Self.paragraph($0)]) }
    }
    let rows = (100..<200).map { row(["one\($0)\ntwo\($0)", "beside\($0)"]) }
    let pages = try Self.printed(Self.written([.table(rows)]))
    XCTAssertGreaterThan(pages.count, 2)
    for number in 100..<200 {
      let found = ["one", "two", "beside"].map { word in
        pages.indices.filter { pages[$0].text.contains("\(word)\(number)") }
      }
      XCTAssertEqual(found[0].count, 1)
      XCTAssertEqual(Set(found), [found[0]])
    }
    let lines = (100..<300).map { "line\($0)" }
    let high = try Self.printed(
      Self.written([.table([row([lines.joined(separator: "\n"), "at its side"])])])
    )
    XCTAssertGreaterThan(high.count, 2)
    XCTAssertEqual(high.flatMap(\.lines).filter { $0.hasPrefix("line") }, lines)
  }

  func testAHeadingIsOnThePageOfItsText() throws {
    try Self.assertOnOnePage([
      .heading(level: 2, StyledText("Heading")), Self.paragraph("Text of it"),
    ])
  }

  func testTheHeadOfATableIsOnThePageOfItsFirstRow() throws {
    let head = TableCell(isHeader: true, blocks: [Self.paragraph("Heading")])
    try Self.assertOnOnePage([
      .table([[head], [TableCell(blocks: [Self.paragraph("Text of it")])]])
    ])
  }

  /// Expects the heading and its text on one page, wherever on the page the heading is.
  private static func assertOnOnePage(_ blocks: [MessageBlock]) throws {
    try onMainActor {
      for count in 36..<52 {
        let lines = (0..<count).map { "Line \($0)" }.joined(separator: "\n")
        let pages = try printed(written([paragraph(lines)] + blocks))
        let found = ["Heading", "Text of it"].map { text in
          pages.firstIndex { $0.lines.contains(text) }
        }
        XCTAssertNotNil(found[0])
        XCTAssertEqual(found[0], found[1], "after \(count) lines")
      }
    }
  }

  @MainActor func testAPictureStandsInTheTextAndOneThatIsNotThereIsItsText() throws {
    let picture = try DecodedPicture(pngPicture(width: 40, height: 30), width: 860)
    let pages = try Self.printed(
      Self.written([
        .picture(MessagePicture(index: 1, alternative: "a gull")),
        Self.paragraph((0..<70).map { "Line \($0)" }.joined(separator: "\n")),
        .picture(MessagePicture(index: 0, alternative: "a mast")),
      ]),
      pictures: [0: picture.paintable]
    )
    XCTAssertEqual(pages.map(\.pictures), [0, 1])
    XCTAssertTrue(pages[0].lines.contains("a gull"))
    XCTAssertFalse(pages[1].lines.contains("a mast"))
  }

  @MainActor func testWhatCannotBeWrittenIsSaid() {
    var reasons: [String?] = []
    let message = MessageOnPaper(ReadMessage(), pictures: [:])
    message.print(over: nil, to: "/nowhere/at/all.pdf") { reasons.append($0) }
    XCTAssertTrue(MainLoop.run { !reasons.isEmpty })
    XCTAssertEqual(reasons.count, 1)
    XCTAssertNotNil(reasons.first ?? nil)
  }
}
