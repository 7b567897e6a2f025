import CPullToRefreshGtk
import XCTest

@testable import PullToRefreshGtk

/// Swift 6.3 releases the widget of an optional tuple even if the tuple is nil.
nonisolated final class AbsentWidgetTests: WidgetTestCase {
  @MainActor
  private struct Place {
    let scroller: ScrolledWindow
    let anchor: (widget: Widget, top: Double)?

    init(_ scroller: ScrolledWindow) {
      self.scroller = scroller
      anchor = scroller.children.lazy.compactMap { $0.isNative ? ($0, 1) : nil }.first
    }
  }

  func testAPairThatIsNoneIsReleasedWithoutAComplaint() {
    onMainActor {
      let said = warnings {
        for _ in 0..<3 { XCTAssertNil(Place(ScrolledWindow()).anchor) }
      }
      XCTAssertEqual(said, [])
    }
  }
}
