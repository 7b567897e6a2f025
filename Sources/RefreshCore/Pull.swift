/// What a gesture pulls at this moment.
struct Pull: Sendable, Equatable {
  var edge: PullEdge
  /// Px past the edge, more than 0.
  var distance: Double
  var deliberate: Bool
}

extension PullEdge {
  /// The edge that lies ahead when the content moves by `dy`; down, as a finger goes, is positive.
  init?(pulledBy dy: Double) {
    if dy > 0 { self = .top } else if dy < 0 { self = .bottom } else { return nil }
  }

  /// How much of a finger's way points past this edge.
  func forward(_ dy: Double) -> Double { self == .top ? dy : -dy }
}

/// How far past the edge GTK emits `edge-overshot`, in px.
let overshotDistance = 100.0
