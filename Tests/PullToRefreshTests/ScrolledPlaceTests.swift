import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// Who scrolls right before, or right after, something else would move the content goes where they
/// want.
nonisolated final class ScrolledPlaceTests: WidgetTestCase {
  func testARefreshRightAfterAJumpStaysWhereItLed() throws {
    try onMainActor {
      // Not a grid view: that of GTK 4.8 goes astray by itself as its value is set twice before a
      // layout. It shows 1,935 when that is set to 1,100, then to 1,110.
      for kind in [GuestWindow.Kind.listView, .columnView, .box] {
        for jump in kind == .listView ? [1000.0, 30] : [1000] {
          let seen = try [false, true].map { refreshes in
            let guest = try GuestWindow(kind)
            guest.scrolled.refreshable {}
            guest.present()
            guest.scroll(to: 100)
            let controller = try XCTUnwrap(guest.scrolled.refreshController)
            controller.metrics.minimumRunning = .milliseconds(50)
            controller.metrics.resultShown = .milliseconds(50)
            // The rows are laid out there only in the frame in which the header begins to open.
            guest.adjustment.value = 100 + jump
            if refreshes { controller.refreshAction.activate() }
            guest.paint(60)
            XCTAssertEqual(controller.headerState, .idle)
            let row = guest.row(below: 0)
            let top = try XCTUnwrap(guest.tops[row])
            guest.window.destroy()
            return (row, top)
          }
          XCTAssertEqual(seen[0].0, seen[1].0, "\(kind)")
          XCTAssertEqual(seen[0].1, seen[1].1, accuracy: 2, "\(kind)")
        }
      }
    }
  }

  func testWhoScrollsRightAfterTheChangeGoesWhereTheyWant() throws {
    try onMainActor {
      for kind in GuestWindow.Kind.allCases where kind != .textView {
        let guest = try GuestWindow(kind)
        guest.scrolled.refreshable {}
        guest.present()
        guest.scroll(to: 700)
        let row = guest.row(below: 200)
        let place = try XCTUnwrap(guest.tops[row])
        let isDone = guest.scrolled.updateSoon { guest.insert(["new 0", "new 1", "new 2"]) }
        XCTAssertTrue(MainLoop.run(timeout: 5, until: isDone))
        guest.paint(1)
        guest.adjustment.value += 90
        guest.paint(6)
        XCTAssertEqual(guest.tops[row], place - 90, "\(kind)")
        guest.window.destroy()
      }
    }
  }

  func testWhoLeavesTheTopRightAfterTheChangeIsNotBroughtBack() throws {
    try onMainActor {
      for kind in GuestWindow.Kind.allCases {
        let guest = try GuestWindow(kind)
        guest.scrolled.refreshable {}
        guest.present()
        let isDone = guest.scrolled.updateSoon(arrivals: 1) { guest.insert(["new 0"]) }
        XCTAssertTrue(MainLoop.run(timeout: 5, until: isDone))
        guest.paint(3)
        guest.adjustment.value = 300
        XCTAssertEqual(Set(guest.painted(6) { guest.adjustment.value }), [300], "\(kind)")
        guest.window.destroy()
      }
    }
  }

  func testNothingChangesUnderAFinger() throws {
    try onMainActor {
      for kind in GuestWindow.Kind.allCases {
        let guest = try GuestWindow(kind)
        guest.scrolled.refreshable {}
        guest.present()
        guest.scroll(to: 700)
        let controller = try XCTUnwrap(guest.scrolled.refreshController)
        let input = controller.driver.input
        input.touch(.touchBegan(at: input.position))
        let upper = guest.adjustment.upper
        let isDone = guest.scrolled.updateSoon { guest.insert(["new 0", "new 1", "new 2"]) }
        guest.paint(4)
        XCTAssertFalse(isDone())
        XCTAssertEqual(guest.adjustment.upper, upper)
        // The finger goes on dragging, and what it dragged to is what stays.
        guest.adjustment.value -= 40
        guest.paint(1)
        let row = guest.row(below: 100)
        let place = try XCTUnwrap(guest.tops[row])
        input.touch(.touchEnded)
        XCTAssertEqual(Set(guest.painted(8) { guest.tops[row] }), [place], "\(kind)")
        XCTAssertTrue(isDone())
        XCTAssertGreaterThan(guest.adjustment.upper, upper)
        guest.window.destroy()
      }
    }
  }
}
