import Gtk
import PullToRefresh

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
  private let scrolledWindow = ScrolledWindow()
  private var inner: ScrolledWindow?
  private let model = KeyListModel()
  private let rows: Int

  /// - Parameter report: called after each change of a state, with its text.
  init(_ content: Content, report: @escaping (String) -> Void) {
    rows = content == .short ? 4 : 2_000
    model.append(contentsOf: (0..<Int64(rows)).map(\.self))
    scrolledWindow.setExpand(horizontal: true, vertical: true)
    page.append(scrolledWindow)
    switch content {
    case .long, .short:
      scrolledWindow.child =
        ListView(
          model: SelectionModel(none: model.asListModel),
          factory: BenchmarkList.factory()
        ).asWidget
    case .inner, .attached:
      nest()
    }
    attach(report)
    if content == .attached { attachInner(report) }
  }

  /// The inner list covers the window's middle, where gestures begin.
  private func nest() {
    let column = Box(.vertical, spacing: 0)
    let lines = Box(.vertical, spacing: 24)
    for number in 1...100 { lines.append(Label("Inner row \(number)")) }
    let inner = ScrolledWindow(lines)
    inner.setSizeRequest(height: 560)
    column.append(inner)
    for number in 1...100 { column.append(Label("Outer row \(number)")) }
    scrolledWindow.child = column.asWidget
    self.inner = inner
  }

  private func attach(_ report: @escaping (String) -> Void) {
    scrolledWindow.refreshable { [unowned self] in refreshes += 1 }
    scrolledWindow.loadsMore { [unowned self] in
      loads += 1
      model.append(contentsOf: [Int64(model.count)])
      return LoadedRows(added: 1, hasMore: true)
    }
    prepare(scrolledWindow.refreshController, "list", report)
  }

  private func attachInner(_ report: @escaping (String) -> Void) {
    inner?.refreshable { [unowned self] in innerRefreshes += 1 }
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
        "\(name) at \(scrolledWindow.verticalAdjustment.value.rounded()): "
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

  /// How far the content stands from its two ends, in px.
  var distances: (top: Double, bottom: Double) {
    let adjustment = scrolledWindow.verticalAdjustment
    return (adjustment.value, adjustment.upper - adjustment.pageSize - adjustment.value)
  }

  /// - Parameter distance: px from the top; from the bottom where it is negative or -0.
  func place(at distance: Double) {
    if model.count > rows { model.replaceSubrange(rows..<model.count, with: []) }
    scrolledWindow.endDeceleration()
    let adjustment = scrolledWindow.verticalAdjustment
    let end = adjustment.upper - adjustment.pageSize
    adjustment.value = distance.sign == .minus ? end + distance : distance
  }

  /// How far the inner list stands from its top, in px.
  var innerDistance: Double { inner?.verticalAdjustment.value ?? 0 }

  /// - Parameter distance: px from the inner list's top.
  func placeInner(at distance: Double) {
    inner?.endDeceleration()
    inner?.verticalAdjustment.value = distance
  }

  /// Gives the list the keyboard's focus, so that Home and End go there.
  func takeFocus() { scrolledWindow.takeFocusInside() }
}
