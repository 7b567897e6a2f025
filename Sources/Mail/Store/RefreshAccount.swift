/// Sums up batches: what the list looked like before the first, and what became of it.
struct RefreshAccount: Sendable {
  private var before: [Int64: ListedConversation?] = [:]
  private var unions: [Int64: Int64] = [:]
  /// Touched by several batches. Who read a page between two of them may show what was there only
  /// then, so these are told even when all is as it was.
  private var again: Set<Int64> = []
  private var arrivals = ArrivalCount()
  private var skipped: [SkippedMessage] = []
  private var skippedCount = 0
  /// Whether there have been changes that no batch of this refresh made.
  private(set) var isBehind = false

  /// Nothing was stored when the refresh began.
  mutating func noteFirstReading() { arrivals.isFirst = true }

  mutating func noteChangesOfOthers() { isBehind = true }

  /// The number of the listed folder when the refresh began: one that was taken away, and made
  /// anew by another program, has another one then.
  var listed: Int64?

  /// - Parameter isShown: whether new messages are news to the list.
  mutating func add(_ outcome: BatchOutcome, isShown: Bool) {
    for id in outcome.before.keys where before[id] != nil { again.insert(id) }
    // The state before the refresh is that before the first batch that touched the row.
    before.merge(outcome.before) { first, _ in first }
    unions.merge(outcome.unions) { first, _ in first }
    arrivals.remove(outcome.went)
    if isShown { arrivals.add(outcome.came) }
  }

  mutating func add(_ more: [SkippedMessage]) {
    skippedCount += more.count
    skipped += more.prefix(max(0, RefreshSummary.skippedLimit - skipped.count))
  }

  /// Compares before with after.
  ///
  /// - Parameters:
  ///   - folder: the number of the folder whose list is shown; nil for that of the whole mailbox.
  ///   - unreadOnly: whether that list is of unread conversations.
  ///   - find: a conversation as it is now.
  func summary(
    for folder: Int64?,
    unreadOnly: Bool = false,
    find: (Int64) throws -> ListedConversation?
  ) rethrows -> RefreshSummary {
    func shown(_ conversation: ListedConversation?) -> Conversation? {
      guard let conversation, conversation.isUnread || !unreadOnly else { return nil }
      return folder.map(conversation.folders.contains) != false ? conversation.row : nil
    }
    var summary = RefreshSummary()
    summary.newMessages = arrivals.count
    summary.skipped = skipped
    summary.skippedCount = skippedCount
    var unions = unions
    for (id, before) in before {
      let (was, now) = (shown(before), shown(try find(id)))
      let root = Self.root(id, in: &unions)
      let isMerged = try root != id && shown(find(root)) != nil
      guard was != now || again.contains(id) else { continue }
      let change = Self.change(id, was, into: isMerged ? root : nil, now: now)
      if was != now {
        switch change {
        case .insert: summary.inserted += 1
        case .update: summary.updated += 1
        case .merged: summary.merged += 1
        case .removed: summary.removed += 1
        }
      }
      if summary.changes.count <= RefreshSummary.changeLimit { summary.changes.append(change) }
    }
    let isReplaced = listed != nil && listed != folder
    if isBehind || isReplaced || summary.changes.count > RefreshSummary.changeLimit {
      summary.needsReload = true
      summary.changes = []
    }
    return summary
  }

  private static func change(
    _ id: Int64,
    _ before: Conversation?,
    into root: Int64?,
    now: Conversation?
  ) -> ConversationChange {
    guard let now else { return root.map { .merged(from: id, into: $0) } ?? .removed(id) }
    return before == nil ? .insert(now) : .update(now)
  }

  /// Shortens the way for the next time: a chain of unions may be as long as the list.
  private static func root(_ id: Int64, in unions: inout [Int64: Int64]) -> Int64 {
    var root = id
    while let next = unions[root] { root = next }
    var step = id
    while let next = unions[step], next != root {
      unions[step] = root
      step = next
    }
    return root
  }
}
