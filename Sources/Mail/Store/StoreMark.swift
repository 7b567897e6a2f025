import GRDB
import GRDBSQLite

/// A connection that only reads an SQLite file's mark. It uses SQLite's own interface, since GRDB
/// prepares each connection for far more: a tenth of the work of an unchanged refresh.
struct StoreMark: ~Copyable {
  private let connection: OpaquePointer?

  /// - Throws: `DatabaseError`.
  init(of path: String) throws {
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY, nil)
    self.connection = connection
    sqlite3_busy_timeout(connection, 10_000)
    try Self.check(code, connection)
  }

  deinit { sqlite3_close(connection) }

  /// The number by which a program marks its files; 0 for none.
  func applicationID() throws -> Int32 { try number("PRAGMA application_id") }

  /// Whether the file has no table.
  func isEmpty() throws -> Bool { try number("SELECT count(*) FROM sqlite_master") == 0 }

  private func number(_ sql: String) throws -> Int32 {
    var statement: OpaquePointer?
    try Self.check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil), connection)
    defer { sqlite3_finalize(statement) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_ROW else {
      try Self.check(code, connection)
      return 0
    }
    return sqlite3_column_int(statement, 0)
  }

  private static func check(_ code: CInt, _ connection: OpaquePointer?) throws {
    guard code != SQLITE_OK, code != SQLITE_DONE else { return }
    throw DatabaseError(
      resultCode: ResultCode(rawValue: code),
      message: connection.map { String(cString: sqlite3_errmsg($0)) }
    )
  }
}
