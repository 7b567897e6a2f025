import FoundationEssentials

/// The source of a mailbox: folders of mail on disk, or on a server.
///
/// An account reads, and changes nothing except by ``write(_:)``. All methods may be called from
/// any task, several at a time, and must not block a thread of Swift's shared pool. A call that
/// does not end after its task was cancelled is abandoned, and its later reports are dropped.
public protocol MailAccount: Sendable {
  /// Identifies the account, the same in every run.
  var id: AccountID { get }
  /// The account's name, to show to the user.
  var title: String { get }
  /// The login name, mostly the mail address; nil if there is no login.
  var user: String? { get }

  /// Asks the server for the counts of folders for which the tree has none.
  ///
  /// - Returns: the counts that the server reports.
  /// - Throws: ``MailError``, or `CancellationError`.
  func counts(in folders: [FolderID]) async throws -> [FolderID: FolderTree.Folder.Count]

  /// Lists the current folders, and reports in batches how their contents differ from the store.
  ///
  /// Each folder that the sink wants ends with ``SyncSink/finish(_:at:)`` or
  /// ``SyncSink/fail(_:with:)``. A folder that ends with neither is synced again next time.
  ///
  /// - Parameters:
  ///   - window: the folder to read first, and how much to read of a folder that was never read.
  ///   - sink: receives the folders, returns those to sync, and receives their batches. After a
  ///     lost connection, the account may report the folders again.
  /// - Throws: ``MailError`` if no folder can be read, `CancellationError`, and the sink's errors.
  func refresh(_ window: SyncWindow, into sink: any RefreshSink) async throws

  /// Reports mail older than a folder's horizon, and the new horizon.
  ///
  /// Called only for folders that have a horizon. Called again as long as the horizon moves and the
  /// list's next page is not full.
  ///
  /// - Parameters:
  ///   - limit: the approximate number of messages wanted; at least 1.
  ///   - sink: receives the batches. A batch that moves the horizon is stored completely or not at
  ///     all.
  /// - Throws: ``MailError``, `CancellationError`, and the sink's errors.
  func older(in folder: SyncFolder, limit: Int, into sink: any SyncSink) async throws

  /// Reports changed flags of messages that are about to be shown, unless the last sync has already
  /// checked these flags.
  ///
  /// - Parameter messages: the messages with their stored flags.
  /// - Throws: as ``older(in:limit:into:)``.
  func recheck(
    _ messages: [MessageKey: MessageFlags],
    in folder: FolderID,
    into sink: any SyncSink
  ) async throws

  /// Reads a message from its current place.
  ///
  /// - Parameter place: the message's key, and its last known flags and place.
  /// - Throws: ``MailError/messageGone(path:)``, ``MailError/messageUnreadable(path:reason:)``,
  ///   other cases of ``MailError``, or `CancellationError`.
  func message(_ place: KnownMessage, in folder: FolderID) async throws -> FoundMessage

  /// Finds the file that now holds a message.
  ///
  /// - Parameter place: as for ``message(_:in:)``.
  /// - Returns: the message's own file, or the mbox; nil if the message is gone, and on a server.
  func path(of place: KnownMessage, in folder: FolderID) async -> String?

  /// Reads several messages of a folder at once, where that is faster than one after the other.
  ///
  /// - Parameter messages: as for ``message(_:in:)``, in the order in which they are wanted.
  /// - Returns: the messages that could be read. The caller reads any other message by
  ///   ``message(_:in:)``, which reports the reason if that message cannot be read.
  /// - Throws: as ``message(_:in:)``, if none can be read.
  func messages(
    _ messages: [KnownMessage],
    in folder: FolderID
  ) async throws -> [MessageKey: FoundMessage]

  /// Asks the account which messages have words in this order.
  ///
  /// - Parameters:
  ///   - words: the words as typed, without line breaks.
  ///   - messages: the messages in question.
  ///   - folder: their folder.
  /// - Returns: the messages that have the words; nil if the account cannot search, so that the
  ///   caller must read the messages.
  /// - Throws: as ``message(_:in:)``.
  func messages(
    holding words: String,
    among messages: [MessageKey],
    in folder: FolderID
  ) async throws -> [MessageKey]?

  /// Reads one part of a message from its current place, and decodes it.
  ///
  /// - Parameters:
  ///   - attachment: the attachment, which must have a part.
  ///   - place: the message's key, and its last known flags and place.
  ///   - progress: called with the approximate number of decoded bytes received so far; on any
  ///     thread.
  /// - Throws: the errors of ``message(_:in:)``, ``MailError/attachmentGone(name:)`` and
  ///   ``MailError/attachmentTooLarge(name:)``.
  func content(
    of attachment: Attachment,
    in place: KnownMessage,
    in folder: FolderID,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> [UInt8]

  /// Changes flags of messages in the mailbox, and nothing else. A flag that another program has
  /// changed since it was last seen is left alone, see ``FlagChange/isOverruled(by:)``: the next
  /// refresh decides which change counts.
  ///
  /// - Returns: the answers, by folder and change. A change without an answer may be tried again,
  ///   as with ``MarkAnswer/later(_:)``.
  /// - Throws: ``MailError`` if the whole call may be tried again later.
  func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [FlagChange: MarkAnswer]]

  /// The way to notice new mail.
  ///
  /// - Parameter folder: the folder to watch; nil for all.
  func arrivals(in folder: FolderID?) -> Arrivals

  /// Reports whether the account's server is reachable: at once if it is known to be unreachable,
  /// and then after each change and each further attempt. Each call makes a new stream, which ends
  /// with the account.
  func connectivity() -> AsyncStream<Connectivity>
}

extension MailAccount {
  public var user: String? { nil }

  /// Returns no counts: a sync reads everything.
  public func counts(in folders: [FolderID]) async throws -> [FolderID: FolderTree.Folder.Count] {
    [:]
  }

  /// Does nothing: a sync reads everything.
  public func older(in folder: SyncFolder, limit: Int, into sink: any SyncSink) async throws {}

  /// Changes nothing by default.
  public func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [FlagChange: MarkAnswer]] { [:] }

  /// An ended stream: mail on disk has no server.
  public func connectivity() -> AsyncStream<Connectivity> { AsyncStream { $0.finish() } }

  /// Does nothing: a sync checks everything.
  public func recheck(
    _ messages: [MessageKey: MessageFlags],
    in folder: FolderID,
    into sink: any SyncSink
  ) async throws {}

  /// Returns nil: on a server, no message is a file.
  public func path(of place: KnownMessage, in folder: FolderID) async -> String? { nil }

  /// Returns no messages: a disk is not faster with several messages at once.
  public func messages(
    _ messages: [KnownMessage],
    in folder: FolderID
  ) async throws -> [MessageKey: FoundMessage] { [:] }

  /// Returns nil: a disk cannot search.
  public func messages(
    holding words: String,
    among messages: [MessageKey],
    in folder: FolderID
  ) async throws -> [MessageKey]? { nil }

  public func content(
    of attachment: Attachment,
    in place: KnownMessage,
    in folder: FolderID,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> [UInt8] {
    try await contentInWhole(attachment, place, folder)
  }

  /// Reads the whole message, and extracts the part.
  func contentInWhole(
    _ attachment: Attachment,
    _ place: KnownMessage,
    _ folder: FolderID
  ) async throws -> [UInt8] {
    guard let part = attachment.part else {
      throw MailError.attachmentGone(name: attachment.title)
    }
    do {
      if let content = try await message(place, in: folder).content(of: part) { return content }
    } catch is PartIsCut {
      throw MailError.attachmentTooLarge(name: attachment.title)
    }
    throw MailError.attachmentGone(name: attachment.title)
  }
}

/// The way to notice new mail.
public enum Arrivals: Sendable {
  /// Files that grow, and folders that get new files; the most important paths first, since the
  /// caller may watch only the first of them.
  case paths([String])
  /// Yields a report for each folder that has changed, and so may have received mail.
  case stream(AsyncStream<FolderChange>)
}

/// A report that mail may have arrived.
public struct FolderChange: Sendable {
  /// The folder; nil if it is not known.
  public let folder: FolderID?
  /// The time of the report: a reading that begins later finds the mail.
  let moment = ContinuousClock.now

  public init(in folder: FolderID?) { self.folder = folder }
}

/// Identifies an account in stores and settings, the same in every run.
public enum AccountID: Sendable, Hashable {
  /// Mail on disk, by the path of its folder or file, without links. A path that is invalid UTF-8
  /// or has decomposed accents is written in hexadecimal.
  case disk(path: String)
  /// Mail on a server, by an id given when the account was added.
  case server(UUID)

  /// The key in a store's table, different for any two accounts.
  var storeKey: String {
    switch self {
    case .disk(let path): "mail:" + path
    case .server(let id): "server:" + id.uuidString
    }
  }
}

extension AccountID {
  /// An id derived from a server's address, always the same for the same address.
  public static func server(at address: ServerAddress) -> AccountID {
    var url = address.url
    url.makeContiguousUTF8()
    return .server(UUID(namedBy: url))
  }
}

extension UUID {
  /// Derives a UUID from a name, always the same for the same name (version 8 of RFC 9562).
  fileprivate init(namedBy name: String) {
    let sum = Checksum()
    name.utf8.withContiguousStorageIfAvailable { sum.add($0) }
    var bytes = sum.digest
    bytes[6] = bytes[6] & 0x0F | 0x80
    bytes[8] = bytes[8] & 0x3F | 0x80
    self.init(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      )
    )
  }
}
