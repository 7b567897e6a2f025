extension ScrollMeasurement {
  /// Where content belongs that nobody has moved, after a layout; nil where it is.
  ///
  /// Content that stands at an edge stays there while its viewport is resized; where new rows are
  /// shown at the end, as in a chat, it also stays there while it grows. Elsewhere what is read
  /// stays, whatever grows or shrinks above.
  ///
  /// - Parameter before: what was measured before the layout.
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
  /// Whether a layout has pushed what is read, and not the user or the application, by a key that
  /// takes effect in it. A list view scrolls along where a row before the one that it keeps grows.
  fileprivate func isLayoutOf(_ push: Double) -> Bool {
    abs(move) < Self.rounding || abs(move - growth) <= slack || abs(push + move) > slack
  }
}
