/// What a mailbox stands on: folders of mail on disk, or on a server.
///
/// An account changes nothing of what it reads, but by ``write(_:)``. All calls may be made from any
/// task, several at a time, and none of them may block a thread of Swift's shared pool. A call that goes
/// on after its task was cancelled is not waited for, and what it reports from then on is dropped.
public protocol MailAccount: Sendable {
  /// Names the account, the same in every run.
  var id: AccountID { get }
  /// The account's name for people.
  var title: String { get }
  /// The name that its user logs in with, most often the address; nil where nobody logs in.
  var user: String? { get }

  /// Counts the messages of folders that the tree has no count of.
  ///
  /// - Returns: of those whose server tells.
  /// - Throws: ``MailError``, or `CancellationError`.
  func counts(in folders: [FolderID]) async throws -> [FolderID: FolderTree.Folder.Count]

  /// Looks which folders there are now, and reports in batches what is different in them from what the
  /// store knows.
  ///
  /// Each folder that the sink wants ends with ``SyncSink/finish(_:at:)`` or ``SyncSink/fail(_:with:)``.
  /// One that does neither is looked at again next time.
  ///
  /// - Parameters:
  ///   - window: how much is wanted of a folder that cannot be read as a whole.
  ///   - sink: receives the folders first, and says which of them to look at; then it takes what is
  ///     found. A connection that is lost may be the reason to begin again.
  /// - Throws: ``MailError`` where none of the folders can be looked at, `CancellationError`, and
  ///   whatever the sink throws.
  func refresh(_ window: SyncWindow, into sink: any RefreshSink) async throws

  /// Reports mail that is older than a folder's horizon, and where the horizon is then.
  ///
  /// Called for folders only that have a horizon; again, where it has moved and the page is not
  /// full.
  ///
  /// - Parameters:
  ///   - folder: with its horizon.
  ///   - limit: how many messages are wanted, about; at least 1.
  ///   - sink: takes what is found. A batch that moves the horizon is stored whole or not at all.
  /// - Throws: ``MailError``, `CancellationError`, and whatever the sink throws.
  func older(in folder: SyncFolder, limit: Int, into sink: any SyncSink) async throws

  /// Reports which of these messages have other flags now, where the last sync has not looked at
  /// them: they are about to be shown.
  ///
  /// - Parameters:
  ///   - messages: with the flags that the store has.
  ///   - folder: the folder that they lie in.
  ///   - sink: takes what is found.
  /// - Throws: as ``older(in:limit:into:)``.
  func recheck(
    _ messages: [MessageKey: MessageFlags],
    in folder: FolderID,
    into sink: any SyncSink
  ) async throws

  /// Reads a message from where it lies now.
  ///
  /// - Parameters:
  ///   - place: the message's identity, and what was known of it when it was last seen.
  ///   - folder: the folder that it lies in.
  /// - Throws: ``MailError/messageGone(path:)``, ``MailError/messageUnreadable(path:reason:)``,
  ///   others of ``MailError``, or `CancellationError`.
  func message(_ place: KnownMessage, in folder: FolderID) async throws -> FoundMessage

  /// Looks in which file a message lies now.
  ///
  /// - Parameters:
  ///   - place: as ``message(_:in:)`` takes it.
  ///   - folder: the folder that it lies in.
  /// - Returns: its own file, or the mbox; nil where it is gone, and on a server.
  func path(of place: KnownMessage, in folder: FolderID) async -> String?

  /// Reads several messages of a folder at once, where that takes less time than one after the
  /// other.
  ///
  /// - Parameter messages: as ``message(_:in:)`` takes them, in the order in which they are wanted.
  /// - Returns: those that came. Any other is read by ``message(_:in:)``, which tells why it cannot be
  ///   read.
  /// - Throws: as ``message(_:in:)``, where none can be read.
  func messages(
    _ messages: [KnownMessage],
    in folder: FolderID
  ) async throws -> [MessageKey: FoundMessage]

  /// Reads one part of a message from where it lies now, and unpacks it.
  ///
  /// - Parameters:
  ///   - attachment: names the part; it has one.
  ///   - place: the message's identity, and what was known of it when it was last seen.
  ///   - folder: the folder that it lies in.
  ///   - progress: called with how much has come, in bytes of what it unpacks to, about; on any
  ///     thread.
  /// - Throws: what ``message(_:in:)`` throws, ``MailError/attachmentGone(name:)`` and
  ///   ``MailError/attachmentTooLarge(name:)``.
  func content(
    of attachment: Attachment,
    in place: KnownMessage,
    in folder: FolderID,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> [UInt8]

  /// Changes the flags of messages in the mailbox, and nothing else of it. What another program has
  /// changed since they were last seen is left as it is.
  ///
  /// - Parameter changes: by the folder that they lie in.
  /// - Returns: of each folder the flags before and after; a message that is left out is gone, or cannot
  ///   be marked where it lies. A folder is left out that may be tried again later.
  /// - Throws: ``MailError`` where all of it may be tried again later.
  func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [MessageKey: WrittenFlags]]

  /// How new mail makes itself known.
  ///
  /// - Parameter folder: the one whose mail is waited for; nil for all.
  func arrivals(in folder: FolderID?) -> Arrivals

  /// Whether the account's server is reached: where it is known to be not, at once; and then after
  /// each change and each further try. Each call makes a stream of its own; it ends with the
  /// account.
  func connectivity() -> AsyncStream<Connectivity>
}

extension MailAccount {
  public var user: String? { nil }

  /// None: a sync reads all that there is.
  public func counts(in folders: [FolderID]) async throws -> [FolderID: FolderTree.Folder.Count] {
    [:]
  }

  /// Nothing: a sync reads all that there is.
  public func older(in folder: SyncFolder, limit: Int, into sink: any SyncSink) async throws {}

  /// Nothing: an mbox, for one, has its flags among the mail.
  public func write(
    _ changes: [FolderID: [FlagChange]]
  ) async throws -> [FolderID: [MessageKey: WrittenFlags]] { changes.mapValues { _ in [:] } }

  /// A stream that has ended: mail on disk has no server.
  public func connectivity() -> AsyncStream<Connectivity> { AsyncStream { $0.finish() } }

  /// Nothing: a sync looks at all that there is.
  public func recheck(
    _ messages: [MessageKey: MessageFlags],
    in folder: FolderID,
    into sink: any SyncSink
  ) async throws {}

  /// Nil: on a server no message is a file.
  public func path(of place: KnownMessage, in folder: FolderID) async -> String? { nil }

  /// None: a disk is not faster with many.
  public func messages(
    _ messages: [KnownMessage],
    in folder: FolderID
  ) async throws -> [MessageKey: FoundMessage] { [:] }

  public func content(
    of attachment: Attachment,
    in place: KnownMessage,
    in folder: FolderID,
    progress: @escaping @Sendable (Int64) -> Void
  ) async throws -> [UInt8] {
    try await contentInWhole(attachment, place, folder)
  }

  /// Reads the whole message, and takes the part out of it.
  func contentInWhole(
    _ attachment: Attachment,
    _ place: KnownMessage,
    _ folder: FolderID
  ) async throws -> [UInt8] {
    guard let part = attachment.part else {
      throw MailError.attachmentGone(name: attachment.title)
    }
    let message = try await message(place, in: folder)
    do {
      if let content = try message.content(of: part) { return content }
    } catch {
      throw MailError.attachmentTooLarge(name: attachment.title)
    }
    throw MailError.attachmentGone(name: attachment.title)
  }
}

/// A folder, and how far it has been read.
public struct SyncFolder: Sendable {
  /// Which folder it is.
  public let id: FolderID
  /// What the last complete sync noted; nil at first, and after the store was made anew.
  public let checkpoint: SyncCheckpoint?
  /// Nil where all of it is in the store.
  public let horizon: Horizon?
}

/// How much of an account is wanted.
public struct SyncWindow: Sendable {
  /// The folder that is shown, whose mail is wanted first; nil for all.
  public var shown: FolderName?
  /// Of a folder that was never read, how many of the newest messages, about.
  public var messages: Int

  /// Joins the two. 100 messages make some 50 conversations, which is a page.
  public init(shown: FolderName? = nil, messages: Int = 100) {
    (self.shown, self.messages) = (shown, messages)
  }
}

/// A message, as the store knows it.
public struct KnownMessage: Sendable, Hashable {
  /// Its identity in its folder.
  public var key: MessageKey
  /// What was last known to be noted about it; it may have changed.
  public var flags: MessageFlags
  /// Where it was last seen; it may have moved.
  public var hint: PlaceHint?
}

/// What was noted of where a message lies, so that it need not be searched for.
public enum PlaceHint: Sendable, Hashable {
  /// In a file that holds many: in bytes from the file's beginning; in an mbox that of the
  /// message's From line.
  case offset(Int64)
  /// On a server: how the message is made up, in the account's own form.
  case structure(String)
}

/// How new mail makes itself known.
public enum Arrivals: Sendable {
  /// Files that grow, and folders that get a file; the most important ones first, since not all may
  /// be watched.
  case paths([String])
  /// The folders that got mail; nil for any.
  case stream(AsyncStream<FolderID?>)
}
