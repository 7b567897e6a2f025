import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The roles of a list as a program sees them: the outcomes of runs, and the looks of rows.
final class RoleTests: WidgetTestCase {
  private struct Asleep: Error, CustomStringConvertible { let description = "asleep" }

  func testARefreshThatWasBegunTellsHowItEnded() throws {
    try withList { list, controller in
      list.refreshable(reporting: { "3 new" })
      try expect(.succeeded(summary: "3 new")) { await controller.refresh.begin() }
      list.refreshable { throw Asleep() }
      try expect(.failed(message: "asleep")) { await controller.refresh.begin() }
      list.refreshable { try await Task.sleep(for: .seconds(3600)) }
      MainLoop.call(after: .milliseconds(20)) { controller.refresh.cancel() }
      try expect(.cancelled) { await controller.refresh.begin() }
      MainLoop.call(after: .milliseconds(20)) { controller.refresh.isRunning = false }
      try expect(.succeeded(summary: nil)) { await controller.refresh.begin() }
    }
  }

  func testARunThatCodeEndsSucceedsAlsoWhileItsRowIsKeptOpen() throws {
    try withList { list, controller in
      list.refreshable { try await Task.sleep(for: .seconds(3600)) }
      controller.metrics.minimumRunning = PullMetrics().minimumRunning
      controller.clock = ManualClock()
      MainLoop.call(after: .milliseconds(20)) { controller.refresh.isRunning = false }
      try expect(.succeeded(summary: nil)) { await controller.refresh.begin() }
      XCTAssertEqual(controller.refresh.state.moment, .running)
    }
  }

  func testALoadThatWasBegunTellsHowItEnded() throws {
    try withList { list, controller in
      try expect(.notAwaited(.noHandler)) { await controller.loadMore.begin() }
      var pages = 0
      list.loadsMore {
        pages += 1
        if pages == 1 { throw Asleep() }
        return LoadedRows(added: 1, hasMore: pages < 3)
      }
      try expect(.failed(message: "asleep")) { await controller.loadMore.begin() }
      try expect(.succeeded(summary: nil)) { await controller.loadMore.begin() }
      try expect(.succeeded(summary: nil)) { await controller.loadMore.begin() }
      try expect(.notAwaited(.exhausted)) { await controller.loadMore.begin() }
      XCTAssertEqual(controller.loadMore.state.moment, .exhausted)
      controller.loadMore.isEnabled = false
      try expect(.notAwaited(.disabled)) { await controller.loadMore.begin() }
      controller.detach()
      try expect(.notAwaited(.listEnded)) { await controller.loadMore.begin() }
    }
  }

  func testALoadThatWaitsForARefreshIsAwaited() throws {
    try withList { list, controller in
      list.refreshable { try await Task.sleep(for: .milliseconds(30)) }
      list.loadsMore { LoadedRows(added: 1, hasMore: true) }
      controller.refresh.isRunning = true
      try expect(.succeeded(summary: nil)) { await controller.loadMore.begin() }
      list.refreshable { try await Task.sleep(for: .seconds(3600)) }
      XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
      controller.refresh.isRunning = true
      MainLoop.call(after: .milliseconds(20)) { controller.loadMore.cancel() }
      try expect(.cancelled) { await controller.loadMore.begin() }
      MainLoop.call(after: .milliseconds(20)) { controller.detach() }
      try expect(.cancelled) { await controller.refresh.begin() }
    }
  }

  func testALoadThatARefreshAsksForIsNotAwaitedInIt() throws {
    try withList { list, controller in
      list.loadsMore { LoadedRows(added: 1, hasMore: false) }
      var inside: [PullOutcome] = []
      list.refreshable {
        inside = [await controller.loadMore.begin(), await controller.refresh.begin()]
      }
      try expect(.succeeded(summary: nil)) { await controller.refresh.begin() }
      XCTAssertEqual(inside, [.notAwaited(.insideHandler), .notAwaited(.insideHandler)])
      XCTAssertTrue(MainLoop.run { controller.loadMore.state.moment == .exhausted })
    }
  }

  @MainActor func testThePullsDistanceGoesOnBeyondTheThreshold() throws {
    let (_, controller) = try ListWindow.shown { $0.refreshable {} }
    let driver = controller.driver
    driver.rest()
    XCTAssertEqual(controller.refresh.distance, 0)
    for _ in 0..<8 {
      driver.send(.device(.touchpadScrolled(along: -10, at: driver.input.position)))
    }
    XCTAssertEqual(controller.refresh.distance, 200)
    XCTAssertEqual(controller.refresh.state.progress, 1)
    XCTAssertEqual(controller.loadMore.distance, 0)
  }

  func testEachRoleHasItsOwnTitlesAndBothTheirButtons() throws {
    try withList { list, controller in
      XCTAssertEqual(controller.refresh.titles.pull, "Pull to refresh")
      XCTAssertEqual(controller.loadMore.titles.pull, "Pull to load more")
      controller.refresh.titles.cancel = "Stop"
      controller.refresh.titles.failed = { "No luck: \($0)" }
      let running = controller.refresh.preview(of: RefreshState(edge: .top, moment: .running))
      XCTAssertTrue(texts(running).contains("Stop"))
      let failed = RefreshState(edge: .top, moment: .failed(message: "asleep"))
      XCTAssertTrue(texts(controller.refresh.preview(of: failed)).contains("No luck: asleep"))
      controller.loadMore.edge = .top
      XCTAssertEqual(controller.refresh.edge, .bottom)
    }
  }

  private func withList(
    _ body: @MainActor (ScrolledWindow, RefreshController) throws -> Void
  ) throws {
    try onMainActor {
      let list = ScrolledWindow(Label("Row"))
      let window = Window()
      window.child = list.asWidget
      let controller = try RefreshController.attach(to: list)
      (controller.metrics.minimumRunning, controller.metrics.resultShown) = (.zero, .zero)
      try body(list, controller)
      window.destroy()
    }
  }
}

/// Does work, and waits for its end.
@MainActor func finish(
  file: StaticString = #filePath,
  line: UInt = #line,
  _ work: @escaping () async -> Void
) {
  var isDone = false
  Task {
    await work()
    isDone = true
  }
  XCTAssertTrue(MainLoop.run { isDone }, "it never ended", file: file, line: line)
}

@MainActor private func expect(
  _ expected: PullOutcome,
  line: UInt = #line,
  _ begin: @escaping () async -> PullOutcome
) throws {
  var outcome: PullOutcome?
  finish(line: line) { outcome = await begin() }
  XCTAssertEqual(outcome, expected, line: line)
}
