import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import XCTest

@testable import PullToRefresh

/// A list of another binding is only a pointer; the program uses it through its controller.
final class PointerTests: WidgetTestCase {
  @MainActor func testTheControllerOfAPointerRefreshesLoadsAndIsFoundAgain() throws {
    let list = ListWindow(rows: 3)
    let pointer = list.scrolledWindow.pointer
    list.present()
    XCTAssertNil(list.scrolledWindow.refreshController)
    RefreshController.attach(to: pointer) { _ in }
    let controller = try XCTUnwrap(list.scrolledWindow.refreshController)
    var (refreshes, loads) = (0, 0)
    controller.list?.refreshable { refreshes += 1 }
    controller.list?.loadsMore {
      loads += 1
      return LoadedRows(hasMore: false)
    }
    controller.refresh.action.activate()
    XCTAssertTrue(
      MainLoop.run { refreshes == 1 && controller.refresh.state.moment == .idle }
    )
    controller.loadMore.isRunning = true
    XCTAssertTrue(MainLoop.run { controller.loadMore.state.moment == .exhausted })
    XCTAssertEqual(loads, 1)
    controller.detach()
    XCTAssertNil(list.scrolledWindow.refreshController)
  }

  @MainActor func testAListThatHasNoPlaceYetIsWaitedFor() {
    let scrolled = ScrolledWindow(Label("Row"))
    var attached = false
    RefreshController.attach(to: scrolled.pointer) { _ in attached = true }
    XCTAssertFalse(attached)
    let window = Window()
    window.child = scrolled.asWidget
    XCTAssertTrue(MainLoop.run { attached })
  }

  /// A freed widget is tried by a program in C, in Tests/EndToEnd/test_guests.py. Here, its memory
  /// might already be in use again.
  @MainActor func testOnlyWidgetsAreTakenForWidgets() throws {
    let (label, action) = (Label("One"), SimpleAction.named("action") {})
    withExtendedLifetime((label, action)) {
      XCTAssertNotNil(Widget.live(at: label.pointer))
      XCTAssertNil(Widget.live(at: action.pointer))
    }
    XCTAssertNil(Widget.live(at: try XCTUnwrap(OpaquePointer(bitPattern: 8))))
    var words: [UInt] = [1, 2, 3, 4]
    words.withUnsafeMutableBytes { bytes in
      XCTAssertNil(bytes.baseAddress.flatMap { Widget.live(at: OpaquePointer($0)) })
    }
  }
}
