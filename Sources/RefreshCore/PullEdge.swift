/// An edge of a list, past which its content is pulled.
///
/// ```swift
/// list.refreshable(at: .bottom) { try await chat.fetch() }
///   .loadsMore(at: .top) { try await chat.loadOlder() }
/// ```
public enum PullEdge: Sendable, Hashable, CaseIterable {
  /// The top: where a refresh stands unless another edge is chosen.
  case top
  /// The bottom: where loading more stands unless another edge is chosen.
  case bottom
  /// The left; the right where the list reads from right to left.
  case leading
  /// The right; the left where the list reads from right to left.
  case trailing

  /// The other edge of the same axis: past one of the two a list refreshes, past the other it loads
  /// more.
  public var opposite: PullEdge {
    switch self {
    case .top: .bottom
    case .bottom: .top
    case .leading: .trailing
    case .trailing: .leading
    }
  }

  /// Whether the content scrolls sideways there.
  package var isHorizontal: Bool { self == .leading || self == .trailing }

  /// Which end of its axis it is.
  package var axisEdge: AxisEdge { self == .top || self == .leading ? .start : .end }
}

/// One end of the axis along which a list pulls. The engine knows no more of edges: with rows that
/// are read from the start to the end, all four edges are alike.
package enum AxisEdge: Sendable, Hashable, CaseIterable {
  /// The top or the leading edge: where the first row is.
  case start
  /// The bottom or the trailing edge.
  case end

  package var opposite: AxisEdge { self == .start ? .end : .start }
}

/// Which role stands at which edge: the refresh at one, loading more at the other of the same axis.
package struct RoleEdges: Sendable, Hashable {
  /// The edge that a pull refreshes at.
  package var refresh: PullEdge

  package init(refresh: PullEdge = .top) { self.refresh = refresh }

  package subscript(role: RunRole) -> PullEdge {
    role == .refresh ? refresh : refresh.opposite
  }

  /// The role whose row stands at an end of the axis, and which a pull past it asks for.
  package func role(at edge: AxisEdge) -> RunRole {
    edge == refresh.axisEdge ? .refresh : .loadMore
  }
}

/// What the user pulls with. Each has a rule of its own for what is deliberate.
package enum PullDevice: Sendable, Hashable, CaseIterable {
  /// A finger on the screen, or a stylus. Fires when it is lifted.
  case touch
  /// Two fingers on a touchpad. Fires when they are lifted, or have been still for a moment.
  case touchpad
  /// A mouse wheel. Fires after some notches and a dwell.
  case wheel
}
