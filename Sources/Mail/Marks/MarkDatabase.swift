import CTidelineGLib
import FoundationEssentials
import GRDB
import GRDBSQLite
import Glibc
import Synchronization

/// The SQLite file of a ``MarkFile``. It is opened when first used, and again if the file at its
/// path was replaced. Only the user may read it.
final class MarkDatabase: Sendable {
  let path: String
  private let opened = Mutex<Opened?>(nil)

  private struct Opened {
    let queue: DatabaseQueue
    let inode: UInt
  }

  init(path: String) { self.path = path }

  var isThere: Bool { access(path, F_OK) == 0 }

  /// Writes in one transaction. Does nothing if there is no file, and `makes` is false.
  ///
  /// - Parameters:
  ///   - makes: whether to create a missing file.
  ///   - replaces: whether to put a damaged file aside; the error then says so, and the next call
  ///     begins a new file.
  /// - Returns: whether there is a file.
  @discardableResult
  func write(
    makes: Bool = false,
    replaces: Bool = false,
    _ body: (Database) throws -> Void
  ) throws -> Bool {
    guard let file = try open(makes: makes, replaces: replaces) else { return false }
    try translating {
      try file.write { db in
        try Self.checkVersion(db)
        try body(db)
      }
    }
    return true
  }

  /// - Returns: nil if there is no file.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    guard let file = try open() else { return nil }
    return try translating {
      try file.read { db in
        try Self.checkVersion(db)
        return try body(db)
      }
    }
  }

  private func open(makes: Bool = false, replaces: Bool = false) throws -> DatabaseQueue? {
    try opened.withLock { opened in
      let inode = StoreFile.inode(of: path)
      if let opened, opened.inode == inode { return opened.queue }
      opened = nil
      if inode == 0 {
        // The file may be in a folder that this process may not search.
        if access(path, F_OK) != 0, errno != ENOENT, errno != ENOTDIR {
          throw MailError.marksUnusable(path: path, reason: systemReason())
        }
        guard makes else { return nil }
        try make()
      } else if case let kind = WritablePath.kind(of: path), kind != S_IFREG {
        let reason = kind == S_IFLNK ? "it is a symbolic link" : "it is no file"
        throw MailError.marksUnusable(path: path, reason: reason)
      }
      if path == MarkFile.defaultPath { WritablePath.takeFromOthers(WritablePath.folder(of: path)) }
      StoreFile.makePrivate(path)
      do {
        let queue = try translating { try prepare() }
        opened = Opened(queue: queue, inode: StoreFile.inode(of: path))
        return queue
      } catch is Damage {
        guard replaces else { throw MailError.marksUnusable(path: path, reason: "it is damaged") }
        throw MailError.marksPutAside(path: path, aside: try putAside(inode))
      }
    }
  }

  private struct Damage: Error {}

  /// Whether the file can hold no marks, since it is damaged, or another program's.
  var holdsNone: Bool {
    do {
      _ = try prepare()
      return false
    } catch let error as DatabaseError {
      return [.SQLITE_ERROR, .SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    } catch {
      return true
    }
  }

  private func prepare() throws -> DatabaseQueue {
    let beginsAsDatabase = (try? StoreMark(of: path).beginsAsDatabase) ?? false
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      // Only reads: a write transaction would wait for readers even if it changes nothing.
      let isNew = try queue.read { db in
        let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master")
        guard tables.isEmpty || tables.contains("mark") else {
          throw DatabaseError(message: "it is another program's")
        }
        try Self.checkVersion(db)
        guard try tables.isEmpty || isWhole(db) else { throw Damage() }
        return !tables.contains("stamp")
      }
      // Ignores a failure: a file of an earlier version can be read even on a read-only disk.
      if isNew { try? queue.write { try $0.execute(sql: Self.tables) } }
      return queue
    } catch let error as DatabaseError
      where beginsAsDatabase && [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    {
      throw Damage()
    }
  }

  /// Called in each transaction: a newer program may change the file while this one has it open.
  private static func checkVersion(_ db: Database) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA user_version") == 0 else {
      throw DatabaseError(message: "a newer Tideline has made it")
    }
  }

  /// Whether the file is complete and intact. SQLite reads the missing end of a cut file as zeros.
  private func isWhole(_ db: Database) throws -> Bool {
    let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
    let length = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
    var status = stat()
    guard stat(path, &status) == 0, status.st_size >= pages * length else { return false }
    return try String.fetchOne(db, sql: "PRAGMA quick_check(1)") == "ok"
  }

  /// Renames the damaged file, and its journal, which must not be applied to a new file.
  ///
  /// - Returns: the new path.
  private func putAside(_ inode: UInt) throws -> String {
    var number = 1
    var aside = "\(path).damaged"
    while access(aside, F_OK) == 0 {
      number += 1
      aside = "\(path).damaged-\(number)"
    }
    // Another process may have put the file aside already.
    guard StoreFile.inode(of: path) == inode else { return aside }
    rename("\(path)-journal", "\(aside)-journal")
    guard rename(path, aside) == 0 else {
      throw MailError.marksUnusable(path: path, reason: systemReason())
    }
    return aside
  }

  private static let tables = """
    CREATE TABLE IF NOT EXISTS mark (
      account TEXT NOT NULL, message TEXT NOT NULL, fingerprint INTEGER NOT NULL,
      flags INTEGER NOT NULL, time INTEGER NOT NULL,
      PRIMARY KEY (account, message, fingerprint)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS stamp (account TEXT PRIMARY KEY, number INTEGER NOT NULL)
      WITHOUT ROWID
    """

  /// Creates the file unless another process just has.
  private func make() throws {
    let folder = WritablePath.folder(of: path)
    let isMade = g_mkdir_with_parents(folder, 0o700) == 0
    let file = isMade ? Glibc.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600) : -1
    guard file >= 0 || isMade && errno == EEXIST && StoreFile.inode(of: path) != 0 else {
      throw MailError.marksUnusable(path: path, reason: systemReason())
    }
    close(file)
  }

  private func translating<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw MailError.marksUnusable(path: path, reason: error.message ?? "\(error.resultCode)")
    }
  }
}

extension Database {
  /// Writes the open transaction's pages to the disk, so that the commit needs no further space.
  func flush() throws {
    let code = sqlite3_db_cacheflush(sqliteConnection)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}
