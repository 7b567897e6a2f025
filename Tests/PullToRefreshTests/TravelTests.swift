import Gtk
import XCTest

@testable import PullToRefresh

/// How a length comes to where it is sent.
nonisolated final class TravelTests: WidgetTestCase {
  func testItArrivesOnceTheRestOfTheWayIsNotSeen() {
    onMainActor {
      let list = ListWindow()
      list.present()
      var values: [Double] = []
      lazy var travel: Travel = Travel { values.append(travel.value) }
      travel.fly(to: 100, over: .seconds(1), on: list.scrolledWindow)
      XCTAssertTrue(MainLoop.run(timeout: 5) { values.last == 100 })
      XCTAssertGreaterThan(values.count, 5)
      XCTAssertEqual(values, values.sorted())
      XCTAssertLessThanOrEqual(values.dropLast().last ?? 0, 99.5)
      list.window.destroy()
    }
  }
}
