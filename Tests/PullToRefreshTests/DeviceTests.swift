import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The effects of the devices' signals. The end-to-end tests use real devices.
final class DeviceTests: WidgetTestCase {
  @MainActor func testAGestureKeepsItsScrollersThroughAPauseAsLongAsItself() throws {
    let (list, controller) = try ListWindow.thatRefreshesForever()
    let clock = ManualClock()
    controller.clock = clock
    controller.metrics.touchpadQuiet = .milliseconds(500)
    var looks = 0
    for _ in 0..<2 {
      controller.driver.input.scrolled(.touchpad, dy: -1) {
        looks += 1
        return .unknown
      }
      clock.advance(by: .milliseconds(300))
    }
    XCTAssertEqual(looks, 1)
    list.window.destroy()
  }

  @MainActor func testAnAxisStopLetsATouchpadsPullGo() throws {
    let (list, controller) = try ListWindow.shown { $0.refreshable {} }
    let driver = controller.driver
    // Long enough that a pause of the touchpad does not release the pull.
    driver.metrics.touchpadQuiet = .seconds(1)
    driver.rest()
    for _ in 0..<5 {
      driver.send(.device(.touchpadScrolled(along: -10, at: driver.input.position)))
    }
    guard case .armed = driver.coordinator[.refresh].moment else { return XCTFail("not armed") }
    let controllers = driver.rows.widget.controllers
    let scroll = controllers.first { $0.typeName == "GtkEventControllerScroll" }
    try XCTUnwrap(scroll).emit("scroll-end")
    guard driver.coordinator[.refresh].moment == .running else {
      return XCTFail("\(driver.coordinator[.refresh].moment)")
    }
    // Two fingers that merely rest on the touchpad end a scroll, too.
    try XCTUnwrap(scroll).emit("scroll-end")
    // `scroll-end` is no movement of the user, who still waits at the top for new rows.
    let adjustment = list.scrolledWindow.verticalAdjustment
    adjustment.value = 40
    driver.change(arrivals: 1) {}
    XCTAssertEqual(adjustment.value, 0)
  }

  @MainActor func testThresholdsOutOfReachStillLeaveAListThatScrolls() throws {
    for threshold in [0, -5, .nan, .infinity, 10_000] {
      var runs = 0
      let (list, controller) = try ListWindow.shown { $0.refreshable { runs += 1 } }
      controller.metrics.threshold = threshold
      XCTAssertTrue((24...400).contains(controller.metrics.threshold))
      list.pull(by: 401)
      list.release()
      XCTAssertTrue(MainLoop.run { runs == 1 }, "\(threshold)")
      list.window.destroy()
    }
  }
}
