import CTidelineGLib
import GRDB
import Synchronization

/// One mailbox's conversations in an SQLite file.
///
/// The file is a cache: a damaged file is emptied in place, and the next refresh fills it. Several
/// processes may use it at once: SQLite's write-ahead log lets them read while one writes. The
/// file has no locks but SQLite's.
final class Store: Sendable {
  let path: String
  private let mailbox: String
  /// Whether only this program writes to the path.
  private let isOurs: Bool
  private let opened: Mutex<OpenStore>
  /// Held while the file is opened or emptied. Meanwhile, readers use the last open file.
  private let making = Mutex(())
  /// The highest conversation id assigned so far, also in files that the open one has replaced.
  private let given = Mutex<Int64>(0)
  let marks: AccountMarks
  /// The new messages since the store was opened.
  let arrivals = Mutex(ArrivalLog())
  let commits = Broadcast<Void>()

  /// Opens the file; creates or empties it where needed.
  ///
  /// - Parameter mayReplaceAnything: whether only this program writes to the path. If so, the
  ///   path's folder is created where needed, and a file of any other kind counts as a broken
  ///   store.
  init(path: String, mailbox: String, mayReplaceAnything: Bool, marks: MarkFile? = nil) throws {
    self.marks = AccountMarks(file: marks, account: mailbox)
    self.path = path
    self.mailbox = mailbox
    isOurs = mayReplaceAnything
    let store = try OpenStore(path, of: mailbox, isOurs: mayReplaceAnything)
    opened = Mutex(store)
    note(given: (try? store.pool.read(ConversationQuery.lastNumber)) ?? 0)
  }

  /// The size of the file and its log on disk, in bytes.
  var size: Int { StoreFile.size(of: path) }

  /// Reads a consistent state, while others may write.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let opened = opened.withLock { $0 }
    return try await healing(opened) { try await opened.pool.read(body) }
  }

  /// Reads from the open file if the file at its path was deleted or replaced.
  ///
  /// - Returns: nil if the open file is still at its path.
  func readReplaced<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value? {
    let opened = opened.withLock { $0 }
    guard StoreFile.inode(of: path) != opened.inode else { return nil }
    return try await healing(opened) {
      // Uses the writing connection: a new reader would open the path, and read the new file.
      try await opened.pool.writeWithoutTransaction(body)
    }
  }

  /// Ends all writing: the file is about to be deleted and must not be created again.
  func close() { making.withLock { _ in opened.withLock { $0.isClosed = true } } }

  /// Opens the path again if the open file was deleted or replaced, as when users clear the cache.
  ///
  /// - Throws: also `CancellationError` if the store was closed, and
  ///   ``MailError/mailboxRemoved(path:)`` if another process removed its mailbox.
  func reopenIfReplaced() throws {
    try making.withLock { _ in
      let last = opened.withLock { $0 }
      guard !last.isClosed else { throw CancellationError() }
      guard StoreFile.inode(of: path) != last.inode else { return }
      // The writing connection still reads the deleted file.
      let epoch = try? last.pool.writeWithoutTransaction(StoreSchema.epoch)
      guard epoch != StoreSchema.removed else { throw MailError.mailboxRemoved(path: path) }
      // If this fails, the last open file can still be read.
      let fresh = try OpenStore(path, of: mailbox, isOurs: isOurs)
      try? fresh.pool.write(continueNumbers)
      opened.withLock { $0 = fresh }
      try? last.pool.close()
    }
  }

  /// Continues the replaced store's ids, so that no shown id comes to mean another conversation.
  private func continueNumbers(_ db: Database) throws {
    let given = given.withLock(\.self)
    try db.execute(sql: "UPDATE account SET last = max(last, ?)", arguments: [given])
    note(given: try ConversationQuery.lastNumber(db))
  }

  /// Ignores ids that are too large, which only a damaged store has.
  private func note(given number: Int64) {
    if number < Self.mostNumbers { given.withLock { $0 = max($0, number) } }
  }

  private static let mostNumbers: Int64 = 1 << 27

  /// Writes in one transaction, all or nothing.
  ///
  /// - Throws: ``MailError/storeBusy(path:)`` if another process writes for longer than any commit
  ///   takes; ``StoreWasRebuilt`` if the store was emptied since it was last written.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await writeAndCommit { db in
      let value = try body(db)
      try db.commit()
      return value
    }
  }

  /// Writes as ``write(_:)``, but the body commits the transaction as its last step.
  func writeAndCommit<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try reopenIfReplaced()
    let (opened, path) = (opened.withLock { $0 }, path)
    let value = try await healing(opened) {
      try await opened.pool.writeWithoutTransaction { db in
        try db.beginTransaction(.immediate)
        do {
          guard StoreFile.inode(of: path) == opened.inode else { throw StoreWasRebuilt() }
          let epoch = try StoreSchema.epoch(db)
          guard epoch != StoreSchema.removed else { throw MailError.mailboxRemoved(path: path) }
          guard epoch == opened.epoch else {
            self.note(epoch, of: opened)
            throw StoreWasRebuilt()
          }
          let value = try body(db)
          // The body has committed, so an error here must not deny it.
          if let last = try? ConversationQuery.lastNumber(db) { self.note(given: last) }
          return value
        } catch {
          if db.isInsideTransaction { try? db.rollback() }
          throw error
        }
      }
    }
    commits.send(())
    return value
  }

  private func note(_ epoch: Int64, of last: OpenStore) {
    opened.withLock { if $0.pool === last.pool { $0.epoch = epoch } }
  }

  /// Writes the log into the file and empties the log, unless another process is reading from it. A
  /// process that opens the store must go through the whole log. Also gives back a long sync's
  /// memory: SQLite's cache of written pages, and the allocator's free memory.
  func shortenLog() async {
    let pool = opened.withLock { $0.pool }
    try? await pool.writeWithoutTransaction { db in
      try db.checkpoint(.truncate)
      try db.execute(sql: "PRAGMA shrink_memory")
    }
    malloc_trim(0)
  }

  /// Translates SQLite's errors into `MailError`, and empties a damaged file.
  private func healing<Value>(
    _ opened: OpenStore,
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as DatabaseError {
      if error.meansInterruption { throw CancellationError() }
      // Another task has replaced and closed the pool in the meantime.
      if self.opened.withLock({ $0.pool !== opened.pool }) { throw StoreWasRebuilt() }
      guard error.meansDamage else { throw error.asMailError(path) }
      do {
        try rebuild(opened)
      } catch let error as DatabaseError {
        throw error.asMailError(path)
      }
      throw StoreWasRebuilt()
    }
  }

  /// The error for a caller that cannot start again.
  var wasDamaged: MailError {
    .storeUnusable(path: path, reason: "it was damaged, and is made anew")
  }

  private func rebuild(_ damaged: OpenStore) throws {
    try making.withLock { _ in
      let last = opened.withLock { $0 }
      // Leaves alone a file that has replaced the damaged one: it may belong to another program.
      guard !last.isClosed, StoreFile.inode(of: path) == last.inode else { return }
      let epoch = try last.pool.writeWithoutTransaction { db in
        // Another task or process may have emptied the file already.
        if let epoch = try? StoreSchema.epoch(db), epoch != damaged.epoch { return epoch }
        try StoreSchema.makeAnew(db, for: mailbox)
        try continueNumbers(db)
        return try StoreSchema.epoch(db)
      }
      note(epoch, of: last)
    }
  }
}

/// The file was damaged and has been emptied, so the caller must start again.
struct StoreWasRebuilt: Error {}
