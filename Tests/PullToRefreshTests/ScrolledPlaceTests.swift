import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The user scrolls right before or after another change of the position: the scroll is not
/// undone.
final class ScrolledPlaceTests: WidgetTestCase {
  @MainActor func testARefreshRightAfterAJumpStaysWhereItLed() throws {
    // Without a grid view: in GTK 4.8 it jumps by itself if its value is set twice before a
    // layout. After 1,100 and then 1,110 it shows 1,935.
    for kind in [GuestWindow.Kind.listView, .columnView, .box] {
      for jump in kind == .listView ? [1000.0, 30] : [1000] {
        let seen = try [false, true].map { refreshes in
          let guest = try GuestWindow(kind)
          guest.scrolled.refreshable {}
          guest.present()
          guest.scroll(to: 100)
          let controller = try guest.controller
          controller.metrics.minimumRunning = .milliseconds(50)
          controller.metrics.resultShown = .milliseconds(50)
          // The rows at the new position are laid out only as the header begins to open.
          guest.adjustment.value = 100 + jump
          if refreshes { controller.refresh.action.activate() }
          guest.paint(60)
          XCTAssertEqual(controller.refresh.state.moment, .idle)
          let row = guest.row(below: 0)
          let top = try XCTUnwrap(guest.tops[row])
          guest.window.destroy()
          return (row, top)
        }
        XCTAssertEqual(seen[0].0, seen[1].0, "\(kind)")
        XCTAssertEqual(seen[0].1, seen[1].1, accuracy: 2, "\(kind)")
      }
    }
  }

  @MainActor func testAScrollWaitsUntilTheFingerIsLifted() throws {
    let guest = try GuestWindow.shown(.box, at: 700)
    let controller = try guest.controller
    let input = controller.driver.input
    var ends = 0
    // Switching kinetic scrolling off ends a drag of GTK's.
    let connection = guest.scrolled.connect("notify::kinetic-scrolling") { ends += 1 }
    input.touch(.touchBegan(at: input.position))
    controller.scroll(to: .top, isAnimated: false)
    guest.paint(4)
    XCTAssertEqual(ends, 0)
    XCTAssertEqual(guest.adjustment.value, 700)
    input.touch(.touchEnded)
    XCTAssertTrue(MainLoop.run { guest.adjustment.value == 0 })
    connection.disconnect()
  }

  @MainActor func testWhoScrollsRightAfterTheChangeGoesWhereTheyWant() throws {
    try GuestWindow.each(GuestWindow.Kind.allCases.filter { $0 != .textView }, at: 700) { guest in
      let row = guest.row(below: 200)
      let place = try XCTUnwrap(guest.tops[row])
      let isDone = guest.scrolled.updateSoon { guest.insert(["new 0", "new 1", "new 2"]) }
      XCTAssertTrue(MainLoop.run(until: isDone))
      guest.paint(1)
      guest.adjustment.value += 90
      guest.paint(6)
      XCTAssertEqual(guest.tops[row], place - 90, "\(guest.kind)")
    }
  }

  @MainActor func testAKeyToTheOtherEdgeIsNotUndoneByARowThatOpensInTheSameFrame() throws {
    for kind in [GuestWindow.Kind.listView, .gridView, .columnView] {
      for edge in [PullEdge.top, .bottom] {
        let guest = try GuestWindow(kind)
        guest.scrolled.refreshable { try await Task.sleep(for: .seconds(600)) }
        guest.scrolled.loadsMore {
          try await Task.sleep(for: .seconds(600))
          return LoadedRows(hasMore: true)
        }
        let controller = try guest.controller
        controller.loadMore.mode = .automatic(prefetch: 0)
        guest.present()
        let page = guest.adjustment.pageSize
        let row = edge == .top ? 299 : 0
        var isPressed = false
        let frames = guest.window.frameClock?.after(.update) {
          guard !isPressed, controller.driver.rows.place.keeper.heldEdge != nil else { return }
          isPressed = true
          guest.pressKey(thatScrollsTo: row)
        }
        if edge == .top {
          controller.refresh.action.activate()
        } else {
          guest.adjustment.value = guest.adjustment.upper
        }
        XCTAssertTrue(MainLoop.run { guest.adjustment.pageSize < page })
        XCTAssertTrue(isPressed, "\(kind), \(edge)")
        guest.paint(4)
        let name = "row \(row)"
        XCTAssertNotNil(guest.tops[name], "\(kind), \(edge)")
        frames?.disconnect()
        guest.window.destroy()
      }
    }
  }

  @MainActor func testWhatIsReadMovesByTheScrollAloneWhileRowsCome() throws {
    try GuestWindow.each(at: 900) { guest in
      let input = try guest.controller.driver.input
      let row = guest.row(below: 60)
      let place = try XCTUnwrap(guest.tops[row])
      var changes: [() -> Bool] = []
      for frame in 1...30 {
        if frame.isMultiple(of: 7) {
          let names = (0..<6).map { "new \(frame) \($0)" }
          changes.append(guest.scrolled.updateSoon { guest.insert(names) })
        }
        input.scrolled(.touchpad, dy: -9) { .unknown }
        guest.adjustment.value -= 9
        let seen = try XCTUnwrap(guest.painted(1) { guest.tops[row] }.first)
        let error = try XCTUnwrap(seen, "\(guest.kind), frame \(frame)") - place - Double(9 * frame)
        XCTAssertLessThanOrEqual(abs(error), 1, "\(guest.kind), frame \(frame)")
      }
      XCTAssertTrue(MainLoop.run { changes.allSatisfy { $0() } }, "\(guest.kind)")
    }
  }

  @MainActor func testWhatIsReadStaysWhileARowAboveGrows() throws {
    try GuestWindow.each([.listView, .columnView, .listBox, .box], at: 706) { guest in
      guest.paint(2)
      for height in [90, 200, 30] as [Int32] {
        let labels = ListWindow.all(below: guest.content).compactMap { label in
          label.isMapped && label.typeName == "GtkLabel"
            ? label.top(in: guest.scrolled).map { (label, top: $0) } : nil
        }
        let above = labels.filter { $0.top < 0 }.max { $0.top < $1.top }?.0
        let row = guest.row(below: 60)
        let place = try XCTUnwrap(guest.tops[row])
        gtk_widget_set_size_request(try XCTUnwrap(above, "\(guest.kind)"), -1, height)
        let seen = Set(guest.painted(8) { guest.tops[row] })
        XCTAssertEqual(seen, [place], "\(guest.kind), \(height)")
      }
    }
  }

  @MainActor func testAFlingGoesOnThroughAChange() throws {
    try GuestWindow.each(at: 1000) { guest in
      let input = try guest.controller.driver.input
      let row = guest.row(below: 40)
      input.touch(.touchBegan(at: input.position))
      guest.paint(1)
      input.touch(.touchEnded)
      // The fling goes 240 px in all, an eighth of it in the first two of these frames.
      guest.fling(-960)
      var (seen, isDone) = ([(time: Duration, top: Double)](), { false })
      for frame in 0..<90 {
        if frame == 5 {
          isDone = guest.scrolled.updateSoon { guest.insert((0..<6).map { "new \($0)" }) }
        }
        let (time, top) = try XCTUnwrap(
          guest.painted(1) { (guest.window.frameClock?.time, guest.tops[row]) }.first
        )
        let name = "\(guest.kind), frame \(frame)"
        seen.append((try XCTUnwrap(time, name), try XCTUnwrap(top, name)))
      }
      XCTAssertTrue(isDone(), "\(guest.kind)")
      for ((earlier, frame), later) in zip(zip(seen, seen.dropFirst()), seen.dropFirst(2)) {
        let (before, after) = (frame.top - earlier.top, later.top - frame.top)
        let spans = [frame.time - earlier.time, later.time - frame.time].map { $0 / .seconds(1) }
        // GTK's friction is 4 per second, and it scrolls by whole px.
        let ways = spans.map { -expm1(-4 * $0) }
        let expected = before * exp(-4 * spans[0]) * ways[1] / ways[0]
        XCTAssertLessThanOrEqual(
          abs(after - expected),
          2 + ways[1] / ways[0],
          "\(guest.kind): \(seen.map(\.top))"
        )
      }
      // The distance left before the change, computed from the times of the frames.
      let decay = exp(-4 * ((seen[4].time - seen[3].time) / .seconds(1)))
      let left = (seen[4].top - seen[3].top) * decay / (1 - decay)
      let way = try XCTUnwrap(seen.last).top - seen[4].top
      XCTAssertGreaterThan(way, left / 2, "\(guest.kind): \(seen.map(\.top))")
    }
  }

  @MainActor func testWhoTakesHoldOfAFlingEndsIt() throws {
    let guest = try GuestWindow.shown(.box, at: 1000)
    let input = try guest.controller.driver.input
    input.touch(.touchBegan(at: input.position))
    guest.paint(1)
    input.touch(.touchEnded)
    guest.fling(-960)
    guest.paint(4)
    let isDone = guest.scrolled.updateSoon { guest.insert(["new 0", "new 1"]) }
    guest.paint(4)
    XCTAssertTrue(isDone())
    let (row, value) = (guest.row(below: 100), guest.adjustment.value)
    guest.paint(1)
    XCTAssertNotEqual(guest.adjustment.value, value, "it goes on")
    input.touch(.touchBegan(at: input.position))
    let place = try XCTUnwrap(guest.painted(1) { guest.tops[row] }.first)
    XCTAssertEqual(Set(guest.painted(6) { guest.tops[row] }), [place])
  }

  @MainActor func testWhoLeavesTheTopRightAfterTheChangeIsNotBroughtBack() throws {
    try GuestWindow.each { guest in
      let isDone = guest.scrolled.updateSoon(arrivals: 1) { guest.insert(["new 0"]) }
      XCTAssertTrue(MainLoop.run(until: isDone))
      guest.paint(3)
      guest.adjustment.value = 300
      XCTAssertEqual(Set(guest.painted(6) { guest.adjustment.value }), [300], "\(guest.kind)")
    }
  }

  @MainActor func testNothingChangesUnderAFinger() throws {
    try GuestWindow.each(at: 700) { guest in
      let controller = try guest.controller
      let input = controller.driver.input
      input.touch(.touchBegan(at: input.position))
      let upper = guest.adjustment.upper
      let isDone = guest.scrolled.updateSoon { guest.insert(["new 0", "new 1", "new 2"]) }
      guest.paint(4)
      XCTAssertFalse(isDone())
      XCTAssertEqual(guest.adjustment.upper, upper)
      // The finger drags on, and the position that it reaches must be kept.
      guest.adjustment.value -= 40
      guest.paint(1)
      let row = guest.row(below: 100)
      let place = try XCTUnwrap(guest.tops[row])
      input.touch(.touchEnded)
      XCTAssertEqual(Set(guest.painted(8) { guest.tops[row] }), [place], "\(guest.kind)")
      XCTAssertTrue(isDone())
      XCTAssertGreaterThan(guest.adjustment.upper, upper)
    }
  }
}

extension GuestWindow {
  /// Presses a key for which a list view moves its focus to a row, and scrolls to that row in its
  /// next layout.
  fileprivate func pressKey(thatScrollsTo row: Int) {
    for keys in scrolled.parent?.controllers ?? [] where keys.typeName == "GtkEventControllerKey" {
      keys.emit("key-pressed", UInt32(GDK_KEY_Home), 0, 0)
    }
    let list = ListWindow.all(below: scrolled).first {
      ["GtkListView", "GtkGridView", "GtkColumnListView"].contains($0.typeName)
    }
    let position = g_variant_new_uint32(UInt32(row))
    gtk_widget_activate_action_variant(list, "list.scroll-to-item", position)
  }
}
