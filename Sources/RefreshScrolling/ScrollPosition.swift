/// The content's position in its viewport, in px.
///
/// Content that fits has both distances 0: it rests at both edges. NaN, infinities and values less
/// than 0 count as 0.
package struct ScrollPosition: Sendable, Hashable {
  /// How far the content can still scroll towards its start. 0 at the start.
  package let distanceToStart: Double
  /// How far the content can still scroll towards its end. 0 at the end.
  package let distanceToEnd: Double
  /// The length of the viewport.
  package let page: Double

  /// A position from its three lengths; for a `GtkAdjustment` these are `value - lower`,
  /// `upper - page-size - value` and `page-size`.
  package init(distanceToStart: Double, distanceToEnd: Double, page: Double) {
    self.distanceToStart = max(0, distanceToStart.orZero)
    self.distanceToEnd = max(0, distanceToEnd.orZero)
    self.page = max(0, page.orZero)
  }

  /// How far the content can still scroll towards an edge.
  package func distance(to edge: AxisEdge) -> Double {
    edge == .start ? distanceToStart : distanceToEnd
  }

  /// Whether the content is at an edge: less than a pixel away, because scaled screens round.
  package func isAt(_ edge: AxisEdge) -> Bool {
    distance(to: edge) < 1
  }

  /// The edges that the content is at.
  package var edges: AxisEdges { AxisEdges(where: isAt) }

  /// Whether all of the content is in sight.
  package var fits: Bool { distanceToStart + distanceToEnd < 1 }

  /// The length of the content, in px; the viewport's length if the content fits.
  package var contentLength: Double { distanceToStart + page + distanceToEnd }
}
