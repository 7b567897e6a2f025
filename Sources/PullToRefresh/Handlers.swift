extension RefreshController {
  /// What a handler does to refresh; its text is shown as the result, such as "3 new", and nil
  /// stands for ``HeaderTitles/done``. An error's `errorDescription` is shown as the failure.
  public typealias RefreshHandler = () async throws -> String?
  /// What a handler does to load the next rows.
  public typealias LoadMoreHandler = () async throws -> LoadedRows
}

/// What a load-more handler brought.
public struct LoadedRows: Sendable, Hashable {
  /// How many rows the list grew by, 0 or more; nil where that is not known.
  public var added: Int?
  /// Whether there is more to load. If not, the footer says so until the next successful refresh.
  public var hasMore: Bool

  /// What the two properties say.
  public init(added: Int? = nil, hasMore: Bool) {
    self.added = added
    self.hasMore = hasMore
  }
}
