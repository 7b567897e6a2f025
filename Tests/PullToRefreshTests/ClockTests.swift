import FoundationEssentials
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// A list on a clock that the test advances: no test here waits for time to pass.
final class ClockTests: WidgetTestCase {
  @MainActor func testARunAndItsResultLastAsLongAsTheClockSays() throws {
    let (list, clock) = try ListWindow.onManualClock()
    let controller = try list.controller
    var runs = 0
    controller.list?.refreshable(reporting: {
      runs += 1
      return "2 new"
    })
    for _ in 0..<2 { controller.refresh.action.activate() }
    XCTAssertTrue(MainLoop.run { runs > 0 })
    MainLoop.runReadyEvents()
    XCTAssertEqual(controller.refresh.state.moment, .running)
    clock.advance(by: controller.metrics.minimumRunning - .milliseconds(1))
    XCTAssertEqual(controller.refresh.state.moment, .running)
    clock.advance(by: .milliseconds(1))
    XCTAssertEqual(controller.refresh.state.moment, .succeeded(summary: "2 new"))
    XCTAssertEqual(list.titles, ["2 new"])
    XCTAssertEqual(runs, 1)
    clock.advance(by: controller.metrics.resultShown - .milliseconds(1))
    XCTAssertEqual(controller.refresh.state.moment, .succeeded(summary: "2 new"))
    clock.advance(by: .milliseconds(1))
    XCTAssertEqual(controller.refresh.state.moment, .idle)
  }

  @MainActor func testALongStepGoesThroughAllThatFallsDueInIt() throws {
    let (list, clock) = try ListWindow.onManualClock()
    let controller = try list.controller
    var moments: [RefreshState.Moment] = []
    controller.list?.refreshable {}
    controller.onStateChange = { [unowned controller] in
      moments.append(controller.refresh.state.moment)
    }
    finish { _ = await controller.refresh.begin() }
    clock.advance(by: .seconds(3600))
    XCTAssertEqual(moments.last, .idle)
    XCTAssertTrue(moments.contains(.succeeded(summary: nil)))
  }

  @MainActor func testDwellAndCooldownFollowTheClock() throws {
    let (list, clock) = try ListWindow.onManualClock()
    let controller = try list.controller
    var runs = 0
    controller.list?.refreshable { runs += 1 }
    controller.metrics.minimumRunning = .zero
    @MainActor func turnTheWheel() {
      clock.advance(by: controller.metrics.restBeforePull)
      for _ in 0..<controller.metrics.wheelNotches {
        let event = DeviceEvent.wheelScrolled(notches: -1, at: controller.driver.input.position)
        controller.driver.send(.device(event))
      }
    }
    turnTheWheel()
    clock.advance(by: controller.metrics.wheelDwell - .milliseconds(1))
    XCTAssertEqual(controller.refresh.state.moment, .armed)
    clock.advance(by: .milliseconds(1))
    XCTAssertEqual(controller.refresh.state.moment, .running)
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment != .running })
    XCTAssertEqual(runs, 1)
    clock.advance(by: controller.metrics.resultShown)
    // Within the cooldown the wheel arms nothing.
    controller.metrics.restBeforePull = .zero
    turnTheWheel()
    XCTAssertEqual(controller.refresh.state.moment, .peeking)
    clock.advance(by: controller.metrics.cooldown + controller.metrics.wheelPause)
    turnTheWheel()
    XCTAssertEqual(controller.refresh.state.moment, .armed)
  }

  @MainActor func testTheTimeOfTheLastRefreshIsTheClocks() throws {
    let noon = Date(timeIntervalSince1970: 1_773_140_400)
    let (list, clock) = try ListWindow.onManualClock(date: noon)
    let controller = try list.controller
    let times = Memory()
    controller.list?.refreshable {}
    controller.refresh.lastUpdated = LastUpdated(key: "inbox", store: times)
    finish { _ = await controller.refresh.begin() }
    clock.advance(by: .seconds(60))
    XCTAssertEqual(times.last, noon + controller.metrics.minimumRunning / .seconds(1))
    clock.advance(by: .seconds(300))
    list.pull(by: 50)
    XCTAssertEqual(list.titles, ["Pull to refresh", "Updated 5 minutes ago"])
    list.release()
  }

  /// Begins a refresh that ends by itself after 20 s.
  @MainActor private static func beginLongRun(in list: ListWindow) throws -> RefreshController {
    let controller = try list.controller
    var hasBegun = false
    controller.metrics.minimumRunning = .zero
    list.scrolledWindow.refreshable(endsAfter: .seconds(20)) { _ in hasBegun = true }
    controller.refresh.isRunning = true
    XCTAssertTrue(MainLoop.run { hasBegun })
    return controller
  }

  @MainActor func testARunThatEndsByItselfWaitsForTheClock() throws {
    let (list, clock) = try ListWindow.onManualClock()
    let controller = try Self.beginLongRun(in: list)
    clock.advance(by: .seconds(19))
    MainLoop.runReadyEvents()
    XCTAssertEqual(controller.refresh.state.moment, .running)
    clock.advance(by: .seconds(1))
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment != .running })
  }

  @MainActor func testARunThatEndsByItselfGoesOnByAnotherClock() throws {
    let (list, first) = try ListWindow.onManualClock()
    let controller = try Self.beginLongRun(in: list)
    first.advance(by: .seconds(12))
    let second = ManualClock()
    controller.clock = second
    first.advance(by: .seconds(100))
    second.advance(by: .seconds(7))
    MainLoop.runReadyEvents()
    XCTAssertEqual(controller.refresh.state.moment, .running)
    second.advance(by: .seconds(1))
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment != .running })
  }

  @MainActor func testCallsComeInTheirOrderEachAtItsTime() {
    let clock = ManualClock()
    let start = clock.now
    var calls: [(name: String, time: Duration)] = []
    _ = clock.call(at: start + .seconds(2)) { calls.append(("second", clock.now - start)) }
    _ = clock.call(at: start + .seconds(1)) {
      calls.append(("first", clock.now - start))
      _ = clock.call(at: start + .seconds(2)) { calls.append(("third", clock.now - start)) }
    }
    let cancel = clock.call(at: start + .seconds(1)) { calls.append(("cancelled", .zero)) }
    _ = clock.call(at: start + .seconds(3)) { calls.append(("later", .zero)) }
    cancel()
    clock.advance(by: .seconds(-1))
    XCTAssertEqual(clock.now, start)
    clock.advance(by: .milliseconds(2500))
    XCTAssertEqual(calls.map(\.name), ["first", "second", "third"])
    XCTAssertEqual(calls.map(\.time), [.seconds(1), .seconds(2), .seconds(2)])
    XCTAssertEqual(clock.now - start, .milliseconds(2500))
  }
}

extension ListWindow {
  /// A shown window whose list can be refreshed, and its clock.
  fileprivate static func onManualClock(date: Date = Date()) throws -> (ListWindow, ManualClock) {
    let (list, controller) = try ListWindow.shown { $0.refreshable {} }
    let clock = ManualClock(date: date)
    controller.clock = clock
    return (list, clock)
  }
}
