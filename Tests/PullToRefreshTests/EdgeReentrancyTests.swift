import Observation
import PullToRefreshGtk
import RefreshCore
import XCTest

@testable import PullToRefresh

/// Edges that are set in the middle of another change.
final class EdgeReentrancyTests: WidgetTestCase {
  @MainActor func testTheRowsStandWhereThePullsCountWhoeverSetsTheEdge() throws {
    for caller in EdgeSetter.Caller.allCases {
      let (list, controller) = try ListWindow.thatRefreshesForever(rows: 3)
      let setter = EdgeSetter(controller)
      setter.wait(for: caller)
      controller.refresh.action.activate()
      XCTAssertEqual(controller.refresh.edge, .bottom, "\(caller)")
      XCTAssertEqual(controller.driver.rows.container.edges.refresh, .bottom, "\(caller)")
      let scrolled = list.scrolledWindow
      XCTAssertTrue(
        MainLoop.run { scrolled.room(.bottom) == 54 && scrolled.room(.top) == 0 },
        "\(caller)"
      )
      controller.detach()
      list.window.destroy()
    }
  }

  @MainActor func testOfTwoEdgesThatAreSetTheLastOneCounts() throws {
    let (_, controller) = try ListWindow.thatRefreshesForever()
    controller.onStateChange = { [unowned controller] in
      controller.onStateChange = nil
      controller.refresh.edge = .bottom
      controller.refresh.edge = .top
    }
    controller.refresh.action.activate()
    XCTAssertEqual(controller.refresh.edge, .top)
    XCTAssertEqual(controller.driver.rows.container.edges.refresh, .top)
  }

  @MainActor func testTheListMayGoWithThePullThatANewEdgeEnds() throws {
    for isTakenOut in [false, true] {
      let (list, controller) = try ListWindow.shown { $0.refreshable {} }
      list.pull(by: 120)
      XCTAssertEqual(controller.refresh.state.moment, .armed)
      controller.onStateChange = { [unowned controller] in
        if isTakenOut {
          _ = list.scrolledWindow.removeFromParent()
        } else {
          controller.detach()
        }
      }
      XCTAssertEqual(controller.refresh.move(to: .bottom), isTakenOut)
      XCTAssertFalse(controller.driver.isAttached)
      list.window.destroy()
    }
  }
}

/// Sets the edge once, in the middle of a change.
private final class EdgeSetter {
  enum Caller: CaseIterable {
    case stateChange, ownView, observer
  }

  private let controller: RefreshController
  private let own = Label("own")
  private var hasSet = false

  init(_ controller: RefreshController) { self.controller = controller }

  func wait(for caller: Caller) {
    switch caller {
    case .stateChange: controller.onStateChange = { self.set() }
    case .ownView:
      controller.refresh.content = { state in
        if state.moment == .running { self.set() }
        return self.own
      }
    case .observer:
      withObservationTracking {
        _ = controller.state(of: .top)
      } onChange: {
        MainActor.assumeIsolated { self.set() }
      }
    }
  }

  private func set() {
    guard !hasSet else { return }
    hasSet = true
    controller.refresh.edge = .bottom
  }
}
