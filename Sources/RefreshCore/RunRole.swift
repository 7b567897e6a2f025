/// The task of a handler.
package enum RunRole: Int, Sendable, CaseIterable {
  /// Fetches new rows.
  case refresh
  /// Fetches further rows, past the opposite edge.
  case loadMore
  /// Fetches further rows at the edge opposite to those, for a list that begins in its middle.
  case loadEarlier

  /// Whether a run brings further rows: there may be no more, and it may begin by itself.
  ///
  /// It waits for a refresh under way, and a refresh that begins cancels it. A failure is shown until
  /// the next run or a successful refresh, and a success is not shown. The results of a refresh are
  /// each shown for ``PullMetrics/resultShown``.
  package var isLoad: Bool { self != .refresh }

  /// The roles that bring further rows.
  static let loads: [RunRole] = [.loadMore, .loadEarlier]
}

/// The id of one run of a handler, unique in its list.
///
/// A result counts only with the id of the run that is still under way. Late and repeated results
/// are dropped.
package struct RunID: Sendable, Hashable, CustomStringConvertible {
  /// The role of the handler.
  package let role: RunRole
  let number: Int

  /// For logs and failed tests, such as `refresh 3`.
  package var description: String { "\(role) \(number)" }
}

/// The reason why a handler runs.
package enum RunSource: Sendable, Hashable {
  /// The user pulled past the edge.
  case pull(PullDevice)
  /// A key, the menu, a button, an action, or code.
  case command
  /// The list came near its end. See ``LoadMode/automatic(prefetch:)``.
  case automatic
}
