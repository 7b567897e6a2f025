import GRDB

/// The store's ``ThreadTable``, for the length of one transaction.
struct StoreThreads: ThreadTable {
  typealias Failure = any Error

  /// What a union took away from the list.
  private(set) var united: [(younger: Int64, older: Int64, row: Conversation?)] = []

  private let db: Database
  private let folder: Int64
  private var last: Int64

  init(_ db: Database, folder: Int64) throws {
    self.db = db
    self.folder = folder
    last = try Int64.fetchOne(db, sql: "SELECT last FROM sequence") ?? 0
  }

  func conversation(of messageID: String) throws -> Int64? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT coalesce(alias.target, identifier.conversation) FROM identifier
        LEFT JOIN alias ON alias.id = identifier.conversation
        WHERE identifier.folder = ? AND identifier.name = ?
        """
    )
    return try Int64.fetchOne(statement, arguments: [folder, messageID])
  }

  func assign(_ messageID: String, to conversation: Int64) throws {
    // A message may name an id twice.
    let statement = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO identifier (folder, name, conversation) VALUES (?, ?, ?)"
    )
    try statement.execute(arguments: [folder, messageID, conversation])
  }

  mutating func makeConversation() -> Int64 {
    last += 1
    return last
  }

  mutating func unite(_ younger: Int64, into older: Int64) throws {
    united.append((younger, older, try ConversationRow.fetch(younger, db)))
    try ConversationRow.delete(younger, db)
    try db.cachedStatement(sql: "UPDATE message SET conversation = ? WHERE conversation = ?")
      .execute(arguments: [older, younger])
    try db.cachedStatement(sql: "UPDATE alias SET target = ? WHERE target = ?")
      .execute(arguments: [older, younger])
    try db.cachedStatement(sql: "INSERT INTO alias (id, target) VALUES (?, ?)")
      .execute(arguments: [younger, older])
  }

  /// Keeps the last number given. Call it before the transaction ends.
  func finish() throws {
    try db.cachedStatement(sql: "UPDATE sequence SET last = ?").execute(arguments: [last])
  }
}
