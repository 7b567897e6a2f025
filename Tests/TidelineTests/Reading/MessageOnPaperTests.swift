import Foundation
import TidelineGtk
import XCTest

@testable import Mail
@testable import Tideline

/// What stands on the paper: read from a PDF, which is made as paper is.
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
    pictures: [Paintable] = [],
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
    XCTAssertTrue(MainLoop.run(timeout: 60) { isDone })
    let reader = SourceTree.package.root.appendingPathComponent("Tests/EndToEnd/pdf_text.py").path
    let read = try Tool.run("/usr/bin/python3", reader, path)
    XCTAssertEqual(read.errors, "")
    return try JSONDecoder().decode([Page].self, from: Data(read.output.utf8))
  }

  private static func written(_ text: String) -> [Passage] { [Passage(kind: .written, text: text)] }

  func testAShortMessageIsOnOnePageWithItsHeader() throws {
    try onMainActor {
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
  }

  func testALongMessageGoesOnOnTheNextPages() throws {
    try onMainActor {
      let texts = (1...200).map { "Line \($0)." }
      let pages = try Self.printed(Self.written(texts.joined(separator: "\n")))
      XCTAssertGreaterThan(pages.count, 2)
      XCTAssertEqual(pages.flatMap(\.lines).filter { $0.hasPrefix("Line ") }, texts)
      for (number, page) in pages.enumerated() {
        XCTAssertEqual(page.lines.last, "Page \(number + 1) of \(pages.count)")
      }
    }
  }

  /// Each letter is there; one that is read from the right is painted last.
  func testOtherScriptsArePrinted() throws {
    try onMainActor {
      for text in ["مرحبا بالعالم", "涨潮时间是三点。"] {
        let shown = try Self.printed(Self.written(text)).map(\.text).joined()
        for letter in text.decomposedStringWithCompatibilityMapping.unicodeScalars
        where letter != " " {
          let found = shown.decomposedStringWithCompatibilityMapping.unicodeScalars
          XCTAssertTrue(found.contains(letter), "\(letter) in \(shown)")
        }
      }
    }
  }

  func testAWordThatIsLongerThanALineIsBroken() throws {
    try onMainActor {
      let pages = try Self.printed(Self.written(String(repeating: "abcdefghij", count: 1_000)))
      let letters = pages.flatMap(\.lines).filter { $0.allSatisfy("abcdefghij".contains) }
      XCTAssertGreaterThan(letters.count, 50)
      XCTAssertEqual(letters.joined().count, 10_000)
    }
  }

  func testAnEmptyMessageIsAPageWithItsHeader() throws {
    try onMainActor {
      let pages = try Self.printed([], subject: "")
      XCTAssertEqual(pages.count, 1)
      XCTAssertEqual(pages.first?.lines.first, "From: Ada Reef <ada@example.org>")
    }
  }

  func testAPictureThatIsLargerThanAPageIsMadeSmaller() throws {
    try onMainActor {
      let picture = try DecodedPicture(pngPicture(width: 400, height: 4_000), width: 860)
      let pages = try Self.printed(Self.written("A mast."), pictures: [picture.paintable])
      XCTAssertEqual(pages.map(\.pictures), [0, 1])
    }
  }

  func testWhatCannotBeWrittenIsSaid() {
    onMainActor {
      var reasons: [String?] = []
      let message = MessageOnPaper(ReadMessage(), pictures: [])
      message.print(over: nil, to: "/nowhere/at/all.pdf") { reasons.append($0) }
      XCTAssertTrue(MainLoop.run(timeout: 20) { !reasons.isEmpty })
      XCTAssertEqual(reasons.count, 1)
      XCTAssertNotNil(reasons.first ?? nil)
    }
  }
}
