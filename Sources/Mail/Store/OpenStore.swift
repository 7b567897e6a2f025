import GRDB
import GRDBSQLite

/// A store's file, opened, made, or made anew.
struct OpenStore {
  let pool: DatabasePool
  /// Tells the file from one that took its place.
  let inode: UInt
  /// Whether nothing is written any more.
  var isClosed = false

  /// Opens a file at a path where anything may lie.
  ///
  /// - Parameter isOurs: as in ``Store/init(path:mailbox:mayReplaceAnything:marks:)``.
  init(_ path: String, isOurs: Bool) throws {
    try WritablePath.check(path)
    if isOurs {
      try StoreFile.makeFolder(for: path)
    } else {
      try StoreFile.checkCompanions(of: path)
    }
    let kind = try StoreFile.kind(of: path)
    switch kind {
    case .foreign where !isOurs: throw MailError.storeIsForeign(path: path)
    case .foreign, .damaged: try Self.replace(path)
    case .store, .blank: break
    }
    do {
      try self.init(path)
    } catch let error as DatabaseError where error.meansDamage(of: path) {
      guard kind == .store || isOurs else { throw MailError.storeIsForeign(path: path) }
      try Self.replace(path)
      try self.init(path)
    }
  }

  /// Opens a store of ours, or a new one.
  init(_ path: String) throws {
    pool = try Self.open(path)
    inode = StoreFile.inode(of: path)
  }

  /// Makes room for a new file, unless somebody is at work on this one.
  private static func replace(_ path: String) throws(MailError) {
    let own = try StoreLock(of: path)
    defer { withExtendedLifetime(own) {} }
    try StoreFile.remove(path)
  }

  private static func open(_ path: String) throws -> DatabasePool {
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
}

extension DatabaseError {
  /// The file's content makes no sense to SQLite, or a table of ours is not there.
  func meansDamage(of path: String) -> Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
    case .SQLITE_ERROR where message?.hasPrefix("no such") == true: true
    case .SQLITE_ERROR, .SQLITE_READONLY: StoreHeader(of: path)?.isOfNoVersion == true
    default: false
    }
  }

  var meansInterruption: Bool {
    [.SQLITE_INTERRUPT, .SQLITE_ABORT].contains(resultCode)
  }

  func asMailError(_ path: String) -> MailError {
    switch resultCode {
    case .SQLITE_FULL: .storeFull(path: path)
    // Somebody else held it for longer than we wait.
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .storeBusy(path: path)
    default:
      .storeUnusable(path: path, reason: message ?? "SQLite error \(resultCode.rawValue)")
    }
  }
}
