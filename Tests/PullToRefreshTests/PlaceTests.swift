import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The rows in sight keep their place in every painted frame.
final class PlaceTests: WidgetTestCase {
  @MainActor func testRowsThatArriveAboveMoveNothing() throws {
    for place in [5.0, 700] {
      try expectKept(from: place) { $0.insert(["new 0", "new 1", "new 2"]) }
    }
  }

  @MainActor func testRowsThatGoAboveMoveNothing() throws {
    // A grid's line of three: removing only a part of it would move rows to other columns.
    try expectKept(from: 700) { $0.remove(0..<3) }
  }

  @MainActor func testTheNextRowHoldsThePlaceOfThoseThatGo() throws {
    try GuestWindow.each([.listBox, .box], at: 700) { guest in
      let first = guest.row(below: 0)
      let index = try XCTUnwrap(Int(first.dropFirst(4)))
      let next = "row \(index + 3)"
      let place = try XCTUnwrap(guest.tops[next])
      let isDone = guest.scrolled.updateSoon { guest.remove(index - 3..<index + 3) }
      XCTAssertEqual(Set(guest.painted(8) { isDone() ? guest.tops[next] : place }), [place])
      XCTAssertNil(guest.tops[first])
    }
  }

  @MainActor func testARowThatMovesUpTakesNobodyWithIt() throws {
    let guest = try GuestWindow.shown(.box, at: 700)
    let first = guest.row(below: 0)
    let index = try XCTUnwrap(Int(first.dropFirst(4)))
    let next = "row \(index + 1)"
    let place = try XCTUnwrap(guest.tops[next])
    let isDone = guest.scrolled.updateSoon {
      let box = unsafeBitCast(guest.content, to: Box.self)
      gtk_box_reorder_child_after(box, guest.content.children[index], nil)
    }
    XCTAssertTrue(MainLoop.run(until: isDone))
    guest.paint(4)
    XCTAssertEqual(guest.tops[next], place)
  }

  @MainActor func testWhatIsAtTheTopStaysThere() throws {
    try GuestWindow.each { guest in
      let controller = try guest.controller
      let isDone = guest.scrolled.updateSoon(arrivals: 1) { guest.insert(["new 0"]) }
      XCTAssertTrue(MainLoop.run(until: isDone))
      XCTAssertEqual(Set(guest.painted(4) { guest.adjustment.value }), [0], "\(guest.kind)")
      XCTAssertNotNil(guest.tops["new 0"], "\(guest.kind)")
      XCTAssertFalse(controller.showNewRowsAction.isEnabled)
    }
  }

  @MainActor func testRowsThatAHandlerJustInsertsAreSeenAtTheTop() throws {
    try GuestWindow.each(offering: { guest in
      guest.scrolled.refreshable { [unowned guest] in
        guest.insert(["new 0", "new 1", "new 2"])
      }
    }) { guest in
      let controller = try guest.controller
      controller.metrics.minimumRunning = .milliseconds(50)
      controller.metrics.resultShown = .milliseconds(200)
      controller.refresh.action.activate()
      XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle }, "\(guest.kind)")
      guest.paint(4)
      XCTAssertEqual(guest.adjustment.value, 0, "\(guest.kind)")
      XCTAssertNotNil(guest.tops["new 0"], "\(guest.kind)")
    }
  }

  @MainActor func testThePlaceIsKeptWhileTheHeaderOpensAndCloses() throws {
    try GuestWindow.each(
      at: 700,
      offering: { guest in
        guest.scrolled.refreshable { [unowned guest] in
          await guest.scrolled.update(arrivals: 3) {
            guest.insert(["new 0", "new 1", "new 2"])
          }
        }
      }
    ) { guest in
      let controller = try guest.controller
      controller.metrics.minimumRunning = .milliseconds(50)
      controller.metrics.resultShown = .milliseconds(50)
      let row = guest.row(below: 150)
      let place = try XCTUnwrap(guest.tops[row])
      let upper = guest.adjustment.upper
      controller.refresh.action.activate()
      let seen = guest.painted(60) { guest.tops[row] }
      // The header's height and the list's position are rounded separately: an error of 1 px.
      let error = seen.map { abs(($0 ?? .infinity) - place) }.max() ?? .infinity
      XCTAssertLessThan(error, 2, "\(guest.kind)")
      XCTAssertEqual(controller.refresh.state.moment, .idle)
      XCTAssertGreaterThan(guest.adjustment.upper, upper)
      XCTAssertEqual(guest.tops[row], place, "\(guest.kind)")
    }
  }

  @MainActor func testALoadAwayFromItsEdgeShowsNothingAndChangesNoSize() throws {
    try GuestWindow.each(at: 700, offering: loadMore) { guest in
      let controller = try guest.controller
      controller.metrics.minimumRunning = .milliseconds(300)
      let row = guest.row(below: 150)
      let place = try XCTUnwrap(guest.tops[row])
      controller.loadMore.action.activate()
      var sizes: Set<Int> = []
      let seen = guest.painted(60) {
        sizes.insert(guest.scrolled.height)
        return guest.tops[row]
      }
      XCTAssertEqual(controller.loadMore.state.moment, .idle)
      XCTAssertEqual(sizes, [400], "\(guest.kind)")
      XCTAssertEqual(Set(seen), [place], "\(guest.kind)")
    }
  }

  @MainActor func testTheContentRestsAtItsEndWhileTheFooterOpens() throws {
    for ready in [0, 30] {
      try GuestWindow.each(offering: loadMore) { guest in
        let driver = try guest.controller.driver
        guest.paint(ready)
        let arrival = MainLoop.now
        guest.adjustment.value = guest.adjustment.upper
        var lost: [Duration] = []
        guest.painted(40) {
          let time = MainLoop.now
          let isRested = driver.coordinator.restingEdges(at: time).contains(.end)
          if time - arrival > .milliseconds(360), !isRested { lost.append(time - arrival) }
        }
        XCTAssertEqual(guest.scrolled.room(.bottom), 44, "\(guest.kind)")
        XCTAssertEqual(lost, [], "\(guest.kind)")
      }
    }
  }

  @MainActor func testThePlaceIsKeptWhileTheFooterClosesBehindAUserWhoLeaves() throws {
    try GuestWindow.each(offering: loadMore) { guest in
      guest.scroll(to: guest.adjustment.upper)
      XCTAssertTrue(MainLoop.run { guest.scrolled.room(.bottom) == 44 }, "\(guest.kind)")
      guest.paint(30)
      guest.adjustment.value -= 200
      guest.paint(1)
      let row = guest.row(below: 150)
      let place = try XCTUnwrap(guest.tops[row])
      var bottoms: Set<Int> = []
      let seen = guest.painted(40) {
        bottoms.insert(guest.scrolled.room(.bottom))
        return guest.tops[row]
      }
      XCTAssertTrue(bottoms.isSubset(of: [0, 44]) && bottoms.contains(0), "\(guest.kind)")
      let error = seen.map { abs(($0 ?? .infinity) - place) }.max() ?? .infinity
      XCTAssertLessThanOrEqual(error, 1, "\(guest.kind)")
    }
  }

  @MainActor func testAListThatIsHiddenKeepsItsPlaceUntilItShows() throws {
    try GuestWindow.each(at: 700) { guest in
      let row = guest.row(below: 100)
      let place = try XCTUnwrap(guest.tops[row])
      let parent = try XCTUnwrap(guest.window.child)
      parent.isVisible = false
      guest.paint(2)
      let isDone = guest.scrolled.updateSoon { guest.insert(["new 0", "new 1", "new 2"]) }
      XCTAssertTrue(MainLoop.run(until: isDone))
      guest.paint(8)
      parent.isVisible = true
      guest.paint(8)
      XCTAssertEqual(guest.tops[row], place, "\(guest.kind)")
    }
  }
}

@MainActor private func loadMore(_ guest: GuestWindow) {
  guest.scrolled.loadsMore { LoadedRows(added: 0, hasMore: true) }
}

/// Expects a row in sight to be painted in the same place before, during and after a change.
@MainActor private func expectKept(
  from value: Double,
  line: UInt = #line,
  _ change: @escaping (GuestWindow) -> Void
) throws {
  try GuestWindow.each(at: value) { guest in
    let about = "\(guest.kind) from \(value)"
    XCTAssertEqual(guest.adjustment.value, value, about, line: line)
    let row = guest.row(below: 20)
    let place = try XCTUnwrap(guest.tops[row], about, line: line)
    let upper = guest.adjustment.upper
    let isDone = guest.scrolled.updateSoon { change(guest) }
    let seen = guest.painted(10) { guest.tops[row] }
    XCTAssertEqual(Set(seen), [place], about, line: line)
    XCTAssertTrue(isDone(), about, line: line)
    XCTAssertNotEqual(guest.adjustment.upper, upper, about, line: line)
  }
}
