import CAdwaita
import FoundationEssentials
import PullToRefresh
import TidelineGtk
import TidelineLocalization
import TidelineProgram

/// A small list to try the preferences of both rows in. It is pulled like any other, and its work
/// is simulated, with a different result each time.
final class PullPreview {
  enum Edge { case top, bottom }

  let widget: Clamp
  private let holder = Box(.vertical, spacing: 6)
  private let scrolled = ScrolledWindow()
  private let rows = ListBox()
  private var count = 0
  private let work: SimulatedWork
  private var rowPreferences: RowPreferences?

  private static let firstRows = 8
  /// In px; room for three rows and the footer. The window must not jump as a row opens.
  private static let height = 192

  /// - Parameter clock: for the duration of the simulated work.
  init(_ preferences: Preferences, clock: any Clock<Duration> = ContinuousClock()) {
    work = SimulatedWork(clock)
    let card = Box(.vertical, spacing: 0)
    card.addStyleClass("card")
    card.overflow = .hidden
    rows.selectNone()
    rows.setAccessibleLabel(tr("Preview"))
    scrolled.child = rows.asWidget
    scrolled.setPolicy(horizontal: .never, vertical: .automatic)
    scrolled.setExpand(horizontal: true, vertical: true)
    card.setSizeRequest(height: Self.height)
    card.append(scrolled)
    holder.append(card)
    widget = Clamp(holder.asWidget)
    var margins = Margins()
    (margins.top, margins.start, margins.end) = (12, 12, 12)
    holder.margins = margins
    append(Self.firstRows)
    holder.append(buttons())
    makeRefreshable(preferences)
  }

  /// - Parameter edge: the edge to show; nil for no preview.
  func show(_ edge: Edge?) {
    widget.isVisible = edge != nil
    if let edge { scroll(to: edge) }
  }

  var controller: RefreshController? { scrolled.refreshController }

  private func makeRefreshable(_ preferences: Preferences) {
    scrolled.refreshable { [weak self] in
      try await self?.work.refresh()
      self?.trim()
    }
    scrolled.loadsMore { [weak self] in
      guard let self else { return LoadedRows(hasMore: false) }
      let loaded = try await work.loadMore()
      append(loaded.added ?? 0)
      return loaded
    }
    guard let controller else { return }
    controller.metrics.stuckNotice = SimulatedWork.stuckNotice
    rowPreferences = RowPreferences(preferences, of: controller)
    rowPreferences?.lastUpdated = LastUpdated(key: "", store: PreviewLastUpdated())
  }

  private func buttons() -> Box {
    let refresh = Button(label: tr("Try Refresh"))
    refresh.connect("clicked") { [weak self] in self?.tryRefresh() }
    let loadMore = Button(label: tr("Try Load More"))
    loadMore.connect("clicked") { [weak self] in self?.tryLoadMore() }
    let buttons = Box(.horizontal, spacing: 6)
    buttons.setAlign(horizontal: .center)
    for button in [refresh, loadMore] {
      button.addStyleClass("flat")
      button.tooltipText = tr("Nothing is fetched: it goes well and badly in turn")
      buttons.append(button)
    }
    return buttons
  }

  private func tryRefresh() {
    scroll(to: .top)
    controller?.refresh.action.activate()
  }

  private func tryLoadMore() {
    guard let controller else { return }
    // Otherwise it would have to be refreshed first.
    controller.hasMore = true
    scroll(to: .bottom)
    controller.loadMore.isRunning = true
  }

  private func scroll(to edge: Edge) {
    let place = scrolled.verticalAdjustment
    place.value = edge == .top ? place.lower : place.upper - place.pageSize
  }

  private func append(_ added: Int) {
    for _ in 0..<added {
      count += 1
      let text = tr("Sample Conversation %s", with: count.grouped)
      let label = Label(text)
      label.xalign = 0
      label.ellipsize()
      var margins = Margins()
      (margins.top, margins.bottom, margins.start, margins.end) = (8, 8, 12, 12)
      label.margins = margins
      rows.insert(label, name: text)
    }
  }

  /// The loaded rows are removed, so that loading can be tried again.
  private func trim() {
    while count > Self.firstRows {
      count -= 1
      rows.remove(at: count)
    }
  }
}

/// A refresh that was always some minutes ago.
private final class PreviewLastUpdated: LastUpdatedStore {
  func lastUpdated(for key: String) -> Date? { Date(timeIntervalSinceNow: -300) }
  func setLastUpdated(_ date: Date, for key: String) {}
}
