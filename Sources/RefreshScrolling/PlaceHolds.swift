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

  /// `moved` is the scroll since the last layout, in px: the noted positions do not include it,
  /// except in a text view.
  init(contentMovesItself: Bool, moved: Double) {
    self.contentMovesItself = contentMovesItself
    self.moved = contentMovesItself ? 0 : moved
  }

  /// Notes a scroll before a layout, and returns its length in px; 0 if the content has scrolled
  /// itself.
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
