import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// Loading more in a real list: automatically, together with a refresh, and after failures.
final class LoadMoreTests: WidgetTestCase {
  @MainActor func testAShortPageIsFilledUpAndNoFurther() throws {
    let list = ListWindow(rows: 2)
    var loads = 0
    list.scrolledWindow.loadsMore { [unowned list] in
      loads += 1
      list.addRows(20)
      return LoadedRows(added: 20, hasMore: true)
    }
    try list.controller.loadMore.mode = .automatic(prefetch: 0.5)
    list.present()
    let adjustment = list.scrolledWindow.verticalAdjustment
    XCTAssertTrue(MainLoop.run { adjustment.upper > 1.5 * adjustment.pageSize })
    XCTAssertFalse(MainLoop.run(timeout: 1) { loads > 3 })
    XCTAssertLessThan(adjustment.upper, 3 * adjustment.pageSize)
  }

  @MainActor func testAListOnAHiddenPageLoadsNothingByItself() throws {
    let list = ListWindow(rows: 2)
    var loads = 0
    list.scrolledWindow.loadsMore {
      loads += 1
      return LoadedRows(added: 1, hasMore: true)
    }
    let controller = try list.controller
    controller.loadMore.mode = .automatic()
    let clock = ManualClock()
    controller.clock = clock
    list.present()
    XCTAssertTrue(MainLoop.run { loads == 1 && !controller.loadMore.isRunning })
    list.window.paint(3)
    // Hides the list as a stack hides its pages.
    let page = try XCTUnwrap(list.window.child)
    gtk_widget_set_child_visible(page, 0)
    for _ in 0..<3 {
      clock.advance(by: .seconds(8))
      XCTAssertFalse(controller.loadMore.isRunning)
      list.window.paint(3)
    }
    gtk_widget_set_child_visible(page, 1)
    list.window.paint(3)
    clock.advance(by: .seconds(8))
    XCTAssertTrue(MainLoop.run { loads == 2 })
  }

  @MainActor func testScrollingNearTheEndLoadsMoreBeforeItIsReached() throws {
    let list = ListWindow(rows: 200)
    var loads = 0
    list.scrolledWindow.loadsMore { [unowned list] in
      loads += 1
      list.addRows(200)
      return LoadedRows(added: 200, hasMore: true)
    }
    try list.controller.loadMore.mode = .automatic(prefetch: 1)
    list.present()
    let adjustment = list.scrolledWindow.verticalAdjustment
    XCTAssertFalse(MainLoop.run(timeout: 0.5) { loads > 0 })
    adjustment.value = adjustment.upper - 1.9 * adjustment.pageSize
    XCTAssertTrue(MainLoop.run { loads == 1 })
  }

  @MainActor func testWhetherThereIsMoreAndWhenItIsLoadedIsObserved() throws {
    let (_, controller) = try ListWindow.shown(rows: 3, minimumRunning: .zero) {
      $0.loadsMore { LoadedRows(added: 1, hasMore: false) }
    }
    XCTAssertTrue(controller.loadMore.hasMore)
    XCTAssertEqual(controller.loadMore.mode, .pull)
    let more = Witness { [unowned controller] in controller.loadMore.hasMore }
    let modes = Witness { [unowned controller] in controller.loadMore.mode }
    controller.loadMore.isRunning = true
    XCTAssertTrue(MainLoop.run { more.values == [true, false] })
    controller.loadMore.mode = .automatic(prefetch: 2)
    XCTAssertTrue(MainLoop.run { modes.values == [.pull, .automatic(prefetch: 2)] })
  }

  @MainActor func testRowsThatComeToAnEmptyListLeaveNoFooterAmongThem() throws {
    let (list, _) = try ListWindow.shown(rows: 0) {
      $0.loadsMore { LoadedRows(added: 0, hasMore: true) }
    }
    XCTAssertTrue(MainLoop.run { list.scrolledWindow.room(.bottom) == 44 })
    list.addRows(100)
    var rooms: [Int] = []
    list.window.painted(20) { rooms.append(list.scrolledWindow.room(.bottom)) }
    XCTAssertEqual(Set(rooms).subtracting([44]), [0], "\(rooms)")
    XCTAssertLessThan(rooms.count { $0 == 44 }, 4, "\(rooms)")
    XCTAssertEqual(list.scrolledWindow.verticalAdjustment.value, 0)
  }

  @MainActor func testEmptyLoadsThatSayMoreEndAtRetry() throws {
    let (list, controller) = try ListWindow.shown(rows: 3, minimumRunning: .zero) {
      $0.loadsMore { LoadedRows(added: 0, hasMore: true) }
    }
    for state in [RefreshState.Moment.idle, .failed(message: nil)] {
      controller.loadMore.isRunning = true
      XCTAssertTrue(
        MainLoop.run {
          controller.loadMore.state.moment == state && !controller.loadMore.isRunning
        }
      )
    }
    XCTAssertTrue(MainLoop.run { list.buttons == ["Retry": true] })
  }

  @MainActor func testRetryIsReachedByTheActionWhileTheFooterIsOutOfSight() throws {
    var tries = 0
    let (_, controller) = try ListWindow.shown(rows: 200, minimumRunning: .zero) {
      $0.loadsMore {
        tries += 1
        if tries == 1 { throw Trouble.offline }
        return LoadedRows(added: 1, hasMore: true)
      }
    }
    controller.loadMore.action.activate()
    XCTAssertTrue(
      MainLoop.run {
        if case .failed = controller.loadMore.state.moment { true } else { false }
      }
    )
    XCTAssertTrue(controller.loadMore.action.isEnabled)
    controller.loadMore.action.activate()
    XCTAssertTrue(MainLoop.run { controller.loadMore.state.moment == .idle })
    XCTAssertEqual(tries, 2)
  }

  @MainActor func testALoadAskedForDuringARefreshWaitsForItAndAFailedRefreshDoesNotStopIt() throws {
    var order: [String] = []
    let (list, controller) = try ListWindow.shown(rows: 3) {
      $0.refreshable {
        try? await Task.sleep(for: .milliseconds(50))
        order.append("refreshed")
        throw Trouble.offline
      }.loadsMore {
        order.append("loaded")
        return LoadedRows(added: 1, hasMore: true)
      }
    }
    controller.refresh.action.activate()
    controller.loadMore.isRunning = true
    XCTAssertEqual(controller.loadMore.state.moment, .waiting)
    XCTAssertTrue(MainLoop.run { list.titles.contains("Waiting for the refresh…") })
    XCTAssertTrue(MainLoop.run { order == ["refreshed", "loaded"] })
  }
}

private enum Trouble: Error, CustomStringConvertible {
  case offline
  var description: String { "no connection" }
}
