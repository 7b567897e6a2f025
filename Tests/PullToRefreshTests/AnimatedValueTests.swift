import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// How a value is moved, frame by frame, to where it is sent.
nonisolated final class AnimatedValueTests: WidgetTestCase {
  func testItArrivesOnceTheRestOfTheWayIsNotSeen() {
    onMainActor {
      let list = ListWindow()
      list.present()
      for (length, precision) in [(100.0, 0.5), (1, 0.01)] {
        var values: [Double] = []
        lazy var travel = AnimatedValue(precision: precision) { values.append(travel.value) }
        travel.animate(to: length, over: .milliseconds(500), on: list.scrolledWindow)
        XCTAssertTrue(MainLoop.run(timeout: 5) { values.last == length })
        XCTAssertGreaterThan(values.count, 3)
        XCTAssertEqual(values, values.sorted())
        XCTAssertLessThanOrEqual(values.dropLast().last ?? 0, length - precision)
      }
      list.window.destroy()
    }
  }
}
