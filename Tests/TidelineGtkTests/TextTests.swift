import CPullToRefreshGtk
import PullToRefreshGtk
import Testing
import TidelineGtk
import XCTest

/// The minimum width of a GTK label with hostile text.
final class ShownTextWidthTests: WidgetTestCase {
  /// The width of a phone's screen without a pane's margins, in px.
  private static let widest = 240

  @MainActor func testNoLabelGrowsForItsText() {
    for text in Self.attacks {
      let label = Label(text)
      label.wrapAnywhere()
      XCTAssertLessThanOrEqual(
        Self.minimumWidth(label),
        Self.widest,
        "\(text.debugDescription.prefix(80))"
      )
    }
  }

  @MainActor func testNoMixtureOfHostileCharactersGrowsALabel() {
    var random = SplitMix(state: 7)
    for _ in 0..<200 {
      let kinds = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        Self.characters.randomElement(using: &random) ?? "a"
      }
      let text = (0..<120).map { _ in kinds.randomElement(using: &random) ?? "a" }.joined()
      let label = Label(nil)
      label.wrapAnywhere()
      label.text = text
      let hex = kinds.map { $0.unicodeScalars.map { String($0.value, radix: 16) } }
      XCTAssertLessThanOrEqual(Self.minimumWidth(label), Self.widest, "\(hex)")
    }
  }

  private static func minimumWidth(_ label: Label) -> Int {
    var minimum: Int32 = 0
    gtk_widget_measure(label.asWidget, .horizontal, -1, &minimum, nil, nil, nil)
    return Int(minimum)
  }

  private static let attacks: [String] =
    characters.map { String(repeating: $0, count: 500) + "x" } + [
      String(repeating: "\t", count: 1_600) + "x",
      String(repeating: "\t\t\t\t\u{200B}", count: 400),
      "a" + String(repeating: "\u{301}", count: 2_000),
      String(repeating: "👨\u{200D}", count: 600), "🏴" + String(repeating: "\u{E0061}", count: 600),
    ]

  /// Characters that join with their neighbors, and every kind of space.
  private static let characters = [
    "\t", " ", "\u{A0}", "\u{3000}", "\u{200B}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{FEFF}",
    "\n", "\r", "\u{2028}", "a", "ß", "漢", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{600}", "\u{6DD}",
    "\u{110BD}", "\u{D4E}", "\u{301}", "\u{20DD}", "\u{93E}", "\u{915}", "\u{94D}", "\u{E33}",
    "\u{1F1E6}", "\u{1F468}", "\u{1F3FF}", "\u{FE0F}", "\u{E0061}", "\u{AD}", "\u{202E}",
    "\u{2067}",
    "\u{1}", "\u{85}", "\u{FDFA}", "\u{12219}", "\u{115F}", "\u{3164}", "\u{FFFC}", "\u{E000}",
    "\u{F40}\u{F90}", "\u{1D15F}", "\u{10FFFF}",
  ]
}

/// A generator that gives the same numbers in each run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// A line is aligned to the side at which its script begins.
final class TextDirectionTests: WidgetTestCase {
  @MainActor func testALineStandsAtTheSideFromWhichItIsRead() {
    // Hebrew; isolated Hebrew (U+2068) before English; English before Hebrew; no letters.
    let lines: [(text: String, isRightToLeft: Bool?)] = [
      ("שלום", true), ("\u{2068}שלום\u{2069} hello", true), ("hello שלום", false),
      ("2026 …", nil),
    ]
    for direction in [TextDirection.leftToRight, .rightToLeft] {
      let label = Label(nil)
      label.setDirection(direction)
      for line in lines {
        label.show(line: line.text)
        let isOther = line.isRightToLeft.map { $0 != (direction == .rightToLeft) } ?? false
        XCTAssertEqual(gtk_label_get_xalign(label), isOther ? 1 : 0, line.text)
      }
    }
  }
}

/// The positions of lines on pages.
struct PageFlowTests {
  private func places(_ heights: [Double], gap: Double = 0) -> [PageFlow.Place] {
    var flow = PageFlow(height: 100)
    return heights.map {
      flow.leave(gap)
      return flow.add($0)
    }
  }

  @Test func aPageIsFilledToItsEnd() {
    let places = places([40, 60, 1])
    #expect(places.map(\.page) == [0, 0, 1])
    #expect(places.map(\.top) == [0, 40, 0])
  }

  @Test func roomBetweenPartsDoesNotBeginAPage() {
    let places = places([40, 50, 30], gap: 10)
    #expect(places.map(\.page) == [0, 0, 1])
    #expect(places.map(\.top) == [0, 50, 0])
  }

  @Test func whatIsHigherThanAPageHasOneOfItsOwn() {
    #expect(places([10, 300, 10]).map(\.page) == [0, 1, 2])
    #expect(places([300]).map(\.page) == [0])
  }

  @Test func withoutLinesThereIsAPage() {
    #expect(PageFlow(height: 100).pages == 1)
  }
}
