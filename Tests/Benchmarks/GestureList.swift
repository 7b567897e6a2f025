import CPullToRefreshGtk
import PullToRefresh
import PullToRefreshGtk
import RefreshCore
import TidelineGtk

/// A list for playing gestures, optionally with an inner list.
///
/// Its handlers return at once, and its header and footer close at once, so that the next gesture
/// need not wait. Thresholds of a pull are the library's defaults.
final class GestureList {
  /// The content of the window.
  enum Content: String {
    /// More rows than fit.
    case long
    /// Few enough rows to fit.
    case short
    /// Rows, of which one is itself a scrolled window, without the library.
    case inner
    /// Like `inner`, but the inner list has its own refresh.
    case attached
    /// More rows than fit, with new rows above them several times a second.
    case arriving
    /// More rows than fit, and pages that are loaded before the end is reached.
    case paging
  }

  let page = Box(.vertical, spacing: 0)
  private(set) var refreshes = 0
  private(set) var loads = 0
  private(set) var innerRefreshes = 0
  /// The number of rows that were opened by a tap.
  private(set) var activations = 0
  private let edge: PullEdge
  let scrolledWindow = ScrolledWindow()
  private var inner: ScrolledWindow?
  private let model = KeyListModel()
  private let content: Content
  private let rows: Int
  private var isPlayed = false
  private var arrivals: Int64 = 0

  /// - Parameters:
  ///   - edge: the edge of the refresh; more is loaded at the opposite one.
  ///   - report: called after each change of a state, with a line that describes it.
  init(_ content: Content, at edge: PullEdge, report: @escaping (String) -> Void) {
    (self.edge, self.content) = (edge, content)
    rows = content == .short ? (edge.isHorizontal ? 2 : 4) : 2_000
    model.append(contentsOf: (0..<Int64(rows)).map(\.self))
    scrolledWindow.setExpand(horizontal: true, vertical: true)
    scrolledWindow.addStyleClass(PaintedMotion.styleClass)
    page.append(scrolledWindow)
    switch content {
    case .long, .short, .arriving, .paging:
      let list = ListView(
        model: SelectionModel(none: model.asListModel),
        factory: BenchmarkList.factory()
      )
      list.asWidget.setOrientation(orientation)
      // Only for short content: in content that GTK scrolls, a second finger's tap opens a row, as
      // in any list.
      gtk_list_view_set_single_click_activate(list, content == .short ? 1 : 0)
      list.onActivate { [unowned self] _ in activations += 1 }
      scrolledWindow.child = list.asWidget
    case .inner, .attached:
      nest()
    }
    attach(report)
    if content == .attached { attachInner(report) }
  }

  private var orientation: Orientation { edge.isHorizontal ? .horizontal : .vertical }

  /// Puts the inner list at the edge of the refresh, over the window's middle, where gestures
  /// begin.
  private func nest() {
    let line = Box(orientation, spacing: 0)
    let innerLine = Box(orientation, spacing: 24)
    for number in 1...100 { innerLine.append(Label("Inner row \(number)")) }
    let inner = ScrolledWindow(innerLine)
    if edge.isHorizontal {
      inner.setSizeRequest(width: 560)
      inner.setExpand(vertical: true)
    } else {
      inner.setSizeRequest(height: 560)
    }
    if edge.axisEdge == .start { line.append(inner) }
    for number in 1...100 { line.append(Label("Outer row \(number)")) }
    if edge.axisEdge == .end { line.append(inner) }
    scrolledWindow.child = line.asWidget
    self.inner = inner
  }

  private func attach(_ report: @escaping (String) -> Void) {
    scrolledWindow.refreshable(at: edge) { [unowned self] in refreshes += 1 }
    scrolledWindow.loadsMore { [unowned self] in
      if content == .paging { return try await loadPage() }
      loads += 1
      model.append(contentsOf: [Int64(model.count)])
      return LoadedRows(added: 1, hasMore: true)
    }
    if content == .paging {
      scrolledWindow.refreshController?.loadMore.mode = .automatic(prefetch: 0.5)
    }
    prepare(scrolledWindow.refreshController, "list", report)
  }

  private func loadPage() async throws -> LoadedRows {
    try await Task.sleep(for: .milliseconds(100))
    await scrolledWindow.update { append(30) }
    return LoadedRows(added: 30, hasMore: true)
  }

  private func append(_ count: Int) {
    model.append(contentsOf: (0..<Int64(count)).map { Int64(model.count) + $0 })
  }

  /// Notes that a gesture begins (true) or has ended (false).
  func play(_ isPlayed: Bool) {
    self.isPlayed = isPlayed
    guard isPlayed, content == .arriving else { return }
    Task { [weak self] in
      while true {
        try await Task.sleep(for: .milliseconds(150))
        guard let self, self.isPlayed else { return }
        await scrolledWindow.update {
          self.arrivals += 1
          self.model.replaceSubrange(0..<0, with: [-self.arrivals])
        }
      }
    }
  }

  private func attachInner(_ report: @escaping (String) -> Void) {
    inner?.refreshable(at: edge) { [unowned self] in innerRefreshes += 1 }
    prepare(inner?.refreshController, "inner list", report)
  }

  private func prepare(
    _ controller: RefreshController?,
    _ name: String,
    _ report: @escaping (String) -> Void
  ) {
    guard let controller else { fatalError("the \(name) has no place for its rows") }
    controller.metrics.minimumRunning = .zero
    controller.metrics.resultShown = .zero
    controller.metrics.cooldown = .zero
    controller.onStateChange = { [unowned self, unowned controller] in
      report(
        "\(name) at \(distances.near.rounded()): "
          + "header \(controller.refresh.state.moment), "
          + "footer \(controller.loadMore.state.moment)"
      )
    }
  }

  /// Whether neither row is pulled and nothing runs.
  var isIdle: Bool {
    [scrolledWindow, inner].compactMap(\.?.refreshController).allSatisfy {
      [.idle, .disabled].contains($0.refresh.state.moment)
    } && scrolledWindow.refreshController?.loadMore.state.moment == .idle
  }

  /// The content's distances from the edge of the refresh and from the opposite one, in px.
  var distances: (near: Double, far: Double) { distances(of: scrolledWindow) }

  /// - Parameter distance: px from the edge of the refresh; if negative or -0, from the opposite
  ///   one.
  func place(at distance: Double) {
    if model.count > rows, content != .paging {
      model.replaceSubrange(rows..<model.count, with: [])
    }
    place(scrolledWindow, at: distance)
  }

  /// The inner list's distance from the edge of its refresh, in px.
  var innerDistance: Double { inner.map { distances(of: $0).near } ?? 0 }

  /// - Parameter distance: px from the edge of the inner list's refresh.
  func placeInner(at distance: Double) {
    if let inner { place(inner, at: distance) }
  }

  private func distances(of window: ScrolledWindow) -> (near: Double, far: Double) {
    let adjustment = adjustment(of: window)
    let lower = adjustment.value
    let upper = adjustment.upper - adjustment.pageSize - lower
    return isAtLower(in: window) ? (lower, upper) : (upper, lower)
  }

  private func place(_ window: ScrolledWindow, at distance: Double) {
    window.endDeceleration()
    let adjustment = adjustment(of: window)
    let end = adjustment.upper - adjustment.pageSize
    let near = distance.sign == .minus ? end + distance : distance
    adjustment.value = isAtLower(in: window) ? near : end - near
  }

  private func adjustment(of window: ScrolledWindow) -> Adjustment {
    edge.isHorizontal ? window.horizontalAdjustment : window.verticalAdjustment
  }

  /// Whether the refresh is at the adjustment's lower end: GTK's horizontal adjustment counts from
  /// the left.
  private func isAtLower(in window: ScrolledWindow) -> Bool {
    (edge.axisEdge == .start) != (edge.isHorizontal && window.isRightToLeft)
  }

  /// Gives the list the keyboard's focus, so that Home and End go there.
  func takeFocus() { scrolledWindow.takeFocusInside() }
}
