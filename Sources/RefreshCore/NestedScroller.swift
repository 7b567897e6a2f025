/// A scroller inside a list, around the widget that gets an event.
package struct NestedScroller: Sendable, Hashable {
  /// The edges at which the scroller rests: it cannot scroll any further there.
  package var resting: AxisEdges
  /// The edges past which the scroller has a pull of its own; none without pull-to-refresh.
  package var pulls: AxisEdges

  package init(resting: AxisEdges, pulls: AxisEdges) {
    self.resting = resting
    self.pulls = pulls
  }
}

/// The owner of a pull among nested scrollers.
package enum PullOwner: Sendable, Hashable {
  /// The list around all nested scrollers.
  case outer
  /// An inner scroller, by its index.
  case inner(Int)
  /// No scroller pulls, because an inner scroller can still scroll towards the edge.
  case none
}

extension [NestedScroller] {
  /// Finds the owner of a pull past an edge: one of these scrollers, which are in the order from
  /// the innermost outwards, or the list around them.
  ///
  /// A scroller that can still scroll towards the edge takes the movement. If no scroller can, the
  /// pull belongs to the innermost scroller with a pull past the edge, or else to the outer list.
  ///
  /// - Parameter outer: the edges at which the outer list rests. Towards any other edge the outer
  ///   list scrolls, and not the inner scrollers, as when GTK handles a drag. Pass both edges for a
  ///   device whose movements GTK passes to the inner scrollers first.
  package func owner(of edge: AxisEdge, resting outer: AxisEdges) -> PullOwner {
    guard outer.contains(edge) else { return .outer }
    guard allSatisfy({ $0.resting.contains(edge) }) else { return .none }
    return firstIndex { $0.pulls.contains(edge) }.map(PullOwner.inner) ?? .outer
  }
}
