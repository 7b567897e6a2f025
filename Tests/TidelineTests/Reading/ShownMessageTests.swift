import CAdwaita
import CPullToRefreshGtk
import TidelineGtk
import XCTest

@testable import Mail
@testable import Tideline

/// The display of a message's text: quotes folded, long texts in pieces, each line in its
/// direction.
nonisolated final class ShownMessageTests: AdwaitaTestCase {
  @MainActor func testAQuoteIsFoldedAndShown() {
    let screen = PaneScreen()
    screen.text = { _ in
      [Passage(kind: .written, text: "Yes."), Passage(kind: .quoted, text: "> Shall we?")]
    }
    screen.show(1, [stub("a")], until: "Yes.")
    XCTAssertFalse(screen.shows("> Shall we?"))
    screen.click("…")
    XCTAssertTrue(screen.runs { screen.shows("> Shall we?") })
    screen.click("…")
    XCTAssertTrue(screen.runs { !screen.shows("> Shall we?") })
  }

  @MainActor func testAMessageOfNothingButAQuoteShowsIt() {
    let screen = PaneScreen()
    screen.text = { _ in [Passage(kind: .quoted, text: "> Shall we?")] }
    screen.show(1, [stub("a")], until: "> Shall we?")
  }

  @MainActor func testALongTextShowsItsBeginningFirst() {
    let screen = PaneScreen()
    let text = String(repeating: "words ", count: 300_000)
    screen.text = { _ in [Passage(kind: .written, text: text)] }
    screen.show(1, [stub("a")])
    XCTAssertTrue(screen.runs { screen.labels.contains { $0.hasPrefix("words") } })
    let length = screen.labels.map(\.count).reduce(0, +)
    XCTAssertLessThan(length, TextPieces.batchLength + TextPieces.pieceLength + 100)
    screen.click("Show More")
    XCTAssertTrue(screen.runs { screen.labels.map(\.count).reduce(0, +) > length + 60_000 })
  }

  /// Holds for any division of the text into passages.
  @MainActor func testAFrameLaysOutSomeOfTheText() {
    for texts in [
      [String(repeating: "words ", count: 10_000)],
      Array(repeating: String(repeating: "\u{645}", count: 4_000), count: 20),
      [String(repeating: "x\n", count: 30_000)],
    ] {
      let screen = PaneScreen()
      let before = screen.labels.count
      screen.text = { _ in texts.map { Passage(kind: .written, text: $0) } }
      screen.show(1, [stub("a")])
      XCTAssertTrue(screen.runs { !screen.asked.isEmpty && !screen.shows("Loading…") })
      var shown = screen.labels.count
      XCTAssertLessThan(shown - before, 30)
      let first = shown
      var still = 0
      while still < 3 {
        screen.paint()
        XCTAssertLessThanOrEqual(screen.labels.count - shown, 2)
        still = screen.labels.count == shown ? still + 1 : 0
        shown = screen.labels.count
      }
      XCTAssertGreaterThan(shown - first, 3)
    }
  }

  @MainActor func testTextFromRightToLeftStandsAtTheRight() {
    let screen = PaneScreen()
    screen.text = { _ in [Passage(kind: .written, text: "שלום\nHello")] }
    screen.show(1, [stub("a")])
    XCTAssertTrue(screen.runs { (screen.lineStarts("שלום\nHello").first ?? 0) > 100 })
    let starts = screen.lineStarts("שלום\nHello")
    XCTAssertEqual(starts.count, 2)
    XCTAssertGreaterThan(starts[0], 100)
    XCTAssertLessThan(starts[1], 10)
  }

  /// Only the sender is bold.
  @MainActor func testTheBeginningOfAClosedMessageIsNotBold() {
    let screen = PaneScreen()
    screen.show(1, [stub("a"), stub("b")], until: "Text of b")
    screen.paint()
    for (text, isBold) in [("Snippet of a", false), ("Ann", true)] {
      let plain = pango_layout_copy(screen.layout(of: text))
      defer { g_object_unref(plain.map { UnsafeMutableRawPointer($0) }) }
      let font = pango_font_description_copy(
        pango_context_get_font_description(pango_layout_get_context(plain))
      )
      pango_font_description_set_weight(font, PANGO_WEIGHT_NORMAL)
      pango_layout_set_font_description(plain, font)
      pango_font_description_free(font)
      pango_layout_set_attributes(plain, nil)
      XCTAssertEqual(Self.width(screen.layout(of: text)) > Self.width(plain), isBold, text)
    }
  }

  @MainActor private static func width(_ layout: OpaquePointer?) -> Int32 {
    var width: Int32 = 0
    pango_layout_get_size(layout, &width, nil)
    return width
  }
}
