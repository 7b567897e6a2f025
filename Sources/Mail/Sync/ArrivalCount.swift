/// Counts the messages that one refresh sees for the first time. What comes into one folder and
/// goes from another has moved, whichever of the two is read first.
struct ArrivalCount: Sendable {
  /// Messages that came, without those that went from elsewhere.
  private(set) var count = 0
  /// Whether nothing was stored before, so that nothing can have moved and nothing is kept here.
  var isFirst = false

  /// How many came, and how many went, that have no partner yet. By the hashes of their
  /// Message-IDs: a million messages in a folder that was renamed take 30 MB.
  private var came: [Int: Int32] = [:]
  private var went: [Int: Int32] = [:]
  /// Those that a view has shown before the folder that they lie in was read.
  private var viewed: Set<Int> = []

  /// - Parameters:
  ///   - messageIDs: of messages that came into a folder whose news is told.
  ///   - isView: whether the folder shows what lies in others: those count that no other one has.
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

  /// - Parameter messageIDs: of messages that went from any folder.
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
