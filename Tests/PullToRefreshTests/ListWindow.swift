import CGtk
import Gtk
import XCTest

@testable import PullToRefresh

/// A real window with a long list, and what a test needs to drive it.
final class ListWindow {
  let window = Window()
  let scrolledWindow = ScrolledWindow()
  private let column = Box(.vertical, spacing: 0)

  /// - Parameter rows: how many labels stand in the list, some 20 px each.
  init(rows: Int = 100) {
    window.setDefaultSize(width: 400, height: 500)
    addRows(rows)
    scrolledWindow.child = column.asWidget
    let holder = Box(.vertical, spacing: 0)
    scrolledWindow.setExpand(vertical: true)
    holder.append(scrolledWindow)
    window.child = holder.asWidget
  }

  func addRows(_ count: Int) {
    for _ in 0..<count { column.append(Label("A row of the list")) }
  }

  /// Shows the window and waits until it is laid out.
  func present(file: StaticString = #filePath, line: UInt = #line) {
    window.present()
    XCTAssertTrue(
      MainLoop.run(timeout: 10) { scrolledWindow.verticalAdjustment.pageSize > 100 },
      "the window is not laid out",
      file: file,
      line: line
    )
  }

  var controller: RefreshController {
    get throws { try XCTUnwrap(scrolledWindow.refreshController) }
  }

  /// All widgets below another, in no particular order.
  static func all(below widget: some WidgetConvertible) -> [Widget] {
    widget.children + widget.children.flatMap(all(below:))
  }

  /// The visible buttons' labels, with whether each can be pressed.
  var buttons: [String: Bool] {
    var found: [String: Bool] = [:]
    for widget in Self.all(below: window) where gtk_widget_is_visible(widget) != 0 {
      guard String(cString: g_type_name_from_instance(widget.typeInstance)) == "GtkButton" else {
        continue
      }
      let button = unsafeBitCast(widget, to: Button.self)
      found[button.label ?? ""] = gtk_widget_is_sensitive(widget) != 0
    }
    return found
  }

  /// The text of every visible label in the two rows.
  var titles: [String] {
    Self.all(below: window).filter { widget in
      String(cString: g_type_name_from_instance(widget.typeInstance)) == "GtkLabel"
        && gtk_widget_is_visible(widget) != 0
    }.map { unsafeBitCast($0, to: Label.self).text }.filter { $0 != "A row of the list" }
  }
}

extension Widget {
  fileprivate var typeInstance: UnsafeMutablePointer<GTypeInstance> {
    UnsafeMutablePointer(pointer)
  }
}

/// A test of widgets: on the main thread, with a display.
nonisolated class WidgetTestCase: XCTestCase {
  override class func setUp() {
    super.setUp()
    onMainActor {
      XCTAssertTrue(gtk_init_check() != 0, "no display: run the tests with `make test`")
      MainLoop.attachMainActor()
    }
  }
}

/// XCTest calls tests on the main thread, but does not say so in their type.
nonisolated func onMainActor(_ body: @MainActor () throws -> Void) rethrows {
  try MainActor.assumeIsolated(body)
}
