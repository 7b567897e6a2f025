import GRDB
import GRDBSQLite
import Synchronization

/// An open file of a store, created or emptied where needed.
struct OpenStore {
  let pool: DatabasePool
  /// The file's inode number. A file that has replaced this one has another number.
  let inode: UInt
  /// The epoch when the file was opened or last emptied; see ``StoreSchema/epoch(_:)``.
  var epoch: Int64
  /// Whether writing has ended for good.
  var isClosed = false

  /// Opens the store at a path. Creates a missing store, and empties a damaged one. A file of
  /// another kind is emptied if `isOurs`; otherwise an error is thrown.
  ///
  /// - Parameter isOurs: whether only this program writes to the path.
  init(_ path: String, of account: String, isOurs: Bool) throws {
    try WritablePath.check(path)
    if isOurs {
      try StoreFile.makeFolder(for: path)
    } else {
      try StoreFile.checkCompanions(of: path)
    }
    let kind = try StoreFile.kind(of: path)
    do {
      // If only this program writes to the path, a file of another kind is a broken store.
      if kind == .foreign {
        guard isOurs else { throw MailError.storeIsForeign(path: path) }
        try StoreMark(of: path, writes: true).reset()
      }
      do {
        try self.init(opening: path, of: account, isOurs: isOurs)
      } catch let error as DatabaseError where error.meansDamage {
        guard kind == .store || isOurs else { throw MailError.storeIsForeign(path: path) }
        try StoreMark(of: path, writes: true).reset()
        try self.init(opening: path, of: account, isOurs: isOurs)
      }
    } catch let error as DatabaseError {
      throw error.asMailError(path)
    }
  }

  private init(opening path: String, of account: String, isOurs: Bool) throws {
    // SQLite reads the log of a deleted store into the new one.
    let hadLog = StoreFile.size(of: path) > 0
    let isStale = try StoreFile.make(path) && hadLog
    StoreFile.makePrivate(path)
    pool = try Self.makePool(path)
    inode = StoreFile.inode(of: path)
    // Claims one store at a time: if two mailboxes name the same file, the second one finds it
    // claimed.
    epoch = try Self.claiming.withLock { [pool] _ in
      try pool.writeWithoutTransaction { db in
        if isStale { try StoreSchema.makeAnew(db, for: account) }
        try StoreSchema.claim(db, at: path, for: account, isOurs: isOurs)
        return try StoreSchema.epoch(db)
      }
    }
  }

  private static let claiming = Mutex(())

  private static func makePool(_ path: String) throws -> DatabasePool {
    var configuration = Configuration()
    // Another instance may be writing a batch; that takes milliseconds, or a second on a slow disk.
    configuration.busyMode = .timeout(10)
    configuration.maximumReaderCount = 3
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000")
      // Keeps the log and its index after the last connection closes, so that opening the store
      // writes nothing, and works on a full disk.
      var stays: CInt = 1
      sqlite3_file_control(db.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &stays)
    }
    return try DatabasePool(path: path, configuration: configuration)
  }
}

extension DatabaseError {
  /// Whether SQLite cannot read the file, or the file lacks a table.
  var meansDamage: Bool {
    switch resultCode {
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: true
    // SQLite opens a file as read-only if its header names an unknown version.
    case .SQLITE_READONLY: extendedResultCode == .SQLITE_READONLY
    case .SQLITE_ERROR:
      message?.hasPrefix("no such") == true || message == "unsupported file format"
    default: false
    }
  }

  var meansInterruption: Bool {
    [.SQLITE_INTERRUPT, .SQLITE_ABORT].contains(resultCode)
  }

  func asMailError(_ path: String) -> MailError {
    switch resultCode {
    case .SQLITE_FULL: .storeFull(path: path)
    // Another process has locked the file for longer than the time limit.
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: .storeBusy(path: path)
    default:
      .storeUnusable(path: path, reason: message ?? "SQLite error \(resultCode.rawValue)")
    }
  }
}
