import CPullToRefreshGtk
import PullToRefreshGtk
import XCTest

@testable import PullToRefresh

/// A window with a chat: older messages are loaded above, new ones come below. Each has one to four
/// lines of text, and more of them in a narrow window.
final class ChatWindow {
  let window = Window()
  let scrolled: ScrolledWindow
  private let model = KeyListModel()
  private var oldest: Int64 = 1
  private var newest: Int64

  init(_ count: Int64) throws {
    newest = count
    model.append(contentsOf: Array(1...count))
    let list = ListView(model: SelectionModel(none: model.asListModel), factory: Self.factory())
    scrolled = ScrolledWindow(list)
    scrolled.setExpand(horizontal: true, vertical: true)
    let page = Box(.vertical, spacing: 0)
    page.append(scrolled)
    window.child = page.asWidget
    window.setDefaultSize(width: 300, height: 400)
    scrolled.refreshable(at: .bottom) {}
    scrolled.loadsMore(at: .top) { [unowned self] in
      try await Task.sleep(for: .milliseconds(30))
      await scrolled.update { self.prepend(30) }
      return LoadedRows(added: 30, hasMore: true)
    }
    try controller.metrics.minimumRunning = .milliseconds(50)
  }

  var controller: RefreshController {
    get throws { try XCTUnwrap(scrolled.refreshController) }
  }

  /// Shows the window at its newest message.
  func present() throws {
    window.present()
    try controller.scroll(to: .bottom, isAnimated: false)
    XCTAssertTrue(
      MainLoop.run(timeout: 10) { [self] in adjustment.pageSize > 100 && tops[newest] != nil },
      "the newest message is not in sight"
    )
    paint(2)
  }

  var adjustment: Adjustment { scrolled.verticalAdjustment }
  var count: Int { model.count }
  var newestKey: Int64 { newest }

  /// As a user scrolls: the library sees the device before the content moves.
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

  /// Where each message in sight is in the window, by its allocation.
  var tops: [Int64: Double] {
    var tops: [Int64: Double] = [:]
    let height = Double(scrolled.height)
    for row in scrolled.child?.children ?? [] {
      guard let label = row.children.first, label.isMapped, let top = label.top(in: scrolled),
        top > -Double(label.height), top < height,
        let key = Int64(unsafeBitCast(label, to: Label.self).text.prefix { $0 != " " })
      else { continue }
      tops[key] = label.top(in: window)
    }
    return tops
  }

  /// The message in the middle of what is read.
  func readLine() throws -> (key: Int64, top: Double) {
    let middle = Double(window.height) / 2
    let line = try XCTUnwrap(tops.min { abs($0.value - middle) < abs($1.value - middle) })
    return (line.key, line.value)
  }

  func paint(_ frames: Int) { window.paint(frames) }

  private static func factory() -> SignalListItemFactory {
    let factory = SignalListItemFactory()
    factory.on(.setup) { item in
      let label = Label(nil)
      label.wrapAnywhere()
      item.child = label.asWidget
    }
    factory.on(.bind) { item in
      guard let child = item.child, let key = item.key else { return }
      let words = Array(repeating: "a message of some words", count: 1 + abs(Int(key)) % 4)
      unsafeBitCast(child, to: Label.self).text = "\(key) \(words.joined(separator: "\n"))"
    }
    return factory
  }
}
