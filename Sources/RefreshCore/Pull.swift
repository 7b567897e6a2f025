/// The present pull of a gesture.
struct Pull: Sendable, Equatable {
  var edge: AxisEdge
  /// Px past the edge, more than 0.
  var distance: Double
  var deliberate: Bool
  /// The part of the distance that `edge-overshot` has added, and the hand has not gone.
  var correction = 0.0
}

extension AxisEdge {
  /// The edge that lies ahead when the content moves by `along`. Positive is towards the end, in
  /// the direction of the finger.
  init?(pulledBy along: Double) {
    if along > 0 { self = .start } else if along < 0 { self = .end } else { return nil }
  }

  /// The part of a finger's way that points past this edge.
  func forward(_ along: Double) -> Double { self == .start ? along : -along }
}

/// The distance past the edge at which GTK emits `edge-overshot`, in px.
let overshotDistance = 100.0
