import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The library replaces GTK's overshoot glow only at edges that have a row.
nonisolated final class GlowTests: WidgetTestCase {
  func testTheGlowGoesOnlyWhereARowStands() throws {
    try onMainActor {
      let list = ListWindow()
      _ = try RefreshController.attach(to: list.scrolledWindow)
      XCTAssertEqual(list.replacedGlows, [])
      list.scrolledWindow.refreshable {}
      XCTAssertEqual(list.replacedGlows, ["pulls-top"])
      list.scrolledWindow.loadsMore { LoadedRows(hasMore: true) }
      XCTAssertEqual(list.replacedGlows, ["pulls-top", "pulls-bottom"])
      list.window.destroy()
    }
  }
}

extension ListWindow {
  fileprivate var replacedGlows: [String] {
    guard let container = scrolledWindow.parent else { return [] }
    return ["pulls-top", "pulls-bottom"].filter { gtk_widget_has_css_class(container, $0) != 0 }
  }
}
