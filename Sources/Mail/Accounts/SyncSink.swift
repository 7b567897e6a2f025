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
