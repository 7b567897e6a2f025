/// How a run ended.
package enum RunResult<Success: Sendable & Hashable>: Sendable, Hashable {
  /// It went well.
  case success(Success)
  /// It failed. The message is for the user, in their language.
  case failure(message: String)
  /// The user, a refresh that began, or the handler itself gave it up.
  case cancelled
}

/// How a refresh ended. A success is shown for a moment by its text in the user's language, such
/// as "3 new"; nil stands for the default title.
package typealias RefreshResult = RunResult<String?>

/// How a load-more ended.
package typealias LoadMoreResult = RunResult<LoadedRows>

/// What a load-more handler brought.
public struct LoadedRows: Sendable, Hashable {
  /// How many rows the list grew by, 0 or more; nil where that is not known.
  ///
  /// Unknown is never taken as empty, but ``LoadMode/automatic(prefetch:)`` then waits until the
  /// content is seen to be higher.
  public var added: Int?
  /// Whether there is more to load. If not, the footer shows that until the next successful
  /// refresh.
  public var hasMore: Bool

  /// - Parameters:
  ///   - added: how many rows the list grew by, 0 or more; nil where that is not known.
  ///   - hasMore: whether there is more to load.
  public init(added: Int? = nil, hasMore: Bool) {
    self.added = added
    self.hasMore = hasMore
  }
}

/// Why a load has failed.
package enum LoadFailure: Sendable, Hashable {
  /// The handler failed and gave the reason, in the user's language.
  case reported(message: String)
  /// Two loads in a row added nothing and reported more. To go on could load without end.
  case emptyTwice
}
