import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The refresh action as widgets inherit it.
final class EnvironmentTests: WidgetTestCase {
  @MainActor func testItIsInheritedOverriddenAndFollowsReparenting() {
    let outer = Box(.vertical, spacing: 0)
    let inner = Box(.vertical, spacing: 0)
    let button = Button(label: "Refresh")
    inner.append(button)
    outer.append(inner)
    XCTAssertNil(button.environment.refresh)
    outer.environment.refresh = RefreshAction {}
    XCTAssertNotNil(button.environment.refresh)
    inner.environment.refresh = nil
    XCTAssertNil(button.environment.refresh)
    inner.remove(button)
    outer.append(button)
    XCTAssertNotNil(button.environment.refresh)
    outer.remove(button)
    XCTAssertNil(button.environment.refresh)
  }

  @MainActor func testACustomViewRefreshesTheListAndAwaitsItsEnd() throws {
    let list = ListWindow()
    var runs = 0
    let outer = try XCTUnwrap(list.window.child)
    outer.refreshable { runs += 1 }
    list.present()
    let action = try XCTUnwrap(list.scrolledWindow.child?.environment.refresh)
    var ended = 0
    for _ in 0..<2 {
      Task {
        await action()
        ended += 1
      }
    }
    XCTAssertTrue(MainLoop.run { list.titles.contains("Refreshing…") })
    XCTAssertTrue(MainLoop.run { ended == 2 })
    XCTAssertEqual(runs, 1)
  }

  @MainActor func testAButtonIsDisabledWhileThereIsNothingToRefresh() throws {
    let list = ListWindow()
    let button = Button(label: "Refresh")
    var states: [Bool] = []
    button.onEnvironmentChange { states.append($0.refresh != nil) }
    let outer = Box(.vertical, spacing: 0)
    list.window.child = outer.asWidget
    outer.append(button)
    let holder = Box(.vertical, spacing: 0)
    let scrolled = ScrolledWindow()
    holder.append(scrolled)
    outer.append(holder)
    XCTAssertEqual(states.last, false)
    outer.refreshable {}
    XCTAssertEqual(states.last, true)
    try XCTUnwrap(scrolled.refreshController).detach()
    XCTAssertEqual(states.last, false)
    outer.remove(button)
    holder.environment.refresh = RefreshAction {}
    XCTAssertEqual(states.last, false)
    holder.append(button)
    XCTAssertEqual(states.last, true)
  }

  @MainActor func testAttachingAListTellsOnlyTheObserversBelowIt() {
    let list = ListWindow()
    let outer = Box(.vertical, spacing: 0)
    list.window.child = outer.asWidget
    var count = 0
    let holders = (0..<8).map { _ in
      let holder = Box(.vertical, spacing: 0)
      let button = Button(label: "Refresh")
      holder.append(button)
      holder.append(ScrolledWindow())
      outer.append(holder)
      button.onEnvironmentChange { _ in count += 1 }
      return holder
    }
    count = 0
    for holder in holders { holder.refreshable {} }
    XCTAssertEqual(count, holders.count)
    count = 0
    outer.refreshable {}
    XCTAssertEqual(count, holders.count)
  }

  @MainActor func testEveryListBelowOffersTheSameRefresh() {
    let (list, outer, lists) = twoLists()
    var begun = 0
    outer.refreshable {
      begun += 1
      try await Task.sleep(for: .milliseconds(50))
    }
    list.present(lists[0])
    let controllers = lists.compactMap(\.refreshController)
    XCTAssertEqual(controllers.count, 2)
    for controller in controllers { controller.refresh.action.activate() }
    XCTAssertTrue(MainLoop.run { controllers.allSatisfy { !$0.refresh.isRunning } })
    XCTAssertEqual(begun, 1)
  }

  @MainActor func testAViewInTheRowFindsItToo() throws {
    let list = ListWindow()
    list.scrolledWindow.refreshable {}
    let own = Button(label: "Now")
    try list.controller.loadMore.content = { _ in own }
    list.present()
    XCTAssertNotNil(own.environment.refresh)
  }
}
