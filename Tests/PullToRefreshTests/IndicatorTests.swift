import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh
@testable import RefreshCore

/// The look of the indicator in each style and state.
final class IndicatorTests: WidgetTestCase {
  @MainActor func testItIsAlwaysOfOneSizeOrHidden() throws {
    let folder = try PictureFolder()
    let wide = folder.png("wide", width: 400, height: 10, .blue)
    let styles: [IndicatorStyle] = [
      .spinner, .arrow, .ring, .picture(IndicatorPicture(file: wide)), .none,
    ]
    let shown = IndicatorWindow()
    for style in styles {
      for state in RefreshState.all {
        shown.indicator.show(style, state)
        let widget = shown.indicator.widget
        guard widget.isVisible else { continue }
        for orientation in [Orientation.horizontal, .vertical] {
          var (least, natural): (Int32, Int32) = (0, 0)
          gtk_widget_measure(widget.asWidget, orientation, -1, &least, &natural, nil, nil)
          XCTAssertEqual(least, 24, "\(style) \(state.moment)")
          XCTAssertEqual(natural, 24, "\(style) \(state.moment)")
        }
        XCTAssertEqual(gtk_widget_compute_expand(widget.asWidget, .horizontal), 0)
      }
    }
  }

  @MainActor func testThereIsNothingToSeeWhereThereIsNothingToShow() {
    let shown = IndicatorWindow()
    let quiet: [RefreshState] = [
      .idle, .disabled, .exhausted, .cancelled,
    ]
    for style in [IndicatorStyle.spinner, .arrow, .ring, .none] {
      for state in RefreshState.all {
        shown.indicator.show(style, state)
        let isQuiet = style == .none || quiet.contains(state)
        XCTAssertEqual(shown.indicator.widget.isVisible, !isQuiet, "\(style) \(state.moment)")
      }
    }
  }

  @MainActor func testTheRingFillsWithThePull() throws {
    let shown = IndicatorWindow()
    shown.indicator.show(.ring, .pulling(0))
    let empty = try shown.drawing()
    XCTAssertGreaterThan(empty.ink, 5, "the track is to be seen")
    shown.indicator.show(.ring, .pulling(0.5))
    let half = try shown.drawing()
    let (left, right) = (half.ink(x: 0..<11, y: 0..<24), half.ink(x: 13..<24, y: 0..<24))
    XCTAssertGreaterThan(right, 3 * left)
    XCTAssertEqual(left, empty.ink(x: 0..<11, y: 0..<24), accuracy: 3, "only the cap's end")
    shown.indicator.show(.ring, .armed)
    let full = try shown.drawing()
    XCTAssertEqual(
      full.ink(x: 0..<11, y: 0..<24),
      full.ink(x: 13..<24, y: 0..<24),
      accuracy: 1
    )
  }

  @MainActor func testTheArrowPointsDownAtTheTopAndUpAtTheBottom() throws {
    for (edge, isDown) in [(PullEdge.top, true), (.bottom, false)] {
      let shown = IndicatorWindow()
      shown.indicator.show(.arrow, RefreshState(edge: edge, moment: .pulling, progress: 0))
      let drawing = try shown.drawing()
      // The two ends of the icon's stroke have more ink than its tip.
      let (upper, lower) = (drawing.ink(x: 0..<24, y: 0..<12), drawing.ink(x: 0..<24, y: 12..<24))
      XCTAssertEqual(upper > lower, isDown)
      shown.window.destroy()
    }
  }

  @MainActor func testTheArrowTurnsWithThePullAndIsOverWhenArmed() throws {
    let shown = IndicatorWindow()
    shown.indicator.show(.arrow, .pulling(0))
    let down = try shown.drawing()
    shown.indicator.show(.arrow, .pulling(1))
    let aside = try shown.drawing()
    // After a quarter turn, the lower half is at the left.
    XCTAssertEqual(
      aside.ink(x: 0..<12, y: 0..<24),
      down.ink(x: 0..<24, y: 12..<24),
      accuracy: 3
    )
    shown.indicator.show(.arrow, .armed)
    let lower = down.ink(x: 0..<24, y: 12..<24)
    XCTAssertTrue(
      MainLoop.run {
        shown.frames(1)
        guard let up = try? Drawing(of: shown.indicator.widget) else { return false }
        return abs(up.ink(x: 0..<24, y: 0..<12) - lower) < 2
      },
      "it points up"
    )
  }

  @MainActor func testAPeekPromisesNothing() throws {
    let shown = IndicatorWindow()
    shown.indicator.show(.arrow, .pulling(0))
    let down = try shown.drawing()
    shown.indicator.show(.arrow, .peeking)
    XCTAssertEqual(
      try shown.drawing().ink(x: 0..<24, y: 0..<12),
      down.ink(x: 0..<24, y: 0..<12),
      accuracy: 0.5
    )
  }

  @MainActor func testEverySymbolicStyleHasTheColourOfTheStyleSheet() throws {
    let shown = IndicatorWindow()
    let moon =
      "<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'>"
      + "<rect width='16' height='16' fill='#2e3436'/></svg>"
    let folder = try PictureFolder()
    let file = try folder.write(moon, to: "moon-symbolic.svg")
    let styles: [IndicatorStyle] = [
      .spinner, .arrow, .ring, .picture(IndicatorPicture(icon: "mail-unread-symbolic")),
      .picture(IndicatorPicture(file: file)),
    ]
    for color in [Drawing.Pixel.red, .blue] {
      shown.tint.set(
        title: nil,
        indicator: Color(red: Double(color.red), green: 0, blue: Double(color.blue))
      )
      for style in styles {
        for state in [RefreshState.pulling(0.6), .running, .failed] {
          shown.indicator.show(style, state)
          let strongest = try shown.drawing().strongest
          XCTAssertGreaterThan(strongest.alpha, 100, "\(style) \(state.moment)")
          XCTAssertEqual(strongest.red, color.red == 0 ? 0 : strongest.alpha, "\(style)")
          XCTAssertEqual(strongest.blue, color.blue == 0 ? 0 : strongest.alpha, "\(style)")
        }
      }
    }
  }

  @MainActor func testAStyleIsExchangedWhileItIsShown() throws {
    let shown = IndicatorWindow()
    shown.indicator.show(.arrow, .armed)
    shown.indicator.show(.ring, .armed)
    let ring = try shown.drawing()
    XCTAssertLessThan(ring.ink(x: 10..<14, y: 10..<14), 0.1, "a ring is empty in its middle")
    shown.indicator.show(.spinner, .running)
    shown.frames()
    XCTAssertEqual(shown.spinner?.isMapped, true)
    XCTAssertEqual(shown.image?.isMapped, false)
    shown.indicator.show(.ring, .running)
    shown.frames()
    XCTAssertEqual(shown.spinner?.isSpinning, false)
    XCTAssertTrue(shown.indicator.ticker.isTicking)
    shown.indicator.show(.none, .running)
    XCTAssertFalse(shown.indicator.widget.isVisible)
  }
}
