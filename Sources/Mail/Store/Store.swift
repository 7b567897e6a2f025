import GRDB
import GRDBSQLite
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
  private let opened: Mutex<Opened>
  /// Held while the file is opened or made anew. Readers go on with the last one meanwhile.
  private let making = Mutex(())
  /// The marks set in this program.
  let marks: AccountMarks
  /// Notifies of each commit of this process.
  let commits = Broadcast<Void>()

  private struct Opened {
    var pool: DatabasePool
    /// Tells the file from one that took its place.
    var inode: UInt
    /// Whether nothing is written any more.
    var isClosed = false
  }

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
    try WritablePath.check(path)
    if isOurs {
      try StoreFile.makeFolder(for: path)
    } else {
      try StoreFile.checkCompanions(of: path)
    }
    let kind = try StoreFile.kind(of: path)
    switch kind {
    case .foreign where !mayReplaceAnything: throw MailError.storeIsForeign(path: path)
    case .foreign, .damaged: try Self.replace(path)
    case .store, .blank: break
    }
    do {
      opened = Mutex(try Self.open(path))
    } catch let error as DatabaseError where error.meansDamage(of: path) {
      guard kind == .store || mayReplaceAnything else { throw MailError.storeIsForeign(path: path) }
      try Self.replace(path)
      opened = Mutex(try Self.open(path))
    }
  }

  /// Makes room for a new file, unless somebody is at work on this one.
  private static func replace(_ path: String) throws(MailError) {
    let own = try StoreLock(of: path)
    defer { withExtendedLifetime(own) {} }
    try StoreFile.remove(path)
  }

  private static func open(_ path: String) throws -> Opened {
    let pool = try openPool(path)
    return Opened(pool: pool, inode: StoreFile.inode(of: path))
  }

  /// The size of the file and its log on disk, in bytes.
  var size: Int { StoreFile.size(of: path) }

  private static func openPool(_ path: String) throws -> DatabasePool {
    do {
      let pool = try makePool(path)
      try claim(pool, path)
      guard try ask(pool, StoreSchema.migrator.hasBeenSuperseded) else {
        if try !ask(pool, StoreSchema.migrator.hasCompletedMigrations) {
          try migrate(pool)
        }
        return pool
      }
      // Written by a newer Tideline, whose tables this one does not know.
      try pool.close()
      try replace(path)
      let fresh = try makePool(path)
      try claim(fresh, path)
      try StoreSchema.migrator.migrate(fresh)
      return fresh
    } catch let error as DatabaseError where !error.meansDamage(of: path) {
      throw error.asMailError(path)
    }
  }

  private static func ask(
    _ pool: DatabasePool,
    _ question: (Database) throws -> Bool
  ) throws -> Bool {
    do {
      return try pool.read(question)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // Another first start has made the migrator's table while it was looked for: now it is there.
      return try pool.read(question)
    }
  }

  private static func migrate(_ pool: DatabasePool) throws {
    // Another first start may be quicker, by a step or by all of them: what it has made is in the
    // way of the same step, and the next attempt goes on after it.
    for _ in StoreSchema.migrator.migrations {
      do {
        return try StoreSchema.migrator.migrate(pool)
      } catch let error as DatabaseError
        where [.SQLITE_CONSTRAINT, .SQLITE_ERROR].contains(error.resultCode)
      {}
    }
    try StoreSchema.migrator.migrate(pool)
  }

  /// Marks an empty file as ours, before anything else is put into it.
  private static func claim(_ pool: DatabasePool, _ path: String) throws {
    let ours = StoreSchema.applicationID
    let (id, tables) = try pool.read { db in
      let id = try Int32.fetchOne(db, sql: "PRAGMA application_id")
      return id == ours
        ? (id, nil) : (id, try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master"))
    }
    guard id != ours else { return }
    guard id == 0, tables == 0 else { throw MailError.storeIsForeign(path: path) }
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = \(ours)") }
  }

  private static func makePool(_ path: String) throws -> DatabasePool {
    if StoreFile.inode(of: path) == 0 { try StoreFile.make(path) }
    StoreFile.makePrivate(path)
    var configuration = Configuration()
    // Another instance may be writing a batch; that takes milliseconds, or a second on a slow disk.
    configuration.busyMode = .timeout(10)
    configuration.maximumReaderCount = 3
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000")
      // The log and its index stay when the last one closes the store, so that opening it writes
      // nothing, and works on a full disk.
      var stays: CInt = 1
      sqlite3_file_control(db.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &stays)
    }
    return try DatabasePool(path: path, configuration: configuration)
  }

  /// Reads a consistent state, while others may write.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database, _ mailbox: Int64?) throws -> Value
  ) async throws -> Value {
    let (pool, mailbox) = (opened.withLock { $0.pool }, mailbox)
    return try await healing(pool) {
      try await pool.read { db in try body(db, try Self.number(mailbox, db)) }
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
      if isOurs { try StoreFile.makeFolder(for: path) }
      // As long as this fails, the last one is there to read from.
      try take(Self.open(path), inPlaceOf: last)
    }
  }

  private func take(_ fresh: Opened, inPlaceOf last: Opened) {
    opened.withLock { $0 = fresh }
    try? last.pool.close()
  }

  /// Writes in one transaction. Meanwhile no other process writes or rebuilds the file.
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

  /// Writes the log into the file and empties it, if nobody is reading from it. The next process to
  /// open the store would have to go through the whole log.
  func shortenLog() async {
    let pool = opened.withLock { $0.pool }
    _ = try? await pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
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
        try StoreFile.remove(path)
        try take(Self.open(path), inPlaceOf: last)
      }
    }
  }
}

/// The file was damaged and has been rebuilt, empty: the caller starts again.
struct StoreWasRebuilt: Error {}

extension DatabaseError {
  /// The file's content makes no sense to SQLite, or a table of ours is not there.
  fileprivate func meansDamage(of path: String) -> Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
    case .SQLITE_ERROR where message?.hasPrefix("no such") == true: true
    case .SQLITE_ERROR, .SQLITE_READONLY: StoreHeader(of: path)?.isOfNoVersion == true
    default: false
    }
  }

  fileprivate var meansInterruption: Bool {
    [.SQLITE_INTERRUPT, .SQLITE_ABORT].contains(resultCode)
  }

  fileprivate func asMailError(_ path: String) -> MailError {
    switch resultCode {
    case .SQLITE_FULL: .storeFull(path: path)
    // Somebody else held it for longer than we wait.
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .storeBusy(path: path)
    default:
      .storeUnusable(path: path, reason: message ?? "SQLite error \(resultCode.rawValue)")
    }
  }
}
