/// A scroller between what a device points at and the list around it.
package struct NestedScroller: Sendable, Hashable {
  /// The edges towards which it cannot move any further.
  package var resting: AxisEdges
  /// The edges past which it can be pulled itself; none where it is not attached.
  package var pulls: AxisEdges

  package init(resting: AxisEdges, pulls: AxisEdges) {
    self.resting = resting
    self.pulls = pulls
  }
}

/// Which of nested scrollers has a pull.
package enum PullOwner: Sendable, Hashable {
  /// The list around all of them.
  case outer
  /// One of them, by its index.
  case inner(Int)
  /// None of them: one can still move that way.
  case none
}

extension [NestedScroller] {
  /// Which has the pull past an edge: of these scrollers, the innermost first, and the list around
  /// them.
  ///
  /// What can still move that way has the movement. Where nothing can, the innermost that can be
  /// pulled there has the pull, alone.
  ///
  /// - Parameter outer: the edges at which the list around them rests. It has the movement at the
  ///   others, which is so where GTK drags it; both where GTK moves the inner ones first.
  package func owner(of edge: AxisEdge, resting outer: AxisEdges) -> PullOwner {
    guard outer.contains(edge) else { return .outer }
    guard allSatisfy({ $0.resting.contains(edge) }) else { return .none }
    return firstIndex { $0.pulls.contains(edge) }.map(PullOwner.inner) ?? .outer
  }
}
