import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import XCTest

@testable import PullToRefresh

/// The list follows the finger: the painted position of its outermost row, from the first px of a
/// pull until all is at rest.
final class FollowingTests: WidgetTestCase {
  @MainActor func testTheListIsPaintedWhereTheHandPullsIt() throws {
    for strip in try FollowedStrip.each() {
      let metrics = strip.controller.metrics
      strip.touch()
      for pull in [1.0, 10, 40, 90, 120, 200, 330, 150] {
        strip.pull(by: pull)
        let seen = try XCTUnwrap(strip.painted(1).first)
        XCTAssertEqual(
          seen.way,
          metrics.indicatorTravel(pull: pull),
          accuracy: 1,
          "\(strip.name), pulled by \(pull)"
        )
        XCTAssertTrue(seen.isWhole, "\(strip.name), pulled by \(pull)")
      }
      strip.pull(by: -20)
      strip.paint(60)
      XCTAssertEqual(strip.painted(1).first?.way, 0, strip.name)
      strip.lift()
      strip.window.destroy()
    }
  }

  @MainActor func testItGoesOnInOneMotionFromTheReleaseToItsRest() throws {
    for strip in try FollowedStrip.each() {
      for pull in [60.0, 180] {
        let fires = pull >= strip.controller.metrics.threshold
        strip.touch()
        strip.pull(by: pull)
        // The finger rests, and is lifted without any speed.
        strip.paint(8)
        strip.lift()
        let frames = strip.paintedUntilRest()
        let name = "\(strip.name), pulled by \(pull)"
        strip.assertContinuous(frames, name)
        let isOpened = frames.contains { $0.room >= 54 && $0.way == Double($0.room) }
        XCTAssertEqual(isOpened, fires, name)
        XCTAssertEqual(strip.refreshes, fires ? 1 : 0, name)
        XCTAssertEqual(strip.room, 0, name)
      }
      strip.window.destroy()
    }
  }

  @MainActor func testAHandThatComesBackTakesTheMotionOver() throws {
    for strip in try FollowedStrip.each() {
      strip.touch()
      strip.pull(by: 90)
      strip.paint(8)
      strip.lift()
      var frames = strip.painted(4)
      strip.touch(isResting: false)
      strip.pull(by: 1)
      frames += strip.painted(8)
      strip.lift()
      frames += strip.paintedUntilRest()
      strip.assertContinuous(frames, strip.name)
      strip.window.destroy()
    }
  }

  @MainActor func testNotchesOfAWheelMoveItAlong() throws {
    // Between two notches, the row moves on, or has come to rest.
    for pause in [5, 25] {
      let strip = try FollowedStrip(refreshing: .top, isMirrored: false)
      strip.controller.metrics.wheelPause = .seconds(2)  // Frames take longer than usual here.
      strip.controller.driver.rest()
      var frames: [FollowedStrip.Frame] = []
      for _ in 0..<3 {
        strip.controller.driver.input.scrolled(.wheel, dy: -1) { .unknown }
        frames += strip.painted(pause)
      }
      frames += strip.paintedUntilRest()
      strip.assertContinuous(frames, strip.name)
      XCTAssertEqual(strip.refreshes, 1)
      XCTAssertTrue(frames.contains { $0.way == 54 })
      strip.window.destroy()
    }
  }

  @MainActor func testTheFooterPushesTheEndOfTheListUp() throws {
    for edge in PullEdge.allCases {
      let strip = try FollowedStrip(refreshing: edge, isMirrored: false, looksAtFooter: true)
      let frames = strip.painted(60)
      strip.assertContinuous(frames, strip.name)
      XCTAssertEqual(frames.last?.way, Double(strip.room), strip.name)
      XCTAssertGreaterThanOrEqual(strip.room, 44, strip.name)
      strip.window.destroy()
    }
  }

  @MainActor func testAnInsetMovesTheRowAndNotTheList() throws {
    let (list, controller) = try ListWindow.thatRefreshesForever()
    let whole = list.scrolledWindow
    for (inset, place) in [(0.0, 0.0), (40, 40), (-7, 0)] {
      controller.refresh.inset = inset
      controller.refresh.action.activate()
      list.window.paint(30)
      let row = try XCTUnwrap(list.row(.top))
      let top = try XCTUnwrap(row.top(in: whole))
      XCTAssertEqual(top, place - Double(row.height), accuracy: 1.5, "\(inset)")
    }
  }

  @MainActor func testWithoutAnimationsItIsAtItsEndAtOnce() throws {
    Settings.animationsEnabled = false
    defer { Settings.animationsEnabled = true }
    let strip = try FollowedStrip(refreshing: .top, isMirrored: false)
    strip.touch()
    strip.pull(by: 180)
    strip.paint(2)
    strip.lift()
    XCTAssertEqual(Set(strip.painted(3).map(\.way)), [54])
    XCTAssertTrue(MainLoop.run { strip.controller.refresh.state.moment == .idle })
    XCTAssertEqual(Set(strip.painted(3).map(\.way)), [0])
  }
}
