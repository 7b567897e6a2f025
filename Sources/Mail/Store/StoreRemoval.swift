import Glibc
import SystemPackage

extension Mailbox {
  /// Ends all writing into the store, before it is deleted: a refresh that is under way ends with
  /// `CancellationError`, and so does each one from now on. What is stored can still be read.
  public func close() { store.close() }

  /// Deletes the store, where it is the one that the account has by default; another one may be of
  /// use to other mailboxes. The mailbox is closed, and its marks are forgotten.
  ///
  /// - Returns: as ``removeStore(of:)``.
  /// - Throws: ``MailError``.
  public func removeStore() async throws -> String? {
    close()
    let marks = store.marks
    // Damaged ones keep no account from going.
    await ReadingThreads.run { try? marks.file?.forget(marks.account) }
    guard storePath == StoreFile.defaultPath(for: account) else { return nil }
    return try await Self.removeStore(of: account)
  }

  /// Deletes the store that an account has by default, with its log: for an account that is
  /// removed. Another process that writes into it at this moment is waited for. Others go, too, that
  /// it has had under another name.
  ///
  /// - Parameter marks: where its marks are kept; they are forgotten, too.
  /// - Returns: the path of the store; nil where there was none.
  /// - Throws: ``MailError``.
  public static func removeStore(
    of account: any MailAccount,
    marks: MarkFile? = nil
  ) async throws -> String? {
    let path = StoreFile.defaultPath(for: account)
    return try await removeStores(of: account.id, marks).contains(path) ? path : nil
  }

  /// The same for mail on disk whose folder or file is gone.
  ///
  /// - Parameter path: where it was.
  /// - Throws: ``MailError``.
  public static func removeStore(ofVanished path: String, marks: MarkFile? = nil) async throws {
    _ = try await removeStores(of: .disk(path: FilePath(path).resolvedFarEnough.identifier), marks)
  }

  private static func removeStores(
    of account: AccountID,
    _ marks: MarkFile?
  ) async throws -> [String] {
    try await ReadingThreads.run {
      try? marks?.forget(account.storeKey)
      let paths = try StoreFile.paths(of: account).filter {
        try StoreFile.kind(of: $0) != .foreign
      }
      for path in paths {
        let own = try StoreLock(of: path, patience: 10)
        try withExtendedLifetime(own) {
          try StoreFile.remove(path)
          unlink(path + ".lock")
        }
      }
      return paths
    }
  }
}
