/// What a gesture pulls at this moment.
struct Pull: Sendable, Equatable {
  var edge: AxisEdge
  /// Px past the edge, more than 0.
  var distance: Double
  var deliberate: Bool
  /// How much of the distance `edge-overshot` has added, which the hand has not gone.
  var correction = 0.0
}

extension AxisEdge {
  /// The edge that lies ahead when the content moves by `along`; towards the end, as a finger goes,
  /// is positive.
  init?(pulledBy along: Double) {
    if along > 0 { self = .start } else if along < 0 { self = .end } else { return nil }
  }

  /// How much of a finger's way points past this edge.
  func forward(_ along: Double) -> Double { self == .start ? along : -along }
}

/// How far past the edge GTK emits `edge-overshot`, in px.
let overshotDistance = 100.0
