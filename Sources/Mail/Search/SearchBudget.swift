/// How long a search may look for the rest of a page before it hands over what it has found.
///
/// Most searches fill a page within a few milliseconds. For words that only old mail has, or that
/// never come together, the whole store may have to be looked through; a list that is searched as
/// one types shows what there is by then, and asks for the next page to go on from there.
///
///     let tides = Listing(search: "tide")
///     let page = try await mailbox.conversations(
///       in: tides, after: nil, limit: 50, budget: .glance)
public struct SearchBudget: Sendable {
  let isSpent: @Sendable () -> Bool
  /// Whether a step is left to the next page that cannot be interrupted, and may take longer than a
  /// frame.
  let isStrict: Bool

  /// For what is shown at once: with what is drawn of it, within a frame.
  public static var glance: SearchBudget { SearchBudget(.milliseconds(8), isStrict: true) }

  /// For each page after that: a list that grows many times a second.
  public static var piece: SearchBudget { SearchBudget(.milliseconds(50)) }

  /// Begins now.
  ///
  /// - Parameters:
  ///   - duration: how long to look. At least some dozens of conversations are looked at however
  ///     short it is, so that each page goes further down.
  ///   - isStrict: whether a step is left to the next page that cannot be interrupted. It takes some
  ///     20 ms in a store of 200,000 conversations. A page with such a budget cannot end a search
  ///     for several common words that never come together.
  ///   - clock: tells the time.
  public init<C: Clock>(
    _ duration: C.Duration,
    isStrict: Bool = false,
    clock: C = ContinuousClock()
  ) {
    let end = clock.now.advanced(by: duration)
    isSpent = { clock.now >= end }
    self.isStrict = isStrict
  }
}
