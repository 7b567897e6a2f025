import FoundationEssentials
import PullToRefreshGtk
import RefreshCore

extension RowConfiguration {
  /// The row as a list would show it in a state: for preferences, pictures and tests.
  ///
  /// ```swift
  /// box.append(controller.refresh.row.preview(of: RefreshState(edge: .top, moment: .running)))
  /// ```
  ///
  /// - Parameters:
  ///   - state: of the row, at the edge where it is to stand.
  ///   - metrics: for the row's height.
  /// - Returns: a widget that does not change. Its buttons look as they do in a list, but do
  ///   nothing.
  public func preview(of state: RefreshState, metrics: PullMetrics = PullMetrics()) -> Widget {
    let date: String? =
      if case .succeeded = state.moment {
        lastUpdated?.textAfterRefresh(at: Date())
      } else {
        lastUpdated?.text(now: Date())
      }
    let content = RowContent(
      role,
      state,
      titles: titles,
      lastUpdated: role == .refresh ? date ?? "" : ""
    )
    return RowPreview.make(state, content, self, length: metrics.length(of: role))
  }
}

/// A row without a list.
private enum RowPreview {
  static func make(
    _ state: RefreshState,
    _ content: RowContent,
    _ configuration: RowConfiguration,
    length: Double
  ) -> Widget {
    let side = ListAxis(isHorizontal: state.edge.isHorizontal, isMirrored: false)
      .side(of: state.edge.axisEdge)
    let row = RefreshRow(configuration.role, at: side, length: Int(length), isPreview: true)
    let opacity = configuration.fadesWithPull ? state.fadedOpacity : 1
    row.show(state, content, configuration, opacity: opacity)
    if state.edge.isHorizontal {
      row.widget.setSizeRequest(width: row.length)
      row.widget.setExpand(vertical: true)
    } else {
      row.widget.setSizeRequest(height: row.length)
      row.widget.setExpand(horizontal: true)
    }
    if row.floats { row.widget.setAlign(horizontal: .center, vertical: .center) }
    // Wraps the row's widget, so that the wrapper can keep the row alive: the row keeps only its
    // widget alive.
    let holder = Box(.horizontal, spacing: 0)
    holder.insert(idleActions(), prefix: RefreshActions.Name.group)
    holder.append(row.widget)
    holder.own(row, key: "pull-to-refresh-preview")
    return holder.asWidget
  }

  /// Empty actions: without one, a button would be insensitive.
  private static func idleActions() -> SimpleActionGroup {
    let group = SimpleActionGroup()
    for name in RefreshActions.Name.allCases { group.add(.named(name.rawValue) {}) }
    return group
  }
}
