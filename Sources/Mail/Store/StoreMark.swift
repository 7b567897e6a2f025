import CStore
import GRDB
import GRDBSQLite

/// A connection that reads an SQLite file's mark (its application id), or empties the file. It uses
/// SQLite's C interface: GRDB's preparation of a connection takes a tenth of the work of a
/// refresh without changes, and GRDB does not open damaged files.
struct StoreMark: ~Copyable {
  private let connection: OpaquePointer?

  /// - Throws: `DatabaseError`.
  init(of path: String, writes: Bool = false) throws {
    var connection: OpaquePointer?
    let flags = writes ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    let code = sqlite3_open_v2(path, &connection, flags, nil)
    self.connection = connection
    sqlite3_busy_timeout(connection, 10_000)
    try Self.check(code, connection)
  }

  deinit { sqlite3_close(connection) }

  /// Whether the file begins as a store does, even if SQLite rejects it
  /// (sqlite.org/fileformat2.html, section 1.3).
  var beginsAsStore: Bool {
    let bytes = beginning(72)
    let id = bytes.dropFirst(68).reduce(0) { $0 << 8 | Int32($1) }
    return beginsAsDatabase && id == StoreSchema.applicationID
  }

  /// Whether the file begins as one of SQLite's does.
  var beginsAsDatabase: Bool { beginning(16).elementsEqual("SQLite format 3\0".utf8) }

  /// Reads by SQLite's own descriptor: a process that closes any descriptor of a file loses all its
  /// locks on it, even those of an open store (sqlite.org/howtocorrupt.html, section 2.2).
  ///
  /// - Returns: the first bytes; none if the file is shorter.
  private func beginning(_ count: Int) -> [UInt8] {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(connection, nil, SQLITE_FCNTL_FILE_POINTER, &file)
    var bytes = [UInt8](repeating: 0, count: count)
    let read = file?.pointee.pMethods?.pointee.xRead
    return read?(file, &bytes, CInt(count), 0) == SQLITE_OK ? bytes : []
  }

  /// Empties the file in place, whatever it contains, also for processes that have it open.
  func reset() throws { try Self.reset(connection) }

  static func reset(_ connection: OpaquePointer?) throws {
    _ = store_set_empty(connection, 1)
    defer { _ = store_set_empty(connection, 0) }
    try check(sqlite3_exec(connection, "VACUUM", nil, nil, nil), connection)
  }

  private static func check(_ code: CInt, _ connection: OpaquePointer?) throws {
    guard code != SQLITE_OK, code != SQLITE_DONE else { return }
    throw DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: connection.map { String(cString: sqlite3_errmsg($0)) }
    )
  }
}
