import CPullToRefreshGtk
import Foundation
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The refresh that a list offers if several apply, and the end of a shared one.
final class OfferTests: WidgetTestCase {
  @MainActor func testTheNearestRefreshableCountsWhicheverCameFirst() throws {
    for innerIsFirst in [true, false] {
      let list = ListWindow()
      let outer = try XCTUnwrap(list.window.child)
      var begun = (inner: 0, outer: 0)
      if innerIsFirst { list.scrolledWindow.refreshable { begun.inner += 1 } }
      outer.refreshable { begun.outer += 1 }
      if !innerIsFirst { list.scrolledWindow.refreshable { begun.inner += 1 } }
      list.present()
      let controller = try list.controller
      controller.metrics.minimumRunning = .zero
      controller.refresh.action.activate()
      XCTAssertTrue(MainLoop.run { begun == (1, 0) }, "pulled: \(begun)")
      XCTAssertTrue(MainLoop.run { !controller.refresh.isRunning })
      let inner = try XCTUnwrap(list.scrolledWindow.child?.environment.refresh)
      Task { await inner() }
      XCTAssertTrue(MainLoop.run { begun == (2, 0) }, "from within: \(begun)")
      let action = try XCTUnwrap(outer.environment.refresh)
      Task { await action() }
      XCTAssertTrue(MainLoop.run { begun == (2, 1) }, "from outside: \(begun)")
      list.window.destroy()
    }
  }

  @MainActor func testTheNearestCountsAlsoWhereItsEnvironmentIsOverridden() throws {
    let list = ListWindow()
    let outer = try XCTUnwrap(list.window.child)
    let box = Box(.vertical, spacing: 0)
    list.window.child = nil
    box.append(outer)
    list.window.child = box.asWidget
    var begun = (inner: 0, outer: 0)
    outer.refreshable { begun.inner += 1 }
    outer.environment.refresh = nil
    box.refreshable { begun.outer += 1 }
    list.present()
    try list.controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { begun.inner + begun.outer > 0 })
    XCTAssertEqual([begun.inner, begun.outer], [1, 0])
  }

  @MainActor func testAHandlerThatIsReplacedLeavesNothingOnItsList() throws {
    let list = ListWindow()
    for _ in 0..<20 { list.scrolledWindow.refreshable {} }
    XCTAssertLessThanOrEqual(try list.controller.driver.offers.count, 2)
  }

  @MainActor func testAHandlerOfferedAsTheContainerComesIsTheSameControllers() throws {
    let list = ListWindow()
    let scrolled = Unowned(list.scrolledWindow)
    var begun: [String] = []
    var isOffered = false
    list.scrolledWindow.connect("notify::parent") {
      guard !isOffered, scrolled.object.parent?.typeName == "PullToRefreshContainer" else { return }
      isOffered = true
      scrolled.object.loadsMore {
        begun.append("load")
        return LoadedRows(hasMore: false)
      }
    }
    list.scrolledWindow.refreshable { begun.append("refresh") }
    list.present()
    XCTAssertTrue(isOffered)
    let controller = try list.controller
    controller.metrics.minimumRunning = .zero
    XCTAssertEqual(controller.refresh.state.moment, .idle)
    XCTAssertEqual(controller.loadMore.state.moment, .idle)
    XCTAssertEqual(
      ListWindow.all(below: list.window).count { $0.typeName == "PullToRefreshContainer" },
      1
    )
    for role in [RunRole.refresh, .loadMore] {
      controller[role].isRunning = true
      XCTAssertTrue(MainLoop.run { !controller[role].isRunning })
    }
    XCTAssertEqual(begun, ["refresh", "load"])
  }

  @MainActor func testAListMayBeDetachedAsItsContainerComes() throws {
    let list = ListWindow()
    let place = list.scrolledWindow.parent?.pointer
    let scrolled = Unowned(list.scrolledWindow)
    list.scrolledWindow.connect("notify::parent") {
      guard scrolled.object.parent?.typeName == "PullToRefreshContainer" else { return }
      scrolled.object.refreshController?.detach()
    }
    list.scrolledWindow.refreshable {}
    list.present()
    XCTAssertNil(list.scrolledWindow.refreshController)
    XCTAssertEqual(list.scrolledWindow.parent?.pointer, place)
  }

  @MainActor func testTheLastOfTwoOnOneListCounts() throws {
    let list = ListWindow()
    var begun: [String] = []
    let inside = try XCTUnwrap(list.scrolledWindow.child)
    inside.refreshable { begun.append("first") }
    list.scrolledWindow.refreshable { begun.append("second") }
    list.present()
    try list.controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { !begun.isEmpty })
    XCTAssertEqual(begun, ["second"])
  }

  @MainActor func testAListHasTheRefreshOfThePlaceWhereItIs() throws {
    let (list, outer, lists) = twoLists()
    let boxes = lists.map { scrolled in
      let box = Box(.vertical, spacing: 0)
      scrolled.setExpand(vertical: true)
      outer.remove(scrolled)
      box.append(scrolled)
      outer.append(box)
      return box
    }
    var begun = [0, 0]
    for (index, box) in boxes.enumerated() { box.refreshable { begun[index] += 1 } }
    list.present(lists[0])
    let controller = try XCTUnwrap(lists[0].refreshController)
    controller.metrics.minimumRunning = .zero
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { begun == [1, 0] && !controller.refresh.isRunning })
    let container = try XCTUnwrap(lists[0].parent)
    // GTK 4.8 keeps a removed widget alive if it had the focus.
    gtk_root_set_focus(gtk_widget_get_root(outer.asWidget), nil)
    boxes[0].remove(container)
    boxes[1].append(container)
    MainLoop.runReadyEvents()
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { begun == [1, 1] && !controller.refresh.isRunning })
  }

  @MainActor func testAListInsideAnotherDoesNotHaveItsRefresh() throws {
    let list = ListWindow()
    let inner = ScrolledWindow(Label("A row of the inner list"))
    let content = Box(.vertical, spacing: 0)
    content.append(inner)
    list.scrolledWindow.child = content.asWidget
    try XCTUnwrap(list.window.child).refreshable {}
    inner.loadsMore { LoadedRows(hasMore: true) }
    list.present()
    XCTAssertEqual(try list.controller.refresh.state.moment, .idle)
    XCTAssertEqual(try XCTUnwrap(inner.refreshController).refresh.state.moment, .disabled)
    XCTAssertEqual(try XCTUnwrap(inner.refreshController).loadMore.state.moment, .idle)
  }

  @MainActor func testAValueSetBetweenCountsForTheListBelow() throws {
    let list = ListWindow()
    let outer = Box(.vertical, spacing: 0)
    let holder = try XCTUnwrap(list.window.child)
    list.window.child = nil
    outer.append(holder)
    list.window.child = outer.asWidget
    outer.refreshable {}
    list.present()
    holder.environment.refresh = nil
    XCTAssertNil(list.scrolledWindow.environment.refresh)
    XCTAssertNil(list.scrolledWindow.child?.environment.refresh)
    var others = 0
    holder.environment.refresh = RefreshAction { await MainActor.run { others += 1 } }
    let other = try XCTUnwrap(list.scrolledWindow.child?.environment.refresh)
    Task { await other() }
    XCTAssertTrue(MainLoop.run { others == 1 })
  }

  @MainActor func testTheActionGoesByAListWhoseHeaderIsEnabled() throws {
    let (list, outer, lists) = twoLists()
    var begun = 0
    outer.refreshable { begun += 1 }
    list.present(lists[0])
    let controllers = lists.compactMap(\.refreshController)
    for controller in controllers { controller.metrics.minimumRunning = .zero }
    controllers[0].refresh.isEnabled = false
    let action = try XCTUnwrap(outer.environment.refresh)
    Task { await action() }
    XCTAssertTrue(MainLoop.run { begun == 1 })
    XCTAssertEqual(controllers.map { $0.started[.refresh] }, [0, 1])
    XCTAssertTrue(MainLoop.run { !controllers[1].refresh.isRunning })
    controllers[1].refresh.isEnabled = false
    Task { await action() }
    XCTAssertTrue(MainLoop.run { begun == 2 })
    XCTAssertEqual(controllers.map { $0.started[.refresh] }, [0, 1])
  }

  @MainActor func testARefreshGoesOnForTheListThatStillAwaitsIt() {
    for detaches in [true, false] {
      let (list, outer, lists) = twoLists()
      var mayEnd = false
      var begun = 0
      outer.refreshable {
        begun += 1
        while !mayEnd {
          try Task.checkCancellation()
          await Task.yield()
        }
      }
      list.present(lists[0])
      let controllers = lists.compactMap(\.refreshController)
      for controller in controllers {
        controller.metrics.minimumRunning = .zero
        controller.refresh.action.activate()
      }
      XCTAssertTrue(MainLoop.run { begun == 1 })
      MainLoop.runReadyEvents()
      if detaches { controllers[0].detach() } else { controllers[0].refresh.cancel() }
      MainLoop.runReadyEvents()
      XCTAssertTrue(controllers[1].refresh.isRunning)
      mayEnd = true
      XCTAssertTrue(MainLoop.run { !controllers[1].refresh.isRunning })
      XCTAssertEqual(controllers[1].refresh.state.moment, .succeeded(summary: nil))
      XCTAssertEqual(begun, 1)
      list.window.destroy()
    }
  }

  @MainActor func testTheLastToCancelEndsTheRunAndTheNextBeginsAnew() {
    var begun = 0
    var cancelled = 0
    var mayEnd = false
    let offer = Offer(.refresh) {
      begun += 1
      while !mayEnd { await Task.yield() }
      if Task.isCancelled { cancelled += 1 }
      return .refreshed()
    }
    let shared = offer.action
    let callers = (0..<2).map { _ in Task { await shared() } }
    XCTAssertTrue(MainLoop.run { begun == 1 })
    MainLoop.runReadyEvents()
    for caller in callers { caller.cancel() }
    let next = Task { await shared() }
    XCTAssertTrue(MainLoop.run { begun == 2 }, "a run that does not listen blocks")
    mayEnd = true
    XCTAssertTrue(MainLoop.run { cancelled == 1 })
    next.cancel()
  }

  @MainActor func testAnActionThatCallsItselfThroughTheEnvironmentEnds() throws {
    let (list, outer, lists) = twoLists()
    var ended = 0
    let widget = Unowned(outer)
    outer.refreshable {
      await widget.object.environment.refresh?()
      ended += 1
    }
    list.present(lists[0])
    let action = try XCTUnwrap(outer.environment.refresh)
    Task { await action() }
    XCTAssertTrue(MainLoop.run { ended == 1 }, "by way of a list")
    for scrolled in lists { scrolled.refreshController?.refresh.isEnabled = false }
    MainLoop.runReadyEvents()
    Task { await action() }
    XCTAssertTrue(MainLoop.run { ended == 2 }, "without a list")
  }

  @MainActor func testAWidgetThatNeverHadAListTakesItsActionAlong() {
    weak var canary: Canary?
    do {
      let box = Box(.vertical, spacing: 0)
      let held = Canary()
      canary = held
      box.refreshable { _ = held }
      XCTAssertNotNil(canary)
    }
    MainLoop.runReadyEvents()
    XCTAssertNil(canary)
  }

  @MainActor func testAnActionThatOutlivesItsListFreesItsHandlerOnTheMainThread() throws {
    let (leftOffMain, offMain) = AsyncStream<Void>.makeStream()
    let (freedOnMain, freed) = AsyncStream<Bool>.makeStream()
    do {
      let list = ListWindow()
      let held = Canary { freed.yield(Thread.isMainThread) }
      list.scrolledWindow.refreshable { _ = held }
      let action = try XCTUnwrap(list.scrolledWindow.environment.refresh)
      Task.detached {
        for await _ in leftOffMain {}
        withExtendedLifetime(action) {}
      }
      list.window.destroy()
    }
    MainLoop.runReadyEvents()
    offMain.finish()
    var wasOnMain: Bool?
    Task { for await isMain in freedOnMain { wasOnMain = isMain } }
    XCTAssertTrue(MainLoop.run { wasOnMain != nil })
    XCTAssertEqual(wasOnMain, true)
    freed.finish()
  }

  @MainActor func testAnActionThatOutlivesItsListDoesNothing() throws {
    for detaches in [true, false] {
      var begun = 0
      let (list, controller) = try ListWindow.shown { $0.refreshable { begun += 1 } }
      let action = try XCTUnwrap(list.scrolledWindow.environment.refresh)
      if detaches { controller.detach() } else { list.window.child = nil }
      XCTAssertTrue(MainLoop.run { list.scrolledWindow.refreshController == nil })
      finish { await action() }
      XCTAssertEqual(begun, 0, "detached: \(detaches)")
      list.window.destroy()
    }
  }
}

private nonisolated final class Canary: Sendable {
  private let onEnd: @Sendable () -> Void

  init(onEnd: @escaping @Sendable () -> Void = {}) { self.onEnd = onEnd }

  deinit { onEnd() }
}

/// Two lists beside each other, in a box.
@MainActor func twoLists() -> (ListWindow, Box, [ScrolledWindow]) {
  let list = ListWindow()
  let outer = Box(.horizontal, spacing: 0)
  let lists = [ScrolledWindow(), ScrolledWindow()]
  for scrolled in lists {
    scrolled.child = Label("A row of the list").asWidget
    outer.append(scrolled)
  }
  list.window.child = outer.asWidget
  return (list, outer, lists)
}
