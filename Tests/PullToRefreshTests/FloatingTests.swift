import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import XCTest

@testable import PullToRefresh

/// A header that lies over the list, and moves nothing.
final class FloatingTests: WidgetTestCase {
  @MainActor func testNothingMovesWhileARefreshRuns() throws {
    for kind in [GuestWindow.Kind.listView, .box, .textView] {
      for place in [0.0, 700] {
        let guest = try GuestWindow(kind)
        guest.scrolled.refreshable { try await Task.sleep(for: .milliseconds(50)) }
          .configureRefresh { $0.refresh.floats = true }
        guest.present()
        guest.scroll(to: place)
        let row = guest.row(below: 100)
        let top = try XCTUnwrap(guest.tops[row])
        let controller = try guest.controller
        controller.metrics.minimumRunning = .milliseconds(100)
        controller.metrics.resultShown = .milliseconds(100)
        controller.refresh.action.activate()
        var shown: Set<RefreshState.Moment> = []
        let tops = guest.painted(60) {
          shown.insert(controller.state(of: .top).moment)
          return guest.tops[row]
        }
        XCTAssertEqual(Set(tops), [top], "\(kind) from \(place)")
        XCTAssertTrue(shown.contains(.running), "\(shown)")
        XCTAssertEqual(controller.refresh.state.moment, .idle)
        guest.window.destroy()
      }
    }
  }

  @MainActor func testItIsAsWideAsItNeedsToBeInTheMiddleOfItsEdge() throws {
    let (list, controller) = try ListWindow.thatRefreshesForever()
    controller.refresh.floats = true
    for edge in PullEdge.allCases {
      controller.refresh.edge = edge
      controller.refresh.action.activate()
      list.window.paint(30)
      let row = try XCTUnwrap(list.row(.top))
      let whole = list.scrolledWindow
      XCTAssertTrue(row.isMapped)
      XCTAssertEqual(whole.height, list.window.height, "no room is made at \(edge)")
      let (left, top) = try (XCTUnwrap(row.left(in: whole)), XCTUnwrap(row.top(in: whole)))
      let isHorizontal = edge.isHorizontal
      let (start, breadth, edgeLength) =
        isHorizontal ? (top, row.height, whole.height) : (left, row.width, whole.width)
      // GTK's width and height of a widget do not include its margins.
      XCTAssertLessThan(breadth, edgeLength - 100, "\(edge)")
      XCTAssertEqual(start, Double(edgeLength - breadth) / 2, accuracy: 1, "\(edge)")
      let (near, room) =
        isHorizontal ? (left, whole.width - row.width) : (top, whole.height - row.height)
      let distance = edge == .top || edge == .leading ? near : Double(room) - near
      XCTAssertEqual(distance, Double(RowStyle.floatingGap), accuracy: 1, "\(edge)")
      controller.refresh.cancel()
      XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    }
  }

  @MainActor func testItMayChangeWhileARefreshRuns() throws {
    let (list, controller) = try ListWindow.thatRefreshesForever()
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 54 })
    controller.refresh.floats = true
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 0 })
    XCTAssertTrue(try Self.isFloating(list))
    controller.refresh.floats = false
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 54 })
    XCTAssertFalse(try Self.isFloating(list))
  }

  @MainActor private static func isFloating(_ list: ListWindow) throws -> Bool {
    gtk_widget_has_css_class(try XCTUnwrap(list.row(.top)).asWidget, "floating") != 0
  }
}
