import CPullToRefreshGtk
import PullToRefreshGtk
import TidelineGtk
import XCTest

@testable import PullToRefresh

/// A window with a chat: older messages are loaded above, new ones come below. Each message has one
/// to four lines of text, and more in a narrow window.
final class ChatWindow {
  let window = Window()
  let scrolled: ScrolledWindow
  /// The widget in place of an entry for new messages, below the list.
  let composer = Box(.horizontal, spacing: 0)
  private let model = KeyListModel()
  private let pictures = Pictures()
  private var oldest: Int64 = 1
  private var newest: Int64

  /// - Parameter loadsAtBothEnds: whether newer messages are loaded below, instead of a refresh.
  init(_ count: Int64, loadsAtBothEnds: Bool = false) throws {
    newest = count
    model.append(contentsOf: Array(1...count))
    let list = ListView(model: SelectionModel(none: model.asListModel), factory: pictures.factory())
    scrolled = ScrolledWindow(list)
    scrolled.setExpand(horizontal: true, vertical: true)
    let page = Box(.vertical, spacing: 0)
    page.append(scrolled)
    page.append(composer)
    window.child = page.asWidget
    window.setDefaultSize(width: 300, height: 400)
    let loadOlder = { [unowned self] in
      try await Task.sleep(for: .milliseconds(30))
      await scrolled.update { self.prepend(30) }
      return LoadedRows(added: 30, hasMore: true)
    }
    if loadsAtBothEnds {
      scrolled.loadsEarlier(loadOlder).loadsMore { [unowned self] in
        await scrolled.update { self.append(30) }
        return LoadedRows(added: 30, hasMore: true)
      }
    } else {
      scrolled.refreshable(at: .bottom) {}
      scrolled.loadsMore(at: .top, loadOlder)
    }
    try controller.metrics.minimumRunning = .milliseconds(50)
  }

  /// A chat that is loaded to its newest message: it refreshes below, or was opened in its middle
  /// and has loaded all later messages.
  convenience init(loadedToItsNewestOf count: Int64, _ isOpenedInItsMiddle: Bool) throws {
    try self.init(count, loadsAtBothEnds: isOpenedInItsMiddle)
    if isOpenedInItsMiddle { try controller.loadMore.hasMore = false }
  }

  var controller: RefreshController {
    get throws { try XCTUnwrap(scrolled.refreshController) }
  }

  /// Shows the window with the newest message in sight.
  func present() throws {
    window.present()
    try controller.scroll(to: .bottom, isAnimated: false)
    XCTAssertTrue(
      MainLoop.run { [self] in adjustment.pageSize > 100 && tops[newest] != nil },
      "the newest message is not in sight"
    )
    paint(2)
  }

  var adjustment: Adjustment { scrolled.verticalAdjustment }
  var count: Int { model.count }

  /// Scrolls as a user does: the library sees the device's event before the content moves.
  func scroll(by distance: Double) throws {
    try controller.driver.input.scrolled(.touchpad, dy: distance) { .unknown }
    adjustment.value += distance
  }

  func prepend(_ count: Int64) {
    let keys = Array(oldest - count..<oldest)
    oldest -= count
    model.replaceSubrange(0..<0, with: keys)
  }

  func append(_ count: Int64) {
    let keys = Array(newest + 1...newest + count)
    newest += count
    model.append(contentsOf: keys)
  }

  /// Sets the composer's height, in px.
  func growComposer(to height: Int32) { gtk_widget_set_size_request(composer.asWidget, -1, height) }

  /// Sets a message's height in px, as when its picture has been loaded.
  func showPicture(_ key: Int64, _ height: Int32) {
    pictures.heights[key] = height
    if let row = rows[key] { gtk_widget_set_size_request(row, -1, height) }
  }

  /// The widgets of the messages in sight, and of some before and after them.
  var rows: [Int64: Widget] {
    var rows: [Int64: Widget] = [:]
    for row in scrolled.child?.children ?? [] {
      guard let label = row.children.first, label.isMapped,
        let key = Int64(unsafeBitCast(label, to: Label.self).text.prefix { $0 != " " })
      else { continue }
      rows[key] = label
    }
    return rows
  }

  var pill: Widget? {
    ListWindow.all(below: window).first {
      gtk_widget_has_css_class($0, "refresh-pill-holder") != 0
    }
  }

  /// The position of each message in sight in the window, by its allocation.
  var tops: [Int64: Double] {
    let height = Double(scrolled.height)
    return rows.compactMapValues { row in
      guard let top = row.top(in: scrolled), top > -Double(row.height), top < height else {
        return nil
      }
      return row.top(in: window)
    }
  }

  /// A message in the upper half of the view, which a growing composer does not cover. Its top is
  /// in sight if possible, because tests let a message above it grow.
  func readLine() throws -> (key: Int64, top: Double) {
    let place = max(60, (adjustment.pageSize - 160) / 2)
    let inSight = tops.filter { $0.value >= 0 }
    let line = try XCTUnwrap(
      (inSight.isEmpty ? tops : inSight).min { abs($0.value - place) < abs($1.value - place) }
    )
    return (line.key, line.value)
  }

  func paint(_ frames: Int) { window.paint(frames) }
}

/// Makes the messages' widgets.
@MainActor private final class Pictures {
  /// The heights of messages whose pictures have been loaded, in px.
  var heights: [Int64: Int32] = [:]

  func factory() -> SignalListItemFactory {
    let factory = SignalListItemFactory()
    factory.on(.setup) { item in
      let label = Label(nil)
      label.wrapAnywhere()
      item.child = label.asWidget
    }
    factory.on(.bind) { [unowned self] item in
      guard let child = item.child, let key = item.key else { return }
      let words = Array(repeating: "a message of some words", count: 1 + abs(Int(key)) % 4)
      unsafeBitCast(child, to: Label.self).text = "\(key) \(words.joined(separator: "\n"))"
      gtk_widget_set_size_request(child, -1, heights[key] ?? -1)
    }
    return factory
  }
}
