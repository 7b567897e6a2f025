/// What a load-more handler brought.
public struct LoadedRows: Sendable, Hashable {
  /// How many rows the list grew by, 0 or more; nil where that is not known.
  public var added: Int?
  /// Whether there is more to load. If not, the footer says so until the next successful refresh.
  public var hasMore: Bool

  public init(added: Int? = nil, hasMore: Bool) {
    self.added = added
    self.hasMore = hasMore
  }
}
