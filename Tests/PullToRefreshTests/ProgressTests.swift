import CPullToRefreshGtk
import Observation
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The progress that a handler reports during its run.
final class ProgressTests: WidgetTestCase {
  @MainActor func testTheRunningRowSaysHowFarItHasCome() throws {
    let (list, controller) = try ListWindow.thatRefreshesForever()
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { list.titles.contains("Refreshing…") })
    controller.refresh.progress = RunProgress(title: "12 of 48", fraction: 0.25)
    XCTAssertTrue(list.titles.contains("12 of 48"))
    XCTAssertFalse(list.titles.contains("Refreshing…"))
    XCTAssertEqual(controller.state(of: .top).runProgress?.fraction, 0.25)
    controller.refresh.progress = RunProgress(fraction: 0.5)
    XCTAssertTrue(list.titles.contains("Refreshing…"), "without a title the usual one stays")
    controller.refresh.progress = nil
    XCTAssertNil(controller.state(of: .top).runProgress)
  }

  @MainActor func testItEndsWithItsRun() throws {
    let (list, controller) = try ListWindow.thatRefreshesForever()
    controller.metrics.minimumRunning = .zero
    controller.refresh.progress = RunProgress(title: "Too early")
    XCTAssertNil(controller.refresh.progress)
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { list.titles.contains("Refreshing…") })
    controller.refresh.progress = RunProgress(title: "12 of 48")
    controller.refresh.cancel()
    XCTAssertNil(controller.refresh.progress)
    XCTAssertTrue(list.titles.contains("Canceled"))
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { list.titles.contains("Refreshing…") })
    XCTAssertNil(controller.refresh.progress, "the next run begins anew")
  }

  @MainActor func testACancelledHandlerSetsNoProgressOfTheNextRun() throws {
    let list = ListWindow()
    var (runs, isOver) = (0, false)
    var held: CheckedContinuation<Void, Never>?
    weak var shown: RefreshController?
    list.scrolledWindow.refreshable {
      runs += 1
      guard runs == 1 else { return try await Task.sleep(for: .seconds(600)) }
      await withCheckedContinuation { held = $0 }
      shown?.refresh.progress = RunProgress(title: "12 of 48")
      isOver = true
    }
    list.present()
    let controller = try list.controller
    shown = controller
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { held != nil })
    controller.refresh.cancel()
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { runs == 2 })
    held?.resume()
    XCTAssertTrue(MainLoop.run { isOver })
    XCTAssertNil(controller.refresh.progress)
  }

  @MainActor func testItIsObservable() throws {
    let (_, controller) = try ListWindow.thatRefreshesForever()
    controller.refresh.action.activate()
    let titles = SeenTitles()
    titles.watch(controller)
    controller.refresh.progress = RunProgress(title: "12 of 48")
    XCTAssertTrue(MainLoop.run { titles.seen.last == "12 of 48" })
  }

  @MainActor func testAScreenReaderHearsTheUsualWordsAndNotEachNumber() {
    var state = RefreshState(edge: .top, moment: .running)
    state.runProgress = RunProgress(title: "12 of\n48", fraction: 0.25)
    let content = RowContent(.refresh, state, titles: RowConfiguration.refresh.titles)
    XCTAssertEqual(content.title, "12 of 48")
    XCTAssertEqual(content.spoken, "Refreshing…")
    state.runProgress = nil
    let usual = RowContent(.refresh, state, titles: RowConfiguration.refresh.titles)
    XCTAssertEqual(usual.spoken, "Refreshing…")
  }

  @MainActor func testTheRingFillsWithTheRun() {
    var state = RefreshState(edge: .top, moment: .running)
    XCTAssertEqual(IndicatorFace(.ring, state), .arc)
    state.runProgress = RunProgress(title: "12 of 48")
    XCTAssertEqual(IndicatorFace(.ring, state), .arc)
    state.runProgress = RunProgress(fraction: 0.25)
    XCTAssertEqual(IndicatorFace(.ring, state), .ring(0.25))
    XCTAssertEqual(IndicatorFace(.arrow, state), .spinner)
  }

  func testAFractionIsWithinItsRange() {
    XCTAssertEqual(RunProgress(fraction: 2).fraction, 1)
    XCTAssertEqual(RunProgress(fraction: -1).fraction, 0)
    XCTAssertNil(RunProgress(fraction: .nan).fraction)
  }
}

/// Records the titles of a run, as observation reports them.
private final class SeenTitles {
  private(set) var seen: [String?] = []

  func watch(_ controller: RefreshController) {
    let title = withObservationTracking {
      controller.refresh.progress?.title
    } onChange: { [weak self, weak controller] in
      Task { @MainActor in
        if let controller { self?.watch(controller) }
      }
    }
    seen.append(title)
  }
}
