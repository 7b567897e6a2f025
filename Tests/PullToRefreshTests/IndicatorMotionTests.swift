import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh
@testable import RefreshCore

/// The indicator's animations: they run while a run is shown, and nothing is drawn otherwise.
final class IndicatorMotionTests: WidgetTestCase {
  override func tearDown() {
    onMainActor { Settings.animationsEnabled = true }
    super.tearDown()
  }

  @MainActor func testTheRingTurnsWhileItRunsAndAtNoOtherTime() throws {
    let shown = IndicatorWindow()
    let ticker = shown.indicator.ticker
    let boxes = Signal.liveBoxes
    for state in RefreshState.all where state != .running && state != .waiting {
      shown.indicator.show(.ring, state)
      XCTAssertEqual(Signal.liveBoxes, boxes, "\(state.moment)")
    }
    XCTAssertFalse(ticker.isTicking)
    shown.indicator.show(.ring, .running)
    XCTAssertTrue(MainLoop.run { ticker.elapsed > .milliseconds(400) })
    let first = try Drawing(of: shown.indicator.widget)
    let gap = (0..<24).flatMap { y in (0..<24).map { ($0, y) } }
      .first { first[$0.0, $0.1].alpha > 200 }
    let place = try XCTUnwrap(gap)
    XCTAssertTrue(
      MainLoop.run {
        (try? Drawing(of: shown.indicator.widget)).map { $0[place.0, place.1].alpha < 100 }
          ?? false
      },
      "the arc goes on"
    )
    shown.indicator.show(.ring, .succeeded)
    XCTAssertTrue(MainLoop.run { Signal.liveBoxes == boxes })
    XCTAssertFalse(ticker.isTicking)
  }

  @MainActor func testWhatIsHiddenNeitherTicksNorSpins() {
    let shown = IndicatorWindow()
    let ticker = shown.indicator.ticker
    for style in [IndicatorStyle.ring, .spinner] {
      shown.indicator.show(style, .running)
      shown.frames()
      XCTAssertEqual(shown.spinner?.isSpinning, style == .spinner)
      XCTAssertEqual(ticker.isTicking, style == .ring)
      shown.row.isVisible = false
      XCTAssertEqual(shown.spinner?.isSpinning, false)
      XCTAssertTrue(MainLoop.run { !ticker.isTicking })
      let elapsed = ticker.elapsed
      assertQuiet(shown)
      XCTAssertEqual(ticker.elapsed, elapsed)
      shown.row.isVisible = true
      shown.frames()
      XCTAssertEqual(shown.spinner?.isSpinning, style == .spinner)
      XCTAssertEqual(ticker.isTicking, style == .ring)
      XCTAssertTrue(MainLoop.run { style == .spinner || ticker.elapsed > elapsed })
    }
  }

  @MainActor func testARunThatBeginsHiddenMovesOnceItIsSeen() {
    let shown = IndicatorWindow()
    shown.row.isVisible = false
    shown.indicator.show(.ring, .running)
    XCTAssertFalse(shown.indicator.ticker.isTicking)
    shown.row.isVisible = true
    XCTAssertTrue(MainLoop.run { shown.indicator.ticker.elapsed > .zero })
  }

  @MainActor func testAWindowWithAnIndicatorAtRestDrawsNothing() {
    let shown = IndicatorWindow()
    for state in [RefreshState.idle, .pulling(0.4), .succeeded] {
      for style in [IndicatorStyle.ring, .spinner, .arrow] {
        shown.indicator.show(style, state)
        assertQuiet(shown)
      }
    }
  }

  @MainActor func testWithoutAnimationsNothingTurnsByItselfButThePullStillMovesIt() throws {
    Settings.animationsEnabled = false
    let folder = try PictureFolder()
    let picture = IndicatorPicture(file: folder.png("marked", .blue, mark: .red))
    let frames = IndicatorPicture(frames: [
      folder.png("first", .red), folder.png("last", .green),
    ])
    let shown = IndicatorWindow()
    for style in [IndicatorStyle.ring, .spinner, .arrow, .picture(picture), .picture(frames)] {
      shown.indicator.show(style, .running)
      assertQuiet(shown)
    }
    XCTAssertFalse(shown.indicator.ticker.isTicking)
    shown.indicator.show(.picture(picture), .running)
    XCTAssertEqual(try shown.drawing()[2, 2], .red, "as it is")
    shown.indicator.show(.picture(picture), .pulling(0.5))
    XCTAssertEqual(try shown.drawing()[21, 21], .red)
    shown.indicator.show(.ring, .running)
    let ring = try shown.drawing()
    let quarters = [(0..<11, 0..<11), (13..<24, 0..<11), (0..<11, 13..<24), (13..<24, 13..<24)]
      .map { ring.ink(x: $0.0, y: $0.1) }
    XCTAssertLessThan(quarters[0], quarters[1] / 2, "three quarters")
    XCTAssertEqual(quarters[1], quarters[3], accuracy: 1)
  }

  @MainActor func testAnimationsAreSwitchedOffAndOnWhileItRuns() {
    let shown = IndicatorWindow()
    let ticker = shown.indicator.ticker
    shown.indicator.show(.ring, .running)
    XCTAssertTrue(MainLoop.run { ticker.elapsed > .zero })
    Settings.animationsEnabled = false
    XCTAssertTrue(MainLoop.run { !ticker.isTicking })
    assertQuiet(shown)
    let elapsed = ticker.elapsed
    Settings.animationsEnabled = true
    XCTAssertTrue(MainLoop.run { ticker.elapsed > elapsed })
  }

  @MainActor func testNothingIsLeftAliveInAnyState() throws {
    let folder = try PictureFolder()
    let picture = IndicatorPicture(file: folder.png("marked", .blue))
    weak var last: Indicator?
    let boxes = Signal.liveBoxes
    for style in [IndicatorStyle.ring, .spinner, .arrow, .picture(picture)] {
      for state in RefreshState.all {
        let shown = IndicatorWindow()
        shown.indicator.show(style, state)
        shown.window.destroy()
        last = shown.indicator
      }
    }
    XCTAssertTrue(MainLoop.run { last == nil && Signal.liveBoxes == boxes })
  }
}

/// Asserts that the window soon stops drawing frames by itself. An animation would draw one long
/// before a quarter of a second has passed.
@MainActor private func assertQuiet(
  _ shown: IndicatorWindow,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  shown.frames()
  // Waits for the end of what a frame has started, such as a transition.
  var last = shown.frameCount
  var quietSince = MainLoop.now
  let isQuiet = MainLoop.run {
    if shown.frameCount != last {
      last = shown.frameCount
      quietSince = MainLoop.now
    }
    return MainLoop.now - quietSince > .milliseconds(250)
  }
  XCTAssertTrue(isQuiet, "the window goes on drawing", file: file, line: line)
}
