import Mail

/// Continues a search whose first page is not full yet.
final class OngoingSearch {
  /// Searches below the last row.
  ///
  /// - Returns: the number of rows added; nil if the list has changed meanwhile.
  typealias Step = (_ limit: Int, SearchBudget) async throws -> Int?

  /// Whether the search continues: its first page is not full, and more results may be found.
  private(set) var isUnderWay = false
  private let pieces: SearchPieces
  private var task: Task<Void, any Error>?

  init(_ pieces: SearchPieces) { self.pieces = pieces }

  /// The budget for the first results; see ``SearchPieces``.
  var firstBudget: SearchBudget { pieces.first() }

  /// - Parameters:
  ///   - page: the first results.
  ///   - size: the number of conversations on a page.
  func begin(with page: FirstPage, size: Int) {
    isUnderWay = page.next != nil && page.places.count < size && !page.listing.isWithoutSearch
  }

  /// Shows the results piece by piece, until the page is full or everything is searched.
  ///
  /// - Parameters:
  ///   - lacking: returns the number of rows that the page lacks; 0 if everything is searched.
  ///   - onLong: called once, before the second `step`: the user should know of a long search.
  ///   - onFound: called when more rows are shown, and at the end.
  func run(
    lacking: @escaping () -> Int,
    step: @escaping Step,
    onLong: @escaping () -> Void,
    onFound: @escaping () -> Void
  ) async throws {
    guard isUnderWay else { return }
    let task = Task { [pieces] in
      var looks = 0
      while case let limit = lacking(), limit > 0 {
        if looks == 1 { onLong() }
        looks += 1
        if let added = try await step(limit, pieces.next()), added > 0 { onFound() }
      }
    }
    self.task = task
    defer { if self.task == task { self.task = nil } }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    try Task.checkCancellation()
    isUnderWay = false
    onFound()
  }

  /// Waits for the end of the search.
  ///
  /// - Returns: whether there was a search to wait for.
  func finish() async throws -> Bool {
    guard let task else { return false }
    try await task.value
    return true
  }
}

/// The time budgets of a search that fills a page of conversations piece by piece.
struct SearchPieces {
  /// The budget of the first results.
  var first: () -> SearchBudget = { .glance }
  /// The budget of each later piece.
  var next: () -> SearchBudget = { .piece }
}
