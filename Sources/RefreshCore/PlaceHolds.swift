/// Holds the content at an edge.
struct EdgeHold {
  let edge: AxisEdge
  /// Whether the hold lasts while rows come and go.
  let outlastsGrowth: Bool
  var end: Duration?
}

/// Keeps the rows in sight at their place while the viewport is resized once, for a row at an edge.
/// It needs no anchors: list views miss the place only by a part of the difference in length.
struct ResizeHold {
  /// How far the content must still be scrolled, in px.
  var way: Double
  private(set) var isLaidOut = false

  init(shift: Double) { way = shift }

  /// A layout has moved the content.
  mutating func note(_ change: ScrollChange) {
    way += change.moveOfContent - change.move
    isLaidOut = true
  }
}

/// Keeps the widgets around changed rows at their place, for as many frames as GTK's layouts take.
struct AnchorHold {
  /// Whether the content scrolls by itself outside of layouts, as a text view does. Its anchors
  /// then stay where they are on the screen.
  let contentMovesItself: Bool
  /// How far the user scrolled since the anchors were noted.
  var moved: Double
  var remainingFrames = 4

  /// - Parameter moved: how far the user scrolled before the anchors were noted, since the last
  ///   layout. Ignored for a text view, which is scrolled without a layout.
  init(contentMovesItself: Bool, moved: Double) {
    self.contentMovesItself = contentMovesItself
    self.moved = contentMovesItself ? 0 : moved
  }

  /// The content was scrolled before a layout.
  ///
  /// - Parameter isTouched: whether the user has moved it.
  /// - Returns: how far it was scrolled, without the moves that it made by itself.
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
