import FoundationEssentials

/// Receives an account's reports, and writes them into the store.
///
/// All methods may be called from any task, for several folders at a time. After the sync was
/// cancelled, all methods except ``fail(_:with:)`` throw `CancellationError`.
public protocol SyncSink: Sendable {
  func known(in folder: FolderID) async throws -> KnownFlags

  /// Takes one batch, and returns when the sink can take the next one, so that only a few batches
  /// are in memory at a time. The batches of one folder are stored in order.
  func report(_ batch: MailBatch, in folder: FolderID) async throws

  /// Ends the sync of a folder: all its batches are stored when this returns.
  ///
  /// - Parameter checkpoint: the start for the next sync; nil if that sync must check everything.
  func finish(_ folder: FolderID, at checkpoint: SyncCheckpoint?) async throws

  /// Ends the sync of a folder that could not be read; its mail stays listed.
  func fail(_ folder: FolderID, with error: MailError) async
}

/// A sink that also receives the folders of an account.
public protocol RefreshSink: SyncSink {
  /// The folder to sync first, as the store knows it before the account is asked: the changed
  /// folder, if only one has changed; else the shown folder, or the inbox if no folder is shown.
  /// Nil if the store does not know that folder.
  var first: SyncFolder? { get }

  /// Updates the store's list of folders.
  ///
  /// - Returns: the folders to sync, in the order of the folder list, each with its last
  ///   checkpoint. Folders that another process or task is syncing are left out.
  func begin(_ tree: FolderTree) async throws -> [SyncFolder]
}

/// The time down to which a folder has been read. All mail newer than the horizon is in the store;
/// older mail may be missing.
public struct Horizon: Sendable, Hashable {
  /// The time in seconds since 1970, comparable with the list's dates. Mail of exactly this second
  /// may be missing.
  public var seconds: Int64
  /// The account's own note of the position to continue from.
  public var key: Data

  public init(seconds: Int64, key: Data = Data()) {
    (self.seconds, self.key) = (seconds, key)
  }

  /// The horizon of a folder that was never read.
  public static let unread = Horizon(seconds: .max)
}

/// A batch's change of its folder's horizon.
public enum HorizonChange: Sendable, Hashable {
  /// With this batch, all mail newer than the horizon is in the store.
  case moved(to: Horizon)
  /// With this batch, all of the folder's mail is in the store.
  case reachedEnd
}

/// A folder to sync, with the state of its last sync.
public struct SyncFolder: Sendable {
  public let id: FolderID
  /// The note of the last complete sync; nil if the store has none.
  public let checkpoint: SyncCheckpoint?
  /// The folder's horizon; nil if the folder is stored completely.
  public let horizon: Horizon?
}

/// The part of an account to read.
public struct SyncWindow: Sendable {
  /// The shown folder, which is read first; nil while no single folder is shown.
  public var shown: FolderName?
  /// The only folder that has changed: an account may leave out all others, and then need not call
  /// ``RefreshSink/begin(_:)``. Nil if any folder may have changed.
  public var changed: FolderID?
  /// The approximate number of the newest messages to read from a folder that was never read.
  /// 100 messages make about 50 conversations, which is a page.
  public var messages = 100
}

/// An account's note of the state up to which it has read a folder.
public struct SyncCheckpoint: Sendable, Hashable {
  /// Opaque bytes that only the account understands.
  public var bytes: Data

  public init(bytes: Data) { self.bytes = bytes }
}

/// A part of the differences between a folder and the store.
public struct MailBatch: Sendable {
  /// Messages that the store does not know.
  public var new: [IncomingMessage] = []
  /// Messages whose flags have changed, with their present flags.
  public var flagged: [MessageKey: MessageFlags] = [:]
  /// The places of stored messages that were read again: these messages may have moved.
  public var hints: [MessageKey: PlaceHint] = [:]
  /// Messages that no longer exist.
  public var gone: [MessageKey] = []
  /// Messages that could not be read.
  public var skipped: [SkippedMessage] = []
  /// The folder's horizon after this batch is stored; nil if it does not change.
  public var horizon: HorizonChange?
  /// The number of messages that this sync has read, including this batch, and the number to read.
  public var progress = RefreshProgress(done: 0, total: 0)

  public init() {}

  /// A batch that contains only a warning.
  init(skipped: SkippedMessage) { self.skipped = [skipped] }

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

extension SyncCheckpoint {
  /// Encodes a note as JSON.
  init(encoding note: some Encodable) throws { self.init(bytes: try JSONEncoder().encode(note)) }

  /// Decodes a note; nil when another kind of account, or another version, has written it.
  func decoded<Note: Decodable>(as type: Note.Type) -> Note? {
    try? JSONDecoder().decode(type, from: bytes)
  }
}
