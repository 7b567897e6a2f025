import FoundationEssentials
import PullToRefresh
import PullToRefreshGtk
import XCTest

/// The test from the article "Testing", as a program contains it.
nonisolated final class InboxTests: XCTestCase {
  @MainActor func testTheRowTellsTheResultAndLaterItsAge() async throws {
    try XCTSkipUnless(MainLoop.openDisplay(), "There is no display.")
    let clock = ManualClock(date: Date(timeIntervalSince1970: 1_773_140_400))
    let (window, inbox) = (Window(), ScrolledWindow(ListBox()))
    defer { window.destroy() }
    window.child = inbox.asWidget
    inbox.refreshable(reporting: { "2 new" })
    let controller = try XCTUnwrap(inbox.refreshController)
    controller.clock = clock

    let outcome = await controller.refresh.begin()
    XCTAssertEqual(outcome, .succeeded(summary: "2 new"))
    XCTAssertEqual(controller.refresh.state.moment, .running)
    clock.advance(by: controller.metrics.minimumRunning)
    XCTAssertEqual(controller.refresh.state.moment, .succeeded(summary: "2 new"))
    clock.advance(by: controller.metrics.resultShown)
    XCTAssertEqual(controller.refresh.state.moment, .idle)

    let refreshed = clock.date
    clock.advance(by: .seconds(300))
    XCTAssertEqual(
      LastUpdated.Format.relative.text(of: refreshed, now: clock.date),
      "Updated 5 minutes ago"
    )
  }
}
