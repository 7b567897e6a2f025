/// Counts the changes of a refresh, batch by batch.
struct RefreshCount: Sendable {
  /// The last conversation id assigned before the refresh.
  private let last: Int64
  /// Earlier conversations whose rows the refresh has changed, and whether each had a row before.
  /// Empty for a first reading.
  private var changed: [Int64: Bool] = [:]
  private var arrivals: ArrivalCount
  private(set) var skipped: [SkippedMessage] = []
  private var skippedCount = 0
  private var hasChanges = false

  /// - Parameters:
  ///   - last: the last conversation id assigned so far.
  ///   - isFirst: whether the store was empty.
  init(after last: Int64, isFirst: Bool) {
    self.last = last
    arrivals = ArrivalCount()
    arrivals.isFirst = isFirst
  }

  /// - Parameters:
  ///   - isShown: whether new messages of the folder are counted.
  ///   - isView: whether the list is of all folders, and this folder shows messages of others.
  mutating func add(_ outcome: BatchOutcome, isShown: Bool, isView: Bool = false) {
    hasChanges = true
    for (id, had) in outcome.changed where id <= last { changed[id] = changed[id] ?? had }
    arrivals.remove(outcome.went)
    if isShown { arrivals.add(outcome.came.map(\.messageID), isView: isView) }
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
    summary.newMessages = arrivals.count
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

/// Counts the messages that one refresh sees for the first time. A message that appears in one
/// folder and disappears from another was moved and does not count, whichever folder is read first.
struct ArrivalCount: Sendable {
  /// New messages, without those moved from another folder.
  private(set) var count = 0
  /// Whether the store was empty before. Then no message can have been moved, and ``came``
  /// and ``went`` stay empty.
  var isFirst = false

  /// The counts of added messages that were not removed from another folder, by the hash of the
  /// Message-ID: a million messages in a renamed folder take 30 MB.
  private var came: [Int: Int32] = [:]
  /// The counts of removed messages that were not added to another folder.
  private var went: [Int: Int32] = [:]
  /// Messages shown (by \All or \Flagged) before their folder was synced.
  private var viewed: Set<Int> = []

  /// - Parameters:
  ///   - messageIDs: Message-IDs added to a folder whose new messages are counted.
  ///   - isView: whether the folder shows messages of other folders. Such a message counts only if
  ///     no other folder has it.
  mutating func add(_ messageIDs: [String], isView: Bool = false) {
    if isView { return addViewed(messageIDs) }
    count += messageIDs.count
    guard !isFirst else { return }
    for hash in messageIDs.lazy.map(\.hashValue) {
      if viewed.remove(hash) != nil { count -= 1 }
      if Self.take(hash, from: &went) { count -= 1 } else { came[hash, default: 0] += 1 }
    }
  }

  private mutating func addViewed(_ messageIDs: [String]) {
    for hash in messageIDs.lazy.map(\.hashValue) where came[hash] == nil && went[hash] == nil {
      if viewed.insert(hash).inserted { count += 1 }
    }
  }

  /// - Parameter messageIDs: Message-IDs removed from any folder.
  mutating func remove(_ messageIDs: [String]) {
    guard !isFirst else { return }
    for hash in messageIDs.lazy.map(\.hashValue) {
      if Self.take(hash, from: &came) { count -= 1 } else { went[hash, default: 0] += 1 }
    }
  }

  private static func take(_ hash: Int, from counts: inout [Int: Int32]) -> Bool {
    guard let count = counts[hash] else { return false }
    counts[hash] = count > 1 ? count - 1 : nil
    return true
  }
}
