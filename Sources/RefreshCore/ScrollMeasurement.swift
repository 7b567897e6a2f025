/// How the content of a scrolled window stands at one moment. All lengths are in px.
package struct ScrollMeasurement: Sendable, Hashable {
  /// The adjustment's `value`, `lower`, `upper` and `page-size`.
  package var value: Double
  package var lower: Double
  package var upper: Double
  package var page: Double
  /// How much room the rows at the edges take beside the viewport now. The layout follows with the
  /// next frame.
  package var room = Room()
  /// How far down on the screen each widget in the content has gone since it was noted as an
  /// anchor, the nearest first. Only measured after a layout, and only while
  /// ``ScrollKeeper/isHoldingAnchors``.
  package var anchors: [Double] = []

  package init(value: Double, lower: Double, upper: Double, page: Double) {
    (self.value, self.lower, self.upper, self.page) = (value, lower, upper, page)
  }

  /// Where the content stands when it is at an edge.
  package func value(at edge: PullEdge) -> Double {
    edge == .top ? lower : max(lower, upper - page)
  }

  /// How far the content can still scroll towards an edge.
  func distance(to edge: PullEdge) -> Double { abs(value - value(at: edge)) }

  /// Less than a pixel away, because of scaled screens.
  func isAt(_ edge: PullEdge) -> Bool { distance(to: edge) < 1 }

  /// The same, after the adjustment was set to a value.
  func moved(to value: Double) -> ScrollMeasurement {
    var moved = self
    moved.value = value.clamped(to: lower...max(lower, upper - page))
    return moved
  }

  /// What the rows at the edges take.
  package struct Room: Sendable, Hashable {
    /// Now, in whole px: parts of one would add up frame by frame.
    package var taken = EachEdge(0.0)
    /// When the row is open.
    package var open = EachEdge(0.0)

    package init() {}
  }
}

/// What has changed from one measurement to the next.
struct ScrollChange {
  /// How far the content was scrolled.
  let move: Double
  /// By how much the content became longer.
  let growth: Double
  /// By how much the viewport became longer or shorter.
  let resize: Double

  init(from old: ScrollMeasurement, to new: ScrollMeasurement) {
    move = new.value - old.value
    growth = (new.upper - new.lower) - (old.upper - old.lower)
    resize = abs(new.page - old.page)
  }

  var isGrowth: Bool { abs(growth) > 0.5 }

  /// GTK's list views lay out at whole px, so the content may be off from where it was put by less
  /// than this: 1.5 px as measured with 4.8, 0.5 with 4.18.
  static let rounding = 2.0

  /// By how much a layout may move the content without a reason. List views keep a row at a part of
  /// the viewport's height, so that another height moves the content by at most the difference.
  var slack: Double { resize + Self.rounding }

  /// Whether rows that came or went above explain the move.
  var isExplainedByRowsAbove: Bool { isGrowth && abs(move - growth) <= slack }

  /// Whether nothing but the user, or the application, explains the move.
  var isLeap: Bool { !isGrowth && abs(move) > slack }
}
