import Mail

/// A search that goes on, since the first page of what it has found is not full yet.
final class OngoingSearch {
  /// Reads on below what is shown.
  ///
  /// - Returns: how many rows were added; nil where the list is another one by the time they came.
  typealias Step = (_ limit: Int, SearchBudget) async throws -> Int?

  /// Whether there may be more to find than is shown.
  private(set) var isUnderWay = false
  private let pieces: SearchPieces
  private var task: Task<Void, any Error>?

  init(_ pieces: SearchPieces) { self.pieces = pieces }

  /// For the first piece.
  var firstBudget: SearchBudget { pieces.first() }

  /// - Parameters:
  ///   - page: what is shown first.
  ///   - size: how many conversations a page holds.
  func begin(with page: FirstPage, size: Int) {
    isUnderWay = page.next != nil && page.places.count < size && !page.listing.isWithoutSearch
  }

  /// Shows what is found piece by piece, until the page is full or nothing is left to search.
  ///
  /// - Parameters:
  ///   - lacking: how many rows the page lacks; 0 where nothing is left to search.
  ///   - onLong: called once where it takes so long that the user should know.
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

  /// Waits for the end.
  ///
  /// - Returns: whether there was a search to wait for.
  func finish() async throws -> Bool {
    guard let task else { return false }
    try await task.value
    return true
  }
}
