/// Why a refresh runs.
public enum RefreshSource: Sendable, Hashable {
  /// The user pulled past the top.
  case pull(PullDevice)
  /// F5, Ctrl+R, the menu, a button, or code.
  case command
}

/// How a refresh ended.
public enum RefreshResult: Sendable, Hashable {
  /// It went well. The summary is shown for a moment, such as "3 new"; nil for the usual title.
  case success(summary: String?)
  /// It failed. The message is for the user, in their language.
  case failure(message: String)
  /// The user, or the handler itself, gave up.
  case cancelled
}

/// Why a load-more runs.
public enum LoadSource: Sendable, Hashable {
  /// The user pulled past the bottom.
  case pull(PullDevice)
  /// The Load more button, an action, or code.
  case command
  /// The Retry button of a failed footer.
  case retry
  /// The list came near its end. See ``LoadMode/automatic(prefetch:)``.
  case automatic
}

/// How a load-more ended.
public enum LoadMoreResult: Sendable, Hashable {
  /// It went well.
  ///
  /// `added` is how many rows the list grew by. nil says that this is not known: it is never
  /// taken as empty, but the automatic mode then waits until the content is seen to be higher.
  /// Without `hasMore` the footer is exhausted until the next successful refresh.
  case loaded(added: Int?, hasMore: Bool)
  /// It failed. The message is for the user, in their language.
  case failure(message: String)
  /// The user, a refresh, or the handler itself gave it up.
  case cancelled
}

/// Why a footer stands at failed.
public enum LoadFailure: Sendable, Hashable {
  /// The handler failed and said why, in the user's language.
  case reported(message: String)
  /// Two loads in a row added nothing and said that there is more. To go on would be a loop.
  case emptyTwice
}
