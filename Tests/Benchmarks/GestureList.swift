import PullToRefresh
import PullToRefreshGtk
import RefreshCore

/// A list that gestures are played on, with a list inside it where one is wanted.
///
/// Its handlers end at once, and its rows close at once, so that the next gesture need not wait.
/// The numbers that decide what is a pull are the library's defaults.
final class GestureList {
  /// What stands in the window.
  enum Content: String {
    /// More rows than fit.
    case long
    /// So few rows that all of them fit.
    case short
    /// Rows of which the first is a scrolled window of its own, without the library.
    case inner
    /// The same, and the inner one has a refresh of its own.
    case attached
  }

  let page = Box(.vertical, spacing: 0)
  private(set) var refreshes = 0
  private(set) var loads = 0
  private(set) var innerRefreshes = 0
  private let edge: PullEdge
  private let scrolledWindow = ScrolledWindow()
  private var inner: ScrolledWindow?
  private let model = KeyListModel()
  private let rows: Int

  /// - Parameters:
  ///   - edge: of the refresh; more is loaded at the opposite one.
  ///   - report: called after each change of a state, with its text.
  init(_ content: Content, at edge: PullEdge, report: @escaping (String) -> Void) {
    self.edge = edge
    rows = content == .short ? (edge.isHorizontal ? 2 : 4) : 2_000
    model.append(contentsOf: (0..<Int64(rows)).map(\.self))
    scrolledWindow.setExpand(horizontal: true, vertical: true)
    page.append(scrolledWindow)
    switch content {
    case .long, .short:
      let list = ListView(
        model: SelectionModel(none: model.asListModel),
        factory: BenchmarkList.factory()
      )
      list.asWidget.setOrientation(orientation)
      scrolledWindow.child = list.asWidget
    case .inner, .attached:
      nest()
    }
    attach(report)
    if content == .attached { attachInner(report) }
  }

  private var orientation: Orientation { edge.isHorizontal ? .horizontal : .vertical }

  /// The inner list is at the edge of the refresh, and covers the window's middle, where gestures
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
      loads += 1
      model.append(contentsOf: [Int64(model.count)])
      return LoadedRows(added: 1, hasMore: true)
    }
    prepare(scrolledWindow.refreshController, "list", report)
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
          + "header \(controller.headerState), footer \(controller.footerState), "
          + "pulled \(controller.footerPull)"
      )
    }
  }

  /// Whether neither row is pulled and nothing runs.
  var isIdle: Bool {
    [scrolledWindow, inner].compactMap(\.?.refreshController).allSatisfy {
      $0.headerState == .idle || $0.headerState == .disabled
    } && scrolledWindow.refreshController?.footerState == .idle
      && scrolledWindow.refreshController?.footerPull == PullStage.none
  }

  /// How far the content stands from the edge of the refresh and from the opposite one, in px.
  var distances: (near: Double, far: Double) { distances(of: scrolledWindow) }

  /// - Parameter distance: px from the edge of the refresh; from the opposite one where it is
  ///   negative or -0.
  func place(at distance: Double) {
    if model.count > rows { model.replaceSubrange(rows..<model.count, with: []) }
    place(scrolledWindow, at: distance)
  }

  /// How far the inner list stands from the edge of its refresh, in px.
  var innerDistance: Double { inner.map { distances(of: $0).near } ?? 0 }

  /// - Parameter distance: px from there.
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

  /// Whether the refresh is where the adjustment is least: GTK's horizontal one counts from the
  /// left.
  private func isAtLower(in window: ScrolledWindow) -> Bool {
    (edge.axisEdge == .start) != (edge.isHorizontal && window.isRightToLeft)
  }

  /// Gives the list the keyboard's focus, so that Home and End go there.
  func takeFocus() { scrolledWindow.takeFocusInside() }
}
