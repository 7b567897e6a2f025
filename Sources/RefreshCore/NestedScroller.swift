/// A scroller between the device's target and the list around it.
package struct NestedScroller: Sendable, Hashable {
  /// The edges at which it rests, and cannot move any further.
  package var resting: AxisEdges
  /// The edges past which it can be pulled itself; none if it is not attached.
  package var pulls: AxisEdges

  package init(resting: AxisEdges, pulls: AxisEdges) {
    self.resting = resting
    self.pulls = pulls
  }
}

/// The scroller that has a pull, among nested ones.
package enum PullOwner: Sendable, Hashable {
  /// The list around all of them.
  case outer
  /// An inner scroller, by its index.
  case inner(Int)
  /// No inner scroller, because one can still move in this direction.
  case none
}

extension [NestedScroller] {
  /// Finds the scroller that has the pull past an edge: one of these, the innermost first, or the
  /// list around them.
  ///
  /// A scroller that can still move that way takes the movement. If none can, the pull belongs to
  /// the innermost scroller that can be pulled there, and to no other.
  ///
  /// - Parameter outer: the edges at which the outer list rests. Towards an edge where it does not
  ///   rest, the outer list takes the movement, as in a drag by GTK. Pass both edges for devices
  ///   whose movements GTK gives to the inner scrollers first.
  package func owner(of edge: AxisEdge, resting outer: AxisEdges) -> PullOwner {
    guard outer.contains(edge) else { return .outer }
    guard allSatisfy({ $0.resting.contains(edge) }) else { return .none }
    return firstIndex { $0.pulls.contains(edge) }.map(PullOwner.inner) ?? .outer
  }
}
