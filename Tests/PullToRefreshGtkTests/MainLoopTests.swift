import XCTest

@testable import PullToRefreshGtk

/// Swift's main actor on the GLib loop.
final class MainLoopTests: WidgetTestCase {
  @MainActor func testATaskOfTheMainActorRunsOnTheLoop() {
    var steps: [String] = []
    Task {
      steps.append("task")
      await Task.yield()
      steps.append("again")
    }
    XCTAssertTrue(steps.isEmpty)
    XCTAssertTrue(MainLoop.run { steps.count == 2 })
    XCTAssertEqual(steps, ["task", "again"])
  }

  @MainActor func testWorkOfAnotherThreadComesBack() {
    var answer: Int?
    Task {
      answer = await Task.detached { 6 * 7 }.value
    }
    XCTAssertTrue(MainLoop.run { answer != nil })
    XCTAssertEqual(answer, 42)
  }

  @MainActor func testAQuietLoopDoesNotSpin() {
    // Signals the main queue's handle once: a source that did not read it would stay ready.
    var ran = false
    Task { ran = true }
    XCTAssertTrue(MainLoop.run { ran })
    MainLoop.runReadyEvents()
    var turns = 0
    for _ in 0..<100 where MainLoop.runReadyEvents() { turns += 1 }
    XCTAssertLessThan(turns, 3)
  }

  @MainActor func testATimeoutCallsOnceAndACancelledOneNever() {
    let before = Signal.liveBoxes
    var calls: [String] = []
    let cancelled = Timeout(after: .milliseconds(1)) { calls.append("cancelled") }
    let kept = Timeout(after: .milliseconds(2)) { calls.append("kept") }
    cancelled.cancel()
    XCTAssertTrue(MainLoop.run { !calls.isEmpty })
    MainLoop.runReadyEvents()
    XCTAssertEqual(calls, ["kept"])
    kept.cancel()
    XCTAssertEqual(Signal.liveBoxes, before)
  }

  @MainActor func testATimeoutEndsWithItsOwnerAndACallHasNone() {
    let before = Signal.liveBoxes
    var calls: [String] = []
    var owned: Timeout? = Timeout(after: .milliseconds(1)) { calls.append("owned") }
    XCTAssertNotNil(owned)
    owned = nil
    MainLoop.call(after: .milliseconds(2)) { calls.append("later") }
    XCTAssertTrue(MainLoop.run { !calls.isEmpty })
    XCTAssertEqual(calls, ["later"])
    XCTAssertEqual(Signal.liveBoxes, before)
  }

  @MainActor func testATimeoutMayLieFurtherAwayThanATimerCounts() {
    var calls = 0
    let timeout = Timeout(after: .seconds(Int64.max)) { calls += 1 }
    MainLoop.runReadyEvents()
    XCTAssertEqual(calls, 0)
    timeout.cancel()
  }

  @MainActor func testABusyMainActorLeavesFramesAndTimersTheirTurn() {
    let window = Window()
    window.child = Label("A frame").asWidget
    window.present()
    XCTAssertTrue(MainLoop.run { window.width > 0 })
    var frames = 0
    window.addTickCallback { _ in
      frames += 1
      return frames < 10
    }
    var isDue = false
    let timeout = Timeout(after: .milliseconds(1)) { isDue = true }
    // While one of the tasks runs on the main actor, another one is already queued.
    let counter = HopCounter()
    for _ in 0..<32 {
      Task.detached { while await counter.hop() {} }
    }
    let isOver = MainLoop.run {
      if frames == 10, isDue { counter.isEnough = true }
      return counter.ended == 32
    }
    XCTAssertTrue(isOver)
    XCTAssertEqual(frames, 10, "of \(counter.hops) hops")
    XCTAssertTrue(isDue)
    timeout.cancel()
  }
}

/// Counts the hops of other threads' tasks to the main actor.
@MainActor private final class HopCounter {
  private(set) var hops = 0
  private(set) var ended = 0
  var isEnough = false

  /// Occupies the main actor for 1 ms.
  ///
  /// - Returns: whether to call it again.
  func hop() -> Bool {
    let start = MainLoop.now
    while MainLoop.now - start < .milliseconds(1) {}
    hops += 1
    guard !isEnough, hops < 5000 else {
      ended += 1
      return false
    }
    return true
  }
}
