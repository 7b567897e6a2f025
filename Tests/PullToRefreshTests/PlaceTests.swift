import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The rows in sight keep their place in every painted frame.
final class PlaceTests: WidgetTestCase {
  @MainActor func testRowsThatArriveAboveMoveNothing() throws {
    for kind in GuestWindow.Kind.allCases {
      for place in [5.0, 700] {
        let guest = try GuestWindow(kind)
        try expectKept(in: guest, from: place) { guest.insert(["new 0", "new 1", "new 2"]) }
        guest.window.destroy()
      }
    }
  }

  @MainActor func testRowsThatGoAboveMoveNothing() throws {
    for kind in GuestWindow.Kind.allCases {
      let guest = try GuestWindow(kind)
      // A grid's line of three: removing only a part of it would move rows to other columns.
      try expectKept(in: guest, from: 700) { guest.remove(0..<3) }
      guest.window.destroy()
    }
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
    for kind in GuestWindow.Kind.allCases {
      let guest = try GuestWindow(kind)
      guest.scrolled.refreshable { [unowned guest] in
        guest.insert(["new 0", "new 1", "new 2"])
      }
      guest.present()
      let controller = try guest.controller
      controller.metrics.minimumRunning = .milliseconds(50)
      controller.metrics.resultShown = .milliseconds(200)
      controller.refresh.action.activate()
      XCTAssertTrue(MainLoop.run { controller.refresh.state.moment == .idle }, "\(kind)")
      guest.paint(4)
      XCTAssertEqual(guest.adjustment.value, 0, "\(kind)")
      XCTAssertNotNil(guest.tops["new 0"], "\(kind)")
      guest.window.destroy()
    }
  }

  @MainActor func testThePlaceIsKeptWhileTheHeaderOpensAndCloses() throws {
    for kind in GuestWindow.Kind.allCases {
      let guest = try GuestWindow(kind)
      guest.scrolled.refreshable { [unowned guest] in
        await guest.scrolled.update(arrivals: 3) {
          guest.insert(["new 0", "new 1", "new 2"])
        }
      }
      guest.present()
      guest.scroll(to: 700)
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
      XCTAssertLessThan(error, 2, "\(kind)")
      XCTAssertEqual(controller.refresh.state.moment, .idle)
      XCTAssertGreaterThan(guest.adjustment.upper, upper)
      XCTAssertEqual(guest.tops[row], place, "\(kind)")
      guest.window.destroy()
    }
  }

  @MainActor func testALoadAwayFromItsEdgeShowsNothingAndChangesNoSize() throws {
    for kind in GuestWindow.Kind.allCases {
      let guest = try GuestWindow(kind)
      guest.scrolled.loadsMore { LoadedRows(added: 0, hasMore: true) }
      guest.present()
      guest.scroll(to: 700)
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
      XCTAssertEqual(sizes, [400], "\(kind)")
      XCTAssertEqual(Set(seen), [place], "\(kind)")
      guest.window.destroy()
    }
  }

  @MainActor func testTheContentRestsAtItsEndWhileTheFooterOpens() throws {
    for kind in GuestWindow.Kind.allCases {
      for ready in [0, 30] {
        let guest = try GuestWindow(kind)
        guest.scrolled.loadsMore { LoadedRows(added: 0, hasMore: true) }
        guest.present()
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
        XCTAssertEqual(guest.scrolled.room(.bottom), 44, "\(kind)")
        XCTAssertEqual(lost, [], "\(kind)")
        guest.window.destroy()
      }
    }
  }

  @MainActor func testThePlaceIsKeptWhileTheFooterClosesBehindAUserWhoLeaves() throws {
    for kind in GuestWindow.Kind.allCases {
      let guest = try GuestWindow(kind)
      guest.scrolled.loadsMore { LoadedRows(added: 0, hasMore: true) }
      guest.present()
      guest.scroll(to: guest.adjustment.upper)
      XCTAssertTrue(MainLoop.run { guest.scrolled.room(.bottom) == 44 }, "\(kind)")
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
      XCTAssertTrue(bottoms.isSubset(of: [0, 44]) && bottoms.contains(0), "\(kind): \(bottoms)")
      let error = seen.map { abs(($0 ?? .infinity) - place) }.max() ?? .infinity
      XCTAssertLessThanOrEqual(error, 1, "\(kind)")
      guest.window.destroy()
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

/// Expects a row in sight to be painted in the same place before, during and after a change.
@MainActor private func expectKept(
  in guest: GuestWindow,
  from value: Double,
  line: UInt = #line,
  _ change: @escaping () -> Void
) throws {
  let about = "\(guest.kind) from \(value)"
  guest.scrolled.refreshable {}
  guest.present()
  guest.scroll(to: value)
  XCTAssertEqual(guest.adjustment.value, value, about, line: line)
  let row = guest.row(below: 20)
  let place = try XCTUnwrap(guest.tops[row], about, line: line)
  let upper = guest.adjustment.upper
  let isDone = guest.scrolled.updateSoon(change)
  let seen = guest.painted(10) { guest.tops[row] }
  XCTAssertEqual(Set(seen), [place], about, line: line)
  XCTAssertTrue(isDone(), about, line: line)
  XCTAssertNotEqual(guest.adjustment.upper, upper, about, line: line)
}
