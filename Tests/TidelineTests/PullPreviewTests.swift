import CAdwaita
import PullToRefresh
import TidelineGtk
import XCTest

@testable import Tideline

/// The list in the Preferences window that can be pulled there.
nonisolated final class PullPreviewTests: PreferencesCase {
  /// A clock whose sleeps end at once, or never.
  private struct TestClock: Clock {
    struct Instant: InstantProtocol {
      var offset = Duration.zero
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }
    }

    var now: Instant { Instant() }
    var minimumResolution: Duration { .zero }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
  }

  func testTheWorkComesToEachEndInTurn() {
    onMainActor {
      let work = SimulatedWork(TestClock())
      var ends: [String] = []
      Task {
        for _ in 0..<4 {
          do {
            try await work.refresh()
            ends.append("done")
          } catch {
            ends.append("failed")
          }
        }
        for _ in 0..<6 {
          do {
            let loaded = try await work.loadMore()
            ends.append("\(loaded.added ?? -1) \(loaded.hasMore)")
          } catch {
            ends.append("failed")
          }
        }
      }
      XCTAssertTrue(MainLoop.run(timeout: 5) { ends.count == 10 })
      XCTAssertEqual(ends[..<4], ["done", "failed", "done", "done"])
      XCTAssertEqual(
        ends[4...],
        ["4 true", "failed", "0 true", "0 true", "4 true", "0 false"]
      )
    }
  }

  func testItFollowsEachChangeAndIsGoneWithItsWindow() throws {
    try withPreferences { preferences in
      let boxes = Signal.liveBoxes
      do {
        let window = Window()
        let preview = PullPreview(preferences, clock: TestClock())
        window.child = preview.widget.asWidget
        let controller = try XCTUnwrap(preview.controller)
        preferences[RowKeys.header.titles[0]] = "Haul away!"
        XCTAssertEqual(controller.refresh.titles.pull, "Haul away!")
        preferences[PullKeys.all.threshold] = 64
        XCTAssertEqual(controller.metrics.threshold, 64)
        preview.show(nil)
        XCTAssertFalse(preview.widget.isVisible)
        window.destroy()
      }
      XCTAssertTrue(MainLoop.run(timeout: 5) { Signal.liveBoxes <= boxes })
    }
  }

  func testItsWindowIsGoneOnceClosed() throws {
    try withPreferences { preferences in
      let boxes = Signal.liveBoxes
      weak var gone: PreferencesWindow?
      do {
        let parent = Window()
        let window = PreferencesWindow(preferences, over: parent)
        gone = window
        window.present(over: parent)
        MainLoop.runReadyEvents()
        parent.destroy()
      }
      XCTAssertTrue(MainLoop.run(timeout: 5) { gone == nil && Signal.liveBoxes <= boxes })
    }
  }
}
