import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The effects of a command, from the action to the row.
final class RefreshControllerTests: WidgetTestCase {
  @MainActor func testRefreshIsAwaitedByEveryCaller() throws {
    var runs = 0
    let (_, controller) = try ListWindow.shown {
      $0.refreshable {
        runs += 1
        await Task.yield()
      }
    }
    var returned = 0
    for _ in 0..<3 {
      Task {
        await controller.refresh.begin()
        returned += 1
      }
    }
    XCTAssertTrue(MainLoop.run { returned == 3 })
    XCTAssertEqual(runs, 1)
  }

  @MainActor func testRefreshReturnsWhenTheWorkHasEndedAndNotTheRow() throws {
    let (_, controller) = try ListWindow.shown { $0.refreshable {} }
    controller.metrics.minimumRunning = .seconds(600)
    finish { await controller.refresh.begin() }
    guard case .running = controller.refresh.state.moment else {
      return XCTFail("\(controller.refresh.state.moment)")
    }
  }

  @MainActor func testRefreshReturnsWhenTheTaskThatAwaitsItIsCancelled() throws {
    let (_, controller) = try ListWindow.thatRefreshesForever()
    var returned = 0
    let tasks = (0..<3).map { _ in
      Task {
        await controller.refresh.begin()
        returned += 1
      }
    }
    XCTAssertTrue(MainLoop.run { controller.refresh.isRunning })
    MainLoop.runReadyEvents()
    tasks[1].cancel()
    XCTAssertTrue(MainLoop.run { returned == 1 })
    XCTAssertTrue(controller.refresh.isRunning, "the refresh is not its caller's")
    controller.refresh.cancel()
    XCTAssertTrue(MainLoop.run { returned == 3 })
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await controller.refresh.begin()
      returned += 1
    }
    XCTAssertTrue(MainLoop.run { returned == 4 })
    XCTAssertEqual(controller.started[.refresh], 1)
    late.cancel()
  }

  @MainActor func testATaskThatAHandlerLeavesBehindMayRefresh() throws {
    let list = ListWindow()
    var runs = 0
    var refreshedAgain = false
    list.scrolledWindow.refreshable { [weak list] in
      runs += 1
      guard runs == 1 else { return }
      Task {
        let controller = list?.scrolledWindow.refreshController
        while controller?.refresh.isRunning == true { await Task.yield() }
        await controller?.refresh.begin()
        refreshedAgain = true
      }
    }
    list.present()
    let controller = try list.controller
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { refreshedAgain })
    XCTAssertEqual(runs, 2)
  }

  @MainActor func testTheFooterOffersMoreAtTheEndAndSaysWhenThereIsNone() throws {
    let list = ListWindow(rows: 3)
    list.scrolledWindow.loadsMore { [weak list] in
      list?.addRows(2)
      return LoadedRows(added: 2, hasMore: false)
    }
    list.present()
    XCTAssertTrue(MainLoop.run { list.buttons == ["Load More": true] })
    try list.controller.loadMore.action.activate()
    XCTAssertTrue(MainLoop.run { list.titles.contains("Loading…") })
    XCTAssertTrue(MainLoop.run { list.titles.contains("Nothing more to load") })
    XCTAssertEqual(list.buttons, [:])
    XCTAssertFalse(try list.controller.loadMore.action.isEnabled)
  }

  @MainActor func testAFailedLoadOffersRetry() throws {
    struct Offline: Error, CustomStringConvertible {
      let description = "no connection"
    }
    let list = ListWindow(rows: 3)
    var tries = 0
    list.scrolledWindow.loadsMore {
      tries += 1
      guard tries > 1 else { throw Offline() }
      return LoadedRows(added: 1, hasMore: true)
    }
    list.present()
    try list.controller.loadMore.action.activate()
    XCTAssertTrue(MainLoop.run { list.buttons == ["Retry": true] })
    XCTAssertTrue(list.titles.contains("Failed: no connection"))
    try list.controller.loadMore.action.activate()
    XCTAssertTrue(MainLoop.run { list.buttons == ["Load More": true] })
  }

  @MainActor func testAPullThatOutlastsAResultKeepsTheRoomOfItsRow() throws {
    let (list, controller) = try ListWindow.shown(minimumRunning: .zero) {
      $0.refreshable(endsAfter: nil) { _ in }
    }
    controller.metrics.resultShown = .zero
    controller.refresh.isRunning = true
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 54 })
    list.pull(by: 60)
    controller.refresh.isRunning = false
    XCTAssertTrue(MainLoop.run { controller.state(of: .top).moment == .peeking })
    list.window.paint(3)
    let row = try XCTUnwrap(list.row(.top))
    let container = try XCTUnwrap(list.scrolledWindow.parent)
    XCTAssertEqual(try XCTUnwrap(row.top(in: container)), 30, accuracy: 1, "as the hand pulls it")
    XCTAssertEqual(list.scrolledWindow.room(.top), 54)
    list.release()
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.top) == 0 })
  }

  /// A task may use a controller after its list is gone.
  @MainActor func testOfAListThatIsGoneNothingBegins() throws {
    let controller = try controllerOfAListThatIsGone()
    let roles = [controller.refresh, controller.loadMore, controller.loadEarlier]
    var outcomes: [PullOutcome] = []
    Task { for role in roles { outcomes.append(await role.begin()) } }
    XCTAssertTrue(MainLoop.run { outcomes.count == roles.count })
    XCTAssertEqual(Set(outcomes), [.notAwaited(.listEnded)])
  }

  @MainActor func testOfAListThatIsGoneNothingChanges() throws {
    let controller = try controllerOfAListThatIsGone()
    for role in RunRole.allCases.map({ controller[$0] }) {
      role.edge = role.edge.opposite
      (role as? LoadRole)?.hasMore.toggle()
      role.progress = RunProgress(fraction: 0.5)
      role.isRunning = true
      role.isEnabled = false
      role.action.activate()
      role.cancel()
    }
    controller.list?.refreshable {}
    controller.list?.loadsMore { LoadedRows(hasMore: true) }
    controller.metrics.minimumRunning = .zero
    controller.loadMore.mode = .automatic()
    controller.staysWithReader = true
    controller.newRowsTitle = { "\($0)" }
    controller.showNewRowsAction.activate()
    controller.scroll(to: .top)
    controller.detach()
    XCTAssertEqual(controller.started, PerRole(repeating: 0))
  }
}

@MainActor private func controllerOfAListThatIsGone() throws -> RefreshController {
  let controller = try {
    let list = ListWindow()
    list.scrolledWindow.refreshable {}
    list.scrolledWindow.loadsMore { LoadedRows(hasMore: true) }
    list.present()
    defer { list.window.destroy() }
    return try list.controller
  }()
  XCTAssertTrue(MainLoop.run { !controller.driver.scrolledWindow.isAlive })
  return controller
}
