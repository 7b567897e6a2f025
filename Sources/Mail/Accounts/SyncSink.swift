/// Writes an account's findings into the store.
///
/// All methods may be called from any task, for several folders at a time. After the sync was
/// cancelled, each throws `CancellationError`.
public protocol SyncSink: Sendable {
  /// The messages of a folder that are stored by now.
  func known(in folder: FolderID) async throws -> KnownFlags

  /// Takes one batch, and returns when there is room for the next, so that memory stays bounded.
  /// The batches of one folder are stored in order.
  func report(_ batch: MailBatch, in folder: FolderID) async throws

  /// Ends a folder: all its batches are stored when this returns.
  ///
  /// - Parameter checkpoint: the start for the next sync; nil if that must check everything.
  func finish(_ folder: FolderID, at checkpoint: SyncCheckpoint?) async throws

  /// Ends a folder that could not be read; its mail stays listed.
  func fail(_ folder: FolderID, with error: MailError) async
}

/// A sink that also receives the folders of an account.
public protocol RefreshSink: SyncSink {
  /// The folder to sync first, as the store knows it before the account is asked: the shown folder,
  /// or else the inbox. Nil where the store does not know it.
  var first: SyncFolder? { get }

  /// Updates the store's list of folders.
  ///
  /// - Returns: the folders to sync, in the order of the folder list, each with its last
  ///   checkpoint. Folders that another process or task is syncing are left out.
  func begin(_ tree: FolderTree) async throws -> [SyncFolder]
}
