import Mail

/// The budgets of a search that does not find a page of conversations at once.
struct SearchPieces {
  /// The budget of the first results.
  var first: () -> SearchBudget = { .glance }
  /// The budget of each later piece.
  var next: () -> SearchBudget = { .piece }
}
