import Mail

/// The budgets of a search that does not find a page of conversations at once.
struct SearchPieces {
  /// For the first results.
  var first: () -> SearchBudget = { .glance }
  /// For each later piece.
  var next: () -> SearchBudget = { .piece }
}
