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
  private var seen: [Int64: Int64] = [:]
  /// Where conversations went; themselves for those that are there.
  private var targets: [Int64: Int64] = [:]
  /// Whose way is shorter now than in the table.
  private var shortened: Set<Int64> = []
  private let find: Statement
  private let add: Statement

  init(_ db: Database, mailbox: Int64) throws {
    self.db = db
    self.mailbox = mailbox
    last = try Int64.fetchOne(db, sql: "SELECT last FROM sequence") ?? 0
    lastBefore = last
    find = try db.cachedStatement(
      sql: "SELECT conversation FROM identifier WHERE mailbox = ? AND name = ?"
    )
    // A message may name an id twice.
    add = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO identifier (mailbox, name, conversation) VALUES (?, ?, ?)"
    )
  }

  /// Whether the conversation was made in this transaction.
  func isNew(_ conversation: Int64) -> Bool { conversation > lastBefore }

  mutating func conversation(of name: Int64) throws -> Int64? {
    if let found = seen[name] { return try root(of: found) }
    find.setUncheckedArguments([mailbox.databaseValue, name.databaseValue])
    guard let found = try Int64.fetchOne(find) else { return nil }
    seen[name] = found
    return try root(of: found)
  }

  mutating func assign(_ name: Int64, to conversation: Int64) throws {
    seen[name] = conversation
    add.setUncheckedArguments([
      mailbox.databaseValue, name.databaseValue, conversation.databaseValue,
    ])
    try add.execute()
  }

  mutating func makeConversation() -> Int64 {
    // Only in a damaged store it is near the end.
    last &+= 1
    return last
  }

  mutating func unite(_ younger: Int64, into older: Int64) throws {
    targets[younger] = older
    let was = isNew(younger) ? nil : try ConversationTable.fetch(younger, of: mailbox, db)
    united.append((younger, older, was))
    try ConversationTable.write(nil, over: was, mailbox: mailbox, db)
    try db.cachedStatement(sql: "INSERT INTO alias (id, target) VALUES (?, ?)")
      .execute(arguments: [younger, older])
  }

  /// The conversation that one with this number is in now. The way there is shortened for the next
  /// time, so that a long chain of unions is walked along once.
  mutating func root(of conversation: Int64) throws -> Int64 {
    var root = conversation
    var way: [Int64] = []
    while let target = try target(of: root) {
      way.append(root)
      root = target
    }
    for step in way.dropLast() where targets[step] != root {
      targets[step] = root
      shortened.insert(step)
    }
    return root
  }

  private mutating func target(of conversation: Int64) throws -> Int64? {
    if let known = targets[conversation] { return known == conversation ? nil : known }
    let target = isNew(conversation) ? nil : try Aliases.target(of: conversation, db)
    targets[conversation] = target ?? conversation
    return target
  }

  /// Keeps the last number given. Call it before the transaction ends.
  func finish() throws {
    let shorten = try db.cachedStatement(sql: "UPDATE alias SET target = ? WHERE id = ?")
    for id in shortened { try shorten.execute(arguments: [targets[id], id]) }
    try db.cachedStatement(sql: "UPDATE sequence SET last = ?").execute(arguments: [last])
  }
}
