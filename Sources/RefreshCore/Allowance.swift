/// The most that a gesture may do at an edge. During a gesture it is only ever lowered.
enum Allowance: Int, Sendable, Comparable {
  /// Nothing is shown: a scroller inside the list takes the movement, a key gives it another
  /// meaning, or it goes across the list.
  case nothing
  /// The pull is shown but cannot fire: it began away from the edge, or too soon.
  case peek
  /// The pull is deliberate and may fire.
  case pull

  static func < (left: Allowance, right: Allowance) -> Bool { left.rawValue < right.rawValue }
}

extension EachEdge<Allowance> {
  /// Lowers the allowance at an edge.
  mutating func limit(_ edge: AxisEdge, to most: Allowance) {
    self[edge] = Swift.min(self[edge], most)
  }

  /// Lowers the allowance by an event's keys and by the scrollers inside the list.
  mutating func limit(by context: InputContext) {
    for edge in AxisEdge.allCases
    where !context.modifiers.isEmpty || context.taken.contains(edge) {
      self[edge] = .nothing
    }
  }
}
