import GRDB

/// The marks of one account, in the file of marks and in the account's store. A mailbox opened
/// without a file of marks has no marks.
///
/// The file decides. The store notes the stamp of the marks that its list shows, see
/// ``MarkFile/stamp(of:)``; each refresh brings the list in line with the file.
struct AccountMarks: Sendable {
  let file: MarkFile?
  let account: String

  /// The marks of these messages; waits for the disk.
  ///
  /// - Returns: nil if the file is not there or cannot be read: mail is still listed.
  func marks(of ids: some Sequence<MessageStub.ID>) -> [MessageStub.ID: MessageFlags]? {
    guard let file else { return [:] }
    guard file.isThere else { return nil }
    return try? file.marks(of: Array(ids), in: account)
  }

  /// Stores a mark, and commits the store's open transaction: both, or neither.
  func save(
    _ mark: MessageMark,
    _ ids: [MessageStub.ID: Bool],
    changed: Set<MessageStub.ID>,
    wait: MarkFile.Wait?,
    _ db: Database
  ) throws {
    guard let file else { return try db.commit() }
    // The store's own error, which must not be taken for one of the file of marks.
    var failure: (any Error)?
    do {
      try file.save(
        mark,
        ids,
        changed: changed,
        wait: wait,
        of: account,
        shown: { try MessageQuery.marks(db) },
        without: try Self.overruled(db),
        commit: { stamps in
          do {
            try db.execute(sql: "DELETE FROM overruled")
            try Self.follow(stamps, db)
            try db.commit()
          } catch {
            failure = error
            throw CancellationError()
          }
        }
      )
    } catch {
      throw failure ?? error
    }
  }

  /// Removes marks that a later change of the account has overruled. The store's transaction has
  /// applied the change. While the file cannot be changed, the store notes them.
  func drop(_ marks: [MessageStub.ID: MessageFlags], _ db: Database) throws {
    guard file != nil, !marks.isEmpty else { return }
    for (id, flags) in marks {
      try db.execute(
        sql: "INSERT INTO overruled VALUES (?, ?, ?)",
        arguments: [id.messageID, id.fingerprint, flags.rawValue]
      )
    }
    _ = try? dropOverruled(db)
  }

  private func dropOverruled(_ db: Database) throws -> MarkFile.Stamps? {
    let stamps = try file?.drop(try Self.overruled(db), of: account)
    try db.execute(sql: "DELETE FROM overruled")
    try Self.follow(stamps, db)
    return stamps
  }

  private static func overruled(_ db: Database) throws -> [MessageStub.ID: MessageFlags] {
    let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT * FROM overruled"))
    let marks = rows.map { row in
      (MessageStub.ID(messageID: row[0], fingerprint: row[1]), MessageFlags(rawValue: row[2]))
    }
    return Dictionary(marks) { $0.union($1) }
  }

  /// Ends the wait of marks, as ``MarkFile/settle(_:written:of:)``. The list already shows the
  /// written marks as flags of the account.
  func settle(
    _ waiting: [MessageStub.ID: MessageFlags],
    written: [MessageStub.ID: MessageFlags] = [:],
    in store: Store
  ) async throws {
    let (file, account) = (file, account)
    let stamps = try await ReadingThreads.run {
      try file?.settle(waiting, written: written, of: account)
    }
    // If this fails, the next refresh aligns the list.
    if let stamps { try? await store.write { try Self.follow(stamps, $0) } }
  }

  /// Notes that the list shows the changed marks, if it has shown those before the change.
  private static func follow(_ stamps: MarkFile.Stamps?, _ db: Database) throws {
    guard let stamps else { return }
    if try stamps.before == nil || stamps.before == stamp(db) { try save(stamps.after, db) }
  }

  /// Notes that the list may lack marks, so that the next refresh aligns it.
  static func forget(_ db: Database) throws { try save(nil, db) }

  private static func stamp(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT marks FROM account"))
  }

  private static func save(_ stamp: Int64?, _ db: Database) throws {
    try db.execute(sql: "UPDATE account SET marks = ?", arguments: [stamp])
  }

  /// Brings a store in line with the file of marks, if they differ: a process was killed while it
  /// marked, another store was used, or the file could not be read or was restored.
  ///
  /// If the file has no stamp of the account, the list stays as it is, and ``MarkFile/save`` gets
  /// the list's marks back into the file.
  ///
  /// - Returns: whether they differed.
  /// - Throws: ``MailError/marksUnreadable(path:reason:)``, or an error of the store.
  @discardableResult
  func align(_ store: Store) async throws -> Bool {
    guard let file else { return false }
    let (shown, isBehind) = try await store.read { db in
      (try Self.stamp(db), try !Self.overruled(db).isEmpty)
    }
    return try await ReadingThreads.run {
      do {
        guard let stamp = try file.stamp(of: account), isBehind || stamp != shown else {
          return false
        }
        try await store.write { db in
          let stamp = try dropOverruled(db)?.after ?? stamp
          // The marks may be newer than the stamp: then the next refresh aligns them.
          try BatchWriter.align(db) { try file.marks(of: $0, in: account) }
          try Self.save(stamp, db)
        }
        return true
      } catch MailError.marksUnusable(let path, let reason) {
        throw MailError.marksUnreadable(path: path, reason: reason)
      }
    }
  }
}
