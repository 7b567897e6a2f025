import RefreshCore

/// The titles of a row, one for each state. The defaults are in the user's language.
///
/// An empty title is not shown. One that is too long for the row ends in an ellipsis.
public struct RowTitles: Sendable {
  /// Pulled, not far enough.
  public var pull: String
  /// Pulled far enough.
  public var release: String
  /// The handler runs and has set no title in ``RefreshController/progress``.
  public var running: String
  /// The handler has been running for ``PullMetrics/stuckNotice``.
  public var stuck: String
  /// The button that cancels the run.
  public var cancel = text("Cancel")
  /// The handler failed; takes the reason, in the user's language.
  public var failed: @Sendable (_ reason: String) -> String = { text("Failed: %s", with: $0) }

  // MARK: Of a refresh

  /// The refresh succeeded and the handler returned no summary.
  public var done = text("Up to date")
  /// The user cancelled the refresh.
  public var cancelled = text("Canceled")

  // MARK: Of loading more

  /// The button at the end of the list.
  public var loadMore = text("Load More")
  /// More was asked for during a refresh.
  public var waiting = text("Waiting for the refresh…")
  /// Two loads in a row added no rows although there should be more.
  public var nothingCame = text("Nothing more came")
  /// The button that tries again.
  public var retry = text("Retry")
  /// There is no more.
  public var exhausted = text("Nothing more to load")

  init(of role: RunRole) {
    (pull, release, running, stuck) =
      switch role {
      case .refresh:
        (
          text("Pull to refresh"), text("Release to refresh"), text("Refreshing…"),
          text("Still refreshing…")
        )
      case .loadMore:
        (
          text("Pull to load more"), text("Release to load more"), text("Loading…"),
          text("Still loading…")
        )
      }
  }
}
