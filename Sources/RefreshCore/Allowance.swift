/// What a gesture may still do at an edge. It can only be lowered until the gesture ends.
enum Allowance: Int, Sendable, Comparable {
  /// Nothing shows: the movement belongs to a scroller inside the list, has another meaning, or
  /// goes across.
  case nothing
  /// The pull shows and cannot fire: it began away from the edge, or too soon.
  case peek
  /// The pull is deliberate.
  case pull

  static func < (left: Allowance, right: Allowance) -> Bool { left.rawValue < right.rawValue }
}

extension EachEdge<Allowance> {
  /// Lowers what is allowed at an edge.
  mutating func limit(_ edge: AxisEdge, to most: Allowance) {
    self[edge] = Swift.min(self[edge], most)
  }

  /// Lowers what is allowed by the keys and scrollers of an event.
  mutating func limit(by context: InputContext) {
    for edge in AxisEdge.allCases
    where !context.modifiers.isEmpty || context.taken.contains(edge) {
      self[edge] = .nothing
    }
  }
}
