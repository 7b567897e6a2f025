import PullToRefreshGtk
import RefreshCore

extension RefreshController {
  /// Sets the edge of ``refresh``.
  ///
  /// - Returns: whether the list goes by the edge now, or once a change that takes place is done.
  @discardableResult
  package func setRefreshEdge(_ edge: PullEdge) -> Bool { driver.setRefreshEdge(edge) }

  /// Scrolls to an edge, such as to a chat's newest message as it is opened. A list that is not
  /// laid out yet does so once it is. A movement by the user ends it.
  ///
  /// - Parameters:
  ///   - edge: at the axis along which the list pulls; one of the other axis is ignored.
  ///   - isAnimated: whether the way is to be seen, over some pages at most; it never is where the
  ///     desktop's animations are off.
  public func scroll(to edge: PullEdge, isAnimated: Bool = true) {
    guard driver.isAttached, edge.isHorizontal == refresh.edge.isHorizontal else { return }
    driver.rows.place.scroll(to: edge.axisEdge, isAnimated: isAnimated)
  }
}

extension RefreshDriver {
  /// Puts the refresh at an edge, and loading more at the opposite one.
  ///
  /// - Returns: false, with nothing changed, where the content never scrolls towards the edge; also
  ///   false where the change has led to the end of the list's attachment.
  @discardableResult
  func setRefreshEdge(_ edge: PullEdge) -> Bool {
    guard !hasEnded else { return false }
    let scrolls = scrolledWindow.object.scrolls
    guard edge.isHorizontal ? scrolls.horizontally : scrolls.vertically else {
      Diagnostics.refuse(
        "The GtkScrolledWindow never scrolls towards this edge. Set its policy for this axis to "
          + "automatic first, or choose an edge of the other axis."
      )
      return false
    }
    declaredEdges = [:]
    send(.setRefreshEdge(edge))
    return !hasEnded
  }

  /// Puts the rows at the edges of the roles, once these have changed.
  func followEdges() {
    guard isAttached, rows.edges != coordinator.edges else { return }
    rows.edges = coordinator.edges
    dismissPill()
    axisChanged()
    for role in RunRole.allCases { show(role) }
  }

  /// Puts a role at the edge that its caller has named.
  func declare(_ role: RunRole, at edge: PullEdge) {
    let other = declaredEdges.first { $0.key != role }
    guard other.map({ $0.value == edge.opposite }) ?? true else {
      return Diagnostics.refuse(
        "A list refreshes past one edge and loads more past the opposite one. Name two such edges, "
          + "or only one of them."
      )
    }
    guard setRefreshEdge(role == .refresh ? edge : edge.opposite) else { return }
    declaredEdges = [role: edge]
    if let other { declaredEdges[other.key] = other.value }
  }

  /// The list pulls along another axis, or in the other direction of it.
  func axisChanged() {
    guard isAttached else { return }
    rows.place.endHolds()
    input.axisChanged()
    layOutRows()
  }
}
