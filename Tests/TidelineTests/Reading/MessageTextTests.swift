import CAdwaita
import CPullToRefreshGtk
import TidelineGtk
import XCTest

@testable import Mail
import MailTesting
@testable import MailText
@testable import Tideline

/// A message's text is selected, copied and searched as one, through all of its labels.
nonisolated final class MessageTextTests: AdwaitaTestCase {
  @MainActor func testACopyGoesThroughAllLabels() {
    let (text, window) = shownText()
    defer { window.destroy() }
    text.selection.select(from: (0, 2), to: (1, 3))
    XCTAssertEqual(text.selection.copy, "des\n\n• low")
    text.selection.select(from: (3, 2), to: (1, 0))
    XCTAssertEqual(text.selection.copy, "• low tide\n• high\n\nAn")
    text.selection.selectAll()
    XCTAssertEqual(text.selection.copy, "Tides\n\n• low tide\n• high\n\nAnn")
    text.selection.clear()
    XCTAssertEqual(text.selection.copy, "")
  }

  @MainActor func testAnOpenQuoteIsCopiedInItsPlace() {
    let (text, window) = shownText()
    defer { window.destroy() }
    let quote = TextMatch(leaf: .init(passage: 1, number: 0), range: 0..<1)
    text.reveal(quote) { _ in }
    text.selection.selectAll()
    XCTAssertEqual(text.selection.copy, "Tides\n\n• low tide\n• high\n\nWhich tide?\n\nAnn")
    waitForLabel("Which tide?", in: text)
    text.selection.select(from: (2, 0), to: (3, 5))
    XCTAssertEqual(text.selection.copy, "• high\n\nWhich")
  }

  @MainActor func testTheWholeOfALongMessageIsCopiedAlsoWhatIsNotLaidOut() {
    let long = (0..<100_000).map { "Line \($0)" }.joined(separator: "\n")
    let text = MessageText([Passage(kind: .written, text: long)]) { _ in nil }
    text.selection.selectAll()
    XCTAssertEqual(text.selection.copy, long)
  }

  @MainActor func testOneMessageAtATimeHasASelection() {
    let (one, other) = (shownText(), shownText())
    defer { for window in [one.1, other.1] { window.destroy() } }
    one.0.selection.selectAll()
    other.0.selection.selectAll()
    XCTAssertTrue(one.0.selection.isEmpty)
    XCTAssertFalse(other.0.selection.isEmpty)
  }

  // MARK: Finding

  @MainActor func testMatchesAreCountedGoneToAndBegunAgain() {
    let screen = screenFinding("TIDE")
    XCTAssertTrue(screen.runs { screen.shows("1 of 4") })
    let entry = screen.findEntry
    for place in ["2 of 4", "3 of 4"] {
      entry?.emit("activate")
      XCTAssertTrue(screen.runs { screen.shows(place) })
    }
    XCTAssertFalse(screen.shows("Which tide?"))
    entry?.emit("next-match")
    XCTAssertTrue(screen.runs { screen.shows("4 of 4") && screen.shows("Which tide?") })
    entry?.emit("next-match")
    XCTAssertTrue(screen.runs { screen.shows("1 of 4") })
    entry?.emit("previous-match")
    XCTAssertTrue(screen.runs { screen.shows("4 of 4") })
  }

  @MainActor func testWhatIsNotFoundIsSaid() {
    let screen = screenFinding("petrel")
    XCTAssertTrue(screen.runs { screen.shows("No matches") })
  }

  @MainActor func testClosingTheBarGivesTheFocusBack() {
    let screen = screenFinding("tide")
    XCTAssertTrue(screen.runs { screen.shows("1 of 4") })
    screen.findEntry?.emit("stop-search")
    XCTAssertTrue(screen.runs { screen.findEntry?.isMapped != true })
    XCTAssertTrue(screen.pane.widget.containsFocus)
  }

  @MainActor func testAMatchFarDownIsLaidOutAndScrolledTo() {
    let screen = PaneScreen()
    let lines = (0..<12_000).map { "Line \($0)" }.joined(separator: "\n")
    screen.text = { _ in [Passage(kind: .written, text: lines)] }
    screen.show(1, [stub("a")])
    XCTAssertTrue(screen.runs { screen.labels.contains { $0.hasPrefix("Line 0\n") } })
    find("Line 11999", on: screen)
    XCTAssertTrue(screen.runs { screen.shows("1 of 1") && screen.scroll > 100_000 })
  }

  @MainActor func testAMatchBesideTheVisiblePartOfATableIsScrolledTo() {
    let screen = PaneScreen(width: 360)
    let row = (0..<20).map { number in
      TableCell(blocks: [.paragraph(StyledText("Harbour \(number) of this coast"))])
    }
    screen.text = { _ in [Passage(kind: .written, text: "x", blocks: [.table([row])])] }
    screen.show(1, [stub("a")], until: "Harbour 19 of this coast")
    for number in [17, 3, 11] {
      let text = "Harbour \(number) of this coast"
      find(text, on: screen)
      XCTAssertTrue(
        screen.runs {
          screen.shows("1 of 1") && (20...300).contains(screen.left(of: text))
        },
        "\(text) at \(screen.left(of: text))"
      )
    }
  }

  @MainActor func testAMessageThatIsClosedIsNotSearched() {
    let screen = screenFinding("tide")
    XCTAssertTrue(screen.runs { screen.shows("1 of 4") })
    screen.click("Ann")
    XCTAssertTrue(screen.runs { screen.shows("1 of 3") || screen.shows("0 of 3") })
  }

  @MainActor func testNothingIsLeft() {
    let before = Signal.liveBoxes
    weak var pane: ReadingPane?
    do {
      let screen = screenFinding("tide")
      pane = screen.pane
      XCTAssertTrue(screen.runs { screen.shows("1 of 4") })
    }
    XCTAssertTrue(MainLoop.run { pane == nil && Signal.liveBoxes <= before })
    XCTAssertNil(pane)
  }
}

extension WidgetConvertible {
  /// Emits a signal without arguments, as GTK does for a key.
  fileprivate func emit(_ signal: String) {
    let values = UnsafeMutablePointer<GValue>.allocate(capacity: 1)
    values.initialize(to: GValue())
    defer { values.deallocate() }
    let type = g_type_from_name("GtkSearchEntry")
    g_value_init(values, type)
    g_value_set_object(values, UnsafeMutableRawPointer(pointer))
    g_signal_emitv(values, g_signal_lookup(signal, type), 0, nil)
    g_value_unset(values)
  }
}

nonisolated private let passages = [
  Passage(
    kind: .written,
    text: "x",
    blocks: [
      .heading(level: 1, StyledText("Tides")),
      .numbered(
        from: nil,
        items: [[.paragraph(StyledText("low tide"))], [.paragraph(StyledText("high"))]]
      ),
    ]
  ),
  Passage(kind: .quoted, text: "Which tide?"),
  Passage(kind: .signature, text: "Ann"),
]

@MainActor private func shownText() -> (MessageText, Window) {
  let text = MessageText(passages) { _ in nil }
  let window = Window()
  window.child = text.widget.asWidget
  window.present()
  waitForLabel("Ann", in: text)
  return (text, window)
}

/// Waits for the last label of a text, since each frame lays out only some of the text.
@MainActor private func waitForLabel(_ label: String, in text: MessageText) {
  XCTAssertTrue(MainLoop.run { text.widget.height > 0 && text.widget.asWidget.shows(label) })
}

@MainActor private func screenFinding(_ text: String) -> PaneScreen {
  let screen = PaneScreen()
  screen.text = { id in id == "b" ? passages : [Passage(kind: .written, text: "Tide")] }
  screen.show(1, [stub("a", isUnread: true), stub("b")])
  XCTAssertTrue(screen.runs { screen.shows("Ann") && screen.shows("Tide") })
  find(text, on: screen)
  return screen
}

@MainActor private func find(_ text: String, on screen: PaneScreen) {
  screen.pane.grabFocus()
  XCTAssertTrue(screen.pane.find())
  XCTAssertTrue(screen.runs { screen.findEntry?.containsFocus == true })
  screen.findEntry?.text = text
}
