/// Holds the content at an edge.
struct EdgeHold {
  let edge: AxisEdge
  /// Whether the hold lasts while rows come and go.
  let outlastsGrowth: Bool
  var end: Duration?
}

/// Holds what is read while the viewport is resized once, for a row at an edge. It needs no anchors:
/// content only misses its place by a part of the difference, as list views do.
struct ResizeHold {
  /// How far the content is still to be scrolled.
  var way: Double
  private(set) var isLaidOut = false

  init(shift: Double) { way = shift }

  /// A layout has moved the content.
  mutating func note(_ change: ScrollChange) {
    way += change.moveOfContent - change.move
    isLaidOut = true
  }
}

/// Holds the widgets around rows that were changed where they were, for as many frames as GTK's
/// layouts take.
struct AnchorHold {
  /// As a text does, whose anchors stay where they are on the screen then.
  let contentMovesItself: Bool
  /// How far the user scrolled since the anchors were noted.
  var moved: Double
  var remainingFrames = 4

  /// - Parameter moved: how far the user scrolled before that, since the last layout. Text is
  ///   scrolled without one.
  init(contentMovesItself: Bool, moved: Double) {
    self.contentMovesItself = contentMovesItself
    self.moved = contentMovesItself ? 0 : moved
  }

  /// The content was scrolled before a layout.
  ///
  /// - Parameter isTouched: whether the user has moved it.
  /// - Returns: how far it was, apart from what it did by itself.
  mutating func note(_ change: ScrollChange, isTouched: Bool) -> Double {
    var move = change.move
    if contentMovesItself {
      guard let push = change.push, isTouched || abs(push + move) < 1 else { return 0 }
      move = -push
    }
    moved += move
    return move
  }
}
