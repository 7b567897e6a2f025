import FoundationEssentials
import PullToRefreshGtk
import RefreshCore
import RefreshPlaceKeeping

/// The two rows of one scrolled window: their content and their positions.
final class RefreshRows {
  private let list: ListState
  let container: EdgeContainer
  let motion: RowMotion
  let keeper: PlaceKeeper
  /// The state of the refresh that was shown last.
  private var shown: RefreshState.Moment?
  /// The text for the time of the last refresh, made when the row opened.
  private var lastUpdated = ""
  /// The format of ``lastUpdated``.
  private var lastUpdatedFormat: LastUpdated.Format?

  /// Makes the rows, and a container that the scrolled window is not in yet, see
  /// ``EdgeContainer/enter()``.
  init(of list: ListState, around scrolledWindow: ScrolledWindow) {
    let rows = Each<AxisEdge, RefreshRow> { edge in
      let role = list.coordinator.role(at: edge)
      let side = edge == .start ? PositionType.top : .bottom
      return RefreshRow(role, at: side, length: Int(list.metrics.length(of: role)))
    }
    self.list = list
    container = EdgeContainer(around: scrolledWindow, rows: rows)
    keeper = PlaceKeeper(of: scrolledWindow, in: container)
    motion = RowMotion(of: list, container: container, place: keeper.scroller)
  }

  var widget: Widget { container.widget }
  var place: ListScroller { keeper.scroller }

  func show(_ state: RefreshState, _ configuration: RowConfiguration, on date: Date) {
    let role = configuration.role
    let edge = list.coordinator.edges[role].axisEdge
    let row = container.rows[edge]
    container.setGlow(at: edge, isReplaced: state.moment != .disabled)
    // Sets the roles of both rows first, so that a custom view leaves one row before the other
    // takes it.
    for edge in AxisEdge.allCases { container.rows[edge].role = list.coordinator.role(at: edge) }
    if role == .refresh {
      noteLastUpdated(state, configuration.lastUpdated, on: date)
      guard state.moment != .idle else { return row.close(state, configuration) }
    }
    let content = RowContent(
      role,
      state,
      titles: configuration.titles,
      lastUpdated: role == .refresh ? lastUpdated : ""
    )
    let focus = row.widget.focus
    let fades = configuration.fadesWithPull && !motion.standsOpen[edge]
    row.show(state, content, configuration, opacity: fades ? state.fadedOpacity : 1)
    row.announce(state)
    // Moves the focus away from a hidden button. Otherwise GTK would move it in the next frame, to
    // the list's first row.
    if let focus, !focus.isMapped || !row.widget.containsFocus { container.takeFocus(near: edge) }
  }

  private func noteLastUpdated(
    _ state: RefreshState,
    _ configuration: LastUpdated?,
    on date: Date
  ) {
    let isOpening = shown == .idle || shown == nil
    shown = state.moment
    guard state.moment != .idle else { return }
    let isOfAnotherFormat = configuration?.format != lastUpdatedFormat
    lastUpdatedFormat = configuration?.format
    if isOpening || isOfAnotherFormat {
      lastUpdated = configuration?.text(now: date) ?? ""
    } else if case .succeeded = state.moment, !lastUpdated.isEmpty {
      lastUpdated = configuration?.textAfterRefresh(at: date) ?? ""
    }
  }
}
