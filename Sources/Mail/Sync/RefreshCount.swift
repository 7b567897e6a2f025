/// Counts what a refresh changes, batch by batch.
struct RefreshCount: Sendable {
  /// The last number that was given to a conversation when the refresh began.
  private let last: Int64
  /// Hash values of rows that were there when the refresh began and that it has touched: as they
  /// were then. Conversations that are new are not among them, so a first reading keeps nothing.
  private var before: [Int64: Int] = [:]
  private var arrivals: ArrivalCount
  private(set) var skipped: [SkippedMessage] = []
  private var skippedCount = 0
  private var hasChanges = false

  /// - Parameters:
  ///   - last: the last number that was given to a conversation.
  ///   - isFirst: whether nothing was stored.
  init(after last: Int64, isFirst: Bool) {
    self.last = last
    arrivals = ArrivalCount()
    arrivals.isFirst = isFirst
  }

  /// - Parameters:
  ///   - isShown: whether new messages are news to the list.
  ///   - isView: whether they lie in other folders, too, that the list shows.
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

  /// Compares with what is there now.
  ///
  /// - Parameters:
  ///   - inserted: how many conversations have a number that is larger than this one.
  ///   - find: a conversation as it is now.
  ///   - isMerged: whether one that is not there went into another.
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
