public struct RefreshSummary: Sendable {
  /// The number of stored messages, counting every copy.
  public var messages = 0
  /// The number of messages that arrived in the folder given to the refresh; without a folder, in
  /// all folders but junk and trash. All stored messages of these folders if the store was empty.
  public var newMessages = 0
  /// The number of new conversations.
  public var inserted = 0
  /// The number of earlier conversations whose rows have changed.
  public var updated = 0
  /// The number of conversations that were merged into another one.
  public var merged = 0
  /// The number of conversations that have no message left.
  public var removed = 0
  /// The duration, by a monotonic clock.
  public var seconds = 0.0
  /// The store's revision at the end of the refresh. If it differs from a list's revision, the
  /// list's rows may have changed.
  public var revision: Int64 = 0
  /// Messages that could not be read: the first ``skippedLimit`` of them.
  public var skipped: [SkippedMessage] = []
  /// The number of all messages that could not be read.
  public var skippedCount = 0
  /// The result of writing the marks that waited.
  public var marks = MarkReport()
  /// The reason why the list may lack marks of the user,
  /// ``MailError/marksUnreadable(path:reason:)``; nil if it has all of them.
  public var marksFailure: MailError?
  /// The size of the store on disk with its log, in bytes.
  public var storeSize = 0
  /// The mailboxes that could not be refreshed. Always empty in a refresh of a single mailbox.
  public var unreached: [UnreachedMailbox] = []
  /// The first error, if several mailboxes were refreshed and all failed.
  public var failure: (any Error)?

  /// The highest number of messages in ``skipped``: limits the memory for reports of a broken disk.
  public static let skippedLimit = 100
}

/// A message or folder that is not listed, or is listed only in part, and the reason.
public struct SkippedMessage: Sendable, Hashable {
  /// The path of the file or folder, or the folder's name on a server. For a message in an mbox,
  /// the path of the mbox and the offset.
  public var path: String
  /// The reason, such as an error text of the operating system or the server.
  public var reason: String
  /// Whether the rest of the message or folder is listed.
  public var isInPart = false
}

/// A mailbox that could not be refreshed with the others.
public struct UnreachedMailbox: Sendable {
  /// The caller's key for the mailbox.
  public let key: String
  /// The mailbox's name, to show to the user.
  public let name: String
  /// The error; nil if the refresh gave the mailbox up because it did not answer.
  public let reason: (any Error)?
  /// Whether the mailbox is open. If so, ``Mailbox/states()`` reports the error while it lasts.
  public let isOpen: Bool
}

public struct RefreshProgress: Sendable, Hashable {
  /// The number of messages read and stored so far.
  public var done: Int
  /// The number of messages to read in all, as far as is known yet.
  public var total: Int
  /// The number of mailboxes whose refresh has ended, if there are several; 0 for a single mailbox.
  public var ended = 0
}
