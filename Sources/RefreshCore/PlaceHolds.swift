/// Holds the content at an edge.
struct EdgeHold {
  let edge: AxisEdge
  /// Whether the hold lasts while rows come and go.
  let outlastsGrowth: Bool
  var end: Duration?
}

/// Holds the widgets around rows that were changed where they were, for as many frames as GTK's
/// layouts take.
struct AnchorHold {
  let contentMovesItself: Bool
  /// How far the user scrolled since the anchors were noted.
  var moved = 0.0
  var remainingFrames = 4
}
