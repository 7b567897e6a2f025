import PullToRefresh
import PullToRefreshGtk
import XCTest

/// Metrics and modes that change while the list is pulled or busy, as by a Preferences window.
final class LiveChangeTests: WidgetTestCase {
  @MainActor func testAThresholdThatIsLoweredInThePullCountsFromTheNextStepOn() throws {
    let (list, controller) = try ListWindow.thatRefreshesForever()
    list.pull(by: 80)
    XCTAssertEqual(
      controller.refresh.state,
      RefreshState(edge: .top, moment: .pulling, progress: 0.8)
    )
    controller.metrics.threshold = 40
    list.move(to: 81)
    guard case .armed = controller.refresh.state.moment else {
      return XCTFail("\(controller.refresh.state.moment)")
    }
    controller.metrics.threshold = 400
    list.move(to: 82)
    guard case .pulling = controller.refresh.state.moment else {
      return XCTFail("\(controller.refresh.state.moment)")
    }
    list.release()
    XCTAssertEqual(controller.started[.refresh], 0)
  }

  @MainActor func testARunGoesOnWhateverIsChangedMeanwhile() throws {
    let (_, controller) = try ListWindow.shown {
      $0.refreshable { try await Task.sleep(for: .seconds(600)) }
        .loadsMore { LoadedRows(hasMore: true) }
    }
    controller.refresh.action.activate()
    controller.metrics.threshold = 24
    controller.metrics.wheelEnabled = false
    controller.loadMore.mode = .automatic(prefetch: 10)
    guard case .running = controller.refresh.state.moment else {
      return XCTFail("\(controller.refresh.state.moment)")
    }
    XCTAssertEqual(controller.started[.refresh], 1)
    controller.refresh.cancel()
    XCTAssertEqual(controller.refresh.state.moment, .cancelled)
  }

  @MainActor func testAListAtItsEndLoadsAtOnceWhenItIsToDoSoByItself() throws {
    let (list, controller) = try ListWindow.shown {
      $0.loadsMore { LoadedRows(added: 0, hasMore: true) }
    }
    let place = list.scrolledWindow.verticalAdjustment
    place.value = place.upper
    MainLoop.runReadyEvents()
    XCTAssertEqual(controller.started[.loadMore], 0)
    controller.loadMore.mode = .automatic()
    XCTAssertTrue(MainLoop.run { controller.started[.loadMore] == 1 })
    controller.loadMore.mode = .pull
    XCTAssertTrue(MainLoop.run { controller.loadMore.state.moment == .idle })
    place.value = 0
    place.value = place.upper
    MainLoop.runReadyEvents()
    XCTAssertEqual(controller.started[.loadMore], 1)
  }
}
