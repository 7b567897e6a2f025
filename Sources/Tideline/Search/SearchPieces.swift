import Mail

/// The time budgets of a search that fills a page of conversations piece by piece.
struct SearchPieces {
  /// The budget of the first results.
  var first: () -> SearchBudget = { .glance }
  /// The budget of each later piece.
  var next: () -> SearchBudget = { .piece }
}
