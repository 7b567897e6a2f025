import CPullToRefreshGtk
import PullToRefreshGtk
import TidelineGtk
import XCTest

/// A line is aligned to the side at which its script begins.
nonisolated final class TextDirectionTests: WidgetTestCase {
  func testALineStandsAtTheSideFromWhichItIsRead() {
    onMainActor {
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
}
