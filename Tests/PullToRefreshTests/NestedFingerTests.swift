import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import XCTest

@testable import PullToRefresh

/// Pulls by a finger or a stylus in nested lists. GTK drags the outermost list that can scroll.
final class NestedFingerTests: WidgetTestCase {
  /// A stylus drags nothing, and neither does a finger where the outer list fits its window.
  @MainActor private static var kinds: [(InnerScrollers.Gesture, rows: Int)] {
    [(.finger, 300), (.finger, 2), (.stylus, 300)]
  }

  @MainActor func testTheInnermostListThatRestsAtItsEdgeHasThePullAlone() throws {
    for (gesture, rows) in Self.kinds {
      let lists = try NestedLists(attached: true, rows: rows)
      try lists.drag(gesture, by: 120, over: lists.innerLabel.asWidget)
      let (outer, inner) = (try lists.outerDriver, try lists.innerDriver)
      let about = "\(gesture), \(rows)"
      XCTAssertEqual(inner.coordinator[.refresh].moment, .armed, about)
      XCTAssertTrue(inner.input.isTouching, about)
      XCTAssertEqual(outer.coordinator[.refresh].moment, .idle, about)
      try lists.lift(gesture)
      guard inner.coordinator[.refresh].moment == .running else {
        return XCTFail("\(about): not once and whole")
      }
      XCTAssertFalse(inner.input.isTouching, about)
      XCTAssertEqual(outer.coordinator[.refresh].moment, .idle, about)
      lists.outer.window.destroy()
    }
  }

  @MainActor func testItCanBePulledAgainAndAgain() throws {
    let lists = try NestedLists(attached: true)
    for _ in 0..<3 {
      try lists.outerDriver.rest()
      try lists.drag(.finger, by: 60, over: lists.innerLabel.asWidget)
      guard case .pulling = try lists.innerDriver.coordinator[.refresh].moment else {
        return XCTFail("\(try lists.innerDriver.coordinator[.refresh].moment)")
      }
      try lists.lift(.finger)
      XCTAssertEqual(try lists.innerDriver.coordinator[.refresh].moment, .idle)
    }
  }

  @MainActor func testAPullRightAfterOneThatWasTooShortPulls() throws {
    let lists = try NestedLists(attached: true)
    try lists.drag(.finger, by: 60, over: lists.innerLabel.asWidget)
    try lists.lift(.finger)
    try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
    XCTAssertEqual(try lists.innerDriver.coordinator[.refresh].moment, .armed)
    XCTAssertEqual(try lists.outerDriver.coordinator[.refresh].moment, .idle)
  }

  @MainActor func testTheOuterListHasThePullAtAnEdgeWhereTheInnerOneHasNone() throws {
    let lists = try NestedLists(attached: true)
    lists.outer.scrolled.loadsMore { LoadedRows(added: 0, hasMore: true) }
    lists.inner.child = Label("fits").asWidget
    lists.outer.scroll(to: lists.outer.adjustment.upper)
    try lists.outerDriver.rest()
    try lists.drag(.finger, by: -120, over: lists.inner.asWidget)
    XCTAssertEqual(try lists.innerDriver.coordinator[.refresh].moment, .idle)
    XCTAssertEqual(try lists.innerDriver.coordinator[.loadMore].moment, .disabled)
    XCTAssertEqual(try lists.outerDriver.coordinator[.loadMore].moment, .armed)
  }

  @MainActor func testWhereTheOuterListCanStillScrollNothingFires() throws {
    let lists = try NestedLists(attached: true)
    lists.outer.scroll(to: 60)
    try lists.outerDriver.rest()
    try lists.drag(.finger, by: 60, over: lists.innerLabel.asWidget)
    lists.outer.scroll(to: 0)
    try lists.move(.finger, by: 250)
    XCTAssertEqual(try lists.innerDriver.coordinator[.refresh].moment, .idle)
    XCTAssertEqual(try lists.outerDriver.coordinator[.refresh].moment, .peeking)
    try lists.lift(.finger)
    // The outer list, which is dragged, came to its top only now; the inner one has long rested.
    try lists.outerDriver.metrics.restBeforePull = .seconds(600)
    try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
    XCTAssertEqual(try lists.innerDriver.coordinator[.refresh].moment, .idle)
    XCTAssertEqual(try lists.outerDriver.coordinator[.refresh].moment, .peeking)
  }

  @MainActor func testAPullThatScrollsTheOuterListAwayAndComesBackIsOver() throws {
    let lists = try NestedLists(attached: true)
    try lists.drag(.finger, by: 60, over: lists.innerLabel.asWidget)
    lists.outer.scroll(to: 80)
    try lists.move(.finger, by: -80)
    lists.outer.scroll(to: 0)
    try lists.move(.finger, by: 150)
    XCTAssertEqual(try lists.innerDriver.coordinator[.refresh].moment, .idle)
    XCTAssertEqual(try lists.outerDriver.coordinator[.refresh].moment, .idle)
  }

  @MainActor func testOverAnInnerScrollerThatCanStillMoveNothingPulls() throws {
    for attached in [false, true] {
      let lists = try NestedLists(attached: attached)
      lists.inner.verticalAdjustment.value = 200
      lists.outer.paint(2)
      try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
      for driver in try lists.drivers {
        XCTAssertEqual(driver.coordinator[.refresh].moment, .idle)
      }
      lists.outer.window.destroy()
    }
  }

  @MainActor func testTheInnerListMayLeaveOrDieInTheMiddleOfItsPull() throws {
    for dies in [false, true] {
      let lists = try NestedLists(attached: true)
      let (outer, inner) = (try lists.outerDriver, try lists.innerDriver)
      try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
      XCTAssertEqual(inner.coordinator[.refresh].moment, .armed)
      if dies { try lists.removeInner() } else { lists.inner.refreshController?.detach() }
      XCTAssertTrue(MainLoop.run { !inner.isAttached })
      outer.input.dragged(.finger, .moved(dy: 150))
      XCTAssertEqual(outer.coordinator[.refresh].moment, .idle, "it is not handed back")
      outer.input.dragged(.finger, .ended)
      XCTAssertEqual(outer.coordinator[.refresh].moment, .idle)
      lists.outer.window.destroy()
    }
  }

  @MainActor func testTheOuterListMayLeaveInTheMiddleOfAPull() throws {
    let lists = try NestedLists(attached: true)
    let (outer, inner) = (try lists.outerDriver, try lists.innerDriver)
    try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
    XCTAssertEqual(inner.coordinator[.refresh].moment, .armed)
    lists.outer.scrolled.refreshController?.detach()
    XCTAssertFalse(inner.input.isTouching)
    outer.input.dragged(.finger, .moved(dy: 150))
    outer.input.dragged(.finger, .ended)
    XCTAssertEqual(inner.coordinator[.refresh].moment, .idle, "a finger taken away fires nothing")
    inner.rest()
    inner.input.dragged(.finger, .began(over: .widget(lists.innerLabel.asWidget)))
    inner.input.dragged(.finger, .moved(dy: 135))
    XCTAssertEqual(inner.coordinator[.refresh].moment, .armed, "it has fingers of its own again")
  }

  @MainActor func testTheWindowMayCloseInTheMiddleOfAPull() throws {
    let lists = try NestedLists(attached: true)
    let outer = try lists.outerDriver
    try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
    lists.outer.window.destroy()
    outer.input.dragged(.finger, .moved(dy: 150))
    outer.input.dragged(.finger, .cancelled)
    XCTAssertEqual(try lists.innerDriver.coordinator[.refresh].moment, .idle)
  }

  @MainActor func testTheInnerListsPullMayTakeBothListsAway() throws {
    let lists = try NestedLists(attached: true)
    let (outer, inner) = (try lists.outerDriver, try lists.innerDriver)
    inner.onStateChange = {
      guard case .running = inner.coordinator[.refresh].moment else { return }
      try? lists.removeInner()
      lists.outer.scrolled.refreshController?.detach()
    }
    try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
    outer.input.dragged(.finger, .ended)
    XCTAssertTrue(MainLoop.run { !inner.isAttached })
    XCTAssertFalse(outer.isAttached)
  }
}
