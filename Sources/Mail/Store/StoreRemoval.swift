import SystemPackage

extension Mailbox {
  /// Ends all writing into the store, before it is deleted: a running refresh and every later one
  /// throw `CancellationError`. Stored mail can still be read.
  public func close() { store.close() }

  /// Closes the mailbox, forgets its marks, and deletes the store if it is the account's default
  /// one. A store at a path that the user has chosen is kept.
  ///
  /// - Returns: the path of the deleted store; nil if there was none.
  /// - Throws: ``MailError``.
  public func removeStore() async throws -> String? {
    close()
    let marks = store.marks
    // A damaged marks file must not prevent the account's removal.
    await ReadingThreads.run { try? marks.file?.forget(marks.account) }
    guard storePath == StoreFile.defaultPath(for: account) else { return nil }
    return try await Self.removeStore(of: account)
  }

  /// Deletes a removed account's default store, with its log, and its stores that are named after
  /// earlier titles of the account.
  ///
  /// - Parameter marks: the file of the account's marks, which are forgotten.
  /// - Returns: the path of the store; nil if there was none.
  /// - Throws: ``MailError``.
  public static func removeStore(
    of account: any MailAccount,
    marks: MarkFile? = nil
  ) async throws -> String? {
    let path = StoreFile.defaultPath(for: account)
    return try await removeStores(of: account.id, marks).contains(path) ? path : nil
  }

  /// Deletes the store of mail on disk whose folder or file is gone.
  ///
  /// - Parameter path: the former path of the mail.
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
      for path in paths { try StoreFile.remove(path) }
      return paths
    }
  }
}
