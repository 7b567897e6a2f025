/// Limits how long a search looks for the rest of a page before it returns what it has found.
///
/// Most searches fill a page within a few milliseconds. For words that occur only in old mail, or
/// never together, a search may have to go through the whole store. A list that searches while the
/// user types shows the matches found so far, and continues with the next page.
///
///     let tides = Listing(search: "tide")
///     let page = try await mailbox.conversations(
///       in: tides, after: nil, limit: 50, budget: .glance)
public struct SearchBudget: Sendable {
  let isSpent: @Sendable () -> Bool

  /// For the first page, which must be found and drawn within a frame.
  public static var glance: SearchBudget { SearchBudget(.milliseconds(8)) }

  /// For each later page: the list then grows many times a second.
  public static var piece: SearchBudget { SearchBudget(.milliseconds(50)) }

  /// Starts the budget.
  ///
  /// - Parameters:
  ///   - duration: the time limit. Even with a very short one, some dozens of conversations are
  ///     looked at, so that each page makes progress.
  ///   - clock: the clock that measures the time.
  public init<C: Clock>(
    _ duration: C.Duration,
    clock: C = ContinuousClock()
  ) {
    let end = clock.now.advanced(by: duration)
    isSpent = { clock.now >= end }
  }
}
