import PullToRefreshGtk
import RefreshCore

// A list's rows and actions follow its configuration, and its changes on the screen.

extension RefreshDriver {
  func followMapping() {
    guard isAttached else { return }
    if rows.widget.isMapped { reportContentOnceLaidOut() } else { send(.hidden) }
  }

  /// Lays the rows out again if the text size or the theme has changed their length.
  func measureRows() {
    guard isAttached else { return }
    let changed = AxisEdge.allCases.filter { rows.container.rows[$0].measureShown() }
    if !changed.isEmpty { layOutRows() }
  }

  func configured(_ role: RunRole) {
    if role == .refresh { rows.lastUpdated = nil }
    send(.setEnabled(role, isOn(role)))
    show(role)
    warnOfSharedEdge()
  }

  func isOn(_ role: RunRole) -> Bool { configurations[role].isEnabled && offer(of: role) != nil }

  /// Enables the actions and keys that the states allow; none while the list is insensitive.
  func updateActions() {
    let takesInput = !hasEnded && scrolledWindow.object.takesInput
    actions.update(coordinator, takesInput: takesInput, hasNewRows: rows.keeper.counter.count > 0)
  }

  /// Shows a role's present state, and lays the rows out.
  func show(_ role: RunRole) {
    showRow(of: role)
    layOutRows()
  }

  // MARK: Edges

  /// Moves a role to an edge, and the other roles along with it. Returns false, with nothing
  /// changed, if the content never scrolls towards the edge; also if the list is detached
  /// meanwhile.
  func move(_ role: RunRole, to edge: PullEdge) -> Bool {
    guard !hasEnded else { return false }
    let scrolls = scrolledWindow.object.scrolls
    guard edge.isHorizontal ? scrolls.horizontally : scrolls.vertically else {
      Diagnostics.refuse(
        "The GtkScrolledWindow never scrolls towards this edge. Set its policy for this axis to "
          + "automatic first, or choose an edge of the other axis."
      )
      return false
    }
    declaredEdges = PerRole(repeating: nil)
    send(.setEdges(RoleEdges(role, at: edge)))
    return !hasEnded
  }

  /// Moves the rows to the present edges of their roles, and the pill to the present edge where
  /// rows arrive.
  func followEdges() {
    guard isAttached else { return }
    if rows.container.arrivals != coordinator.arrivals {
      rows.keeper.dismissPill()
      rows.container.arrivals = coordinator.arrivals
    }
    guard rows.container.edges != coordinator.edges else { return }
    rows.container.edges = coordinator.edges
    axisChanged()
    for role in RunRole.allCases { showRow(of: role) }
  }

  /// Moves a role to the edge that the application names. Refuses an edge that contradicts the edge
  /// that the application has named for another role.
  func declare(_ role: RunRole, at edge: PullEdge) {
    let (declared, edges) = (declaredEdges, RoleEdges(role, at: edge))
    guard RunRole.allCases.allSatisfy({ $0 == role || (declared[$0] ?? edges[$0]) == edges[$0] })
    else {
      return Diagnostics.refuse(
        "A list loads more past the edge opposite to the one where it refreshes or loads earlier "
          + "rows. Name two such edges, or only one of them."
      )
    }
    guard move(role, to: edge) else { return }
    declaredEdges = declared
    declaredEdges[role] = edge
  }

  /// Warns once if refreshing and loading earlier rows are both on, since they share an edge.
  func warnOfSharedEdge() {
    guard !hasWarned, isOn(.refresh), isOn(.loadEarlier) else { return }
    hasWarned = true
    Diagnostics.warn(
      "pull-to-refresh: a list cannot refresh and load earlier rows past one edge, so it refreshes. "
        + "Disable the refresh to load earlier rows there."
    )
  }

  /// Handles a change of the axis or of the reading direction.
  func axisChanged() {
    guard isAttached else { return }
    rows.place.endHolds()
    input.axisChanged()
    layOutRows()
  }
}
