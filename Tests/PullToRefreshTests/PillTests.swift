import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// "3 new above": the pill for rows that arrived out of sight.
final class PillTests: WidgetTestCase {
  @MainActor func testThePillSaysHowManyRowsArrivedAbove() throws {
    let guest = try PillWindow(at: 700)
    XCTAssertNil(guest.title)
    XCTAssertFalse(guest.controller.showNewRowsAction.isEnabled)
    guest.arrive(3)
    XCTAssertEqual(guest.title, "3 new above")
    guest.arrive(0)
    guest.arrive(-2)
    XCTAssertEqual(guest.title, "3 new above")
    guest.arrive(4)
    XCTAssertEqual(guest.title, "7 new above")
  }

  @MainActor func testTheCountFollowsRowsThatAreGoneAgain() throws {
    for kind in [GuestWindow.Kind.listView, .gridView] {
      let guest = try PillWindow(kind, at: 700)
      guest.arrive(3)
      guest.list.remove(1..<2)
      XCTAssertEqual(guest.title, "2 new above", "\(kind)")
      guest.list.remove(2..<5)
      XCTAssertEqual(guest.title, "2 new above", "\(kind)")
      guest.arrive(1)
      guest.list.remove(0..<3)
      XCTAssertTrue(MainLoop.run { guest.title == nil }, "\(kind)")
      XCTAssertFalse(guest.controller.showNewRowsAction.isEnabled)
      guest.window.destroy()
    }
  }

  @MainActor func testARowThatArrivesAgainIsCountedOnce() throws {
    for kind in [GuestWindow.Kind.listView, .gridView] {
      let guest = try PillWindow(kind, at: 700)
      guest.arrive(2)
      guest.arrive([], count: 1)
      XCTAssertEqual(guest.title, "2 new above", "its content has changed, \(kind)")
      guest.arrive(["again"], replacing: 1)
      XCTAssertEqual(guest.title, "2 new above", "it has moved to the top, \(kind)")
      guest.arrive(["another"], replacing: 8)
      XCTAssertEqual(guest.title, "3 new above", "it was seen before, \(kind)")
      guest.window.destroy()
    }
  }

  @MainActor func testAClickGoesUpToTheNewRows() throws {
    for kind in GuestWindow.Kind.allCases {
      let guest = try PillWindow(kind, at: 700)
      guest.arrive(3)
      let passed = guest.list.adjustment.value
      guest.button.click()
      XCTAssertTrue(MainLoop.run { guest.list.adjustment.value < passed })
      XCTAssertGreaterThan(guest.list.adjustment.value, 0, "not smooth: \(kind)")
      XCTAssertTrue(MainLoop.run { guest.list.adjustment.value == 0 })
      XCTAssertTrue(MainLoop.run { guest.title == nil }, "\(kind)")
      guest.list.paint(2)
      XCTAssertNotNil(guest.list.tops["new 0"], "\(kind)")
      XCTAssertFalse(guest.controller.showNewRowsAction.isEnabled)
      guest.arrive(2)
      XCTAssertNil(guest.title, "who is at the top sees them")
      guest.window.destroy()
    }
  }

  @MainActor func testWithoutAnimationsItIsThereAndGoesAtOnce() throws {
    Settings.animationsEnabled = false
    defer { Settings.animationsEnabled = true }
    let guest = try PillWindow(at: 700)
    guest.arrive(3)
    XCTAssertEqual(guest.pill.opacity, 1)
    guest.controller.showNewRowsAction.activate()
    XCTAssertEqual(guest.list.adjustment.value, 0)
    XCTAssertNil(guest.title)
    guest.list.paint(3)
  }

  @MainActor func testItFadesInToTheEnd() throws {
    let guest = try PillWindow(at: 700)
    let isDone = guest.list.scrolled.updateSoon(arrivals: 3) { guest.list.insert(["new 0"]) }
    XCTAssertTrue(MainLoop.run(until: isDone))
    var seen: [Double] = []
    while (seen.last ?? 0) < 1, seen.count < 100 {
      seen += guest.list.painted(1) { guest.pill.opacity }
    }
    // A slow machine paints few frames in the 200 ms of the fade, but some.
    XCTAssertFalse(seen.filter { (0.55..<0.99).contains($0) }.isEmpty, "\(seen)")
  }

  @MainActor func testTheActionIsReachedByKeysAndMenus() throws {
    let guest = try PillWindow(at: 700)
    let action = "pull-to-refresh.show-new"
    XCTAssertEqual(gtk_widget_activate_action_variant(guest.list.content, action, nil), 1)
    guest.list.paint(1)
    XCTAssertEqual(guest.list.adjustment.value, 700, "there is nothing new")
    guest.arrive(3)
    XCTAssertEqual(gtk_widget_activate_action_variant(guest.list.content, action, nil), 1)
    XCTAssertTrue(MainLoop.run { guest.list.adjustment.value == 0 })
  }

  @MainActor func testWhoScrollsUpByThemselvesNeedsNoPill() throws {
    let guest = try PillWindow(at: 700)
    guest.arrive(3)
    guest.list.scroll(to: 20)
    XCTAssertEqual(guest.title, "3 new above")
    guest.list.adjustment.value = 0
    XCTAssertTrue(MainLoop.run { guest.title == nil })
    guest.list.scroll(to: 700)
    guest.arrive(1)
    XCTAssertEqual(guest.title, "1 new above", "the first three were seen")
  }

  @MainActor func testTheUserMayStopOnTheWayUp() throws {
    let guest = try PillWindow(at: 700)
    guest.arrive(3)
    guest.controller.showNewRowsAction.activate()
    guest.list.paint(2)
    let input = guest.controller.driver.input
    input.touch(.touchBegan(at: input.position))
    let stopped = guest.list.adjustment.value
    XCTAssertGreaterThan(stopped, 0)
    XCTAssertEqual(Set(guest.list.painted(4) { guest.list.adjustment.value }), [stopped])
  }

  @MainActor func testTheScrollBarEndsTheWayUp() throws {
    for kind in GuestWindow.Kind.allCases {
      let guest = try PillWindow(kind, at: 700)
      guest.arrive(3)
      guest.controller.showNewRowsAction.activate()
      guest.list.paint(2)
      guest.list.adjustment.value = 900
      let seen = guest.list.painted(6) { guest.list.adjustment.value }
      XCTAssertEqual(Set(seen), [900], "\(kind)")
      guest.window.destroy()
    }
  }

  @MainActor func testWhoReadsAtTheTopMayStay() throws {
    for kind in GuestWindow.Kind.allCases {
      let guest = try PillWindow(kind, at: 0)
      let row = guest.list.row(below: 60)
      let place = try XCTUnwrap(guest.list.tops[row])
      let child = try XCTUnwrap(guest.list.scrolled.child)
      gtk_widget_set_state_flags(child, GTK_STATE_FLAG_PRELIGHT, 0)
      guest.controller.staysWithReader = true
      guest.controller.driver.rows.keeper.lastUse = MainLoop.now
      guest.arrive(3)
      XCTAssertEqual(guest.title, "3 new above", "\(kind)")
      let seen = Set(guest.list.painted(6) { guest.list.tops[row] })
      XCTAssertEqual(seen, [place], "\(kind)")
      guest.list.scroll(to: 0)
      guest.controller.staysWithReader = false
      guest.arrive(1)
      XCTAssertEqual(guest.list.adjustment.value, 0, "\(kind)")
      guest.window.destroy()
    }
  }

  @MainActor func testTheFocusStaysWithTheList() throws {
    let guest = try PillWindow(.listBox, at: 700)
    XCTAssertTrue(guest.list.content.children[30].grabFocus())
    let focus = guest.window.focus?.pointer
    guest.arrive(3)
    XCTAssertEqual(guest.window.focus?.pointer, focus)
    XCTAssertFalse(guest.button.focusOnClick)
    XCTAssertTrue(guest.button.grabFocus())
    guest.button.click()
    XCTAssertTrue(MainLoop.run { guest.title == nil })
    XCTAssertTrue(try XCTUnwrap(guest.window.focus).isInside(guest.list.scrolled))
  }

  @MainActor func testItStandsBelowTheOpenHeader() throws {
    let guest = try PillWindow(at: 700)
    guest.arrive(3)
    XCTAssertTrue(MainLoop.run { guest.pill.opacity == 1 })
    guest.list.paint(2)
    XCTAssertEqual(guest.pill.top(in: guest.window), 8)
    guest.list.scrolled.refreshable { try await Task.sleep(for: .seconds(600)) }
    guest.controller.refresh.action.activate()
    XCTAssertTrue(MainLoop.run { guest.pill.top(in: guest.window) == 62 })
  }

  @MainActor func testItsWordsAreTheCallers() throws {
    let guest = try PillWindow(at: 700)
    guest.arrive(3)
    guest.controller.newRowsTitle = { "\($0) neue oben" }
    XCTAssertEqual(guest.title, "3 neue oben")
    guest.controller.newRowsTitle = { _ in String(repeating: "long ", count: 2000) }
    guest.list.paint(2)
    XCTAssertLessThanOrEqual(guest.pill.width, guest.list.scrolled.width)
  }

  @MainActor func testItIsMirroredFromRightToLeft() throws {
    let guest = try PillWindow(at: 700)
    guest.arrive(3)
    gtk_widget_set_direction(guest.button.asWidget, GTK_TEXT_DIR_RTL)
    for widget in ListWindow.all(below: guest.button) {
      gtk_widget_set_direction(widget, GTK_TEXT_DIR_RTL)
    }
    guest.list.paint(2)
    let parts = try XCTUnwrap(guest.button.children.first).children
    XCTAssertEqual(parts.map(\.typeName), ["GtkImage", "GtkLabel"])
    XCTAssertGreaterThan(parts[0].left(in: guest.pill), parts[1].left(in: guest.pill))
  }

  @MainActor func testDetachTakesItAway() throws {
    let guest = try PillWindow(at: 700)
    guest.arrive(3)
    guest.controller.detach()
    XCTAssertNil(guest.title)
    guest.list.paint(4)
  }
}

/// A list that is scrolled to a position, and its pill.
private final class PillWindow {
  let list: GuestWindow
  let controller: RefreshController
  var window: Window { list.window }
  private var arrivals = 0

  init(_ kind: GuestWindow.Kind = .listBox, at value: Double) throws {
    list = try GuestWindow(kind)
    controller = try RefreshController.attach(to: list.scrolled)
    list.present()
    list.scroll(to: value)
  }

  func arrive(_ count: Int) {
    let names = (0..<max(count, 1)).map { "new \($0 + arrivals)" }
    arrivals = names.count
    arrive(names, count: count)
  }

  /// Lets rows arrive.
  ///
  /// - Parameters:
  ///   - count: the number of rows that are said to have arrived; nil for all.
  ///   - row: the position of a row that arrives again: it is removed from there.
  func arrive(_ names: [String], count: Int? = nil, replacing row: Int? = nil) {
    let isDone = list.scrolled.updateSoon(arrivals: count ?? names.count) {
      if let row { self.list.remove(row..<row + 1) }
      self.list.insert(names)
    }
    XCTAssertTrue(MainLoop.run(until: isDone))
    XCTAssertTrue(
      MainLoop.run { [self] in
        controller.driver.rows.keeper.counter.count == 0 || pill.opacity == 1
      }
    )
  }

  var pill: Widget {
    let all = ListWindow.all(below: window)
    return all.first { gtk_widget_has_css_class($0, "refresh-pill-holder") != 0 }
      ?? Label(nil).asWidget
  }

  var button: Button {
    let all = ListWindow.all(below: window)
    return all.first { gtk_widget_has_css_class($0, "refresh-pill") != 0 }
      .map { unsafeBitCast($0, to: Button.self) } ?? Button()
  }

  /// The pill's text; nil while the pill is hidden.
  var title: String? {
    guard pill.isVisible else { return nil }
    return ListWindow.all(below: button).first { $0.typeName == "GtkLabel" }
      .map { unsafeBitCast($0, to: Label.self).text }
  }
}

extension WidgetConvertible {
  fileprivate func left(in other: Widget) -> Float {
    var bounds = graphene_rect_t()
    _ = gtk_widget_compute_bounds(asWidget, other, &bounds)
    return bounds.origin.x
  }
}

extension Widget {
  func isInside(_ ancestor: some WidgetConvertible) -> Bool {
    pointer == ancestor.pointer || gtk_widget_is_ancestor(self, ancestor.asWidget) != 0
  }
}
