import Gtk

/// The library's own texts. An application says where their catalogues are:
/// `PullToRefresh.textDomain.bind(to: directory)`.
public nonisolated let textDomain = TextDomain("pull-to-refresh")

nonisolated let text = textDomain

/// What the header row says in each state, in the user's language unless set.
public struct HeaderTitles: Equatable {
  /// Pulled, not far enough.
  public var pull = text("Pull to refresh")
  /// Pulled far enough.
  public var release = text("Release to refresh")
  /// The handler runs.
  public var refreshing = text("Refreshing…")
  /// It went well, and the handler gave no summary of its own.
  public var done = text("Up to date")
  /// It failed; `%s` is replaced by the reason.
  public var failed = text("Failed: %s")
  /// The user gave it up.
  public var cancelled = text("Cancelled")

  public init() {}
}

/// What the footer row says in each state, in the user's language unless set.
public struct FooterTitles: Equatable {
  /// The button that stands below the last row.
  public var loadMore = text("Load More")
  /// Pulled, not far enough.
  public var pull = text("Pull to load more")
  /// Pulled far enough.
  public var release = text("Release to load more")
  /// More was asked for during a refresh.
  public var waiting = text("Waiting for the refresh…")
  /// The handler runs.
  public var loading = text("Loading…")
  /// It failed; `%s` is replaced by the reason.
  public var failed = text("Failed: %s")
  /// Twice in a row nothing came, although there should be more.
  public var nothingCame = text("Nothing more came")
  /// The button that tries again.
  public var retry = text("Retry")
  /// There is no more.
  public var exhausted = text("Nothing more to load")

  public init() {}
}
