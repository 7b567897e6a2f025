/// What the header row says in each state, in the user's language unless set.
///
/// An empty title is not shown. One that is too long for the row ends in an ellipsis.
public struct HeaderTitles: Hashable, Sendable {
  /// Pulled, not far enough.
  public var pull = text("Pull to refresh")
  /// Pulled far enough.
  public var release = text("Release to refresh")
  /// The handler runs, and tells no title of its own as its ``RefreshController/progress``.
  public var refreshing = text("Refreshing…")
  /// The handler has been running for ``PullMetrics/stuckNotice``.
  public var stuck = text("Still refreshing…")
  /// It went well, and the handler gave no summary of its own.
  public var done = text("Up to date")
  /// It failed; `%s` is replaced by the reason.
  public var failed = text("Failed: %s")
  /// The user gave it up.
  public var cancelled = text("Cancelled")

  /// The titles described at each property.
  public nonisolated init() {}
}
