extension ScrollMeasurement {
  /// The value at which content at rest belongs after a layout; nil if it is already there.
  ///
  /// Content at an edge stays there while its viewport is resized. Where new rows are shown at the
  /// end, as in a chat, it also stays at the end while it grows. Elsewhere the rows in sight stay,
  /// whatever grows or shrinks above them.
  ///
  /// - Parameter before: the measurement before the layout.
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
  /// Whether the layout has pushed the rows in sight, and not the user or the application, whose
  /// key or call takes effect in the same layout. A list view scrolls along when a row grows before
  /// the row that it keeps in place.
  fileprivate func isLayoutOf(_ push: Double) -> Bool {
    abs(move) < Self.rounding || abs(move - growth) <= slack || abs(push + move) > slack
  }
}
