import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// A list in a `RefreshBox`, which the program puts into its window.
final class RefreshBoxTests: WidgetTestCase {
  @MainActor func testWhatIsInABoxRefreshesWhereverThatIsPlaced() throws {
    let list = Box(.vertical, spacing: 0)
    for number in 1...60 { list.append(Label("Row \(number)")) }
    let box = RefreshBox(list)
    var refreshes = 0
    box.refreshable { refreshes += 1 }
    let window = Window()
    window.child = box.asWidget
    window.present()
    XCTAssertTrue(MainLoop.run { list.isMapped })
    XCTAssertEqual(window.child?.pointer, box.asWidget.pointer)
    XCTAssertTrue(box.refreshController === box.controller)
    XCTAssertTrue(list.refreshController === box.controller)
    box.controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { refreshes == 1 })

    let scrolledWindow = try XCTUnwrap(list.parent?.parent)
    XCTAssertNotEqual(scrolledWindow.parent?.pointer, box.asWidget.pointer)
    box.controller.detach()
    XCTAssertEqual(scrolledWindow.parent?.pointer, box.asWidget.pointer)
    XCTAssertEqual(window.child?.pointer, box.asWidget.pointer)
  }

  @MainActor func testAListOfAnotherBindingIsPutIntoABoxAndPlacedByPointers() throws {
    let list = Label("Row")
    let box = try XCTUnwrap(RefreshBox(list.pointer))
    XCTAssertTrue(list.refreshController === box.controller)
    let window = Window()
    window.child = try XCTUnwrap(Widget.at(box.pointer))
    window.present()
    XCTAssertTrue(MainLoop.run { list.isMapped })
  }

  @MainActor func testAScrolledWindowGetsNoSecondOne() {
    let scrolledWindow = ScrolledWindow(Label("Row"))
    let box = RefreshBox(scrolledWindow)
    XCTAssertTrue(scrolledWindow.refreshController === box.controller)
    XCTAssertEqual(scrolledWindow.parent?.parent?.pointer, box.asWidget.pointer)
    let window = Window()
    window.child = box.asWidget
    window.present()
    XCTAssertTrue(MainLoop.run { scrolledWindow.isMapped })
  }
}
