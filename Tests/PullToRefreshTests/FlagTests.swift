import Observation
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// Refreshing for code that is not async: flags, callbacks, and runs that end after a delay.
final class FlagTests: WidgetTestCase {
  @MainActor func testTheFlagBeginsAndEndsARefresh() throws {
    var begun = 0
    let (list, controller) = try ListWindow.shown {
      $0.refreshable(endsAfter: nil) { _ in begun += 1 }
    }
    XCTAssertFalse(controller.refresh.isRunning)
    controller.refresh.isRunning = true
    controller.refresh.isRunning = true
    XCTAssertTrue(controller.refresh.isRunning)
    XCTAssertTrue(MainLoop.run { begun == 1 })
    controller.refresh.isRunning = false
    XCTAssertFalse(controller.refresh.isRunning)
    XCTAssertTrue(MainLoop.run { list.titles.contains("Up to date") })
    XCTAssertEqual(begun, 1)
  }

  @MainActor func testInACallbackTheLastValueCountsAndBeginsOneRun() throws {
    for values in [[true, true], [true, false], [true, false, true]] {
      var cancelled = 0
      let (list, controller) = try ListWindow.shown {
        $0.refreshable(endsAfter: nil) { $0.onCancel = { cancelled += 1 } }
          .loadsMore(endsAfter: nil) { $0.onCancel = { cancelled += 1 } }
      }
      for (name, flag) in [
        ("header", \RefreshController.refresh.isRunning), ("footer", \.loadMore.isRunning),
      ] {
        controller.loadMore.hasMore = false
        controller.onStateChange = { [unowned controller] in
          controller.onStateChange = nil
          for value in values { controller[keyPath: flag] = value }
        }
        controller.loadMore.hasMore = true
        XCTAssertEqual(controller[keyPath: flag], values.last, "\(name), \(values)")
        controller[keyPath: flag] = false
      }
      let runs = values == [true, true] ? 1 : 2
      XCTAssertLessThanOrEqual(controller.started[.refresh], runs, "\(values)")
      XCTAssertLessThanOrEqual(controller.started[.loadMore], runs, "\(values)")
      list.window.destroy()
      MainLoop.runReadyEvents()
    }
  }

  @MainActor func testTheFooterHasAFlagToo() throws {
    let (_, controller) = try ListWindow.shown(rows: 3, minimumRunning: .zero) {
      $0.loadsMore(endsAfter: nil) { _ in }
    }
    controller.loadMore.isRunning = true
    XCTAssertTrue(controller.loadMore.isRunning)
    controller.loadMore.isRunning = false
    XCTAssertEqual(controller.loadMore.state.moment, .idle)
    controller.loadMore.isRunning = true
    controller.loadMore.hasMore = false
    controller.loadMore.isRunning = false
    XCTAssertEqual(controller.loadMore.state.moment, .exhausted)
  }

  @MainActor func testARunBeginsAnewWhileOnlyItsRowIsKeptOpen() throws {
    var begun = 0
    let (_, controller) = try ListWindow.shown(rows: 3) {
      $0.refreshable(endsAfter: nil) { _ in begun += 1 }
        .loadsMore(endsAfter: nil) { _ in begun += 1 }
    }
    for role in [controller.loadMore, controller.refresh] {
      begun = 0
      role.isRunning = true
      XCTAssertTrue(MainLoop.run { begun == 1 })
      role.isRunning = false
      role.isRunning = true
      XCTAssertTrue(role.isRunning)
      XCTAssertTrue(MainLoop.run { begun == 2 })
      role.isRunning = false
    }
  }

  @MainActor func testWhatIsTakenBackAtOnceNeverBegins() throws {
    var begun = 0
    let (_, controller) = try ListWindow.shown {
      $0.refreshable(endsAfter: nil) { _ in begun += 1 }
    }
    controller.refresh.isRunning = true
    controller.refresh.isRunning = false
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    XCTAssertEqual(begun, 0)
  }

  @MainActor func testALoadThatWaitsCountsAndCanBeTakenBack() throws {
    var loads = 0
    let (_, controller) = try ListWindow.shown(rows: 3, minimumRunning: .zero) {
      $0.refreshable(endsAfter: nil) { _ in }
        .loadsMore(endsAfter: nil) { _ in loads += 1 }
    }
    controller.refresh.isRunning = true
    controller.loadMore.isRunning = true
    XCTAssertTrue(controller.loadMore.isRunning)
    controller.loadMore.isRunning = false
    XCTAssertFalse(controller.loadMore.isRunning)
    controller.refresh.isRunning = false
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    XCTAssertEqual(loads, 0)
  }

  @MainActor func testACallbackHearsThatItsRunWasGivenUp() throws {
    var given = 0
    var begun = false
    let (_, controller) = try ListWindow.shown {
      $0.refreshable(endsAfter: nil) { done in
        begun = true
        done.onCancel = { given += 1 }
      }
    }
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { begun })
    controller.refresh.cancel()
    XCTAssertTrue(MainLoop.run { given == 1 })
  }

  @MainActor func testACallbackIsReleasedWhenItsRunHasEnded() throws {
    var completion: RunCompletion<String?>?
    weak var held: Held?
    let (_, controller) = try ListWindow.shown {
      $0.refreshable(endsAfter: nil) { done in
        let object = Held()
        held = object
        done.onCancel = { _ = object }
        completion = done
      }
    }
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { completion != nil })
    XCTAssertNotNil(held)
    completion?(nil)
    XCTAssertNil(held)
    let late = Held()
    held = late
    completion?.onCancel = { [late] in _ = late }
    XCTAssertNil(completion?.onCancel, "what is set after the end is not kept")
  }

  @MainActor func testARefreshFromCodeAwaitsOneThatIsHidden() throws {
    var completion: RunCompletion<String?>?
    let (_, controller) = try ListWindow.shown(minimumRunning: .zero) {
      $0.refreshable(endsAfter: nil) { completion = $0 }
    }
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { completion != nil })
    controller.refresh.isEnabled = false
    var returned = false
    Task {
      await controller.refresh.begin()
      returned = true
    }
    MainLoop.runReadyEvents()
    XCTAssertFalse(returned)
    completion?(nil)
    XCTAssertTrue(MainLoop.run { returned })
  }

  @MainActor func testACompletionCountsOnceAndOnlyForItsOwnRun() throws {
    var completions: [RunCompletion<String?>] = []
    let (list, controller) = try ListWindow.shown(minimumRunning: .zero) {
      $0.refreshable(endsAfter: nil) { completions.append($0) }
    }
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { completions.count == 1 })
    completions[0]("3 new")
    completions[0]("4 new")
    XCTAssertTrue(
      MainLoop.run {
        controller.refresh.state.moment == .succeeded(summary: "3 new")
      }
    )
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { completions.count == 2 })
    completions[0].fail(CancellationError())
    MainLoop.runReadyEvents()
    XCTAssertTrue(controller.refresh.isRunning)
    struct Offline: Error, CustomStringConvertible {
      let description = "no connection"
    }
    completions[1].fail(Offline())
    XCTAssertTrue(MainLoop.run { list.titles.contains("Failed: no connection") })
  }

  @MainActor func testEveryChangeOfAStateIsTold() throws {
    let (_, controller) = try ListWindow.shown { $0.refreshable {} }
    var phases: [RefreshState.Moment] = []
    controller.onStateChange = { [unowned controller] in
      phases.append(controller.refresh.state.moment)
    }
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    XCTAssertEqual(phases, [.running, .succeeded(summary: nil), .idle])
  }

  @MainActor func testFlagsAndStatesAreObservable() throws {
    let (_, controller) = try ListWindow.shown { $0.refreshable(endsAfter: nil) { _ in } }
    let seen = Witness { [unowned controller] in controller.refresh.isRunning }
    XCTAssertEqual(seen.values, [false])
    controller.refresh.isRunning = true
    XCTAssertTrue(MainLoop.run { seen.values == [false, true] })
    controller.refresh.isRunning = false
    XCTAssertTrue(MainLoop.run { seen.values == [false, true, false] })
  }
}

private final class Held {}
