/// Holds the content at an edge.
struct EdgeHold {
  let edge: AxisEdge
  /// Whether the hold continues when rows are added or removed.
  let outlastsGrowth: Bool
  /// The time of the first frame: a hidden list's hold begins only when the list is shown.
  private var start: Duration?
  /// GTK's layouts and spring-back may move the content for so long.
  private static let duration = Duration.seconds(1)

  init(edge: AxisEdge, outlastsGrowth: Bool) {
    (self.edge, self.outlastsGrowth) = (edge, outlastsGrowth)
  }

  /// Whether the hold has lasted for its whole ``duration``. The first call starts the time.
  ///
  /// - Parameter now: the time of the present frame.
  mutating func isOver(at now: Duration) -> Bool {
    let start = start ?? now
    self.start = start
    return now >= start + Self.duration
  }
}

/// Keeps the visible rows in place while a header or footer row resizes the viewport once. Measures
/// no widgets: ``ScrollChange/moveOfContent`` shows how far the layout has misplaced the rows.
struct ResizeHold {
  /// How far the content must still be scrolled, in px.
  var way: Double
  private(set) var isLaidOut = false

  init(shift: Double) { way = shift }

  /// Notes a layout, and adds to ``way`` the scroll that brings misplaced rows back.
  mutating func note(_ change: ScrollChange) {
    way += change.moveOfContent - change.move
    isLaidOut = true
  }
}

/// Keeps the anchors, which are visible widgets or lines of text, in place when rows change. Holds
/// for several frames, because GTK may take that long to lay the rows out.
struct AnchorHold {
  /// Whether the content scrolls itself outside of layouts, as a text view does. Such a scroll
  /// keeps the anchors in place on the screen.
  let contentMovesItself: Bool
  /// How far the content was scrolled since the layout that put the anchors where they were noted,
  /// in px.
  var moved: Double
  var remainingFrames = 4

  /// - Parameter moved: how far the content was scrolled after its last layout and before the
  ///   anchors were noted, in px: the noted positions are those of the layout. Ignored for a text
  ///   view, whose positions change at once when it scrolls.
  init(contentMovesItself: Bool, moved: Double) {
    self.contentMovesItself = contentMovesItself
    self.moved = contentMovesItself ? 0 : moved
  }

  /// Notes that the content was scrolled before a layout.
  ///
  /// - Parameter isTouched: whether the user has moved the content since the last layout.
  /// - Returns: how far the content was scrolled, in px; 0 if the content has scrolled itself.
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
