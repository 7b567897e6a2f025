import FoundationEssentials

/// A place that mail comes from: a folder of files today, a server later.
///
/// A source never changes what it reads. Both directions are asynchronous and end soon after
/// their task is cancelled; whatever was reported until then is kept.
public protocol MailSource: Sendable {
  /// Names this source in the store, the same in every run.
  var identifier: String { get }
  /// The folder's name for people.
  var title: String { get }
  /// Files that grow, and folders that get a file, when mail arrives; the most important ones
  /// first, since not all may be watched. Empty where nothing on disk tells.
  var watchedPaths: [String] { get }

  /// Finds what is different from what the store knows, and reports it in batches.
  ///
  /// - Parameters:
  ///   - checkpoint: what the last complete call returned, or nil at first and after a rebuild.
  ///     A source that can tell from it that nothing changed never asks for `known`.
  ///   - known: the messages in the store, loaded on demand.
  ///   - report: takes one batch to the store; it returns when there is room for the next, so
  ///     that memory stays bounded. Batches may come in any order.
  /// - Returns: where the next call may start from, or nil when it must look at everything.
  /// - Throws: ``MailError``, `CancellationError`, and whatever `known` and `report` throw.
  func changes(
    since checkpoint: SourceCheckpoint?,
    known: @Sendable () async throws -> [MessageKey: MessageFlags],
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SourceCheckpoint?

  /// Fetches messages older than all that the store knows, for a list that reached its end.
  ///
  /// Called again while it says that there is more and the page is not full.
  func olderMessages(before checkpoint: SourceCheckpoint?, limit: Int) async throws -> OlderMail

  /// What reads its messages again, whole; nil where they cannot be. It may remember where they
  /// lie, so it is kept while the mailbox is open.
  func makeFinder() -> (any MessageFinder)?
}

extension MailSource {
  /// Nothing.
  public var watchedPaths: [String] { [] }

  /// Nothing.
  public func makeFinder() -> (any MessageFinder)? { nil }
}

/// What lies below the end of the list.
public enum OlderMail: Sendable {
  /// Nothing: everything is in the store already.
  case exhausted
  /// Some messages, and the checkpoint to go on from.
  case fetched(MailBatch, checkpoint: SourceCheckpoint?, more: Bool)
}

/// A source's private note of how far it has read.
public struct SourceCheckpoint: Sendable, Hashable {
  /// Meaningful to the source that wrote it, and to nobody else.
  public var bytes: Data

  /// Wraps a source's note.
  public init(bytes: Data) { self.bytes = bytes }
}

/// What identifies a message within its source, through renames and flag changes. Not its
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
  /// Marked for deletion: Maildir `T`, mbox `X-Status: D`. Listed until it is deleted, because
  /// a reader must not hide what is still there.
  public static let trashed = MessageFlags(rawValue: 8)
  /// Unfinished: Maildir `D`.
  public static let draft = MessageFlags(rawValue: 16)
}

/// A message on its way into the store.
public struct IncomingMessage: Sendable {
  /// Its identity in the source.
  public var key: MessageKey
  /// What is noted about it.
  public var flags: MessageFlags
  /// What its headers and first lines say.
  public var head: MessageHead

  /// Joins the three.
  public init(key: MessageKey, flags: MessageFlags, head: MessageHead) {
    self.key = key
    self.flags = flags
    self.head = head
  }
}

/// Some of the differences between a source and the store.
public struct MailBatch: Sendable {
  /// Messages that the store does not know.
  public var new: [IncomingMessage] = []
  /// Messages whose flags changed, moved from new/ to cur/ for instance.
  public var flagged: [MessageKey: MessageFlags] = [:]
  /// Messages that are not there any more.
  public var gone: [MessageKey] = []
  /// Messages that could not be read.
  public var skipped: [SkippedMessage] = []
  /// How many new messages this run has read, this batch included, and how many there are.
  public var progress = RefreshProgress(done: 0, total: 0)

  /// An empty batch.
  public init() {}

  /// A batch that only says what is listed nowhere.
  init(skipped: SkippedMessage) { self.skipped = [skipped] }

  /// Adds a later batch.
  mutating func append(_ batch: MailBatch) {
    new += batch.new
    flagged.merge(batch.flagged) { $1 }
    gone += batch.gone
    skipped += batch.skipped
    progress = batch.progress
  }

  var isEmpty: Bool { new.isEmpty && flagged.isEmpty && gone.isEmpty && skipped.isEmpty }
}
