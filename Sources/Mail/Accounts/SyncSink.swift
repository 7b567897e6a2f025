/// Takes what an account finds to the store.
///
/// All calls may be made from any task, for several folders at a time. After the sync was cancelled
/// each of them throws `CancellationError`.
public protocol SyncSink: Sendable {
  /// The messages of a folder that the store has by now.
  func known(in folder: FolderID) async throws -> KnownFlags

  /// Takes one batch; returns when there is room for the next, so that memory stays bounded. Of one
  /// folder they are stored in the order in which they come.
  func report(_ batch: MailBatch, in folder: FolderID) async throws

  /// Ends a folder: all of its batches are stored when this returns.
  ///
  /// - Parameter checkpoint: where the next sync may start from; nil when it must look at
  ///   everything.
  func finish(_ folder: FolderID, at checkpoint: SyncCheckpoint?) async throws

  /// Ends a folder that could not be read; its mail stays listed.
  func fail(_ folder: FolderID, with error: MailError) async
}

/// Takes the folders of an account, too.
public protocol RefreshSink: SyncSink {
  /// The folder that is wanted first, as the store knows it before the account is asked: the one that
  /// is shown, or else the inbox. Nil where the store does not know it.
  var first: SyncFolder? { get }

  /// Brings the store's folders up to those that there are now.
  ///
  /// - Returns: the folders to look at, in the order of the folder list, with what was noted when that
  ///   was done last. Those that somebody else is looking at are not among them.
  func begin(_ tree: FolderTree) async throws -> [SyncFolder]
}
