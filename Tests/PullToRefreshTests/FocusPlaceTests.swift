import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// The keyboard focus and the scroll position when the row with the focus is removed.
final class FocusPlaceTests: WidgetTestCase {
  private static let lists: [GuestWindow.Kind] = [.listView, .gridView, .columnView]

  @MainActor func testARowThatGoesWithTheFocusTakesNobodyWithIt() throws {
    try GuestWindow.each(Self.lists + [.listBox, .flowBox], at: 700) { guest in
      let (kept, row) = (guest.row(below: 20), guest.row(below: 200))
      let place = try XCTUnwrap(guest.tops[kept], "\(guest.kind)")
      try guest.focus(on: row)
      let focused = guest.focusTop
      let isDone = guest.scrolled.updateSoon { guest.remove(guest.line(of: row)) }
      let seen = guest.painted(10) { guest.tops[kept] }
      XCTAssertTrue(isDone(), "\(guest.kind)")
      XCTAssertEqual(Set(seen), [place], "\(guest.kind)")
      XCTAssertNil(guest.tops[row], "\(guest.kind)")
      XCTAssertNotNil(guest.focusTop, "\(guest.kind)")
      let staysInPlace = !Self.lists.contains(guest.kind) || guest.focusTop == focused
      XCTAssertTrue(staysInPlace, "\(guest.kind)")
    }
  }

  @MainActor func testAtTheTopTheRowThatTakesThePlaceTakesTheFocus() throws {
    try GuestWindow.each(Self.lists + [.listBox, .flowBox]) { guest in
      let row = guest.row(below: 200)
      try guest.focus(on: row)
      let focused = guest.focusTop
      let isDone = guest.scrolled.updateSoon { guest.remove(guest.line(of: row)) }
      guest.paint(10)
      XCTAssertTrue(isDone(), "\(guest.kind)")
      XCTAssertEqual(guest.adjustment.value, 0, "\(guest.kind)")
      XCTAssertNotNil(guest.focusTop, "\(guest.kind)")
      let staysInPlace = !Self.lists.contains(guest.kind) || guest.focusTop == focused
      XCTAssertTrue(staysInPlace, "\(guest.kind)")
    }
  }

  @MainActor func testTheFocusThatLeavesARowStaysNearItsEdge() throws {
    for kind in GuestWindow.Kind.allCases {
      let guest = try GuestWindow(kind, rows: kind == .box ? 3 : 60)
      if kind == .box {
        let content = unsafeBitCast(guest.content, to: Box.self)
        for index in 0..<60 {
          let button = Button()
          button.label = "button \(index)"
          content.append(button)
        }
      }
      guest.scrolled.loadsMore {
        try await Task.sleep(for: .seconds(600))
        return LoadedRows(hasMore: true)
      }
      guest.present()
      guest.scroll(to: guest.adjustment.upper)
      guest.paint(40)
      let place = guest.adjustment.value
      let footer = try XCTUnwrap(
        ListWindow.all(below: guest.window).first {
          gtk_widget_has_css_class($0, "refresh-row") != 0
            && gtk_widget_has_css_class($0, "footer") != 0
        }
      )
      let button = try XCTUnwrap(
        ListWindow.all(below: footer).first { $0.typeName == "GtkButton" && $0.isMapped }
      )
      XCTAssertTrue(button.grabFocus())
      button.emit("clicked")
      guest.paint(10)
      XCTAssertEqual(guest.adjustment.value, place, accuracy: 1, "\(kind)")
      let focus = try XCTUnwrap(guest.focusTop, "\(kind)")
      if kind != .textView { XCTAssertGreaterThan(focus, 250, "\(kind)") }
      guest.window.destroy()
    }
  }

  @MainActor func testAFocusThatTheChangeMovesElsewhereStaysThere() throws {
    try GuestWindow.each(Self.lists + [.listBox, .flowBox], at: 700) { guest in
      let button = Button()
      unsafeBitCast(try XCTUnwrap(guest.window.child), to: Box.self).append(button)
      let row = guest.row(below: 200)
      try guest.focus(on: row)
      let isDone = guest.scrolled.updateSoon {
        guest.remove(guest.line(of: row))
        button.grabFocus()
      }
      guest.paint(10)
      XCTAssertTrue(isDone(), "\(guest.kind)")
      XCTAssertTrue(button.containsFocus, "\(guest.kind)")
    }
  }
}

extension GuestWindow {
  /// Gives the focus to a row in sight: to its label, or the nearest ancestor that takes the focus.
  fileprivate func focus(on row: String) throws {
    let label = try XCTUnwrap(
      ListWindow.all(below: content).first {
        $0.typeName == "GtkLabel" && unsafeBitCast($0, to: Label.self).text == row && $0.isMapped
      }
    )
    let around = sequence(first: label) { [content] widget in
      widget.parent.flatMap { $0.pointer == content.pointer ? nil : $0 }
    }
    let taker = around.first { $0.grabFocus() }
    XCTAssertTrue(try XCTUnwrap(taker, "\(kind): \(row) takes the focus").containsFocus)
    paint(2)
  }

  /// The top of the focused widget in the window, in px; nil if the focus is not in the list.
  fileprivate var focusTop: Double? { content.focus?.top(in: window) }

  /// The indices of a row and of the rows beside it: removing only a part of a grid's line would
  /// move the rows after it to other columns.
  fileprivate func line(of row: String) -> Range<Int> {
    let index = Int(row.dropFirst(4)) ?? 0
    guard kind == .gridView || kind == .flowBox else { return index..<index + 1 }
    return index - index % 3..<index - index % 3 + 3
  }
}
