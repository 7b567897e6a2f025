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
  /// The text for the time of the last refresh, made when the row opens; nil while it is closed.
  var lastUpdated: String?

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
      guard state.moment != .idle else {
        lastUpdated = nil
        return row.close(state, configuration)
      }
      // A line that was empty at the pull stays empty, so that the title does not move.
      if lastUpdated == nil || (state.hasSucceeded && lastUpdated != "") {
        lastUpdated = configuration.lastUpdated?.text(in: state, now: date) ?? ""
      }
    }
    let content = RowContent(
      role,
      state,
      titles: configuration.titles,
      lastUpdated: role == .refresh ? lastUpdated ?? "" : ""
    )
    let focus = row.widget.focus
    let fades = configuration.fadesWithPull && !motion.standsOpen[edge]
    row.show(state, content, configuration, opacity: fades ? state.fadedOpacity : 1)
    row.announce(state)
    // Moves the focus away from a hidden button. Otherwise GTK would move it in the next frame, to
    // the list's first row.
    if let focus, !focus.isMapped || !row.widget.containsFocus { container.takeFocus(near: edge) }
  }
}
