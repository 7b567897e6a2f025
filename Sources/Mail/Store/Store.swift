import Foundation
import GRDB
import Synchronization

/// One mailbox's conversations in an SQLite file.
///
/// A cache: when the file is damaged it is made anew and the next refresh fills it. Several
/// processes may use it at once; SQLite's log lets them read while one writes.
final class Store: Sendable {
  let path: String
  private let source: String
  private let pool: Mutex<DatabasePool>

  /// Opens the file, making or rebuilding it where needed.
  ///
  /// - Parameter mayReplaceAnything: whether the path is one that only we write to, so that a
  ///   file that is no SQLite file any more can only be a broken store.
  init(path: String, source: String, mayReplaceAnything: Bool) throws {
    self.path = path
    self.source = source
    let kind = try StoreFile.kind(of: path)
    switch kind {
    case .foreign where !mayReplaceAnything: throw MailError.storeIsForeign(path: path)
    case .foreign: try StoreFile.remove(path)
    case .store, .blank: break
    }
    do {
      pool = Mutex(try Self.openPool(path))
    } catch let error as DatabaseError where error.meansDamage {
      guard kind == .store || mayReplaceAnything else { throw MailError.storeIsForeign(path: path) }
      try StoreFile.remove(path)
      pool = Mutex(try Self.openPool(path))
    }
  }

  private static func openPool(_ path: String) throws -> DatabasePool {
    do {
      let pool = try makePool(path)
      try claim(pool, path)
      guard try pool.read(StoreSchema.migrator.hasBeenSuperseded) else {
        if try !pool.read(StoreSchema.migrator.hasCompletedMigrations) {
          try StoreSchema.migrator.migrate(pool)
        }
        return pool
      }
      // Written by a newer Tideline, whose tables this one does not know.
      try pool.close()
      try StoreFile.remove(path)
      let fresh = try makePool(path)
      try claim(fresh, path)
      try StoreSchema.migrator.migrate(fresh)
      return fresh
    } catch let error as DatabaseError where !error.meansDamage {
      throw error.asMailError(path)
    }
  }

  /// Marks an empty file as ours, before anything else is put into it.
  private static func claim(_ pool: DatabasePool, _ path: String) throws {
    let ours = StoreSchema.applicationID
    let (id, tables) = try pool.read { db in
      (
        try Int32.fetchOne(db, sql: "PRAGMA application_id"),
        try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
      )
    }
    guard id != ours else { return }
    guard id == 0, tables == 0 else { throw MailError.storeIsForeign(path: path) }
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA application_id = \(ours)") }
  }

  private static func makePool(_ path: String) throws -> DatabasePool {
    var configuration = Configuration()
    // Another instance may be writing a batch; that takes milliseconds, or a second on a slow disk.
    configuration.busyMode = .timeout(10)
    configuration.maximumReaderCount = 3
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000")
    }
    return try DatabasePool(path: path, configuration: configuration)
  }

  /// Reads a consistent state, while others may write.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database, _ folder: Int64?) throws -> Value
  ) async throws -> Value {
    let (pool, source) = (pool.withLock { $0 }, source)
    return try await healing {
      try await pool.read { db in try body(db, try Self.folder(source, db)) }
    }
  }

  /// Writes in one transaction, all or nothing.
  func write<Value: Sendable>(
    _ body: @escaping @Sendable (Database, _ folder: Int64) throws -> Value
  ) async throws -> Value {
    let (pool, source) = (pool.withLock { $0 }, source)
    return try await healing {
      try await pool.write { db in
        if let folder = try Self.folder(source, db) { return try body(db, folder) }
        try db.execute(sql: "INSERT INTO folder (source) VALUES (?)", arguments: [source])
        return try body(db, db.lastInsertedRowID)
      }
    }
  }

  private static func folder(_ source: String, _ db: Database) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT id FROM folder WHERE source = ?")
    return try Int64.fetchOne(statement, arguments: [source])
  }

  /// Turns SQLite's errors into ours, and a damaged file into an empty one.
  private func healing<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as DatabaseError {
      if error.meansInterruption { throw CancellationError() }
      guard error.meansDamage else { throw error.asMailError(path) }
      try rebuild()
      throw StoreWasRebuilt()
    }
  }

  private func rebuild() throws {
    try pool.withLock { pool in
      try? pool.close()
      try StoreFile.remove(path)
      pool = try Self.openPool(path)
    }
  }
}

/// The file was damaged, and is now sound and empty: start again.
struct StoreWasRebuilt: Error {}

extension DatabaseError {
  /// The file's content makes no sense to SQLite, or a table of ours is not there.
  fileprivate var meansDamage: Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode)
      || (resultCode == .SQLITE_ERROR && message?.hasPrefix("no such") == true)
  }

  fileprivate var meansInterruption: Bool {
    [.SQLITE_INTERRUPT, .SQLITE_ABORT].contains(resultCode)
  }

  fileprivate func asMailError(_ path: String) -> MailError {
    resultCode == .SQLITE_FULL
      ? .storeFull(path: path)
      : .storeUnusable(path: path, reason: message ?? "SQLite error \(resultCode.rawValue)")
  }
}
