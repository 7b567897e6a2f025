/// What else decides whether a movement pulls: the keys that are held, and what scrolls inside the
/// list.
///
/// ```swift
/// let top = ScrollPosition(distanceToTop: 0, distanceToBottom: 900, page: 450)
/// let zoomed = DeviceEvent.wheelScrolled(
///   notches: -1,
///   at: top,
///   with: InputContext(modifiers: .control)
/// )
/// ```
public struct InputContext: Sendable, Hashable {
  /// The keys held during the event. Only plain movement pulls: with one of these it zooms, or
  /// scrolls sideways.
  public var modifiers: KeyModifiers

  /// The edges towards which something between the event's target and the list takes the movement:
  /// a scroller that can still move that way, or a list that has pulls of its own there.
  public var taken: PullEdges

  /// No key is held, and nothing inside the list takes the movement.
  public static let plain = InputContext()

  /// A context; without arguments it is ``plain``.
  public init(modifiers: KeyModifiers = [], taken: PullEdges = []) {
    self.modifiers = modifiers
    self.taken = taken
  }
}

/// Keys that give a movement another meaning. Caps Lock, Num Lock and mouse buttons are not among
/// them.
public struct KeyModifiers: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Shift: GTK scrolls sideways.
  public static let shift = KeyModifiers(rawValue: 1)
  /// Ctrl: programs zoom.
  public static let control = KeyModifiers(rawValue: 2)
  /// Alt.
  public static let alt = KeyModifiers(rawValue: 4)
  /// Super, the key with the logo.
  public static let `super` = KeyModifiers(rawValue: 8)
  /// Hyper.
  public static let hyper = KeyModifiers(rawValue: 16)
  /// Meta.
  public static let meta = KeyModifiers(rawValue: 32)
}

/// A set of edges.
public struct PullEdges: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The set of one edge.
  public init(_ edge: PullEdge) { self = edge == .top ? .top : .bottom }

  /// The set of the edges that a condition holds for.
  package init(where isMember: (PullEdge) -> Bool) {
    self = []
    for edge in PullEdge.allCases where isMember(edge) { insert(PullEdges(edge)) }
  }

  /// The top alone.
  public static let top = PullEdges(rawValue: 1)
  /// The bottom alone.
  public static let bottom = PullEdges(rawValue: 2)
  /// Top and bottom.
  public static let both: PullEdges = [.top, .bottom]

  /// Whether the edge is in the set.
  public func contains(_ edge: PullEdge) -> Bool { contains(PullEdges(edge)) }
}
