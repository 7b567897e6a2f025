/// Counts the messages that one refresh sees for the first time. A message that appears in one
/// folder and disappears from another was moved, whichever folder is read first.
struct ArrivalCount: Sendable {
  /// New messages, without those moved from another folder.
  private(set) var count = 0
  /// Whether the store was empty before, so that no message can have been moved, and nothing is
  /// noted here.
  var isFirst = false

  /// Numbers of added and removed messages that have no counterpart yet, by the hash of the
  /// Message-ID: a million messages in a renamed folder take 30 MB.
  private var came: [Int: Int32] = [:]
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
