import CPullToRefreshGtk
import PullToRefreshGtk
import RefreshCore
import XCTest

@testable import PullToRefresh

/// Which of the lists a finger pulls, or a stylus. GTK drags the outermost list that can scroll.
nonisolated final class NestedFingerTests: WidgetTestCase {
  /// A stylus drags nothing, and neither does a finger where the outer list fits its window.
  @MainActor private static var kinds: [(InnerScrollers.Gesture, rows: Int)] {
    [(.finger, 300), (.finger, 2), (.stylus, 300)]
  }

  func testTheInnermostListThatRestsAtItsEdgeHasThePullAlone() throws {
    try onMainActor {
      for (gesture, rows) in Self.kinds {
        let lists = try NestedLists(attached: true, rows: rows)
        try lists.drag(gesture, by: 120, over: lists.innerLabel.asWidget)
        XCTAssertTrue(try lists.innerDriver.coordinator.header.isArmed, "\(gesture), \(rows)")
        XCTAssertTrue(try lists.innerDriver.input.isTouching, "\(gesture), \(rows)")
        XCTAssertEqual(try lists.outerDriver.coordinator.header, .idle, "\(gesture), \(rows)")
        try lists.lift(gesture)
        guard case .running(_, .pull(.touch)) = try lists.innerDriver.coordinator.header else {
          return XCTFail("\(gesture), \(rows): not once and whole")
        }
        XCTAssertFalse(try lists.innerDriver.input.isTouching, "\(gesture), \(rows)")
        XCTAssertEqual(try lists.outerDriver.coordinator.header, .idle, "\(gesture), \(rows)")
        lists.outer.window.destroy()
      }
    }
  }

  func testItCanBePulledAgainAndAgain() throws {
    try onMainActor {
      let lists = try NestedLists(attached: true)
      for _ in 0..<3 {
        try lists.outerDriver.rest()
        try lists.drag(.finger, by: 60, over: lists.innerLabel.asWidget)
        guard case .pulling = try lists.innerDriver.coordinator.header else {
          return XCTFail("\(try lists.innerDriver.coordinator.header)")
        }
        try lists.lift(.finger)
        XCTAssertEqual(try lists.innerDriver.coordinator.header, .idle)
      }
      lists.outer.window.destroy()
    }
  }

  func testAPullRightAfterOneThatWasTooShortPulls() throws {
    try onMainActor {
      let lists = try NestedLists(attached: true)
      try lists.drag(.finger, by: 60, over: lists.innerLabel.asWidget)
      try lists.lift(.finger)
      try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
      XCTAssertTrue(try lists.innerDriver.coordinator.header.isArmed)
      XCTAssertEqual(try lists.outerDriver.coordinator.header, .idle)
      lists.outer.window.destroy()
    }
  }

  func testTheOuterListHasThePullAtAnEdgeWhereTheInnerOneHasNone() throws {
    try onMainActor {
      let lists = try NestedLists(attached: true)
      lists.outer.scrolled.loadsMore { LoadedRows(added: 0, hasMore: true) }
      lists.inner.child = Label("fits").asWidget
      lists.outer.scroll(to: lists.outer.adjustment.upper)
      try lists.outerDriver.rest()
      try lists.drag(.finger, by: -120, over: lists.inner.asWidget)
      XCTAssertEqual(try lists.innerDriver.coordinator.header, .idle)
      XCTAssertEqual(try lists.innerDriver.coordinator.footerPull, .none)
      let pull = try lists.outerDriver.coordinator.footerPull
      guard case .armed = pull else { return XCTFail("\(pull)") }
      lists.outer.window.destroy()
    }
  }

  func testOutsideTheInnerListTheOuterOneHasIt() throws {
    try onMainActor {
      let lists = try NestedLists(attached: true)
      let input = try lists.outerDriver.input
      input.dragged(.finger, .began(over: .widget(lists.outer.content)))
      input.dragged(.finger, .moved(dy: 135))
      XCTAssertTrue(try lists.outerDriver.coordinator.header.isArmed)
      XCTAssertEqual(try lists.innerDriver.coordinator.header, .idle)
      lists.outer.window.destroy()
    }
  }

  func testWhereTheOuterListCanStillScrollNothingFires() throws {
    try onMainActor {
      let lists = try NestedLists(attached: true)
      lists.outer.scroll(to: 60)
      try lists.outerDriver.rest()
      try lists.drag(.finger, by: 60, over: lists.innerLabel.asWidget)
      lists.outer.scroll(to: 0)
      try lists.move(.finger, by: 250)
      XCTAssertEqual(try lists.innerDriver.coordinator.header, .idle)
      XCTAssertTrue(try lists.outerDriver.coordinator.header.isPeeking)
      try lists.lift(.finger)
      // What the user scrolls has only just come to the top, though the inner list has long been.
      try lists.outerDriver.metrics.restBeforePull = .seconds(600)
      try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
      XCTAssertEqual(try lists.innerDriver.coordinator.header, .idle)
      XCTAssertTrue(try lists.outerDriver.coordinator.header.isPeeking)
      lists.outer.window.destroy()
    }
  }

  func testAPullThatScrollsTheOuterListAwayAndComesBackIsOver() throws {
    try onMainActor {
      let lists = try NestedLists(attached: true)
      try lists.drag(.finger, by: 60, over: lists.innerLabel.asWidget)
      lists.outer.scroll(to: 80)
      try lists.move(.finger, by: -80)
      lists.outer.scroll(to: 0)
      try lists.move(.finger, by: 150)
      XCTAssertEqual(try lists.innerDriver.coordinator.header, .idle)
      XCTAssertEqual(try lists.outerDriver.coordinator.header, .idle)
      lists.outer.window.destroy()
    }
  }

  func testOverAnInnerScrollerThatCanStillMoveNothingPulls() throws {
    try onMainActor {
      for attached in [false, true] {
        let lists = try NestedLists(attached: attached)
        lists.inner.verticalAdjustment.value = 200
        lists.outer.paint(2)
        try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
        for driver in try lists.drivers { XCTAssertEqual(driver.coordinator.header, .idle) }
        lists.outer.window.destroy()
      }
    }
  }

  func testTheInnerListMayLeaveOrDieInTheMiddleOfItsPull() throws {
    try onMainActor {
      for dies in [false, true] {
        let lists = try NestedLists(attached: true)
        let (outer, inner) = (try lists.outerDriver, try lists.innerDriver)
        try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
        XCTAssertTrue(inner.coordinator.header.isArmed)
        if dies { try lists.removeInner() } else { lists.inner.pull?.detach() }
        XCTAssertTrue(MainLoop.run(timeout: 5) { !inner.isAttached })
        outer.input.dragged(.finger, .moved(dy: 150))
        XCTAssertEqual(outer.coordinator.header, .idle, "it is not handed back")
        outer.input.dragged(.finger, .ended)
        XCTAssertEqual(outer.coordinator.header, .idle)
        lists.outer.window.destroy()
      }
    }
  }

  func testTheOuterListMayLeaveInTheMiddleOfAPull() throws {
    try onMainActor {
      let lists = try NestedLists(attached: true)
      let (outer, inner) = (try lists.outerDriver, try lists.innerDriver)
      try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
      XCTAssertTrue(inner.coordinator.header.isArmed)
      lists.outer.scrolled.pull?.detach()
      XCTAssertFalse(inner.input.isTouching)
      outer.input.dragged(.finger, .moved(dy: 150))
      outer.input.dragged(.finger, .ended)
      XCTAssertEqual(inner.coordinator.header, .idle, "a finger that is taken away fires nothing")
      inner.rest()
      inner.input.dragged(.finger, .began(over: .widget(lists.innerLabel.asWidget)))
      inner.input.dragged(.finger, .moved(dy: 135))
      XCTAssertTrue(inner.coordinator.header.isArmed, "it has fingers of its own again")
      lists.outer.window.destroy()
    }
  }

  func testTheWindowMayCloseInTheMiddleOfAPull() throws {
    try onMainActor {
      let lists = try NestedLists(attached: true)
      let outer = try lists.outerDriver
      try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
      lists.outer.window.destroy()
      outer.input.dragged(.finger, .moved(dy: 150))
      outer.input.dragged(.finger, .cancelled)
      XCTAssertEqual(try lists.innerDriver.coordinator.header, .idle)
    }
  }

  func testTheInnerListsPullMayTakeBothListsAway() throws {
    try onMainActor {
      let lists = try NestedLists(attached: true)
      let (outer, inner) = (try lists.outerDriver, try lists.innerDriver)
      inner.onStateChange = {
        guard case .running = inner.coordinator.header else { return }
        try? lists.removeInner()
        lists.outer.scrolled.pull?.detach()
      }
      try lists.drag(.finger, by: 120, over: lists.innerLabel.asWidget)
      outer.input.dragged(.finger, .ended)
      XCTAssertTrue(MainLoop.run(timeout: 5) { !inner.isAttached })
      XCTAssertFalse(outer.isAttached)
      lists.outer.window.destroy()
    }
  }
}

extension RefreshMachine.State {
  fileprivate var isPeeking: Bool {
    if case .peeking = self { true } else { false }
  }
}
