/// Counts the changes of a refresh, batch by batch.
struct RefreshCount: Sendable {
  /// The last conversation id assigned before the refresh.
  private let last: Int64
  /// Earlier conversations whose rows the refresh has changed, and whether each had a row before.
  /// Empty for a first reading.
  private var changed: [Int64: Bool] = [:]
  private(set) var skipped: [SkippedMessage] = []
  private var skippedCount = 0
  private var hasChanges = false

  /// - Parameter last: the last conversation id assigned so far.
  init(after last: Int64) { self.last = last }

  mutating func add(_ outcome: BatchOutcome) {
    hasChanges = true
    for (id, had) in outcome.changed where id <= last { changed[id] = changed[id] ?? had }
  }

  mutating func add(_ more: [SkippedMessage]) {
    skippedCount += more.count
    skipped += more.prefix(max(0, RefreshSummary.skippedLimit - skipped.count))
  }

  /// Makes the summary from the counts and the current rows.
  ///
  /// - Parameters:
  ///   - inserted: returns the number of conversations with an id larger than the given one.
  ///   - isThere: whether a conversation has a row.
  ///   - isMerged: whether a missing conversation was merged into another.
  func summary(
    inserted: (_ after: Int64) throws -> Int,
    isThere: (Int64) throws -> Bool,
    isMerged: (Int64) throws -> Bool
  ) rethrows -> RefreshSummary {
    var summary = RefreshSummary()
    (summary.skipped, summary.skippedCount) = (skipped, skippedCount)
    guard hasChanges else { return summary }
    summary.inserted = try inserted(last)
    for (id, had) in changed {
      switch (had, try isThere(id)) {
      case (true, true): summary.updated += 1
      case (false, true): summary.inserted += 1
      case (true, false) where try isMerged(id): summary.merged += 1
      case (true, false): summary.removed += 1
      case (false, false): break
      }
    }
    return summary
  }
}
