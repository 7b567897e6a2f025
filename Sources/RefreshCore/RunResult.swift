/// The result of a run.
package enum RunResult: Sendable, Hashable {
  /// A refresh succeeded. The summary is for the user, in their language, such as "3 new"; nil for
  /// the default title.
  case refreshed(summary: String? = nil)
  /// A load succeeded.
  case loaded(LoadedRows)
  /// The run failed. The message is for the user, in their language.
  case failed(message: String)
  /// The run was cancelled: by the user, by code, by a refresh that began, or by its handler.
  case cancelled
}

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
  /// An unknown number does not count as 0: ``LoadMode/automatic(prefetch:)`` loads the next page
  /// once the content is longer, or else after a pause.
  public var added: Int?
  /// Whether there is more to load. If false, the row says so until a refresh succeeds, or until
  /// the application sets that there is more.
  public var hasMore: Bool

  /// Creates the result of one load.
  ///
  /// - Parameters:
  ///   - added: the number of rows that were added, 0 or more; nil if unknown.
  ///   - hasMore: whether there is more to load.
  public init(added: Int? = nil, hasMore: Bool) {
    self.added = added
    self.hasMore = hasMore
  }
}

/// The progress of a run, as its handler reports it.
///
/// ```swift
/// controller.refresh.progress = RunProgress(title: "12,000 of 48,000", fraction: 0.25)
/// ```
public struct RunProgress: Sendable, Hashable {
  /// The row's title, in the user's language; empty for the default title.
  public var title: String
  /// The finished fraction, 0…1; nil if unknown.
  public var fraction: Double?

  /// Creates progress with a title, a fraction, or both.
  ///
  /// - Parameters:
  ///   - title: the row's title; empty for the default title.
  ///   - fraction: the finished fraction, clamped to 0…1; nil or NaN if unknown.
  public init(title: String = "", fraction: Double? = nil) {
    self.title = title
    self.fraction = fraction.flatMap { $0.isNaN ? nil : $0.clamped(to: 0...1, ifNaN: 0) }
  }
}
