/// A folder of mail on disk: a Maildir or an mbox.
protocol DiskFolder: Sendable {
  /// Names the folder in the store, the same in every run.
  var identifier: String { get }
  /// The folder's name for people, where it is a mailbox of its own.
  var title: String { get }
  /// Files that grow, and folders that get a file, when mail arrives.
  var watchedPaths: [String] { get }

  /// Finds what is different from what the store knows, and reports it in batches.
  ///
  /// - Parameters:
  ///   - checkpoint: what the last complete call returned, or nil at first and after a rebuild.
  ///     A folder that can tell from it that nothing changed never asks for `known`.
  ///   - known: the messages in the store, loaded on demand.
  ///   - report: takes one batch to the store.
  /// - Returns: where the next call may start from, or nil when it must look at everything.
  /// - Throws: ``MailError``, `CancellationError`, and whatever `known` and `report` throw.
  func changes(
    since checkpoint: SyncCheckpoint?,
    known: @Sendable () async throws -> KnownFlags,
    report: @Sendable (MailBatch) async throws -> Void
  ) async throws -> SyncCheckpoint?

  /// What reads its messages again, whole. It may remember where they lie, so it is kept while the
  /// account is open.
  func makeFinder() -> any MessageFinder
}

extension DiskFolder {
  var id: FolderID { FolderID(identifier) }
}
