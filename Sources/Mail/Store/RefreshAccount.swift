/// Sums up batches: what the list looked like before the first, and what became of it.
struct RefreshAccount: Sendable {
  private var before: [Int64: Conversation?] = [:]
  private var unions: [Int64: Int64] = [:]
  private var newMessages = 0
  private var skipped: [SkippedMessage] = []
  private var skippedCount = 0

  mutating func add(_ outcome: BatchOutcome, skipped more: [SkippedMessage]) {
    // The state before the refresh is that before the first batch that touched the row.
    before.merge(outcome.before) { first, _ in first }
    unions.merge(outcome.unions) { first, _ in first }
    newMessages += outcome.newMessages
    skippedCount += more.count
    skipped += more.prefix(max(0, RefreshSummary.skippedLimit - skipped.count))
  }

  /// Compares before with after.
  ///
  /// - Parameter find: a conversation as it is now.
  func summary(find: (Int64) throws -> Conversation?) rethrows -> RefreshSummary {
    var summary = RefreshSummary()
    summary.newMessages = newMessages
    summary.skipped = skipped
    summary.skippedCount = skippedCount
    for (id, before) in before {
      guard let change = Self.change(id, before, into: root(id), now: try find(id)) else {
        continue
      }
      switch change {
      case .insert: summary.inserted += 1
      case .update: summary.updated += 1
      case .merged: summary.merged += 1
      case .removed: summary.removed += 1
      }
      summary.changes.append(change)
    }
    if summary.changes.count > RefreshSummary.changeLimit {
      summary.needsReload = true
      summary.changes = []
    }
    return summary
  }

  private static func change(
    _ id: Int64,
    _ before: Conversation?,
    into root: Int64,
    now: Conversation?
  ) -> ConversationChange? {
    switch (before, now) {
    case (nil, nil): nil
    case (nil, let now?): .insert(now)
    case (_?, nil): root == id ? .removed(id) : .merged(from: id, into: root)
    case (let before?, let now?): before == now ? nil : .update(now)
    }
  }

  private func root(_ id: Int64) -> Int64 {
    var root = id
    while let next = unions[root] { root = next }
    return root
  }
}
