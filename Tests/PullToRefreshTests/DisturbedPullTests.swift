import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import TidelineGtk
import XCTest

@testable import PullToRefresh

/// A list that its program changes in the middle of a pull, and lists of unusual sizes.
final class DisturbedPullTests: WidgetTestCase {
  @MainActor func testAListThatIsResizedStaysUnderTheHand() throws {
    for strip in try FollowedStrip.each() {
      let travel = strip.controller.metrics.indicatorTravel(pull: 60)
      let neighbor = Box(.vertical, spacing: 0)
      strip.touch()
      strip.pull(by: 60)
      strip.paint(2)
      strip.page.append(neighbor)
      for length: Int32 in [40, 150, 0, 90] {
        gtk_widget_set_size_request(neighbor.asWidget, length, length)
        strip.paint(2)
        strip.pull(by: 60)
        let way = strip.painted(1).first?.way ?? .infinity
        XCTAssertEqual(way, travel, accuracy: 1, "\(strip.name), beside \(length) px")
      }
      strip.lift()
      XCTAssertEqual(strip.paintedUntilRest().last?.way, 0, strip.name)
      XCTAssertEqual(strip.room, 0, strip.name)
      strip.window.destroy()
    }
  }

  @MainActor func testAListThatIsTakenAwayGivesThePullUp() throws {
    for edge in [PullEdge.bottom, .trailing] {
      let strip = try FollowedStrip(refreshing: edge, isMirrored: edge == .trailing)
      let container = try XCTUnwrap(strip.scrolled.parent)
      strip.touch()
      strip.pull(by: 180)
      strip.paint(2)
      // GTK 4.8 keeps a removed widget alive if it had the focus.
      gtk_root_set_focus(gtk_widget_get_root(strip.scrolled.asWidget), nil)
      let other = Box(.vertical, spacing: 0)
      strip.page.remove(container)
      XCTAssertEqual(strip.controller.refresh.state.moment, .idle, strip.name)
      other.append(strip.scrolled)
      strip.page.append(other)
      strip.lift()
      XCTAssertEqual(strip.paintedUntilRest().last?.way, 0, strip.name)
      XCTAssertEqual(strip.room, 0, strip.name)
      XCTAssertEqual(strip.refreshes, 0, strip.name)
      // The list can be pulled in its new parent.
      strip.pullAndLetGo()
      XCTAssertEqual(strip.refreshes, 1, strip.name)
      strip.window.destroy()
    }
  }

  @MainActor func testAListThatIsDestroyedEndsQuietly() throws {
    for edge in PullEdge.allCases {
      for takesAll in [true, false] {
        let strip = try FollowedStrip(refreshing: edge, isMirrored: false)
        strip.touch()
        strip.pull(by: 180)
        strip.paint(2)
        if takesAll {
          strip.window.destroy()
        } else if let container = strip.scrolled.parent {
          strip.page.remove(container)
          MainLoop.runReadyEvents()
          strip.window.destroy()
        }
        MainLoop.runReadyEvents()
        XCTAssertEqual(strip.refreshes, 0, "\(edge)")
      }
    }
  }

  @MainActor func testAnInsensitiveListCannotBePulled() throws {
    for edge in [PullEdge.top, .leading] {
      let strip = try FollowedStrip(refreshing: edge, isMirrored: false)
      strip.touch()
      strip.pull(by: 180)
      strip.paint(2)
      gtk_widget_set_sensitive(strip.scrolled.asWidget, 0)
      XCTAssertEqual(strip.controller.refresh.state.moment, .idle, strip.name)
      strip.lift()
      XCTAssertEqual(strip.paintedUntilRest().last?.way, 0, strip.name)
      strip.touch()
      strip.pull(by: 180)
      strip.lift()
      let input = strip.controller.driver.input
      for _ in 0..<4 { input.scrolled(.wheel, dx: -1, dy: -1) { .unknown } }
      for _ in 0..<4 { input.scrolled(.touchpad, dx: -40, dy: -40) { .unknown } }
      XCTAssertEqual(strip.controller.refresh.state.moment, .idle, strip.name)
      XCTAssertEqual(strip.refreshes, 0, strip.name)
      gtk_widget_set_sensitive(strip.scrolled.asWidget, 1)
      strip.pullAndLetGo()
      XCTAssertEqual(strip.refreshes, 1, strip.name)
      strip.window.destroy()
    }
  }

  @MainActor func testAThresholdThatChangesMovesTheListInOneMotion() throws {
    let strip = try FollowedStrip(refreshing: .top, isMirrored: false)
    strip.touch()
    strip.pull(by: 90)
    strip.paint(2)
    for threshold in [40.0, 400, 24, 100] {
      strip.controller.metrics.threshold = threshold
      strip.pull(by: 90)
      let way = strip.painted(2).last?.way ?? .infinity
      let travel = strip.controller.metrics.indicatorTravel(pull: 90)
      XCTAssertEqual(way, travel, accuracy: 1, "\(threshold)")
    }
    strip.controller.metrics.threshold = 200
    strip.pull(by: 90)
    strip.lift()
    XCTAssertEqual(strip.paintedUntilRest().last?.way, 0)
    XCTAssertEqual(strip.refreshes, 0)
  }

  @MainActor func testAListWithoutRowsAndOneWhoseRowIsTallerThanItArePulled() throws {
    for (rows, length) in [(0, 60), (1, 3_000), (2, 700)] {
      for edge in [PullEdge.top, .trailing] {
        let strip = try FollowedStrip(
          refreshing: edge,
          isMirrored: false,
          rows: rows,
          rowLength: length
        )
        strip.touch()
        strip.pull(by: 180)
        strip.paint(8)
        strip.lift()
        strip.paint(8)
        strip.waitUntilIdle()
        XCTAssertEqual(strip.refreshes, 1, "\(rows) rows of \(length) px at the \(edge)")
        XCTAssertEqual(strip.room, 0, "\(rows) rows of \(length) px at the \(edge)")
        strip.window.destroy()
      }
    }
  }

  @MainActor func testViewportsOfNoHeightAndOf3000PxArePulled() throws {
    for height: Int32 in [0, 30, 3_000] {
      for edge in [PullEdge.bottom, .leading] {
        let strip = try FollowedStrip(refreshing: edge, isMirrored: false)
        strip.scrolled.setExpand(horizontal: false, vertical: false)
        strip.scrolled.setAlign(horizontal: .start)
        strip.scrolled.setPolicy(horizontal: .external, vertical: .external)
        gtk_widget_set_size_request(strip.scrolled.asWidget, height, height)
        strip.paint(4)
        strip.goToEdge()
        strip.touch()
        strip.pull(by: 180)
        strip.paint(4)
        strip.lift()
        strip.paint(4)
        strip.waitUntilIdle()
        XCTAssertEqual(strip.refreshes, 1, "\(height) px at the \(edge)")
        XCTAssertEqual(strip.room, 0, "\(height) px at the \(edge)")
        strip.window.destroy()
      }
    }
  }
}
