import GRDB

/// Finds a conversation by one of its messages.
enum MessageLookup {
  /// - Parameter messageID: a message's own, or one that a message refers to.
  /// - Returns: nil where no listed conversation has it.
  static func conversation(
    _ db: Database,
    holding messageID: String
  ) throws -> Int64? {
    let statement = try db.cachedStatement(
      sql: "SELECT conversation FROM identifier WHERE name = ?"
    )
    let name = ThreadName.make(from: messageID)
    guard let number = try Int64.fetchOne(statement, arguments: [name]) else { return nil }
    let root = try Aliases.root(of: number, db)
    return try ConversationQuery.conversation(db, root)?.id
  }
}
