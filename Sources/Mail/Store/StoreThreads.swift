import GRDB

/// The store's ``ThreadTable``, for the length of one transaction.
struct StoreThreads: ThreadTable {
  typealias Failure = any Error

  /// What a union took away from the list.
  private(set) var united: [(younger: Int64, older: Int64, was: ListedConversation?)] = []

  private let db: Database
  private let mailbox: Int64
  private var last: Int64
  private let lastBefore: Int64
  /// What was looked up: messages that come together name each other's ids again and again.
  private var seen: [String: Int64] = [:]
  /// Where conversations went that `seen` still names by their old number.
  private var moves: [Int64: Int64] = [:]
  private let find: Statement
  private let add: Statement

  init(_ db: Database, mailbox: Int64) throws {
    self.db = db
    self.mailbox = mailbox
    last = try Int64.fetchOne(db, sql: "SELECT last FROM sequence") ?? 0
    lastBefore = last
    find = try db.cachedStatement(
      sql: """
        SELECT coalesce(alias.target, identifier.conversation) FROM identifier
        LEFT JOIN alias ON alias.id = identifier.conversation
        WHERE identifier.mailbox = ? AND identifier.name = ?
        """
    )
    // A message may name an id twice.
    add = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO identifier (mailbox, name, conversation) VALUES (?, ?, ?)"
    )
  }

  /// Whether the conversation was made in this transaction.
  func isNew(_ conversation: Int64) -> Bool { conversation > lastBefore }

  mutating func conversation(of messageID: String) throws -> Int64? {
    if var found = seen[messageID] {
      while let next = moves[found] { found = next }
      return found
    }
    find.setUncheckedArguments([mailbox.databaseValue, messageID.databaseValue])
    guard let found = try Int64.fetchOne(find) else { return nil }
    seen[messageID] = found
    return found
  }

  mutating func assign(_ messageID: String, to conversation: Int64) throws {
    seen[messageID] = conversation
    add.setUncheckedArguments([
      mailbox.databaseValue, messageID.databaseValue, conversation.databaseValue,
    ])
    try add.execute()
  }

  mutating func makeConversation() -> Int64 {
    last += 1
    return last
  }

  mutating func unite(_ younger: Int64, into older: Int64) throws {
    moves[younger] = older
    let was = isNew(younger) ? nil : try ConversationRow.fetch(younger, db)
    united.append((younger, older, was))
    try ConversationRow.write(nil, over: was, mailbox: mailbox, db)
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
