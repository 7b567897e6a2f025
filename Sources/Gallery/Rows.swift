import Foundation
import PullToRefresh
import TidelineGtk

/// Numbered rows, and a slow source of more, for the pages to refresh and load.
final class Rows {
  let model = KeyListModel()
  private var newest = 0
  private var oldest = 0
  private var pagesLeft: Int

  /// - Parameters:
  ///   - count: the initial number of rows.
  ///   - pages: the number of further pages to load.
  init(_ count: Int = 60, pages: Int = .max) {
    pagesLeft = pages
    append(count)
  }

  /// Adds three new rows after a second, and returns a summary.
  func fetch() async throws -> String? {
    try await Task.sleep(for: .seconds(1))
    arrive(3)
    return "3 new"
  }

  /// Loads the next 20 rows, after a second.
  func nextPage() async throws -> LoadedRows {
    try await Task.sleep(for: .seconds(1))
    pagesLeft -= 1
    append(20)
    return LoadedRows(added: 20, hasMore: pagesLeft > 0)
  }

  /// Adds new rows at the top.
  func arrive(_ count: Int) {
    let keys = (newest + 1...newest + count).reversed().map { Int64(-$0) }
    newest += count
    model.replaceSubrange(0..<0, with: keys)
  }

  /// Adds older rows at the bottom.
  func append(_ count: Int) {
    model.append(contentsOf: (oldest..<oldest + count).map(Int64.init))
    oldest += count
  }

  static func text(of key: Int64) -> String { key < 0 ? "New row \(-key)" : "Row \(key + 1)" }
}

extension Rows {
  /// The rows in a list view, in a scrolled window.
  func listView() -> ScrolledWindow {
    let list = ListView(model: SelectionModel(none: model.asListModel), factory: Rows.factory())
    list.showSeparators = true
    list.setAccessibleLabel("Rows")
    return ScrolledWindow(list).filling()
  }

  /// The rows as pictures in a line, in a scrolled window that scrolls sideways.
  func strip() -> ScrolledWindow {
    let factory = Rows.factory(prepare: { $0.setSizeRequest(width: 96, height: 120) })
    let list = ListView(model: SelectionModel(none: model.asListModel), factory: factory)
    list.setOrientation(.horizontal)
    list.setAccessibleLabel("Pictures")
    let window = ScrolledWindow(list).filling()
    window.setPolicy(horizontal: .automatic, vertical: .never)
    return window
  }

  /// Makes a label for each row.
  ///
  /// - Parameter prepare: receives each label once it is made.
  static func factory(
    _ text: @escaping @MainActor (Int64) -> String = text,
    prepare: @escaping @MainActor (Label) -> Void = { _ in }
  ) -> SignalListItemFactory {
    let factory = SignalListItemFactory()
    factory.on(.setup) { item in
      let label = Label(nil)
      label.xalign = 0
      label.addStyleClass("cell")
      prepare(label)
      item.child = label.asWidget
    }
    factory.on(.bind) { item in
      guard let child = item.child, let key = item.key else { return }
      unsafeBitCast(child, to: Label.self).text = text(key)
      child.parent?.setAccessibleLabel(text(key))
    }
    return factory
  }
}

extension ScrolledWindow {
  /// Makes the window take all available room.
  func filling() -> ScrolledWindow {
    setExpand(horizontal: true, vertical: true)
    return self
  }
}

/// A conversation of numbered messages, with one to four lines each, for the pages of chats.
final class Messages {
  let model = KeyListModel()
  private(set) var newest: Int64
  private(set) var oldest: Int64

  /// - Parameter numbers: the numbers of the first messages.
  init(_ numbers: ClosedRange<Int64> = 1...100) {
    (oldest, newest) = (numbers.lowerBound, numbers.upperBound)
    model.append(contentsOf: Array(oldest...newest))
  }

  /// Adds new messages at the end.
  func arrive(_ count: Int) {
    let keys = Array(newest + 1...newest + Int64(count))
    newest += Int64(count)
    model.append(contentsOf: keys)
  }

  /// Adds older messages before the first one.
  func prepend(_ count: Int) {
    let keys = Array(oldest - Int64(count)..<oldest)
    oldest -= Int64(count)
    model.replaceSubrange(0..<0, with: keys)
  }

  /// The messages in a list view, in a scrolled window.
  func listView() -> ScrolledWindow {
    let factory = Rows.factory(Self.text(of:), prepare: { $0.wrapAnywhere() })
    let list = ListView(model: SelectionModel(none: model.asListModel), factory: factory)
    list.setAccessibleLabel("Messages")
    return ScrolledWindow(list).filling()
  }

  static func text(of key: Int64) -> String {
    let lines = Int((key % 4 + 4) % 4)
    return (["Message \(key)"] + Array(repeating: "and a line of it", count: lines))
      .joined(separator: "\n")
  }
}

/// Lays out the switches and buttons of a page.
enum Controls {
  /// A widget with a label before it.
  static func labelled(_ text: String, _ widget: some WidgetConvertible) -> Widget {
    let both = Box(.horizontal, spacing: 6)
    both.append(Label(text))
    widget.setAlign(vertical: .center)
    both.append(widget)
    return both.asWidget
  }

  /// A box with controls in a line, and the list below.
  static func above(_ list: ScrolledWindow, _ controls: any WidgetConvertible...) -> Box {
    above(list, controls)
  }

  static func above(_ list: ScrolledWindow, _ controls: [any WidgetConvertible]) -> Box {
    fill(Box(.vertical, spacing: 0), controls, list)
  }

  /// Fills an existing box in the same way.
  static func fill(
    _ page: Box,
    _ controls: [any WidgetConvertible],
    _ list: ScrolledWindow
  ) -> Box {
    let line = Box(.horizontal, spacing: 12)
    line.addStyleClass("controls")
    for control in controls { line.append(control.asWidget) }
    page.append(line)
    page.append(list)
    return page
  }
}

/// The pictures of an animation, in the same folder as this file.
enum Frames {
  /// A waxing moon.
  static let moon = (1...8).map { number in
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Frames/moon-\(number).svg").path
  }
}
