import CTidelineGLib
import GRDB
import Synchronization

/// One mailbox's conversations in an SQLite file.
///
/// A cache: a damaged file is rebuilt, and the next refresh fills it. Several processes may use it
/// at once: SQLite's write-ahead log lets them read while one of them writes, and a writer holds
/// its lock only for one commit.
final class Store: Sendable {
  let path: String
  private let mailbox: String
  /// Whether only this program writes to the path.
  private let isOurs: Bool
  private let opened: Mutex<OpenStore>
  /// Held while the file is opened or made anew. Readers go on with the last one meanwhile.
  private let making = Mutex(())
  /// The highest number that a conversation has had, also in stores whose place this one took.
  private let given = Mutex<Int64>(0)
  /// What was marked in this program.
  let marks: AccountMarks
  /// Notifies of each commit of this process.
  let commits = Broadcast<Void>()

  /// Opens the file, making or rebuilding it where needed.
  ///
  /// - Parameters:
  ///   - mayReplaceAnything: whether only this program writes to the path. Then its folder is
  ///     created where needed, and a file that is no SQLite file can only be a broken store.
  ///   - marks: the file of the marks; nil to keep none.
  init(path: String, mailbox: String, mayReplaceAnything: Bool, marks: MarkFile? = nil) throws {
    self.marks = AccountMarks(file: marks, account: mailbox)
    self.path = path
    self.mailbox = mailbox
    isOurs = mayReplaceAnything
    let store = try OpenStore(path, isOurs: mayReplaceAnything)
    opened = Mutex(store)
    note(given: (try? store.pool.read(ConversationQuery.lastNumber)) ?? 0)
  }

  /// The size of the file and its log on disk, in bytes.
  var size: Int { StoreFile.size(of: path) }

  /// Reads a consistent state, while others may write.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database, _ mailbox: Int64?) throws -> Value
  ) async throws -> Value {
    let (pool, mailbox) = (opened.withLock { $0.pool }, mailbox)
    return try await healing(pool) {
      try await pool.read { db in try body(db, try Self.number(mailbox, db)) }
    }
  }

  /// Reads from the file that is open where another one, or none, has taken its place.
  ///
  /// - Returns: nil where none has.
  func readReplaced<Value: Sendable>(
    _ body: @escaping @Sendable (Database, _ mailbox: Int64?) throws -> Value
  ) async throws -> Value? {
    let (opened, mailbox) = (opened.withLock { $0 }, mailbox)
    guard StoreFile.inode(of: path) != opened.inode else { return nil }
    return try await healing(opened.pool) {
      // A connection for reading may be made only now, and be one to the other file.
      try await opened.pool.writeWithoutTransaction { db in
        try body(db, try Self.number(mailbox, db))
      }
    }
  }

  /// Ends the writing: the file is about to be deleted, and must not be made anew.
  func close() { making.withLock { _ in opened.withLock { $0.isClosed = true } } }

  /// Opens the file again if another process has rebuilt it, or if it was deleted with the cache.
  ///
  /// - Throws: also `CancellationError`, where the store was closed.
  func reopenIfReplaced() throws {
    try making.withLock { _ in
      let last = opened.withLock { $0 }
      guard !last.isClosed else { throw CancellationError() }
      guard StoreFile.inode(of: path) != last.inode else { return }
      // As long as this fails, the last one is there to read from.
      let fresh = try OpenStore(path, isOurs: isOurs)
      note(given: (try? last.pool.writeWithoutTransaction(ConversationQuery.lastNumber)) ?? 0)
      take(fresh, inPlaceOf: last)
    }
  }

  /// What is listed and open is known by its number, and must not become something else.
  private func take(_ fresh: OpenStore, inPlaceOf last: OpenStore) {
    let given = given.withLock(\.self)
    try? fresh.pool.write { db in
      try db.execute(
        sql: "UPDATE sequence SET last = ? WHERE last < ?",
        arguments: [given, given]
      )
    }
    opened.withLock { $0 = fresh }
    try? last.pool.close()
  }

  /// A damaged store may have any number.
  private func note(given number: Int64) {
    if number < Self.mostNumbers { given.withLock { $0 = max($0, number) } }
  }

  private static let mostNumbers: Int64 = 1 << 27

  /// Writes in one transaction, all or nothing. No other process writes, or makes the file anew,
  /// meanwhile.
  ///
  /// - Throws: ``MailError/storeBusy(path:)`` where another process writes for longer than any
  ///   commit takes.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database, _ mailbox: Int64) throws -> Value
  ) async throws -> Value {
    try reopenIfReplaced()
    let (opened, mailbox, path) = (opened.withLock { $0 }, mailbox, path)
    let value = try await healing(opened.pool) {
      try await opened.pool.writeWithoutTransaction { db in
        let own = try StoreLock(of: path, patience: Self.patience)
        defer { withExtendedLifetime(own) {} }
        guard StoreFile.inode(of: path) == opened.inode else { throw StoreWasRebuilt() }
        var value: Value?
        try db.inTransaction(.immediate) {
          value = try body(db, try Self.number(mailbox, db) ?? Self.add(mailbox, db))
          self.note(given: try ConversationQuery.lastNumber(db))
          return .commit
        }
        // GRDB returns only after the body has returned or thrown.
        guard let value else { throw StoreWasRebuilt() }
        return value
      }
    }
    commits.send(())
    return value
  }

  /// Seconds to wait for another writer. A commit takes milliseconds, or seconds on a slow disk.
  private static let patience = 10.0

  private static func add(_ mailbox: String, _ db: Database) throws -> Int64 {
    try db.execute(sql: "INSERT INTO mailbox (identifier) VALUES (?)", arguments: [mailbox])
    return db.lastInsertedRowID
  }

  /// Writes the log into the file and empties it, if nobody is reading from it: the next process to
  /// open the store would have to go through the whole log. Then gives back the memory of a long
  /// reading: SQLite's cache of the pages that were written, and what the allocator has kept.
  func shortenLog() async {
    let pool = opened.withLock { $0.pool }
    try? await pool.writeWithoutTransaction { db in
      try db.checkpoint(.truncate)
      try db.execute(sql: "PRAGMA shrink_memory")
    }
    malloc_trim(0)
  }

  private static func number(_ mailbox: String, _ db: Database) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT id FROM mailbox WHERE identifier = ?")
    return try Int64.fetchOne(statement, arguments: [mailbox])
  }

  /// Translates SQLite's errors into ours, and replaces a damaged file with an empty one.
  private func healing<Value>(_ pool: DatabasePool, _ body: () async throws -> Value) async throws
    -> Value
  {
    do {
      return try await body()
    } catch let error as DatabaseError {
      if error.meansInterruption { throw CancellationError() }
      // The pool was replaced and closed in the meantime.
      if opened.withLock({ $0.pool !== pool }) { throw StoreWasRebuilt() }
      guard error.meansDamage(of: path) else { throw error.asMailError(path) }
      try rebuild(pool)
      throw StoreWasRebuilt()
    }
  }

  private func rebuild(_ damaged: DatabasePool) throws {
    // Waits for another process's commit, which takes a moment.
    let own = try StoreLock(of: path, patience: 1)
    try withExtendedLifetime(own) {
      try making.withLock { _ in
        let last = opened.withLock { $0 }
        // Another task may have rebuilt the file already.
        guard last.pool === damaged, !last.isClosed else { return }
        // What has taken its place since may be somebody else's.
        if StoreFile.inode(of: path) == last.inode { try StoreFile.remove(path) }
        take(try OpenStore(path, isOurs: isOurs), inPlaceOf: last)
      }
    }
  }
}

/// The file was damaged and has been rebuilt, empty: the caller starts again.
struct StoreWasRebuilt: Error {}
