import GRDB

/// Conversations that went into others. The table is a forest: a union adds one row, however large
/// the two are, and messages keep the number that they were given. A conversation's messages are
/// those of its own number and of all that went into it.
enum Aliases {
  /// Begins a query of `member.id`: the number `?1`, and those that went into it.
  static let members = """
    WITH RECURSIVE member(id) AS (
      VALUES (?1) UNION SELECT alias.id FROM member JOIN alias ON alias.target = member.id)
    """

  /// Where a conversation went, in one step; nil for one that is there itself.
  static func target(of id: Int64, _ db: Database) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT target FROM alias WHERE id = ?")
    // The older number stays. In a damaged store they may go round in a circle.
    return try Int64.fetchOne(statement, arguments: [id]).flatMap { $0 < id ? $0 : nil }
  }

  /// Where a conversation went in the end, or itself.
  static func root(of id: Int64, _ db: Database) throws -> Int64 {
    var root = id
    while let target = try target(of: root, db) { root = target }
    return root
  }

  static func members(of id: Int64, _ db: Database) throws -> [Int64] {
    let statement = try db.cachedStatement(sql: "\(members) SELECT id FROM member")
    return try Int64.fetchAll(statement, arguments: [id])
  }
}
