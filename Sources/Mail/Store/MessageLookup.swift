import GRDB

/// Finds a conversation by one of its messages.
enum MessageLookup {
  /// - Parameter messageID: a message's own, or one that a message refers to.
  /// - Returns: nil where no listed conversation has it.
  static func conversation(
    _ db: Database,
    _ mailbox: Int64?,
    holding messageID: String
  ) throws -> Int64? {
    let statement = try db.cachedStatement(
      sql: "SELECT conversation FROM identifier WHERE mailbox = ? AND name = ?"
    )
    let name = ThreadName.make(from: messageID)
    guard let number = try Int64.fetchOne(statement, arguments: [mailbox, name]) else { return nil }
    let root = try Aliases.root(of: number, db)
    return try ConversationQuery.conversation(db, mailbox, root)?.id
  }
}
