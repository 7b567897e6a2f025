import GRDB

/// When a refresh last reached an account's server.
enum LastSync {
  /// - Returns: seconds since 1970; nil for never, and for mail on disk.
  static func read(_ db: Database) throws -> Int64? {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT synced FROM account"))
  }

  /// - Parameter time: seconds since 1970.
  static func save(_ time: Int64, _ db: Database) throws {
    try db.execute(sql: "UPDATE account SET synced = ?", arguments: [time])
  }
}
