import FoundationEssentials

/// An account's note of how far it has read a folder.
public struct SyncCheckpoint: Sendable, Hashable {
  /// Opaque bytes that only the account understands.
  public var bytes: Data

  /// Wraps an account's note.
  public init(bytes: Data) { self.bytes = bytes }
}

/// Identifies a message within its folder; it survives renames and flag changes. It is not the
/// Message-ID, which a message may lack or share. Bytes, because file names need not be UTF-8.
public struct MessageKey: Sendable, Hashable {
  /// The key: at least one byte.
  public let bytes: [UInt8]

  /// Wraps a file name or digest.
  public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// Flags that the user's mail programs have set on a message.
public struct MessageFlags: OptionSet, Sendable, Hashable {
  /// The bits, as in the store.
  public let rawValue: Int64

  /// Makes a set from the store's bits.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Read: Maildir `S`, mbox `Status: R`.
  public static let seen = MessageFlags(rawValue: 1)
  /// Marked as important: Maildir `F`, mbox `X-Status: F`.
  public static let flagged = MessageFlags(rawValue: 2)
  /// Answered: Maildir `R`, mbox `X-Status: A`.
  public static let replied = MessageFlags(rawValue: 4)
  /// Marked for deletion: Maildir `T`, mbox `X-Status: D`, IMAP `\\Deleted`. Listed until it is
  /// deleted, because a reader must not hide a message that still exists.
  public static let trashed = MessageFlags(rawValue: 8)
  /// Unfinished: Maildir `D`.
  public static let draft = MessageFlags(rawValue: 16)
}

/// A message to be stored.
public struct IncomingMessage: Sendable {
  /// Identifies it in its folder.
  public var key: MessageKey
  /// Its flags.
  public var flags: MessageFlags
  /// The contents of its header and first lines.
  public var head: MessageHead
  /// Its place; nil where its key suffices to find it.
  public var hint: PlaceHint?

  /// Makes the value from its properties.
  public init(key: MessageKey, flags: MessageFlags, head: MessageHead, hint: PlaceHint? = nil) {
    self.key = key
    self.flags = flags
    self.head = head
    self.hint = hint
  }
}

/// A part of the differences between a folder and the store.
public struct MailBatch: Sendable {
  /// Messages that the store does not know.
  public var new: [IncomingMessage] = []
  /// Messages whose flags have changed, for example by a move from new/ to cur/.
  public var flagged: [MessageKey: MessageFlags] = [:]
  /// The places of stored messages that were read again; they may have moved.
  public var hints: [MessageKey: PlaceHint] = [:]
  /// Messages that no longer exist.
  public var gone: [MessageKey] = []
  /// Messages that could not be read.
  public var skipped: [SkippedMessage] = []
  /// The folder's horizon after this batch is stored; nil if it does not change.
  public var horizon: HorizonChange?
  /// The number of new messages that this run has read, including this batch, and the total.
  public var progress = RefreshProgress(done: 0, total: 0)

  /// An empty batch.
  public init() {}

  /// A batch that contains only a warning.
  init(skipped: SkippedMessage) { self.skipped = [skipped] }

  /// Appends a later batch.
  mutating func append(_ batch: MailBatch) {
    new += batch.new
    flagged.merge(batch.flagged) { $1 }
    hints.merge(batch.hints) { $1 }
    gone += batch.gone
    skipped += batch.skipped
    horizon = batch.horizon ?? horizon
    progress = batch.progress
  }

  var isEmpty: Bool {
    new.isEmpty && flagged.isEmpty && hints.isEmpty && gone.isEmpty && skipped.isEmpty
      && horizon == nil
  }
}
