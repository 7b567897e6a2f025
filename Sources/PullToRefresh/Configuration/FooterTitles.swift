/// The titles of the footer row, one for each state. The defaults are in the user's language.
///
/// An empty title is not shown. A title that is too long for the row ends in an ellipsis.
///
/// ```swift
/// controller.footer.titles.exhausted = "No more conversations"
/// ```
public struct FooterTitles: Hashable, Sendable {
  /// The button at the end of the list, at ``RefreshController/loadMoreEdge``.
  public var loadMore = text("Load More")
  /// Pulled, not far enough.
  public var pull = text("Pull to load more")
  /// Pulled far enough.
  public var release = text("Release to load more")
  /// More was requested during a refresh.
  public var waiting = text("Waiting for the refresh…")
  /// The handler runs.
  public var loading = text("Loading…")
  /// The handler has been running for ``PullMetrics/stuckNotice``.
  public var stuck = text("Still loading…")
  /// The load failed; `%s` is replaced by the reason.
  public var failed = text("Failed: %s")
  /// Two loads in a row, or ten automatic ones, added no rows although there should be more.
  public var nothingCame = text("Nothing more came")
  /// The button that tries again.
  public var retry = text("Retry")
  /// There is no more.
  public var exhausted = text("Nothing more to load")

  /// Titles with the default of each property.
  public nonisolated init() {}
}
