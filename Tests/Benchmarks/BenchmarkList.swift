import PullToRefresh
import PullToRefreshGtk
import RefreshCore

/// A list of 10,000 rows that can grow by a page.
final class BenchmarkList {
  private static let rows = 10_000
  private static let added = 50

  let page = Box(.vertical, spacing: 0)
  private let scrolledWindow = ScrolledWindow()
  private let model = KeyListModel()
  private var places: ClosedRange<Double>?
  private var hasOvershot = false

  private let edge: PullEdge

  /// - Parameter edge: the edge of the refresh. At a side the list scrolls sideways, with or
  ///   without the library.
  init(at edge: PullEdge, withLibrary: Bool = false) {
    self.edge = edge
    model.append(contentsOf: (0..<Int64(Self.rows)).map(\.self))
    let list = ListView(model: SelectionModel(none: model.asListModel), factory: Self.factory())
    list.asWidget.setOrientation(edge.isHorizontal ? .horizontal : .vertical)
    scrolledWindow.child = list.asWidget
    scrolledWindow.setExpand(horizontal: true, vertical: true)
    page.append(scrolledWindow)
    adjustment.connect("value-changed") { [unowned self] in notePlace() }
    scrolledWindow.onEdgeOvershot { [unowned self] _ in hasOvershot = true }
    guard withLibrary else { return }
    list.refreshable(at: edge) {}
    list.loadsMore { [unowned self] in
      // Delays each load, so that the row's own change has a separate frame.
      try await Task.sleep(for: .milliseconds(50))
      splice()
      return LoadedRows(added: Self.added, hasMore: true)
    }
  }

  private var adjustment: Adjustment {
    edge.isHorizontal ? scrolledWindow.horizontalAdjustment : scrolledWindow.verticalAdjustment
  }

  var pageSize: Double { adjustment.pageSize }

  func beginGesture() {
    (places, hasOvershot) = (nil, false)
    notePlace()
  }

  /// Whether the content was scrolled by 100 px, or pulled as far past an edge, since the gesture
  /// began.
  var hasMoved: Bool {
    hasOvershot || places.map { $0.upperBound - $0.lowerBound >= 100 } ?? false
  }

  private func notePlace() {
    let place = adjustment.value
    places = min(places?.lowerBound ?? place, place)...max(places?.upperBound ?? place, place)
  }

  /// - Parameter part: the fraction of the way from the first row to the last one, 0…1.
  func place(at part: Double) {
    adjustment.value = (adjustment.upper - adjustment.pageSize) * part
  }

  func placeAtRefresh() { place(at: edge.axisEdge == .start ? 0 : 1) }

  func loadMore() {
    if let controller = scrolledWindow.refreshController {
      controller.loadMore.isRunning = true
    } else {
      splice()
    }
  }

  /// Removes the loaded rows.
  func trim() {
    if model.count > Self.rows { model.replaceSubrange(Self.rows..<model.count, with: []) }
  }

  private func splice() {
    let count = Int64(model.count)
    model.append(contentsOf: (count..<count + Int64(Self.added)).map(\.self))
  }

  /// Makes rows like those of a mail list: a subject above a line of text, all of one size.
  static func factory() -> SignalListItemFactory {
    let factory = SignalListItemFactory()
    factory.on(.setup) { item in
      let row = Box(.vertical, spacing: 4)
      row.setSizeRequest(width: 260, height: 56)
      for _ in 0..<2 { row.append(Label(nil)) }
      item.child = row.asWidget
    }
    factory.on(.bind) { item in
      guard let key = item.key, let lines = item.child?.children, lines.count == 2 else { return }
      unsafeBitCast(lines[0], to: Label.self).text = "Conversation \(key)"
      unsafeBitCast(lines[1], to: Label.self).text = "What it is about, number \(key * 7919)"
    }
    return factory
  }
}
