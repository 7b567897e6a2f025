/// The kind of work that a handler does.
package enum RunRole: Int, Sendable, CaseIterable {
  /// Fetches new rows.
  case refresh
  /// Loads further rows, at the edge opposite to ``refresh``.
  case loadMore
  /// Loads earlier rows at the edge opposite to ``loadMore``, for a list that begins in its middle.
  case loadEarlier

  /// Whether the role is ``loadMore`` or ``loadEarlier``. Only loads can run out of rows, or begin
  /// by themselves.
  ///
  /// A load on request waits for a refresh under way, and a refresh that begins cancels a running
  /// load. A failed load is shown until the next run or a successful refresh, and a successful load
  /// is not shown. Each result of a refresh is shown for ``PullMetrics/resultShown``.
  package var isLoad: Bool { self != .refresh }

  /// The roles that load rows beyond an end of the list.
  static let loads: [RunRole] = [.loadMore, .loadEarlier]
}

/// The id of one run of a handler, unique in its list. Results that come late or twice are dropped,
/// since no run under way has their id.
package struct RunID: Sendable, Hashable, CustomStringConvertible {
  package let role: RunRole
  let number: Int

  /// For logs and failed tests, such as `refresh 3`.
  package var description: String { "\(role) \(number)" }
}

/// The reason why a handler runs.
package enum RunSource: Sendable, Hashable {
  /// The user pulled past the edge.
  case pull(PullDevice)
  /// A key, the menu, a button, an action or code requested the run.
  case command
  /// The content came near the edge of the role. See ``LoadMode/automatic(prefetch:)``.
  case automatic
}

/// One value for each role.
package typealias PerRole<Value> = Each<RunRole, Value>

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
