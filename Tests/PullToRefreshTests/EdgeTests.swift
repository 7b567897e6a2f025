import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import TidelineGtk
import XCTest

@testable import PullToRefresh

/// Refresh and load more at each of the four edges, in both directions of reading.
final class EdgeTests: WidgetTestCase {
  @MainActor func testAPullPastEachDoesWhatStandsThere() throws {
    for edge in PullEdge.allCases {
      for isMirrored in [false, true] {
        let list = try StripWindow(isHorizontal: edge.isHorizontal, isMirrored: isMirrored)
        list.controller.refresh.edge = edge
        let about = "\(edge), mirrored \(isMirrored)"
        list.go(to: edge)
        list.pull(past: edge)
        XCTAssertEqual(list.controller.state(of: edge).moment, .armed, about)
        list.controller.driver.input.dragged(.finger, .ended)
        XCTAssertTrue(MainLoop.run { list.refreshes == 1 }, about)
        XCTAssertEqual(list.loads, 0, about)
        XCTAssertTrue(MainLoop.run { list.controller.refresh.state.moment == .idle }, about)
        list.go(to: edge.opposite)
        list.pull(past: edge.opposite)
        list.controller.driver.input.dragged(.finger, .ended)
        XCTAssertTrue(MainLoop.run { list.loads == 1 }, about)
        XCTAssertEqual(list.refreshes, 1, about)
        list.window.destroy()
      }
    }
  }

  @MainActor func testBothEdgesLoadAtOnceAtAllSidesInBothDirections() throws {
    for edge in PullEdge.allCases {
      for isMirrored in [false, true] {
        let list = try StripWindow(isHorizontal: edge.isHorizontal, isMirrored: isMirrored)
        let about = "\(edge), mirrored \(isMirrored)"
        var runs: [RunCompletion<LoadedRows>] = []
        list.scrolled.loadsMore(at: edge, endsAfter: nil) { runs.append($0) }
        list.controller.refresh.isEnabled = false
        list.scrolled.loadsEarlier(at: edge.opposite, endsAfter: nil) { runs.append($0) }
        for (number, role) in [list.controller.loadMore, list.controller.loadEarlier].enumerated() {
          list.go(to: role.edge)
          XCTAssertEqual(role.state.moment, .idle, about)
          list.pull(past: role.edge)
          XCTAssertEqual(role.state.moment, .armed, about)
          list.controller.driver.input.dragged(.finger, .ended)
          XCTAssertTrue(MainLoop.run { runs.count == number + 1 }, about)
        }
        XCTAssertTrue(list.controller.loadMore.isRunning, about)
        runs[1](LoadedRows(added: 1, hasMore: false))
        XCTAssertTrue(
          MainLoop.run { list.controller.loadEarlier.state.moment == .exhausted },
          about
        )
        XCTAssertEqual(list.controller.loadMore.state.moment, .running, about)
        runs[0](LoadedRows(added: 1, hasMore: true))
        XCTAssertTrue(MainLoop.run { list.controller.loadMore.state.moment == .idle }, about)
        XCTAssertFalse(list.controller.loadEarlier.hasMore, about)
        XCTAssertEqual(list.refreshes, 0, about)
        list.window.destroy()
      }
    }
  }

  @MainActor func testAWheelWithShiftPullsSidewaysAndAPlainOneDoesNot() throws {
    for (keys, dx, dy, fires) in [
      ([ModifierKey.shift], 0.0, -1.0, true), ([], -1.0, 0.0, true), ([], 0.0, -1.0, false),
      ([.control], -1.0, 0.0, false),
    ] {
      let list = try StripWindow(isHorizontal: true, isMirrored: false)
      list.controller.refresh.edge = .leading
      list.go(to: .leading)
      list.controller.driver.rest()
      for _ in 0..<4 {
        list.controller.driver.input.scrolled(.wheel, dx: dx, dy: dy, keys: keys) {
          .unknown
        }
      }
      let moment = list.controller.state(of: .leading).moment
      XCTAssertEqual(moment == .armed, fires, "\(keys) \(dx) \(dy): \(moment)")
      list.window.destroy()
    }
  }

  @MainActor func testEdgesAndDirectionMayChangeInTheMiddleOfAPullAndOfARun() throws {
    let list = try StripWindow(isHorizontal: true, isMirrored: false)
    for edge in PullEdge.allCases {
      list.controller.refresh.edge = edge
      list.go(to: edge)
      list.pull(past: edge)
      list.controller.refresh.edge = edge.opposite
      XCTAssertEqual(list.controller.state(of: edge.opposite).moment, .idle, "\(edge)")
      list.controller.driver.input.dragged(.finger, .ended)
      XCTAssertEqual(list.refreshes, 0, "\(edge)")
    }
    list.controller.refresh.edge = .leading
    list.go(to: .leading)
    list.controller.list?.refreshable { try await Task.sleep(for: .seconds(600)) }
    list.controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { list.room.left >= 54 })
    list.mirror(true)
    XCTAssertTrue(MainLoop.run { list.room.right >= 54 })
    list.controller.refresh.edge = .bottom
    XCTAssertTrue(MainLoop.run { list.room.bottom == 54 })
  }

  @MainActor func testAnEdgeCountsAgainOnceThePolicyNoLongerHidesIt() throws {
    for edge in PullEdge.allCases {
      let list = try StripWindow(isHorizontal: edge.isHorizontal, isMirrored: false)
      list.controller.refresh.edge = edge
      list.scrolled.setPolicy(horizontal: .never, vertical: .never)
      XCTAssertTrue(MainLoop.run { min(list.scrolled.width, list.scrolled.height) >= 2000 })
      // The list shows all of its content and cannot be pulled, but keys and commands work.
      list.controller.refresh.action.activate()
      XCTAssertTrue(MainLoop.run { list.refreshes == 1 }, "\(edge)")
      XCTAssertTrue(MainLoop.run { list.controller.refresh.state.moment == .idle }, "\(edge)")
      XCTAssertEqual(list.controller.refresh.edge, edge)
      list.scrolled.setPolicy(horizontal: .automatic, vertical: .automatic)
      // The window shrinks to what the screen has room for.
      XCTAssertTrue(MainLoop.run { max(list.scrolled.width, list.scrolled.height) < 2000 })
      list.go(to: edge)
      list.pull(past: edge)
      list.controller.driver.input.dragged(.finger, .ended)
      XCTAssertTrue(MainLoop.run { list.refreshes == 2 }, "\(edge)")
      list.window.destroy()
    }
  }

  @MainActor func testAListMayBeDetachedAsItsDirectionChangesDuringAPull() throws {
    let list = try StripWindow(isHorizontal: true, isMirrored: false)
    list.controller.refresh.edge = .leading
    list.go(to: .leading)
    list.pull(past: .leading)
    list.controller.onStateChange = { [unowned list] in list.controller.detach() }
    for widget in [list.scrolled.child, list.scrolled.asWidget].compactMap(\.self) {
      gtk_widget_set_direction(widget, GTK_TEXT_DIR_RTL)
    }
    XCTAssertNil(list.scrolled.refreshController)
  }
}

/// A list whose content is larger than its window in both directions.
private final class StripWindow {
  let window = Window()
  let scrolled: ScrolledWindow
  let controller: RefreshController
  private(set) var refreshes = 0
  private(set) var loads = 0

  init(isHorizontal: Bool, isMirrored: Bool) throws {
    let content = Label("content")
    content.setSizeRequest(width: 2000, height: 2000)
    scrolled = ScrolledWindow(content)
    scrolled.setExpand(horizontal: true, vertical: true)
    let page = Box(.vertical, spacing: 0)
    page.append(scrolled)
    window.child = page.asWidget
    window.setDefaultSize(width: 400, height: 400)
    controller = try RefreshController.attach(to: scrolled)
    controller.metrics.minimumRunning = .zero
    controller.metrics.resultShown = .zero
    controller.metrics.cooldown = .zero
    controller.list?.refreshable { [unowned self] in refreshes += 1 }
    controller.list?.loadsMore { [unowned self] in
      loads += 1
      return LoadedRows(added: 1, hasMore: true)
    }
    mirror(isMirrored)
    window.present()
    XCTAssertTrue(MainLoop.run { [self] in scrolled.verticalAdjustment.pageSize > 100 })
  }

  func mirror(_ isMirrored: Bool) {
    let direction = isMirrored ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR
    for widget in [scrolled.asWidget, scrolled.child].compactMap(\.self) {
      gtk_widget_set_direction(widget, direction)
    }
  }

  /// The room between the list and the window at three sides, in px.
  var room: (left: Double, right: Double, bottom: Double) {
    let (left, top) = (scrolled.left(in: window) ?? 0, scrolled.top(in: window) ?? 0)
    return (
      left, Double(window.width - scrolled.width) - left,
      Double(window.height - scrolled.height) - top
    )
  }

  private var isMirrored: Bool { scrolled.isRightToLeft }

  /// Scrolls to an edge by the adjustment's value, which counts from the left and the top.
  func go(to edge: PullEdge) {
    let adjustment = edge.isHorizontal ? scrolled.horizontalAdjustment : scrolled.verticalAdjustment
    adjustment.value = edge.isFar(isMirrored: isMirrored) ? adjustment.upper : 0
    XCTAssertTrue(MainLoop.run { [self] in controller.driver.input.position.isAt(edge.axisEdge) })
  }

  /// Pulls the content away from an edge with a finger, which stays down.
  func pull(past edge: PullEdge) {
    controller.driver.rest()
    let way = edge.isFar(isMirrored: isMirrored) ? -140.0 : 140
    let input = controller.driver.input
    input.dragged(.finger, .began(over: .unknown))
    input.dragged(.finger, edge.isHorizontal ? .moved(dx: way, dy: 0) : .moved(dy: way))
  }
}

/// The library replaces GTK's overshoot glow only at edges that have a row.
final class GlowTests: WidgetTestCase {
  @MainActor func testTheGlowGoesOnlyWhereARowStands() throws {
    let list = ListWindow()
    _ = try RefreshController.attach(to: list.scrolledWindow)
    XCTAssertEqual(list.replacedGlows, [])
    list.scrolledWindow.refreshable {}
    XCTAssertEqual(list.replacedGlows, ["pulls-top"])
    list.scrolledWindow.loadsMore { LoadedRows(hasMore: true) }
    XCTAssertEqual(list.replacedGlows, ["pulls-top", "pulls-bottom"])
  }
}

extension ListWindow {
  fileprivate var replacedGlows: [String] {
    guard let container = scrolledWindow.parent else { return [] }
    return ["pulls-top", "pulls-bottom"].filter { gtk_widget_has_css_class(container, $0) != 0 }
  }
}
