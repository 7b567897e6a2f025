import GRDB

/// The conversations to which messages belong, in the store within one transaction.
///
/// Two messages belong together when a chain of Message-ID, References and In-Reply-To headers
/// links them. So all ids that a message names, its own and its references, are put into one
/// conversation, even ids of messages that were never seen (ghosts). A message that arrives later
/// with such an id, or refers to it, joins the conversation. If a message names ids of several
/// conversations, these are merged, and the oldest keeps its id.
///
/// Merging is a union of sets, so the order of arrival does not matter. Loops and false references
/// do no harm, and two messages with the same id are in one conversation. Subjects are ignored. A
/// removed message leaves its ids behind, and so its conversation stays together.
struct StoreThreads {
  /// The merges in order. `was` is the row that the younger conversation had in the list.
  private(set) var united: [(younger: Int64, older: Int64, was: ListedConversation?)] = []

  private let db: Database
  private var last: Int64
  private let lastBefore: Int64
  /// Caches conversations by name: messages of one batch refer to the same names again and again.
  private var seen: [Int64: Int64] = [:]
  /// Caches the target of each merged conversation; an unmerged one is its own target.
  private var targets: [Int64: Int64] = [:]
  /// Merged conversations whose cached target is nearer to the root than their target in the table.
  private var shortened: Set<Int64> = []
  private let find: Statement
  private let add: Statement

  init(_ db: Database) throws {
    self.db = db
    last = try Int64.fetchOne(db, sql: "SELECT last FROM account") ?? 0
    lastBefore = last
    find = try db.cachedStatement(sql: "SELECT conversation FROM identifier WHERE name = ?")
    // A message may name the same id twice.
    add = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO identifier (name, conversation) VALUES (?, ?)"
    )
  }

  /// Whether the conversation was created in this transaction.
  func isNew(_ conversation: Int64) -> Bool { conversation > lastBefore }

  /// Finds or makes the conversation of a message.
  ///
  /// - Parameter names: as in ``MessageHead/names``.
  mutating func place(_ names: [Int64]) throws -> Int64 {
    var homes: Set<Int64> = []
    var homeless: [Int64] = []
    for name in names {
      if let found = try conversation(of: name) {
        homes.insert(found)
      } else {
        homeless.append(name)
      }
    }
    let conversation = homes.min() ?? makeConversation()
    for younger in homes.sorted() where younger != conversation {
      try unite(younger, into: conversation)
    }
    for name in homeless { try assign(name, to: conversation) }
    return conversation
  }

  /// The conversation to which a name belongs after all merges; nil for a new name.
  mutating func conversation(of name: Int64) throws -> Int64? {
    if let found = seen[name] { return try root(of: found) }
    find.setUncheckedArguments([name.databaseValue])
    guard let found = try Int64.fetchOne(find) else { return nil }
    seen[name] = found
    return try root(of: found)
  }

  private mutating func assign(_ name: Int64, to conversation: Int64) throws {
    seen[name] = conversation
    add.setUncheckedArguments([name.databaseValue, conversation.databaseValue])
    try add.execute()
  }

  private mutating func makeConversation() -> Int64 {
    // Does not trap on overflow: a damaged store may have a last id near the largest integer.
    last &+= 1
    return last
  }

  private mutating func unite(_ younger: Int64, into older: Int64) throws {
    targets[younger] = older
    let was = isNew(younger) ? nil : try ConversationTable.fetch(younger, db)
    united.append((younger, older, was))
    try ConversationTable.write(nil, over: was, db)
    try db.cachedStatement(sql: "INSERT INTO alias (id, target) VALUES (?, ?)")
      .execute(arguments: [younger, older])
  }

  /// Returns the conversation into which this one was finally merged, or itself. Shortens
  /// the path, so that a long chain of merges is followed only once.
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

  /// Saves the shortened paths and the last id assigned. Call it before the transaction ends.
  func finish() throws {
    let shorten = try db.cachedStatement(sql: "UPDATE alias SET target = ? WHERE id = ?")
    for id in shortened { try shorten.execute(arguments: [targets[id], id]) }
    try db.cachedStatement(sql: "UPDATE account SET last = ?").execute(arguments: [last])
  }
}

/// Conversations that were merged into others. The table is a forest: a merge adds one row, however
/// large both conversations are, and messages keep their first conversation id. So a conversation's
/// messages are those with its own id or with the id of any conversation merged into it.
enum Aliases {
  /// The head of a query on `member.id`: the conversation id `?1`, and the ids merged into it.
  static let members = """
    WITH RECURSIVE member(id) AS (
      VALUES (?1) UNION SELECT alias.id FROM member JOIN alias ON alias.target = member.id)
    """

  /// Returns the conversation into which this one was merged directly; nil if it was not merged.
  static func target(of id: Int64, _ db: Database) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT target FROM alias WHERE id = ?")
    // The older conversation keeps its id, so targets are smaller. A damaged store may have a
    // cycle.
    return try Int64.fetchOne(statement, arguments: [id]).flatMap { $0 < id ? $0 : nil }
  }

  /// Returns the conversation into which this one was finally merged, or itself.
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

/// Message-IDs as 64-bit hashes, which take a tenth of the space in the store and compare faster.
///
/// In one of 370,000 mailboxes with ten million ids, two ids have the same hash; an attacker may
/// also invent such an id. Then two conversations become one, as when a message refers to both.
enum ThreadName {
  static func make(from text: String) -> Int64 {
    var text = text
    return Int64(bitPattern: text.withUTF8 { QuickHash.make($0) })
  }
}

extension MessageHead {
  /// The names that link the message to others: its own, then those of its references.
  var names: [Int64] { ([messageID] + references).map(ThreadName.make) }
}
