import PullToRefreshGtk
import XCTest

/// Casts of a widget whose class is unknown at compile time.
nonisolated final class WidgetClassTests: WidgetTestCase {
  func testAWidgetIsOfItsOwnClassAndOfThoseItDerivesFrom() throws {
    onMainActor {
      let box = Box(.vertical, spacing: 0)
      box.append(Label("Row"))
      let child = box.children.first
      XCTAssertEqual(child?.as(Label.self)?.text, "Row")
      XCTAssertNil(child?.as(Button.self))
      XCTAssertEqual(child?.as(Widget.self)?.pointer, child?.pointer)
      XCTAssertNotNil(box.as(Box.self))
    }
  }
}
