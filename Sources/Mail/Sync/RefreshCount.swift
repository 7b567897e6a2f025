/// Counts the changes of a refresh, batch by batch.
struct RefreshCount: Sendable {
  /// The last conversation id given before the refresh.
  private let last: Int64
  /// Hash values of the rows touched by the refresh, as they were before it. New conversations have
  /// none, so a first reading stores nothing here.
  private var before: [Int64: Int] = [:]
  private var arrivals: ArrivalCount
  private(set) var skipped: [SkippedMessage] = []
  private var skippedCount = 0
  private var hasChanges = false

  /// - Parameters:
  ///   - last: the last conversation id given.
  ///   - isFirst: whether the store was empty.
  init(after last: Int64, isFirst: Bool) {
    self.last = last
    arrivals = ArrivalCount()
    arrivals.isFirst = isFirst
  }

  /// - Parameters:
  ///   - isShown: whether new messages of the folder are counted.
  ///   - isView: whether the folder shows messages of other folders that the list shows, too.
  mutating func add(_ outcome: BatchOutcome, isShown: Bool, isView: Bool = false) {
    hasChanges = true
    for (id, row) in outcome.before where id <= last && before[id] == nil { before[id] = row }
    arrivals.remove(outcome.went)
    if isShown { arrivals.add(outcome.came, isView: isView) }
  }

  mutating func add(_ more: [SkippedMessage]) {
    skippedCount += more.count
    skipped += more.prefix(max(0, RefreshSummary.skippedLimit - skipped.count))
  }

  /// Compares with the current rows.
  ///
  /// - Parameters:
  ///   - inserted: returns the number of conversations whose id is larger than this one.
  ///   - find: returns the current row of a conversation.
  ///   - isMerged: whether a missing conversation was merged into another.
  func summary(
    inserted: (_ after: Int64) throws -> Int,
    find: (Int64) throws -> Conversation?,
    isMerged: (Int64) throws -> Bool
  ) rethrows -> RefreshSummary {
    var summary = RefreshSummary()
    summary.newMessages = arrivals.count
    (summary.skipped, summary.skippedCount) = (skipped, skippedCount)
    guard hasChanges else { return summary }
    summary.inserted = try inserted(last)
    for (id, row) in before {
      if let now = try find(id) {
        if now.hashValue != row { summary.updated += 1 }
      } else if try isMerged(id) {
        summary.merged += 1
      } else {
        summary.removed += 1
      }
    }
    return summary
  }
}
