import SystemPackage

/// A folder of mail on disk: a Maildir or an mbox.
protocol DiskFolder: Sendable {
  /// Identifies the folder in the store, the same in every run.
  var identifier: String { get }
  /// Files that grow, and folders that get new files, when mail arrives.
  var watchedPaths: [String] { get }

  /// Reports in batches how the folder differs from the store.
  ///
  /// - Parameter checkpoint: the result of the last complete call; nil at first, and after the
  ///   store was rebuilt. If nothing has changed since the checkpoint, `known` is never called.
  /// - Returns: the checkpoint for the next call; nil if the next call must read everything.
  /// - Throws: ``MailError``, `CancellationError`, and the errors of `known` and `report`.
  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> KnownFlags,
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint?

  /// Makes a finder that reads complete messages. The finder is kept for later calls, since it may
  /// remember the messages' places.
  func makeFinder() -> any MessageFinder
}

extension DiskFolder {
  var id: FolderID { FolderID(identifier) }
}

/// Finds a folder's messages in their current place: another program may have renamed, moved or
/// rewritten them since the last refresh.
protocol MessageFinder: Sendable {
  /// Reads one message, and changes nothing.
  ///
  /// - Throws: ``MailError/messageGone(path:)``, ``MailError/messageUnreadable(path:reason:)``, or
  ///   `CancellationError`.
  func find(_ message: KnownMessage) async throws -> FoundMessage

  /// The path of a message's file; nil if there is none.
  func path(of message: KnownMessage) async -> String?
}

extension FoundMessage {
  /// Reads a message from an open file.
  init(
    _ file: FileDescriptor,
    from start: Int64,
    to end: Int64,
    path: FilePath,
    received: Int64
  ) throws(Refusal) {
    self.init(
      bytes: try file.bytes(from: start, to: min(end, start + Int64(Self.limit))),
      isCut: end - start > Int64(Self.limit),
      path: path.description,
      received: max(0, received)
    )
    pathBytes = path.bytes
  }
}
