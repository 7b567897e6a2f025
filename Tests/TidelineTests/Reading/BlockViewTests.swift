import CAdwaita
import CPullToRefreshGtk
import Foundation
import MailTesting
import func MailTextTesting.readMessage
import Testing
import TidelineGtk
import XCTest

@testable import Mail
@testable import MailText
@testable import Tideline

/// Blocks as widgets: what a screen reader finds, columns, and room on a phone.
nonisolated final class BlockViewTests: AdwaitaTestCase {
  @MainActor func testAScreenReaderFindsHeadingsListsAndTables() {
    let screen = shown([
      .heading(level: 2, StyledText("Title")),
      .numbered(from: 3, items: [[paragraph("third")], [paragraph("fourth")]]),
      .table([[cell("Name", isHeader: true)], [cell("Petrel")]]),
      .rule,
    ])
    @MainActor func roles(above text: String) -> [AccessibleRole] {
      guard let label = screen.widget(showing: text) else { return [] }
      return sequence(first: label, next: \.parent).map(\.role)
    }
    XCTAssertEqual(roles(above: "Title").first, .heading)
    XCTAssertTrue(screen.shows("3.") && screen.shows("4."))
    XCTAssertEqual(Array(roles(above: "fourth")[2...3]), [.listItem, .list])
    XCTAssertEqual(Array(roles(above: "Petrel")[1...3]), [.cell, .row, .table])
    XCTAssertEqual(roles(above: "Name")[1], .columnHeader)
  }

  /// A link's widget is over the first line of its text; the pointer passes through to the label.
  @MainActor func testEachLinkIsAWidgetOverItsText() {
    let text = "See the tables, the map, and " + String(repeating: "words ", count: 40) + "more."
    let screen = shown([
      .paragraph(
        StyledText(
          text,
          runs: [
            StyleRun(range: 4..<14, link: "https://a.example/tables"),
            StyleRun(range: 16..<23, style: .bold, link: "https://a.example/map"),
            StyleRun(range: 29..<text.utf8.count, link: "https://a.example/more"),
          ]
        )
      ),
      .rule,
    ])
    guard let label = screen.widget(showing: text), let links = label.parent?.children.dropFirst()
    else { return XCTFail("no label") }
    XCTAssertEqual(links.map(\.role), [.link, .link, .link])
    let places = links.map { ($0.left(in: label) ?? -1, $0.top(in: label) ?? -1, $0.width) }
    let line = links.first?.height ?? 0
    for (left, top, width) in places {
      XCTAssertEqual(top, 0)
      XCTAssertGreaterThan(left, 0)
      XCTAssertGreaterThan(width, 0)
    }
    XCTAssertGreaterThan(places[1].0, places[0].0 + Double(places[0].2))
    XCTAssertGreaterThan(line, 0)
    XCTAssertLessThan(line, label.height / 2)
    XCTAssertFalse(links.contains { gtk_widget_get_can_target($0) != 0 })
  }

  /// The shortened address takes less room; copies, searches and screen readers use the whole one.
  @MainActor func testALongAddressIsShortenedAndStaysWhole() {
    let address = "https://a.example/folder/" + String(repeating: "more/", count: 60) + "page"
    let visible = "https://a.example/folder/more/--/more/more/more/page"
    let screen = shown(
      [.paragraph(StyledText(address)), .rule, .paragraph(StyledText(visible)), .rule],
      width: 700
    )
    guard let label = screen.widget(showing: address),
      let other = screen.widget(showing: visible)
    else { return XCTFail("no label") }
    @MainActor func width(_ label: Widget, _ range: Range<Int>) -> Double {
      let text = unsafeBitCast(label, to: Label.self)
      let (start, end) = (text.place(of: 0..<1), text.place(of: range))
      XCTAssertEqual(start.top, end.top)
      return end.left + end.width - start.left
    }
    let count = address.utf8.count
    XCTAssertEqual(
      width(label, count - 1..<count),
      width(other, visible.utf8.count - 1..<visible.utf8.count),
      accuracy: 20
    )
  }

  @MainActor func testTabGoesFromATextToItsLinksAndOn() {
    let links = [
      StyleRun(range: 0..<3, link: "https://a.example"),
      StyleRun(range: 4..<7, link: "https://b.example"),
    ]
    let screen = shown([.paragraph(StyledText("one two", runs: links)), .rule])
    guard let label = screen.widget(showing: "one two"), let all = label.parent?.children else {
      return XCTFail("no label")
    }
    label.grabFocus()
    for widget in all.dropFirst() {
      screen.moveFocus(GTK_DIR_TAB_FORWARD)
      XCTAssertEqual(screen.pane.widget.focus?.pointer, widget.pointer)
    }
    screen.moveFocus(GTK_DIR_TAB_FORWARD)
    XCTAssertEqual(screen.pane.widget.focus?.pointer, screen.widget(showing: "The end")?.pointer)
    for widget in all.reversed() {
      screen.moveFocus(GTK_DIR_TAB_BACKWARD)
      XCTAssertEqual(screen.pane.widget.focus?.pointer, widget.pointer)
    }
  }

  @MainActor func testALinkBesideTheVisiblePartOfATableIsScrolledToWhenItGetsTheFocus() {
    let link = StyleRun(range: 0..<5, link: "https://a.example")
    let row = (0..<20).map { number in
      TableCell(blocks: [.paragraph(StyledText("there is harbour \(number)", runs: [link]))])
    }
    let screen = shown([.table([row])], width: 360)
    for number in [19, 10] {
      guard let label = screen.widget(showing: "there is harbour \(number)") else {
        return XCTFail("no label")
      }
      label.grabFocus()
      screen.moveFocus(GTK_DIR_TAB_FORWARD)
      let focus = screen.pane.widget.focus
      XCTAssertEqual(focus?.role, .link)
      XCTAssertTrue(
        screen.runs {
          focus?.left(in: screen.pane.widget).map { (0...320).contains($0) } == true
        },
        "at \(focus?.left(in: screen.pane.widget) ?? -1)"
      )
    }
  }

  @MainActor func testTabStopsAtATablesLinksAndLeavesIt() {
    let link = [StyleRun(range: 0..<2, link: "https://a.example")]
    let linked = TableCell(blocks: [.paragraph(StyledText("me", runs: link))])
    let screen = shown([
      paragraph("Before"), .rule,
      .table([[cell("a"), cell("b")], [cell("c"), linked], [cell("d"), cell("e")]]),
    ])
    guard let first = screen.widget(showing: "a"),
      let table = sequence(first: first, next: \.parent).first(where: { $0.role == .table }),
      let link = screen.widget(showing: "me")?.parent?.children.last
    else { return XCTFail("no table") }
    for (key, end) in [("Tab", "The end"), ("<Shift>Tab", "Before")] {
      screen.widget(showing: "b")?.grabFocus()
      if key != "Tab" { screen.widget(showing: "d")?.grabFocus() }
      XCTAssertTrue(table.press(key))
      XCTAssertEqual(screen.pane.widget.focus?.pointer, link.pointer)
      XCTAssertTrue(table.press(key))
      XCTAssertEqual(screen.focusName, [end])
    }
  }

  @MainActor func testCellsStandInColumnsAndTakeSeveral() {
    let screen = shown([
      .table([
        [cell("a", rows: 2), cell("wide words here"), cell("c")],
        [cell("e"), cell("f")],
        [cell("both of them", columns: 2), cell("i")],
      ])
    ])
    XCTAssertEqual(screen.left(of: "wide words here"), screen.left(of: "e"))
    XCTAssertEqual(screen.left(of: "c"), screen.left(of: "f"))
    XCTAssertEqual(screen.left(of: "f"), screen.left(of: "i"))
    XCTAssertEqual(screen.left(of: "a"), screen.left(of: "both of them"))
    XCTAssertLessThan(screen.left(of: "a"), screen.left(of: "e"))
    XCTAssertLessThan(screen.left(of: "e"), screen.left(of: "f"))
  }

  @MainActor func testTheColumnsOfATextFromRightToLeftBeginAtTheRight() {
    let screen = shown([.table([[cell("שלום"), cell("עולם")]])])
    XCTAssertGreaterThan(screen.left(of: "שלום"), screen.left(of: "עולם"))
  }

  @MainActor func testATableFromLeftToRightBeginsAtItsFirstColumnInAWindowFromRightToLeft() {
    TextDirection.setDefault(.rightToLeft)
    defer { TextDirection.setDefault(.leftToRight) }
    let names = (0..<20).map { cell("\($0) long column name") }
    let screen = shown(
      [.table([[cell("12")] + names.dropFirst(), [cell("Total")] + names, [cell("0.00")]])],
      width: 360
    )
    XCTAssertTrue((0..<100).contains(screen.left(of: "Total")))
    for text in ["12", "0.00"] {
      XCTAssertEqual(screen.layoutLeft(of: text), screen.layoutLeft(of: "Total"))
    }
  }

  @MainActor func testWhatIsWideFitsAPhoneAndIsScrolled() {
    let line = String(repeating: "wide ", count: 100)
    let row = (0..<30).map { cell("\($0) some longer words") }
    let screen = shown(
      [.preformatted(StyledText(line)), .table([row]), .quote([.quote([paragraph(line)])])],
      width: 360
    )
    XCTAssertLessThanOrEqual(screen.pane.widget.asWidget.minimumWidth, 360)
    XCTAssertEqual(screen.lineStarts(line).count, 1)
    XCTAssertEqual(screen.sidewaysScrolls.count, 2)
    XCTAssertEqual(screen.lastingBars, 2)
    XCTAssertGreaterThan(screen.widget(showing: line)?.width ?? 0, 1_000)
    // Nothing of the table is hidden below the next block.
    let table = screen.widget(showing: "0 some longer words")
    XCTAssertGreaterThan(table?.height ?? 0, 0)
  }

  @MainActor func testTheHeadOfAMessageFromRightToLeftBeginsAtTheRight() {
    let screen = PaneScreen()
    screen.text = { _ in
      [Passage(kind: .written, text: "שלום"), Passage(kind: .quoted, text: "מה שלומך")]
    }
    screen.show(1, [stub("a")], title: "הודעה", until: "…")
    screen.paint()
    XCTAssertGreaterThan(screen.lineStarts("הודעה").first ?? 0, 100)
    XCTAssertGreaterThan(screen.left(of: "…"), 200)
  }

  @MainActor func testASubjectFromLeftToRightBeginsAtTheLeftInAWindowFromRightToLeft() {
    TextDirection.setDefault(.rightToLeft)
    defer { TextDirection.setDefault(.leftToRight) }
    let title = "Lighthouse exhibition: final floor plans"
    let screen = PaneScreen(width: 360)
    screen.show(1, [stub("a")], title: title, until: title)
    screen.paint()
    XCTAssertEqual(screen.lineStarts(title), [0, 0])
    XCTAssertEqual(screen.layoutLeft(of: title), 0)
  }

  /// Pages in the styles of twenty kinds of senders.
  func testTheLayoutOfAPageFitsAPhone() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Pages")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".html") }
    XCTAssertGreaterThan(names.count, 50)
    try onMainActor {
      for name in names.sorted() {
        let page = try Data(contentsOf: folder.appending(path: name))
        let head = Array("Content-Type: text/html; charset=utf-8\n\n".utf8)
        let blocks = readMessage(head + page).passages.flatMap(\.blocks)
        let screen = shown(blocks + [.rule], width: 360)
        XCTAssertEqual(screen.sidewaysScrolls, [], name)
      }
    }
  }

  @MainActor func testDeepBlocksFitAPhone() {
    var block = paragraph("deep inside")
    for _ in 0..<200 { block = .quote([.numbered(from: nil, items: [[block]])]) }
    let screen = shown([block], width: 360)
    XCTAssertTrue(screen.shows("deep inside"))
  }

  @MainActor func testALinkedPictureIsALink() {
    let screen = PaneScreen()
    screen.pictures = [attachment("a.png", "Buy now"), attachment("b.png")]
    screen.content = { $0.name == "a.png" ? pngPicture(width: 40, height: 30) : [] }
    let blocks = ["https://a.example/1", "https://b.example/2"].enumerated().map {
      MessageBlock.picture(MessagePicture(index: $0, alternative: "", link: $1))
    }
    screen.text = { _ in [Passage(kind: .written, text: "x", blocks: blocks)] }
    screen.show(1, [stub("a")])
    XCTAssertTrue(screen.runs { screen.links.count == 2 })
    XCTAssertEqual(screen.links.map(\.tooltipText), ["Leads to a.example", "Leads to b.example"])
    XCTAssertEqual(screen.links.map { $0.contents.count { $0.typeName == "GtkPicture" } }, [1, 0])
    XCTAssertTrue(screen.links.allSatisfy { $0.grabFocus() })
    XCTAssertTrue(screen.shows("https://b.example/2"))
  }

  @MainActor func testAPictureStandsInTheText() {
    let screen = PaneScreen()
    screen.pictures = [attachment("first.png"), attachment("second.png")]
    screen.content = { _ in pngPicture(width: 40, height: 30) }
    screen.text = { _ in
      [
        Passage(
          kind: .written,
          text: "x",
          blocks: [
            paragraph("above"), .picture(MessagePicture(index: 1, alternative: "")),
            paragraph("below"),
          ]
        )
      ]
    }
    screen.show(1, [stub("a")])
    XCTAssertTrue(screen.runs { screen.pictureTops.count == 2 })
    screen.paint()
    let (above, below) = (screen.top(of: "above"), screen.top(of: "below"))
    XCTAssertEqual(screen.pictureTops.count { $0 > above && $0 < below }, 1)
    XCTAssertEqual(screen.pictureTops.count { $0 > below }, 1)
  }
}

nonisolated private func paragraph(_ text: String) -> MessageBlock { .paragraph(StyledText(text)) }

nonisolated private func cell(
  _ text: String,
  columns: Int = 1,
  rows: Int = 1,
  isHeader: Bool = false
)
  -> TableCell
{
  TableCell(isHeader: isHeader, columns: columns, rows: rows, blocks: [paragraph(text)])
}

@MainActor private func shown(_ blocks: [MessageBlock], width: Int = 400) -> PaneScreen {
  let screen = PaneScreen(width: width)
  screen.text = { _ in
    [
      Passage(kind: .written, text: "x", blocks: blocks + [.paragraph(StyledText("The end"))])
    ]
  }
  screen.show(1, [stub("a")], until: "The end")
  screen.paint()
  return screen
}

/// The columns of a printed table.
struct TableColumnsTests {
  private func places(_ rows: [[TableColumns.Cell]]) -> [[TableColumns.Place]] {
    TableColumns(rows).places
  }

  private func cell(_ text: String, columns: Int = 1, rows: Int = 1) -> TableColumns.Cell {
    TableColumns.Cell(columns: columns, rows: rows, texts: [text])
  }

  @Test func aTableIsNotWiderThanItsText() {
    let found = places([[cell("Port"), cell("06:10")]])
    #expect(found[0][1].start == found[0][0].width)
    #expect(found[0][1].start + found[0][1].width < 0.3)
  }

  @Test(arguments: [2, 5, 20, 100])
  func aTableIsNeverWiderThanThePage(columns: Int) {
    let row = (0..<columns).map { cell("\($0) some longer words and a verylongwordindeed") }
    let found = places([row])
    let last = found[0][columns - 1]
    #expect(last.start + last.width <= 1.000_001)
    #expect(found[0].allSatisfy { $0.width > 0 })
  }

  @Test func aNarrowColumnKeepsItsWordsBesideAWideOne() {
    let found = places([[cell("Petrel"), cell(String(repeating: "words ", count: 100))]])
    #expect(found[0][0].width > 7.0 / 84)
    #expect(found[0][1].width > found[0][0].width)
  }

  @Test func cellsTakeSeveralColumnsAndRows() {
    let found = places([
      [cell("a", rows: 2), cell("bb"), cell("cc")],
      [cell("d"), cell("e")],
      [cell("both", columns: 2), cell("f")],
    ])
    #expect(found[1][0].start == found[0][1].start)
    #expect(found[1][1].start == found[0][2].start)
    #expect(found[2][0].start == 0)
    #expect(found[2][1].start == found[0][2].start)
  }

  @Test func nothingIsATable() {
    #expect(places([]).isEmpty)
    #expect(places([[], []]) == [[], []])
  }
}
