import FoundationEssentials

/// An account's own note of how far it has read a folder.
public struct SyncCheckpoint: Sendable, Hashable {
  /// Meaningful to the account that wrote it, and to nobody else.
  public var bytes: Data

  /// Wraps an account's note.
  public init(bytes: Data) { self.bytes = bytes }
}

/// What identifies a message within its folder, through renames and flag changes. Not its
/// Message-ID, of which there may be none or two. Bytes, because file names need not be UTF-8.
public struct MessageKey: Sendable, Hashable {
  /// At least one byte.
  public let bytes: [UInt8]

  /// Wraps a file name or digest.
  public init(bytes: [UInt8]) { self.bytes = bytes }
}

/// What the user's mail programs have noted about a message.
public struct MessageFlags: OptionSet, Sendable, Hashable {
  /// Bits as in the store.
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
  /// deleted, because a reader must not hide what is still there.
  public static let trashed = MessageFlags(rawValue: 8)
  /// Unfinished: Maildir `D`.
  public static let draft = MessageFlags(rawValue: 16)
}

/// A message on its way into the store.
public struct IncomingMessage: Sendable {
  /// Its identity in its folder.
  public var key: MessageKey
  /// What is noted about it.
  public var flags: MessageFlags
  /// What was read of its header and first lines.
  public var head: MessageHead
  /// Where it lies; nil where its key alone finds it.
  public var hint: PlaceHint?

  /// Joins the four.
  public init(key: MessageKey, flags: MessageFlags, head: MessageHead, hint: PlaceHint? = nil) {
    self.key = key
    self.flags = flags
    self.head = head
    self.hint = hint
  }
}

/// Some of the differences between a folder and the store.
public struct MailBatch: Sendable {
  /// Messages that the store does not know.
  public var new: [IncomingMessage] = []
  /// Messages whose flags changed, moved from new/ to cur/ for instance.
  public var flagged: [MessageKey: MessageFlags] = [:]
  /// Where messages lie that the store knows and that were read again; they may have moved.
  public var hints: [MessageKey: PlaceHint] = [:]
  /// Messages that are not there any more.
  public var gone: [MessageKey] = []
  /// Messages that could not be read.
  public var skipped: [SkippedMessage] = []
  /// How far the folder is read when this is stored; nil where that stays as it is.
  public var horizon: HorizonChange?
  /// How many new messages this run has read, this batch included, and how many there are.
  public var progress = RefreshProgress(done: 0, total: 0)

  /// An empty batch.
  public init() {}

  /// A batch with nothing but a warning.
  init(skipped: SkippedMessage) { self.skipped = [skipped] }

  /// Adds a later batch.
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
