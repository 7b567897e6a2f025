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
}

/// The edges of the roles. Loading more has one edge; refreshing and loading earlier share the
/// opposite edge.
package struct RoleEdges: Sendable, Hashable {
  /// The edge at which a pull refreshes, or loads earlier rows.
  package var refresh: PullEdge

  package init(refresh: PullEdge = .top) { self.refresh = refresh }

  /// The edges of all roles, given the edge of one role.
  package init(_ role: RunRole, at edge: PullEdge) {
    refresh = role == .loadMore ? edge.opposite : edge
  }

  package subscript(role: RunRole) -> PullEdge {
    role == .loadMore ? refresh.opposite : refresh
  }
}

/// The device that the user pulls with. Each has its own rule for a deliberate pull.
package enum PullDevice: Sendable, Hashable, CaseIterable {
  /// A finger on the screen, or a stylus. Fires when it is lifted.
  case touch
  /// Two fingers on a touchpad. Fires when they are lifted or stay still for
  /// ``PullMetrics/touchpadQuiet``.
  case touchpad
  /// A mouse wheel. Fires after ``PullMetrics/wheelNotches`` notches and
  /// ``PullMetrics/wheelDwell``, if ``PullMetrics/wheelEnabled``.
  case wheel
}
