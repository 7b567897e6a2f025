import GRDB
import Synchronization

/// The new messages of a mailbox since its store was opened. Each list finds its new rows by this
/// log, whichever refresh has fetched them.
///
/// A message that is removed from one folder and added to another was moved and is not new,
/// whichever folder is read first.
struct ArrivalLog: Sendable {
  /// The places of new messages, by the hash of the Message-ID: with the row id of the folder.
  private var came: [Int: [(folder: Int64, conversation: Int64, revision: Int64)]] = [:]
  /// Removed messages that were not added to another folder, by the hash of the Message-ID.
  private var went: Set<Int> = []

  /// The highest number of removed messages; moves beyond it count as arrivals. Limits the memory
  /// to 30 MB, for a renamed folder with a million messages.
  private static let limit = 1_000_000

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
  ///   - folders: the row ids of the folders to count. A message in several folders counts once.
  ///   - first: the store's revision after which messages count.
  ///   - last: the store's revision as it was read: later arrivals are not committed yet.
  func arrivals(
    in folders: Set<Int64>,
    after first: Int64 = .min,
    by last: Int64
  ) -> [Int64: Arrival] {
    var arrivals: [Int64: Arrival] = [:]
    for places in came.values {
      let place = places.first { folders.contains($0.folder) }
      guard let place, place.revision > first, place.revision <= last else { continue }
      let others = arrivals[place.conversation]
      arrivals[place.conversation] = Arrival(
        messages: 1 + (others?.messages ?? 0),
        revision: max(place.revision, others?.revision ?? 0)
      )
    }
    return arrivals
  }
}

extension Store {
  /// The messages of a listing that have arrived by the revision that is read, by conversation.
  ///
  /// - Parameter first: the revision after which messages count.
  func arrivals(
    in listing: Listing,
    after first: Int64 = .min,
    _ db: Database
  ) throws -> [Int64: Arrival] {
    let folders = Set(try StoreFolders.listed(in: listing, db).map(\.id))
    let last = try ConversationQuery.revision(db)
    return arrivals.withLock { $0.arrivals(in: folders, after: first, by: last) }
  }
}
