import GRDB

/// When a refresh last reached an account's server.
enum LastSync {
  /// - Returns: seconds since 1970; nil for never, and for mail on disk.
  static func read(_ db: Database, _ mailbox: Int64?) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT synced FROM mailbox WHERE id = ?")
    return try Int64.fetchOne(statement, arguments: [mailbox])
  }

  /// - Parameter time: seconds since 1970.
  static func save(_ time: Int64, _ db: Database, _ mailbox: Int64) throws {
    try db.cachedStatement(sql: "UPDATE mailbox SET synced = ? WHERE id = ?")
      .execute(arguments: [time, mailbox])
  }
}
