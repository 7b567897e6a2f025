/// What a refresh found.
public struct RefreshSummary: Sendable {
  /// Messages in the mailbox now.
  public var messages = 0
  /// Messages that this refresh saw for the first time, in the folder that is listed, or in all.
  public var newMessages = 0
  /// Conversations that were not there before.
  public var inserted = 0
  /// Conversations that were there and look different now.
  public var updated = 0
  /// Conversations that went into another one.
  public var merged = 0
  /// Conversations that have no message left.
  public var removed = 0
  /// How long it took, by a clock that never steps.
  public var seconds = 0.0
  /// The store's revision at the end of it: where it is another one than that of a list, what the
  /// list shows may have changed.
  public var revision: Int64 = 0
  /// Messages that could not be read, the first ``skippedLimit`` of them.
  public var skipped: [SkippedMessage] = []
  /// How many could not be read in all.
  public var skippedCount = 0
  /// What the store takes on disk, in bytes, with its log.
  public var storeSize = 0
  /// Of several mailboxes, those that could not be refreshed; of one it is empty.
  public var unreached: [UnreachedMailbox] = []
  /// Of several mailboxes, why the first one could not be refreshed, where none could.
  public var failure: (any Error)?

  /// A broken disk must not fill the memory with complaints.
  public static let skippedLimit = 100
}

/// A message or folder that is not listed, or only in part, and why.
public struct SkippedMessage: Sendable, Hashable {
  /// The file or folder, or the mbox and the message's offset in it.
  public var path: String
  /// The system's reason.
  public var reason: String
  /// Whether the rest of it is listed.
  public var isInPart = false
}

/// A mailbox that others were refreshed without.
public struct UnreachedMailbox: Sendable {
  /// By which the caller knows it.
  public let key: String
  /// Its name for people.
  public let name: String
  /// What went wrong; nil where it did not answer.
  public let reason: (any Error)?
  /// Whether it is open: then ``Mailbox/states()`` tells the same, for as long as it is so.
  public let isOpen: Bool
}

/// How far a refresh has come.
public struct RefreshProgress: Sendable, Hashable {
  /// Messages read and stored so far.
  public var done: Int
  /// Messages to read in all, as far as known.
  public var total: Int
  /// Of several mailboxes, how many are done with; of one it is 0.
  public var ended: Int

  /// Joins the three.
  public init(done: Int, total: Int, ended: Int = 0) {
    (self.done, self.total, self.ended) = (done, total, ended)
  }
}
