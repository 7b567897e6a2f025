import CPullToRefreshGtk
import XCTest

@testable import PullToRefreshGtk

/// Scrolling to a row has one result, by GTK 4.12's functions or by the action of older versions.
final class ScrollToItemTests: WidgetTestCase {
  func testARowOfAListViewComesIntoView() {
    onMainActor { assertComesIntoView { ListView(model: $0, factory: $1) } }
  }

  @MainActor func testARowOfAGridViewComesIntoView() {
    assertComesIntoView { model, factory in
      let grid = GridView(model: model, factory: factory)
      gtk_grid_view_set_max_columns(grid, 1)
      return grid
    }
  }

  @MainActor func testARowOfAColumnViewComesIntoView() {
    assertComesIntoView { model, factory in
      let columns = ColumnView(model: model)
      columns.append(ColumnViewColumn(title: "Key", factory: factory))
      return columns
    }
  }

  @MainActor func testWhatHasNoSuchRowStaysAsItIs() {
    let model = KeyListModel()
    let selection = SelectionModel(none: model.asListModel)
    let list = ListView(model: selection, factory: LabelledRows().factory)
    let scroller = ScrolledWindow(list)
    let said = complaints {
      XCTAssertFalse(list.scroll(toItem: 0))
      model.append(contentsOf: [1, 2])
      XCTAssertTrue(list.scroll(toItem: 1))
      XCTAssertFalse(list.scroll(toItem: 2))
      XCTAssertFalse(list.scroll(toItem: -1))
      XCTAssertFalse(scroller.scroll(toItem: 0))
    }
    XCTAssertEqual(said, 0)
  }
}

@MainActor
private func assertComesIntoView<View: WidgetConvertible>(
  file: StaticString = #filePath,
  line: UInt = #line,
  _ make: (SelectionModel, SignalListItemFactory) -> View
) {
  let model = KeyListModel()
  model.append(contentsOf: Array(0..<500))
  let rows = LabelledRows()
  let view = make(SelectionModel(none: model.asListModel), rows.factory)
  let scroller = ScrolledWindow(view)
  let window = Window()
  window.setDefaultSize(width: 300, height: 400)
  window.child = scroller.asWidget
  window.present()
  func comesIntoView(_ row: Int) -> Bool {
    MainLoop.run { rows.isShown(Int64(row), in: scroller) }
  }
  XCTAssertTrue(comesIntoView(0), "no rows", file: file, line: line)
  for row in [400, 0] {
    XCTAssertTrue(view.scroll(toItem: row), file: file, line: line)
    XCTAssertTrue(comesIntoView(row), "row \(row) is not in sight", file: file, line: line)
  }
}

/// A factory of label rows that finds the positions of its rows.
@MainActor
private final class LabelledRows {
  let factory = SignalListItemFactory()
  private var labels: [Int64: Widget] = [:]

  init() {
    factory.on(.setup) { $0.child = Label("a row").asWidget }
    factory.on(.bind) { [weak self] item in
      guard let key = item.key else { return }
      self?.labels[key] = item.child
    }
    factory.on(.unbind) { [weak self] item in
      guard let key = item.key else { return }
      self?.labels[key] = nil
    }
  }

  /// Whether a row is wholly in sight.
  func isShown(_ key: Int64, in scroller: ScrolledWindow) -> Bool {
    guard let label = labels[key], label.isMapped, let top = label.top(in: scroller) else {
      return false
    }
    return top >= 0 && top + Double(label.height) <= Double(scroller.asWidget.height)
  }
}

/// The number of warnings and criticals that GTK logs while `body` runs.
@MainActor
private func complaints(while body: () -> Void) -> Int {
  nonisolated(unsafe) var count = 0
  withUnsafeMutablePointer(to: &count) { count in
    let levels = GLogLevelFlags(
      rawValue: G_LOG_LEVEL_CRITICAL.rawValue | G_LOG_LEVEL_WARNING.rawValue
    )
    let log = g_log_set_handler(
      "Gtk",
      levels,
      { _, _, _, count in count?.assumingMemoryBound(to: Int.self).pointee += 1 },
      count
    )
    body()
    g_log_remove_handler("Gtk", log)
  }
  return count
}
