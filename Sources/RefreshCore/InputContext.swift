/// The circumstances that decide whether a movement pulls: the held keys, and the scrollers inside
/// the list.
///
/// ```swift
/// let start = ScrollPosition(distanceToStart: 0, distanceToEnd: 900, page: 450)
/// let zoomed = DeviceEvent.wheelScrolled(
///   notches: -1,
///   at: start,
///   with: InputContext(modifiers: .control)
/// )
/// ```
package struct InputContext: Sendable, Hashable {
  /// The keys held during the event. Only movement without keys pulls: with a key it zooms, or
  /// scrolls across.
  package var modifiers: KeyModifiers

  /// The edges towards which something between the event's target and the list takes the movement:
  /// a scroller that can still move that way, or a list with its own pull there.
  package var taken: AxisEdges

  /// No key is held, and nothing inside the list takes the movement.
  package static let plain = InputContext()

  /// A context; without arguments it is ``plain``.
  package init(modifiers: KeyModifiers = [], taken: AxisEdges = []) {
    self.modifiers = modifiers
    self.taken = taken
  }
}

/// Keys that give a movement another meaning. Caps Lock, Num Lock and mouse buttons do not.
package struct KeyModifiers: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift: GTK scrolls across.
  package static let shift = KeyModifiers(rawValue: 1)
  /// Ctrl: applications zoom.
  package static let control = KeyModifiers(rawValue: 2)
  /// Alt.
  package static let alt = KeyModifiers(rawValue: 4)
  /// Super, the key with the logo.
  package static let `super` = KeyModifiers(rawValue: 8)
  /// Hyper.
  package static let hyper = KeyModifiers(rawValue: 16)
  /// Meta.
  package static let meta = KeyModifiers(rawValue: 32)
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
