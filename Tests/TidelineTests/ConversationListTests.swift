import CPullToRefreshGtk
import Foundation
import Mail
import PullToRefresh
import TidelineGtk
import XCTest

@testable import Tideline

/// The list view, with places whose rows arrive later.
nonisolated final class ConversationListTests: TidelineTestCase {
  @MainActor func testRowsFillInWhereTheReaderJumpsAndKeepTheirHeight() {
    let screen = Screen(rows: 100_000)
    XCTAssertTrue(screen.runs { !screen.placeholders.isEmpty })
    let heights = Set(screen.rows.map(\.height))
    XCTAssertEqual(heights.count, 1)
    screen.isOpen = true
    XCTAssertTrue(screen.runs { screen.placeholders.isEmpty })
    XCTAssertEqual(Set(screen.rows.map(\.height)), heights)
    for part in [0.5, 1, 0.25, 0] {
      screen.jump(to: part)
      XCTAssertTrue(screen.runs { screen.placeholders.isEmpty })
    }
    XCTAssertLessThan(screen.answered, 5_000, "rows were fetched that nobody looks at")
  }

  @MainActor func testWhoScrollsSeesNoPlaceholder() {
    let screen = Screen(rows: 100_000)
    screen.isOpen = true
    XCTAssertTrue(screen.runs { !screen.rows.isEmpty && screen.placeholders.isEmpty })
    for _ in 0..<200 {
      screen.scroll(by: 300)
      screen.paint()
      XCTAssertEqual(screen.placeholdersInSight, 0)
    }
  }

  @MainActor func testRowsInSightStayWhereTheyAreWhateverChangesAroundThem() {
    let screen = Screen(rows: 100_000)
    screen.isOpen = true
    screen.jump(to: 0.5)
    XCTAssertTrue(screen.runs { screen.placeholders.isEmpty })
    let ids = Set(screen.inSight.keys)
    XCTAssertGreaterThan(ids.count, 3)
    let all = screen.places
    let seen = screen.inSight
    // Scattered rows go; one row moves from far below to far above, and one moves far down.
    let scattered = all.filter { $0.id % 10 != 0 || ids.contains("Conversation \($0.id)") }
    let top = Cursor(seconds: 200_000, id: 3)
    let bottom = Cursor(seconds: 0, id: 99_999)
    for places in [
      scattered, [top] + all.filter { $0.id != 3 }, all.filter { $0.id != 99_999 } + [bottom],
      all,
    ] {
      screen.show(places)
      screen.paint()
      XCTAssertEqual(screen.inSight, seen)
      XCTAssertTrue(screen.places == places)
    }
  }
}

/// The keyboard's way through the window.
nonisolated final class ListFocusTests: TidelineTestCase {
  @MainActor func testTabLeavesTheListAfterTheFocusedRow() {
    let screen = Screen(rows: 1000)
    let buttons = [Button(label: "before"), Button(label: "after")]
    screen.holder.prepend(buttons[0])
    screen.holder.append(buttons[1])
    screen.paint()
    screen.list.grabFocus()
    screen.list.moveFocus(down: true)
    for (key, button) in zip(["<Shift>Tab", "Tab"], buttons) {
      XCTAssertEqual(screen.list.focused?.id, 999)
      XCTAssertEqual(screen.list.widget.child?.press(key), true)
      XCTAssertTrue(button.containsFocus)
      screen.list.grabFocus()
    }
  }
}

/// A window with a list whose store answers once `isOpen` is set.
private final class Screen {
  var isOpen = false { didSet { list.supply.fetchMissing() } }
  private(set) var answered = 0
  let list = ConversationList()
  let holder = Box(.vertical, spacing: 0)
  private let window = Window()

  struct Closed: Error {}

  init(rows count: Int) {
    window.setDefaultSize(width: 400, height: 600)
    list.widget.setExpand(vertical: true)
    holder.append(list.widget)
    window.child = holder.asWidget
    list.widget.refreshable {}
    list.supply.fetch { [unowned self] ids in
      guard isOpen else { throw Closed() }
      answered += ids.count
      return ids.map { row($0, at: Int($0)) }
    }
    let places = (1...Int64(count)).reversed().map { Cursor(seconds: $0, id: $0) }
    list.model.show(places, rows: [])
    window.present()
    XCTAssertTrue(runs { list.widget.verticalAdjustment.pageSize > 100 })
  }

  isolated deinit { window.destroy() }

  /// The boxes of the rows that GTK keeps; their parents are the list's items.
  var rows: [Widget] {
    (list.widget.child?.children ?? []).filter(\.isMapped).compactMap(\.children.first)
  }

  var placeholders: [Widget] { rows.filter { gtk_widget_has_css_class($0, "placeholder") != 0 } }

  var placeholdersInSight: Int { placeholders.count { isInSight($0) } }

  /// The widget of each row and its distance from the top, by the row's subject.
  var inSight: [String: [Double]] {
    var found: [String: [Double]] = [:]
    for row in rows where isInSight(row) {
      let subject = row.children[1].children[0]
      let text = String(cString: gtk_label_get_text(unsafeBitCast(subject, to: Label.self)))
      let address = Double(Int(bitPattern: row.pointer))
      found[text] = [address, row.top(in: list.widget) ?? .nan]
    }
    return found
  }

  var places: [Cursor] { list.model.places }

  /// Shows places as a refresh does.
  func show(_ places: [Cursor]) {
    let shown = list.model.pinned.compactMap { list.model[$0] }
    var isShown = false
    Task {
      await list.widget.update { list.show(places, rows: shown) }
      isShown = true
    }
    XCTAssertTrue(runs { isShown })
  }

  private func isInSight(_ row: Widget) -> Bool {
    guard let top = row.top(in: list.widget) else { return false }
    return top + Double(row.height) > 0 && top < Double(list.widget.height)
  }

  func jump(to part: Double) {
    let adjustment = list.widget.verticalAdjustment
    adjustment.value = (adjustment.upper - adjustment.pageSize) * part
    paint()
  }

  func scroll(by distance: Double) { list.widget.verticalAdjustment.value += distance }

  func paint() { window.paint() }

  func runs(until condition: () -> Bool) -> Bool { MainLoop.run(until: condition) }
}

/// What a row shows: its account, in a list of several, its messages, and whom they are from or for.
nonisolated final class ConversationRowTests: TidelineTestCase {
  @MainActor private static func dot(of row: ConversationRow) -> Widget? {
    row.widget.children.lazy.flatMap(\.children)
      .first { gtk_widget_has_css_class($0, "account-dot") != 0 }
  }

  @MainActor func testARowShowsTheAccountOnlyWhereThereAreSeveral() throws {
    let row = ConversationRow()
    let conversation = Conversation(id: 1, subject: "Tides", messageCount: 1)
    row.show(conversation)
    let dot = try XCTUnwrap(Self.dot(of: row))
    XCTAssertFalse(dot.isVisible)
    // The same conversation number may be of another account in the next list.
    for rank in [0, 9] {
      row.show(conversation, of: RowAccount(name: "Account \(rank)", rank: rank))
      XCTAssertTrue(dot.isVisible)
      XCTAssertEqual(dot.tooltipText, "Account \(rank)")
      for color in 0..<RowAccount.colors {
        let isOwn = gtk_widget_has_css_class(dot, "account-\(color)") != 0
        XCTAssertEqual(isOwn, color == rank % RowAccount.colors)
      }
    }
    row.show(conversation)
    XCTAssertFalse(dot.isVisible)
  }

  @MainActor func testARowCountsItsMessagesAndLooksUnread() {
    let row = ConversationRow()
    for (messages, unread) in [(1, 0), (2, 0), (2, 1), (1, 1)] {
      row.show(Conversation(id: 1, subject: "Tides", messageCount: messages, unread: unread))
      XCTAssertEqual(row.widget.asWidget.shows("\(messages)"), messages > 1)
      XCTAssertEqual(gtk_widget_has_css_class(row.widget.asWidget, "unread") != 0, unread > 0)
    }
  }

  @MainActor func testARowOfOnesOwnMailNamesTheRecipients() {
    let row = ConversationRow()
    var conversation = Conversation(
      id: 1,
      subject: "Tides",
      participants: ["Me", "Bo Lund"],
      recipients: ["Bo Lund", "Cy"]
    )
    row.show(conversation)
    XCTAssertTrue(row.widget.asWidget.shows("Me, Bo Lund"))
    row.show(conversation, isOwnMail: true)
    XCTAssertTrue(row.widget.asWidget.shows("To Bo Lund, Cy"))
    let spoken = conversation.spokenSummary(isOwnMail: true)
    XCTAssertTrue(spoken.hasPrefix("Tides, to Bo Lund, Cy, "), spoken)
    // In any list, if all messages are the user's own.
    conversation.participants = ["Me"]
    row.show(conversation)
    XCTAssertTrue(row.widget.asWidget.shows("To Bo Lund, Cy"))
  }

  @MainActor func testAScreenReaderHearsTheAccount() {
    let conversation = Conversation(id: 1, subject: "Tides", messageCount: 1)
    let spoken = conversation.spokenSummary(of: RowAccount(name: "Work", rank: 1))
    XCTAssertTrue(spoken.hasSuffix(", account Work"), spoken)
    XCTAssertFalse(conversation.spokenSummary().contains("account"))
    XCTAssertTrue(spoken.hasPrefix("Tides, from Unknown sender, "), spoken)
  }
}
