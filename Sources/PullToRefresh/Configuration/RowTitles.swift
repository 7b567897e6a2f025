import RefreshCore
import TidelineLocalization

/// The domain of the library's own texts. Bind it to the folder of their translation catalogs:
/// `PullToRefresh.textDomain.bind(to: directory)`.
public nonisolated let textDomain = TextDomain("pull-to-refresh")

nonisolated let text = textDomain

/// The titles that every row has, one for each state. The defaults are in the user's language.
///
/// An empty title is not shown. A title that is too long for the row ends in an ellipsis.
public struct RowTitles: Sendable {
  /// Shown while the row is pulled, but not far enough.
  public var pull: String
  /// Shown while the row is pulled far enough.
  public var release: String
  /// Shown while the handler runs and has set no title in ``PullRole/progress``.
  public var running: String
  /// Shown once the handler has been running for ``PullMetrics/stuckNotice``.
  public var stuck: String
  /// The label of the button that cancels the run.
  public var cancel = text("Cancel")
  /// Makes the title for a failure from the reason, which is in the user's language; an empty
  /// reason is unknown.
  public var failed: @Sendable (_ reason: String) -> String = {
    $0.isEmpty ? text("Failed") : text("Failed: %s", with: $0)
  }

  // The titles of a refresh alone.
  package var done = text("Up to date")
  package var cancelled = text("Canceled")
  // The titles of a load alone.
  package var loadMore: String
  package var waiting = text("Waiting for the refresh…")
  package var nothingCame = text("Nothing more came")
  package var retry = text("Retry")
  package var exhausted = text("Nothing more to load")

  package init(of role: RunRole) {
    (pull, release, loadMore) =
      switch role {
      case .refresh: (text("Pull to refresh"), text("Release to refresh"), "")
      case .loadMore:
        (text("Pull to load more"), text("Release to load more"), text("Load More"))
      case .loadEarlier:
        (text("Pull to load earlier"), text("Release to load earlier"), text("Load Earlier"))
      }
    (running, stuck) =
      role.isLoad
      ? (text("Loading…"), text("Still loading…"))
      : (text("Refreshing…"), text("Still refreshing…"))
  }
}

/// The titles of the row of a refresh.
@dynamicMemberLookup
public struct RefreshTitles: Sendable {
  var row: RowTitles

  /// A title that every row has.
  public subscript<Value>(dynamicMember path: WritableKeyPath<RowTitles, Value>) -> Value {
    get { row[keyPath: path] }
    set { row[keyPath: path] = newValue }
  }

  /// Shown after a refresh whose handler returned no summary.
  public var done: String {
    get { row.done }
    set { row.done = newValue }
  }
  /// Shown after a refresh that was cancelled.
  public var cancelled: String {
    get { row.cancelled }
    set { row.cancelled = newValue }
  }
}

/// The titles of the row of a load.
@dynamicMemberLookup
public struct LoadTitles: Sendable {
  var row: RowTitles

  /// A title that every row has.
  public subscript<Value>(dynamicMember path: WritableKeyPath<RowTitles, Value>) -> Value {
    get { row[keyPath: path] }
    set { row[keyPath: path] = newValue }
  }

  /// The label of the button that loads.
  public var loadMore: String {
    get { row.loadMore }
    set { row.loadMore = newValue }
  }
  /// Shown while a load waits for the refresh under way.
  public var waiting: String {
    get { row.waiting }
    set { row.waiting = newValue }
  }
  /// Shown after two loads in a row (ten automatic loads) that added no rows, although each load
  /// reported that there is more to load.
  public var nothingCame: String {
    get { row.nothingCame }
    set { row.nothingCame = newValue }
  }
  /// The label of the button that loads again after a failure.
  public var retry: String {
    get { row.retry }
    set { row.retry = newValue }
  }
  /// Shown at the edge of a list that has no more rows to load there.
  public var exhausted: String {
    get { row.exhausted }
    set { row.exhausted = newValue }
  }
}
