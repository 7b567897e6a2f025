/// The new messages of a mailbox since its store was opened, by which each list tells which of its
/// rows are new, whichever refresh has fetched them.
///
/// A message that is removed from one folder and added to another was moved and is not new,
/// whichever folder is read first.
struct ArrivalLog: Sendable {
  /// The places of new messages, by the hash of the Message-ID: with the row id of the folder.
  private var came: [Int: [(folder: Int64, conversation: Int64, revision: Int64)]] = [:]
  /// Removed messages that were not added to another folder, by the hash of the Message-ID.
  private var went: Set<Int> = []

  /// The highest number of removed messages; moves beyond it count as arrivals. Limits the memory
  /// to a few MB.
  private static let limit = 100_000

  /// Notes a batch's changes. Called before the batch is committed, so that no list reads a new row
  /// that is not in the log yet.
  ///
  /// - Parameters:
  ///   - folder: the row id of the batch's folder.
  ///   - revision: the store's revision with the batch.
  mutating func add(_ outcome: BatchOutcome, to folder: Int64, _ revision: Int64) {
    remove(outcome.went)
    for (messageID, conversation) in outcome.came {
      guard went.remove(messageID.hashValue) == nil else { continue }
      came[messageID.hashValue, default: []].append((folder, conversation, revision))
    }
  }

  /// - Parameter messageIDs: Message-IDs removed from any folder.
  mutating func remove(_ messageIDs: [String]) {
    for hash in messageIDs.lazy.map(\.hashValue) {
      let wasNew = came.removeValue(forKey: hash) != nil
      if !wasNew, went.count < Self.limit { went.insert(hash) }
    }
  }

  /// The new messages of each conversation.
  ///
  /// - Parameters:
  ///   - folder: the row id of the only folder to count; nil for all. A message in several folders
  ///     counts once.
  ///   - revision: the store's revision as it was read: later arrivals are not committed yet.
  func arrivals(in folder: Int64?, by revision: Int64) -> [Int64: Arrival] {
    var arrivals: [Int64: Arrival] = [:]
    for places in came.values {
      let place = places.first { folder == nil || $0.folder == folder }
      guard let place, place.revision <= revision else { continue }
      let others = arrivals[place.conversation]
      arrivals[place.conversation] = Arrival(
        messages: 1 + (others?.messages ?? 0),
        revision: max(place.revision, others?.revision ?? 0)
      )
    }
    return arrivals
  }
}
