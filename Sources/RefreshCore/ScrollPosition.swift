/// Where the content stands in its viewport, in px.
///
/// Content that fits has both distances 0: it rests at both edges. What is not a number, or less
/// than 0, counts as 0.
public struct ScrollPosition: Sendable, Hashable {
  /// How far the content can still scroll towards its top. 0 at the top.
  public let distanceToTop: Double
  /// How far the content can still scroll towards its bottom. 0 at the bottom.
  public let distanceToBottom: Double
  /// The height of the viewport.
  public let page: Double

  /// A position from its three lengths; for a `GtkAdjustment` these are `value - lower`,
  /// `upper - page-size - value` and `page-size`.
  public init(distanceToTop: Double, distanceToBottom: Double, page: Double) {
    self.distanceToTop = max(0, distanceToTop.orZero)
    self.distanceToBottom = max(0, distanceToBottom.orZero)
    self.page = max(0, page.orZero)
  }

  /// How far the content can still scroll towards an edge.
  public func distance(to edge: PullEdge) -> Double {
    edge == .top ? distanceToTop : distanceToBottom
  }

  /// Whether the content is at an edge: less than a pixel away, for scaled screens round.
  public func isAt(_ edge: PullEdge) -> Bool {
    distance(to: edge) < 1
  }

  /// The edges that the content is at.
  package var edges: PullEdges { PullEdges(where: isAt) }

  /// The height of the content, in px; that of the viewport, if the content fits.
  public var contentHeight: Double { distanceToTop + page + distanceToBottom }
}
