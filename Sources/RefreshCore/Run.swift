/// A run under way, at either edge.
struct Run<ID: Equatable & Sendable, Source: Sendable, Result: Sendable>: Sendable {
  let id: ID
  let source: Source
  let since: Duration
  /// A result that came before the row was shown long enough.
  private(set) var held: Result?
  private(set) var isStuck = false

  init(id: ID, source: Source, since: Duration) {
    self.id = id
    self.source = source
    self.since = since
  }

  /// Keeps a result until it is time. Only the first one counts.
  mutating func hold(_ result: Result) {
    held = held ?? result
  }

  /// The held result, once the row was shown for long enough.
  func due(at now: Duration, minimum: Duration) -> Result? {
    now >= since + minimum ? held : nil
  }

  /// Whether the user must be told now that this takes long. True once.
  mutating func becomesStuck(at now: Duration, notice: Duration) -> Bool {
    guard !isStuck, held == nil, now >= since + notice else { return false }
    isStuck = true
    return true
  }

  /// When something happens to this run by time alone.
  func deadline(minimum: Duration, notice: Duration?) -> Duration? {
    if held != nil { return since + minimum }
    guard let notice, !isStuck else { return nil }
    return since + notice
  }
}
