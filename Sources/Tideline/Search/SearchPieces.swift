import Mail

/// How long each look of a search takes that does not find a page of conversations at once.
struct SearchPieces {
  /// For what is shown first.
  var first: () -> SearchBudget = { .glance }
  /// For each one after that.
  var next: () -> SearchBudget = { .piece }
}
