/// What a handler does for its list.
package enum RunRole: Sendable, Hashable, CaseIterable {
  /// Fetches what is new.
  case refresh
  /// Fetches the next rows.
  case loadMore
}

/// One run of a handler. No id is used twice in a list.
///
/// A result counts only with the id of the run that is still under way. What comes late, or
/// twice, is dropped.
package struct RunID: Sendable, Hashable, CustomStringConvertible {
  /// Whose run it is.
  package let role: RunRole
  let number: Int

  /// For logs and failed tests, such as `refresh 3`.
  package var description: String { "\(role) \(number)" }
}

/// Why a handler runs.
package enum RunSource: Sendable, Hashable {
  /// The user pulled past the edge.
  case pull(PullDevice)
  /// A key, the menu, a button, an action, or code.
  case command
  /// The Retry button of a failed footer.
  case retry
  /// The list came near its end. See ``LoadMode/automatic(prefetch:)``.
  case automatic
}
