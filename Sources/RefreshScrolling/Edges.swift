/// An edge of a list, past which the user pulls the content. No case will be added.
///
/// ```swift
/// list.refreshable(at: .bottom) { try await chat.fetch() }
///   .loadsMore(at: .top) { try await chat.loadOlder() }
/// ```
public enum PullEdge: Sendable, Hashable, CaseIterable {
  /// The top: the default edge of a refresh.
  case top
  /// The bottom: the default edge of loading more.
  case bottom
  /// The left; the right in a list that reads from right to left.
  case leading
  /// The right; the left in a list that reads from right to left.
  case trailing

  /// The other edge of the same axis. A list refreshes past one of the two, and loads more past the
  /// other.
  package var opposite: PullEdge {
    switch self {
    case .top: .bottom
    case .bottom: .top
    case .leading: .trailing
    case .trailing: .leading
    }
  }

  /// Whether the edge is an end of the horizontal axis.
  package var isHorizontal: Bool { self == .leading || self == .trailing }

  /// The edge as an end of its axis.
  package var axisEdge: AxisEdge { self == .top || self == .leading ? .start : .end }
}

/// One end of the axis along which a list pulls. The rules need only these two edges: rows run from
/// the start to the end on either axis.
package enum AxisEdge: Int, Sendable, CaseIterable {
  /// The top or the leading edge, with the first row.
  case start
  /// The bottom or the trailing edge.
  case end

  package var opposite: AxisEdge { self == .start ? .end : .start }

  /// How far a movement of the content goes past this edge; negative if it goes the other way.
  package func forward(_ along: Double) -> Double { self == .start ? along : -along }
}

/// A set of edges.
package typealias AxisEdges = Set<AxisEdge>

extension Set<AxisEdge> {
  package static var both: Self { Self(AxisEdge.allCases) }

  package init(where isMember: (AxisEdge) -> Bool) {
    self.init(AxisEdge.allCases.filter(isMember))
  }
}

/// One value for each case of an enumeration, such as the roles or the edges.
package struct Each<Key: CaseIterable & RawRepresentable<Int>, Value> {
  private var values: [Value]

  package init(repeating value: Value) {
    values = Array(repeating: value, count: Key.allCases.count)
  }

  package init(_ value: (Key) -> Value) { values = Key.allCases.map(value) }

  package subscript(key: Key) -> Value {
    get { values[key.rawValue] }
    // Changes a value in its place; a setter would copy it.
    _modify { yield &values[key.rawValue] }
  }
}

extension Each: Sendable where Value: Sendable {}
extension Each: Equatable where Value: Equatable {}
extension Each: Hashable where Value: Hashable {}
