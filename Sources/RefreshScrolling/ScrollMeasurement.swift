/// The position and the lengths of a scrolled window's content at one moment. All lengths are in
/// px.
package struct ScrollMeasurement: Sendable, Hashable {
  /// The adjustment's `value`, `lower`, `upper` and `page-size`.
  package var value: Double
  package var lower: Double
  package var upper: Double
  package var page: Double
  /// The length of the header or footer row at ``ScrollKeeper/heldEdge``; 0 for none.
  package var row = 0.0
  /// How far each anchor, a widget or line of text, has moved on the screen since it was noted, in
  /// px towards the list's end; the best one first. Measured only if needed.
  package var anchors: [Double] = []

  package init(value: Double, lower: Double, upper: Double, page: Double) {
    (self.value, self.lower, self.upper, self.page) = (value, lower, upper, page)
  }

  /// The adjustment's value when the content is at an edge.
  package func value(at edge: AxisEdge) -> Double {
    edge == .start ? lower : max(lower, upper - page)
  }

  package func distance(to edge: AxisEdge) -> Double { abs(value - value(at: edge)) }

  /// Whether the adjustment's four values are the same as in another measurement.
  package func hasPlace(of other: ScrollMeasurement?) -> Bool {
    guard let other else { return false }
    return (value, lower, upper, page) == (other.value, other.lower, other.upper, other.page)
  }

  /// Whether the content is at an edge: less than a pixel away, because scaled screens round.
  func isAt(_ edge: AxisEdge) -> Bool { distance(to: edge) < 1 }

  /// A copy of the measurement, after the adjustment was set to a value.
  package func moved(to value: Double) -> ScrollMeasurement {
    var moved = self
    moved.value = value.clamped(to: lower...max(lower, upper - page))
    moved.anchors = anchors.map { $0 - (moved.value - self.value) }
    return moved
  }
}

/// The changes from one measurement to the next.
struct ScrollChange {
  let move: Double
  let growth: Double
  /// By how much the viewport became longer or shorter.
  let resize: Double
  /// How far the anchors have moved on the screen, towards the list's end; nil if not measured.
  let push: Double?

  init(from old: ScrollMeasurement, to new: ScrollMeasurement) {
    move = new.value - old.value
    growth = (new.upper - new.lower) - (old.upper - old.lower)
    resize = abs(new.page - old.page)
    push = old.push.flatMap { before in new.push.map { $0 - before } }
  }

  var isGrowth: Bool { abs(growth) > 0.5 }

  /// The largest rounding error of a list view, in px. GTK lays lists out at whole px, so the
  /// content may miss its place by less than this: by 1.5 px with GTK 4.8, 0.5 px with GTK 4.18.
  static let rounding = 2.0

  /// How far a layout may move the content though no rows came or went: a list view keeps one row
  /// at a fixed fraction of the viewport's length.
  var slack: Double { resize + Self.rounding }

  /// Whether rows added or removed before the visible ones explain the move.
  var isExplainedByRowsBefore: Bool { isGrowth && abs(move - growth) <= slack }

  /// Whether rows added on the end side of the rows in sight explain the change. The content may
  /// have moved too, because a list view may estimate the length of the earlier rows anew.
  var isExplainedByRowsAfter: Bool { growth > 0.5 && (-slack...growth + slack).contains(move) }

  /// Whether neither a resized viewport nor rows added or removed explain the move.
  var isScroll: Bool { abs(move) > slack && abs(move - growth) > slack }

  /// Whether only the user or the application can explain the move.
  var isLeap: Bool { !isGrowth && isScroll }
}

extension ScrollChange {
  /// The part of ``move`` that an error of the layout does not explain: rows came or went before
  /// the visible ones, or the user or the application has scrolled.
  var moveOfContent: Double {
    guard resize > 0.5 else { return abs(move) < Self.rounding ? 0 : move }
    let nearest = abs(move - growth) < abs(move) ? growth : 0
    return abs(move - nearest) <= slack ? nearest : move
  }
}

extension ScrollMeasurement {
  /// How far the content was pushed towards the list's end: as far as the first two neighboring
  /// anchors that agree, since one may have moved within the list; else the first anchor.
  var push: Double? {
    for (anchor, next) in zip(anchors, anchors.dropFirst()) where abs(anchor - next) < 1 {
      return anchor
    }
    return anchors.first
  }
}

extension ScrollMeasurement {
  /// The value at which content at rest belongs after a layout; nil to leave the value as it is.
  ///
  /// Content at an edge stays there while its viewport is resized. If new rows are shown at the
  /// end, as in a chat, content at the end also stays there while it grows. Content at the start is
  /// left in place when its length changes. In all other cases the visible rows keep their place,
  /// whatever grows or shrinks above them.
  func restingPlace(after before: ScrollMeasurement, showsRowsAtEnd: Bool) -> Double? {
    let change = ScrollChange(from: before, to: self)
    let edge: AxisEdge? = before.isAt(.start) ? .start : before.isAt(.end) ? .end : nil
    if let edge, change.isGrowth ? edge == .end && showsRowsAtEnd : change.resize > 0 {
      return isAt(edge) ? nil : value(at: edge)
    }
    let error: Double
    if change.isGrowth {
      guard edge != .start, let push, change.isLayoutOf(push) else { return nil }
      error = push
    } else {
      error = change.resize > 0.5 ? change.moveOfContent - change.move : 0
    }
    return abs(error) >= 1 ? value + error.rounded() : nil
  }
}

extension ScrollChange {
  /// Whether the layout has pushed the visible rows. A scroll in this layout would push them by the
  /// opposite of ``move``. A layout may also move by ``growth``, if a row before them grew.
  fileprivate func isLayoutOf(_ push: Double) -> Bool {
    abs(move) < Self.rounding || abs(move - growth) <= slack || abs(push + move) > slack
  }
}

/// Finds rows that have arrived at an edge out of sight.
package struct ArrivalCheck: Sendable {
  private var last: ScrollMeasurement?

  package init() {}

  /// Compares a measurement with the one of the last call: whether the content must be brought back
  /// to the edge, because the user waits for rows there.
  ///
  /// GTK 4.8 shows rows inserted before the first row; newer versions, as measured with 4.18, keep
  /// showing the former first row. No version shows rows added after the last row.
  package mutating func findsRows(
    _ measurement: ScrollMeasurement,
    at edge: AxisEdge,
    isAwaiting: Bool
  ) -> Bool {
    defer { last = measurement }
    guard isAwaiting, let last, last.isAt(edge), !measurement.isAt(edge) else { return false }
    let change = ScrollChange(from: last, to: measurement)
    return switch edge {
    case .start: change.isExplainedByRowsBefore
    case .end: change.isExplainedByRowsAfter
    }
  }
}

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
