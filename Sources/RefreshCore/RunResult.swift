/// The result of a run.
package enum RunResult<Success: Sendable & Hashable>: Sendable, Hashable {
  /// The run succeeded.
  case success(Success)
  /// The run failed. The message is for the user, in their language.
  case failure(message: String)
  /// The user, a refresh that began, or the handler itself cancelled the run.
  case cancelled
}

/// The result of a refresh. A success has a text in the user's language, such as "3 new", which is
/// shown for a moment; nil stands for the default title.
package typealias RefreshResult = RunResult<String?>

/// The result of a load-more.
package typealias LoadMoreResult = RunResult<LoadedRows>

/// The result of a load-more handler.
///
/// ```swift
/// list.loadsMore {
///   let page = try await mailbox.nextPage()
///   return LoadedRows(added: page.count, hasMore: page.hasNext)
/// }
/// ```
public struct LoadedRows: Sendable, Hashable {
  /// The number of rows that were added, 0 or more; nil if unknown.
  ///
  /// Unknown is never taken as empty, but ``LoadMode/automatic(prefetch:)`` then waits until the
  /// content is longer.
  package var added: Int?
  /// Whether there is more to load. If not, the footer shows so until the next successful refresh.
  package var hasMore: Bool

  /// The rows of one load.
  ///
  /// - Parameters:
  ///   - added: the number of rows that were added, 0 or more; nil if unknown.
  ///   - hasMore: whether there is more to load.
  public init(added: Int? = nil, hasMore: Bool) {
    self.added = added
    self.hasMore = hasMore
  }
}

/// The reason why a load failed.
package enum LoadFailure: Sendable, Hashable {
  /// The handler failed and gave the reason, in the user's language.
  case reported(message: String)
  /// Two loads in a row, or ten automatic ones, added nothing and reported more: loading could
  /// continue without end.
  case emptyTwice
}
