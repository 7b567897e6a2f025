/// The circumstances that decide whether a movement pulls: a held key, and the scrollers inside the
/// list.
///
/// ```swift
/// let start = ScrollPosition(distanceToStart: 0, distanceToEnd: 900, page: 450)
/// let zoomed = DeviceEvent.wheelScrolled(
///   notches: -1,
///   at: start,
///   with: InputContext(isKeyHeld: true)
/// )
/// ```
package struct InputContext: Sendable, Hashable {
  /// Whether a modifier key is held, for example to zoom. A movement with a held key never pulls.
  package var isKeyHeld: Bool

  /// A movement towards these edges belongs to a widget inside the list. Examples are a slider, a
  /// scroller that is not at the edge, and a list with its own pull past the edge.
  package var taken: AxisEdges

  /// No key is held, and nothing inside the list takes the movement.
  package static let plain = InputContext()

  /// A context; without arguments it is ``plain``.
  package init(isKeyHeld: Bool = false, taken: AxisEdges = []) {
    (self.isKeyHeld, self.taken) = (isKeyHeld, taken)
  }

  /// The edges past which the movement does not pull.
  var refused: AxisEdges { isKeyHeld ? .both : taken }
}

/// A set of edges.
package struct AxisEdges: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one edge.
  package init(_ edge: AxisEdge) { self = edge == .start ? .start : .end }

  /// The set of all edges that meet a condition.
  package init(where isMember: (AxisEdge) -> Bool) {
    self = []
    for edge in AxisEdge.allCases where isMember(edge) { insert(AxisEdges(edge)) }
  }

  /// The start alone.
  package static let start = AxisEdges(rawValue: 1)
  /// The end alone.
  package static let end = AxisEdges(rawValue: 2)
  /// Start and end.
  package static let both: AxisEdges = [.start, .end]

  /// Whether the edge is in the set.
  package func contains(_ edge: AxisEdge) -> Bool { contains(AxisEdges(edge)) }
}
