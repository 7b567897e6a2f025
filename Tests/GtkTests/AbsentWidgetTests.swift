import CGtk
import XCTest

@testable import Gtk

/// Swift 6.3 releases the widget of an optional pair also where there is no pair.
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
      nonisolated(unsafe) var complaints = 0
      withUnsafeMutablePointer(to: &complaints) { complaints in
        let log = g_log_set_handler(
          "GLib-GObject",
          G_LOG_LEVEL_CRITICAL,
          { _, _, _, count in count?.assumingMemoryBound(to: Int.self).pointee += 1 },
          complaints
        )
        for _ in 0..<3 { XCTAssertNil(Place(ScrolledWindow()).anchor) }
        g_log_remove_handler("GLib-GObject", log)
      }
      XCTAssertEqual(complaints, 0)
    }
  }
}
