import GRDB

/// Conversations that were merged into others. The table is a forest: a merge adds one row, however
/// large both conversations are, and messages keep the conversation id that they were given. A
/// conversation's messages are those with its own id and with the ids of all conversations merged
/// into it.
enum Aliases {
  /// The head of a query on `member.id`: the conversation id `?1`, and the ids merged into it.
  static let members = """
    WITH RECURSIVE member(id) AS (
      VALUES (?1) UNION SELECT alias.id FROM member JOIN alias ON alias.target = member.id)
    """

  /// The conversation into which this one was merged directly; nil where it was not merged.
  static func target(of id: Int64, _ db: Database) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT target FROM alias WHERE id = ?")
    // The older id stays, so a target is smaller. In a damaged store targets may form a circle.
    return try Int64.fetchOne(statement, arguments: [id]).flatMap { $0 < id ? $0 : nil }
  }

  /// The conversation in which this one finally ended, or itself.
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
