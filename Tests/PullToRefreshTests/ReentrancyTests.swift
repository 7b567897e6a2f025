import CPullToRefreshGtk
import Foundation
import Observation
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// Calls in the middle of another change: by a view, by an observer, by the change itself.
final class ReentrancyTests: WidgetTestCase {
  @MainActor func testARunThatItsOwnRowGivesUpIsCancelled() throws {
    var begun = 0
    let (_, controller) = try ListWindow.shown {
      $0.refreshable {
        begun += 1
        try await Task.sleep(for: .seconds(600))
      }
    }
    let own = Label("own")
    controller.refresh.content = { [unowned controller] state in
      if state.moment == .running { controller.refresh.cancel() }
      return own
    }
    controller.refresh.action.activate()
    XCTAssertEqual(controller.refresh.state.moment, .cancelled)
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    XCTAssertEqual(begun, 0)
  }

  @MainActor func testWhatAnObserverAsksForIsNotLost() throws {
    var refreshes = 0
    let (_, controller) = try ListWindow.shown(rows: 3, minimumRunning: .zero) {
      $0.refreshable(endsAfter: nil) { _ in refreshes += 1 }
        .loadsMore(endsAfter: nil) { _ in }
    }
    controller.loadMore.isRunning = true
    withObservationTracking {
      _ = controller.loadMore.isRunning
    } onChange: { [unowned controller] in
      MainActor.assumeIsolated { controller.refresh.isRunning = true }
    }
    controller.loadMore.isRunning = false
    XCTAssertTrue(controller.refresh.isRunning)
    XCTAssertTrue(MainLoop.run { refreshes == 1 })
    XCTAssertEqual(controller.loadMore.state.moment, .idle)
  }

  @MainActor func testARunThatAnObserverBeginsIsAwaited() throws {
    let (_, controller) = try ListWindow.shown(rows: 3) {
      $0.refreshable(reporting: { "3 new" }).loadsMore(endsAfter: nil) { _ in }
    }
    var outcome: PullOutcome?
    controller.onStateChange = { [unowned controller] in
      controller.onStateChange = nil
      Task.immediate { outcome = await controller.refresh.begin() }
    }
    controller.loadMore.isRunning = true
    XCTAssertTrue(MainLoop.run { outcome != nil })
    XCTAssertEqual(outcome, .succeeded(summary: "3 new"))
  }

  @MainActor func testARunBegunAsTheLastOneEndsGoesOn() throws {
    var begun = 0
    let (_, controller) = try ListWindow.shown(minimumRunning: .zero) {
      $0.refreshable(endsAfter: nil) { _ in begun += 1 }
    }
    controller.refresh.isRunning = true
    XCTAssertTrue(MainLoop.run { begun == 1 })
    var restarted = false
    controller.onStateChange = { [unowned controller] in
      guard !restarted, !controller.refresh.isRunning else { return }
      restarted = true
      controller.refresh.isRunning = true
    }
    controller.refresh.isRunning = false
    XCTAssertTrue(MainLoop.run { begun == 2 })
    XCTAssertTrue(controller.refresh.isRunning)
  }

  @MainActor func testAViewMayChangeTheConfigurationThatItIsPartOf() throws {
    let (list, controller) = try ListWindow.shown { $0.refreshable(endsAfter: nil) { _ in } }
    let own = Label("own")
    var calls = 0
    controller.refresh.content = { [unowned controller] state in
      calls += 1
      controller.refresh.isCancellable = state.moment != .running
      return own
    }
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { own.isMapped })
    XCTAssertEqual(list.buttons, [:])
    XCTAssertLessThan(calls, 10)
  }

  @MainActor func testTheListMayBeTakenAwayByTheChangeOfItsRows() throws {
    for place in [0.0, 500] {
      let list = ListWindow()
      list.scrolledWindow.refreshable {}
      list.present()
      list.scrolledWindow.verticalAdjustment.value = place
      let controller = try list.controller
      finish { await list.scrolledWindow.update(arrivals: 3) { controller.detach() } }
      XCTAssertNil(list.scrolledWindow.refreshController)
      list.window.destroy()
    }
  }

  @MainActor func testTheWindowMayBeClosedAsItsListIsDetached() throws {
    for isByEnvironment in [true, false] {
      let (window, list) = Self.listThatOnlyItsWindowKeeps()
      list.object.refreshable {}
      let controller = try XCTUnwrap(list.object.refreshController)
      if isByEnvironment {
        list.object.onEnvironmentChange { if $0.refresh == nil { window.object.destroy() } }
      } else {
        withObservationTracking {
          _ = controller.refresh.state.moment
        } onChange: {
          MainActor.assumeIsolated { window.object.destroy() }
        }
      }
      controller.detach()
      XCTAssertFalse(list.isAlive)
    }
  }

  @MainActor func testTheWindowMayBeClosedAsItsLoadBegins() throws {
    let (window, list) = Self.listThatOnlyItsWindowKeeps()
    list.object.loadsMore { LoadedRows(hasMore: true) }
    let controller = try XCTUnwrap(list.object.refreshController)
    controller.onStateChange = { window.object.destroy() }
    finish { await controller.loadMore.begin() }
    XCTAssertFalse(list.isAlive)
  }

  @MainActor func testTheWindowMayBeClosedAsAFingerComesDown() throws {
    let (window, list) = Self.listThatOnlyItsWindowKeeps()
    list.object.loadsMore(endsAfter: nil) { _ in }
    let controller = try XCTUnwrap(list.object.refreshController)
    Self.fill(list.object, in: window.object)
    // A list loads by itself only once it is shown and laid out.
    window.object.paint(3)
    controller.loadMore.mode = .automatic(prefetch: 0)
    controller.onStateChange = { window.object.destroy() }
    list.object.verticalAdjustment.value = list.object.verticalAdjustment.upper
    controller.driver.input.dragged(.finger, .began(over: .unknown))
    XCTAssertFalse(list.isAlive)
  }

  @MainActor func testTheListMayGoWithinTheEventOfAFinger() throws {
    for isDetached in [true, false] {
      let (window, list) = Self.listThatOnlyItsWindowKeeps()
      list.object.refreshable {}
      Self.fill(list.object, in: window.object)
      // Nothing but the list keeps its controller.
      list.object.refreshController?.onStateChange = {
        if isDetached { list.object.refreshController?.detach() } else { window.object.destroy() }
      }
      let input = try XCTUnwrap(list.object.refreshController?.driver.input)
      input.dragged(.finger, .began(over: .unknown))
      input.dragged(.finger, .moved(dy: 120))
      input.dragged(.finger, .ended)
      if window.isAlive { window.object.destroy() }
      XCTAssertFalse(list.isAlive)
    }
  }

  @MainActor func testTheWindowMayBeClosedAsTheFocusLeavesThePill() throws {
    let (window, list) = Self.listThatOnlyItsWindowKeeps()
    list.object.refreshable {}
    let controller = try XCTUnwrap(list.object.refreshController)
    Self.fill(list.object, in: window.object)
    list.object.verticalAdjustment.value = 700
    controller.driver.change(arrivals: 3) {}
    do {
      let pill = controller.driver.rows.keeper.counter.widget
      let button = try XCTUnwrap(pill.children.first)
      XCTAssertTrue(MainLoop.run { button.isMapped && button.grabFocus() })
    }
    window.object.connect("notify::focus-widget") { window.object.destroy() }
    controller.showNewRowsAction.activate()
    XCTAssertFalse(list.isAlive)
  }

  @MainActor func testAScrollMayDetachItsList() throws {
    let (list, controller) = try ListWindow.shown { $0.refreshable {} }
    list.scrolledWindow.verticalAdjustment.connect("value-changed") { [weak controller] in
      controller?.detach()
    }
    controller.scroll(to: .bottom, isAnimated: false)
    XCTAssertNil(list.scrolledWindow.refreshController)
  }

  @MainActor func testAnOfferToOneListMayRemoveTheNext() throws {
    let window = Window()
    let outer = Box(.vertical, spacing: 0)
    window.child = outer.asWidget
    let (controllers, second) = try Self.twoLists(in: outer)
    controllers[0].onStateChange = {
      if second.isAlive { _ = second.object.removeFromParent() }
    }
    outer.refreshable {}
    XCTAssertFalse(second.isAlive)
  }

  @MainActor private static func twoLists(
    in outer: Box
  ) throws -> ([RefreshController], Unowned<ScrolledWindow>) {
    let lists = [ScrolledWindow(), ScrolledWindow()]
    for list in lists {
      let holder = Box(.vertical, spacing: 0)
      holder.append(list)
      outer.append(holder)
      list.loadsMore { LoadedRows(hasMore: true) }
    }
    return (try lists.map { try XCTUnwrap($0.refreshController) }, Unowned(lists[1]))
  }

  @MainActor func testAListMayBeDetachedAsItLeavesDuringAPull() throws {
    let (list, controller) = try ListWindow.shown { $0.refreshable {} }
    list.pull(by: 60)
    controller.onStateChange = { [unowned controller] in controller.detach() }
    _ = list.scrolledWindow.removeFromParent()
    XCTAssertTrue(controller.driver.hasEnded)
  }

  @MainActor func testAListMayBeDetachedAsItComesBack() throws {
    let (list, controller) = try ListWindow.shown { $0.loadsMore(endsAfter: nil) { _ in } }
    controller.loadMore.mode = .automatic()
    let other = Box(.vertical, spacing: 0)
    _ = list.scrolledWindow.removeFromParent()
    list.window.child = other.asWidget
    list.scrolledWindow.verticalAdjustment.value = list.scrolledWindow.verticalAdjustment.upper
    controller.onStateChange = { [unowned controller] in controller.detach() }
    other.append(list.scrolledWindow)
    XCTAssertTrue(MainLoop.run { controller.driver.hasEnded })
  }

  @MainActor private static func listThatOnlyItsWindowKeeps() -> (
    Unowned<Window>, Unowned<ScrolledWindow>
  ) {
    let window = Window()
    let list = ScrolledWindow()
    let holder = Box(.vertical, spacing: 0)
    holder.append(list)
    window.child = holder.asWidget
    return (Unowned(window), Unowned(list))
  }

  /// Gives a list more lines than fit, and waits until they are laid out.
  @MainActor private static func fill(_ list: ScrolledWindow, in window: Window) {
    list.child = Label(String(repeating: "A line\n", count: 300)).asWidget
    list.setExpand(vertical: true)
    window.setDefaultSize(width: 300, height: 400)
    window.present()
    XCTAssertTrue(MainLoop.run { list.verticalAdjustment.pageSize > 100 })
  }

  @MainActor func testAnUpdateOfAListThatIsGoneStillChangesItsRows() {
    let list = ListWindow()
    list.scrolledWindow.refreshable {}
    list.present()
    list.window.destroy()
    let isDone = list.scrolledWindow.updateSoon(arrivals: 3) { list.addRows(3) }
    XCTAssertTrue(MainLoop.run(until: isDone))
  }

  @MainActor func testAnUpdateOfAListThatIsNotAttachedChangesItsRows() {
    let list = ListWindow(rows: 1)
    var changes = 0
    let isDone = list.scrolledWindow.updateSoon(arrivals: 3) { changes += 1 }
    XCTAssertTrue(MainLoop.run(until: isDone))
    XCTAssertEqual(changes, 1)
  }

  @MainActor func testWhatWasFetchedIsShownAlsoWhereTheListIsDetachedUnderAFinger() throws {
    for isAttachedAnew in [false, true] {
      let (list, controller) = try ListWindow.shown(rows: 1) { $0.refreshable {} }
      controller.driver.input.touch(.touchBegan(at: controller.driver.input.position))
      var changes = 0
      let isDone = list.scrolledWindow.updateSoon(arrivals: 3) { changes += 1 }
      XCTAssertFalse(MainLoop.run(timeout: 0.05, until: isDone))
      controller.detach()
      if isAttachedAnew { list.scrolledWindow.refreshable {} }
      XCTAssertTrue(MainLoop.run(until: isDone))
      XCTAssertEqual(changes, 1)
      list.window.destroy()
    }
  }

  @MainActor func testTheListMayBeTakenAwayAsItsRefreshIsNoted() throws {
    final class Store: LastUpdatedStore {
      weak var controller: RefreshController?
      func lastUpdated(for key: String) -> Date? { nil }
      func setLastUpdated(_ date: Date, for key: String) { controller?.detach() }
    }
    let (list, controller) = try ListWindow.shown(minimumRunning: .zero) { $0.refreshable {} }
    let store = Store()
    store.controller = controller
    controller.refresh.lastUpdated = LastUpdated(key: "a", store: store)
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.refreshController == nil })
  }

  @MainActor func testAfterDetachInMidRunNothingSeemsToRun() throws {
    let (_, controller) = try ListWindow.thatRefreshesForever()
    controller.refresh.action.activate()
    controller.detach()
    XCTAssertFalse(controller.refresh.isRunning)
    XCTAssertFalse(controller.refresh.action.isEnabled)
    finish { await controller.refresh.begin() }
  }

  @MainActor func testClosuresThatKeepTheControllerGoWithItsList() throws {
    let boxes = Signal.liveBoxes
    weak var seen: RefreshController?
    do {
      let list = ListWindow(rows: 1)
      list.scrolledWindow.refreshable {}
      let controller = try list.controller
      seen = controller
      controller.onStateChange = { _ = controller.refresh.state.moment }
      let own = Label("own")
      controller.refresh.content = { _ in
        _ = controller.metrics
        return own
      }
      list.window.destroy()
    }
    XCTAssertTrue(MainLoop.run { Signal.liveBoxes == boxes })
    XCTAssertNil(seen)
  }

  @MainActor func testAListTakenOutWithItsHeaderOpenHasItsMarginsBack() throws {
    let list = ListWindow()
    list.scrolledWindow.refreshable { try await Task.sleep(for: .seconds(600)) }
    list.present()
    try list.controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 54 })
    list.window.child = nil
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 0 })
  }
}
