import PullToRefreshGtk
import RefreshCore

extension RefreshController {
  /// Scrolls to an edge, for example to the newest message of a chat that is opened. A list that is
  /// not laid out yet scrolls after its first layout. While a finger is down, the scroll waits until
  /// the finger is lifted. A later movement by the user ends the scroll.
  ///
  /// - Parameters:
  ///   - edge: an edge of the axis along which the list pulls; edges of the other axis are ignored.
  ///   - isAnimated: whether to animate the scroll, over a few pages at most. Ignored if the
  ///     desktop's animations are off.
  public func scroll(to edge: PullEdge, isAnimated: Bool = true) {
    if driver.isAttached { driver.rows.keeper.scroll(to: edge, isAnimated: isAnimated) }
  }
}

extension RefreshDriver {
  /// Moves a role to an edge, and the other roles along with it.
  ///
  /// - Returns: false, with nothing changed, if the content never scrolls towards the edge; also
  ///   false if the list is detached, before or during the change.
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
