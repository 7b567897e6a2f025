import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// Cancelling a run by the row's button, by Esc, and from code.
final class CancelTests: WidgetTestCase {
  @MainActor func testTheRunningRowOffersCancelAndTheTaskIsCancelled() throws {
    var wasCancelled = false
    let (list, controller) = try ListWindow.shown {
      $0.refreshable {
        do { try await Task.sleep(for: .seconds(600)) } catch {
          wasCancelled = true
          throw error
        }
      }
    }
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { list.buttons == ["Cancel": true] })
    try XCTUnwrap(list.button("Cancel")).click()
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .cancelled })
    XCTAssertTrue(MainLoop.run { wasCancelled })
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
  }

  @MainActor func testTheButtonCanBeLeftOut() throws {
    let (list, controller) = try ListWindow.thatRefreshesForever()
    controller.refresh.isCancellable = false
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { list.titles.contains("Refreshing…") })
    XCTAssertEqual(list.buttons, [:])
    controller.refresh.isCancellable = true
    XCTAssertEqual(list.buttons, ["Cancel": true])
  }

  @MainActor func testACancelledRunChangesNothingInAListThatIsMoved() throws {
    let list = ListWindow()
    list.present()
    let controller = try RefreshController.attach(to: list.scrolledWindow)
    var gate: CheckedContinuation<Void, Never>?
    var (changes, isOver) = (0, false)
    controller.list?.loadsMore { [unowned controller] in
      await withCheckedContinuation { gate = $0 }
      await controller.update { changes += 1 }
      isOver = true
      return LoadedRows(hasMore: true)
    }
    controller.loadMore.isRunning = true
    XCTAssertTrue(MainLoop.run { gate != nil })
    controller.loadMore.cancel()
    XCTAssertTrue(list.scrolledWindow.removeFromParent())
    gate?.resume()
    XCTAssertTrue(MainLoop.run { isOver })
    XCTAssertEqual(changes, 0)
  }

  @MainActor func testARunningLoadIsCancelledToo() throws {
    let (list, controller) = try ListWindow.shown(rows: 3) {
      $0.loadsMore {
        try await Task.sleep(for: .seconds(600))
        return LoadedRows(hasMore: true)
      }
    }
    controller.loadMore.isRunning = true
    XCTAssertTrue(MainLoop.run { list.buttons == ["Cancel": true] })
    try XCTUnwrap(list.button("Cancel")).click()
    XCTAssertTrue(MainLoop.run { list.buttons == ["Load More": true] })
  }

  @MainActor func testAHandlerThatNeverReturnsLeavesTheListFree() throws {
    var runs = 0
    var stuck: [CheckedContinuation<Void, Never>] = []
    let (list, controller) = try ListWindow.shown(minimumRunning: .zero) {
      $0.refreshable {
        runs += 1
        await withCheckedContinuation { stuck.append($0) }
      }
    }
    controller.metrics.resultShown = .zero
    for round in 1...3 {
      controller.refresh.action.activate()
      XCTAssertTrue(MainLoop.run { runs == round })
      controller.refresh.cancel()
      XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    }
    list.window.destroy()
    for continuation in stuck { continuation.resume() }
    MainLoop.runReadyEvents()
  }

  @MainActor func testWhatACancelledRunBringsIsDropped() throws {
    let list = ListWindow(rows: 3)
    var (begun, changes, ends) = (0, 0, 0)
    let scrolledWindow = list.scrolledWindow
    list.scrolledWindow
      .refreshable { await scrolledWindow.update { changes += 1 } }
      .loadsMore {
        begun += 1
        // An unstructured task, which does not notice the cancellation.
        await Task { try? await Task.sleep(for: .milliseconds(50)) }.value
        await scrolledWindow.update { changes += 10 }
        ends += 1
        return LoadedRows(hasMore: false)
      }
    list.present()
    let controller = try list.controller
    controller.loadMore.isRunning = true
    XCTAssertTrue(MainLoop.run { begun == 1 })
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { ends == 1 && changes > 0 })
    XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle })
    XCTAssertEqual(changes, 1)
    XCTAssertEqual(controller.loadMore.state.moment, .idle, "not exhausted")
  }

  /// A load whose place in the mail is out of date begins a refresh, which cancels the load.
  @MainActor func testARefreshThatALoadBeginsChangesTheRows() throws {
    let list = ListWindow(rows: 3)
    let scrolledWindow = list.scrolledWindow
    var (changes, ends) = (0, 0)
    list.scrolledWindow
      .refreshable {
        await scrolledWindow.update { changes += 1 }
        ends += 1
      }
      .loadsMore {
        await scrolledWindow.refreshController?.refresh.begin()
        return LoadedRows(hasMore: true)
      }
    list.present()
    try list.controller.loadMore.isRunning = true
    XCTAssertTrue(MainLoop.run { ends == 1 })
    XCTAssertEqual(changes, 1)
  }

  @MainActor func testEscapeIsTakenOnlyWhileSomethingRuns() throws {
    let (list, controller) = try ListWindow.shown(rows: 3) {
      $0.refreshable { try await Task.sleep(for: .seconds(600)) }
        .loadsMore {
          try await Task.sleep(for: .seconds(600))
          return LoadedRows(hasMore: true)
        }
    }
    for scope in [GTK_SHORTCUT_SCOPE_LOCAL, GTK_SHORTCUT_SCOPE_MANAGED] {
      for (begin, state) in [
        (controller.refresh.action, "refresh"), (controller.loadMore.action, "load"),
      ] {
        XCTAssertFalse(list.press("Escape", scope), state)
        begin.activate()
        XCTAssertTrue(list.press("Escape", scope), state)
        list.releaseKey()
        XCTAssertFalse(list.press("Escape", scope), state)
      }
    }
    XCTAssertEqual(controller.refresh.state.moment, .cancelled)
    XCTAssertEqual(controller.loadMore.state.moment, .idle)
  }

  @MainActor func testAStuckRunSaysSo() throws {
    let (list, controller) = try ListWindow.thatRefreshesForever()
    controller.metrics.stuckNotice = .seconds(1)
    controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { list.titles.contains("Still refreshing…") })
    XCTAssertEqual(list.buttons, ["Cancel": true])
  }
}
