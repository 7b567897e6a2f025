/// The titles of the header row, one for each state. The defaults are in the user's language.
///
/// An empty title is not shown. A title that is too long for the row ends in an ellipsis.
///
/// ```swift
/// controller.header.titles.pull = "Pull for new mail"
/// ```
public struct HeaderTitles: Hashable, Sendable {
  /// Pulled, not far enough.
  public var pull = text("Pull to refresh")
  /// Pulled far enough.
  public var release = text("Release to refresh")
  /// The handler runs and has set no title in ``RefreshController/progress``.
  public var refreshing = text("Refreshing…")
  /// The handler has been running for ``PullMetrics/stuckNotice``.
  public var stuck = text("Still refreshing…")
  /// The refresh succeeded and the handler returned no summary.
  public var done = text("Up to date")
  /// The refresh failed; `%s` is replaced by the reason.
  public var failed = text("Failed: %s")
  /// The user cancelled the refresh.
  public var cancelled = text("Cancelled")

  /// Titles with the default of each property.
  public nonisolated init() {}
}
