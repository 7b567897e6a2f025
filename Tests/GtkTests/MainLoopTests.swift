import XCTest

@testable import Gtk

/// Swift's main actor on the GLib loop.
nonisolated final class MainLoopTests: GtkTestCase {
  func testATaskOfTheMainActorRunsOnTheLoop() {
    onMainActor {
      var steps: [String] = []
      Task {
        steps.append("task")
        await Task.yield()
        steps.append("again")
      }
      XCTAssertTrue(steps.isEmpty)
      XCTAssertTrue(MainLoop.run(timeout: 5) { steps.count == 2 })
      XCTAssertEqual(steps, ["task", "again"])
    }
  }

  func testWorkOfAnotherThreadComesBack() {
    onMainActor {
      var answer: Int?
      Task {
        answer = await Task.detached { 6 * 7 }.value
      }
      XCTAssertTrue(MainLoop.run(timeout: 5) { answer != nil })
      XCTAssertEqual(answer, 42)
    }
  }

  func testAQuietLoopDoesNotSpin() {
    onMainActor {
      // Raise the handle once, so that a source which forgets to read it would be ready for ever.
      var ran = false
      Task { ran = true }
      XCTAssertTrue(MainLoop.run(timeout: 5) { ran })
      MainLoop.runReadyEvents()
      var turns = 0
      for _ in 0..<100 where MainLoop.runReadyEvents() { turns += 1 }
      XCTAssertLessThan(turns, 3)
    }
  }

  func testATimeoutCallsOnceAndACancelledOneNever() {
    onMainActor {
      let before = Signal.liveBoxes
      var calls: [String] = []
      let cancelled = Timeout(after: .milliseconds(1)) { calls.append("cancelled") }
      let kept = Timeout(after: .milliseconds(2)) { calls.append("kept") }
      cancelled.cancel()
      XCTAssertTrue(MainLoop.run(timeout: 5) { !calls.isEmpty })
      MainLoop.runReadyEvents()
      XCTAssertEqual(calls, ["kept"])
      kept.cancel()
      XCTAssertEqual(Signal.liveBoxes, before)
    }
  }

  func testATimeoutMayLieFurtherAwayThanATimerCounts() {
    onMainActor {
      var calls = 0
      let timeout = Timeout(after: .seconds(Int64.max)) { calls += 1 }
      MainLoop.runReadyEvents()
      XCTAssertEqual(calls, 0)
      timeout.cancel()
    }
  }
}
