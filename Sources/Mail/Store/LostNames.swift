import GRDB

/// Names of removed messages. At the end of a refresh, names that no message has any more are
/// forgotten, and a conversation splits where nothing else links its parts: the store is then as if
/// the message had never been there. Until then the message may only have moved.
struct LostNames {
  private let db: Database
  private let mailbox: Int64
  private var isEmpty: Bool

  init(_ db: Database, mailbox: Int64) throws {
    self.db = db
    self.mailbox = mailbox
    isEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM lost)") ?? true
  }

  /// - Parameter conversation: the conversation id that the message had.
  mutating func note(_ names: [Int64], of conversation: Int64) throws {
    isEmpty = false
    let add = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO lost (conversation, name) VALUES (?, ?)"
    )
    for name in names { try add.execute(arguments: [conversation, name]) }
  }

  /// Whether messages were removed from the conversation.
  func has(_ conversation: Int64) throws -> Bool {
    guard !isEmpty else { return false }
    let statement = try db.cachedStatement(
      sql: """
        \(Aliases.members) SELECT EXISTS (
          SELECT 1 FROM member CROSS JOIN lost ON conversation = member.id)
        """
    )
    return try Bool.fetchOne(statement, arguments: [conversation]) ?? false
  }

  /// Splits a conversation if its messages are no longer linked. The id stays with the part that
  /// had it before any merge, or else with the oldest part.
  ///
  /// - Returns: the ids of the other parts.
  func settle(_ conversation: Int64, in threads: inout StoreThreads) throws -> [Int64] {
    let lost = try take(conversation)
    guard !lost.isEmpty else { return [] }
    let messages = try messages(of: conversation)
    var parts = ConversationParts()
    for message in messages { parts.add(message.names) }
    let forget = try db.cachedStatement(
      sql: "DELETE FROM identifier WHERE mailbox = ? AND name = ?"
    )
    for name in lost where parts.holders[name] == nil {
      try forget.execute(arguments: [mailbox, name])
    }
    let kept = messages.firstIndex { $0.conversation == conversation } ?? messages.indices.first
    guard let kept else {
      try forgetAliases(of: conversation)
      return []
    }
    var numbers = [parts.part(of: kept): conversation]
    let move = try db.cachedStatement(sql: "UPDATE message SET conversation = ? WHERE id = ?")
    let rename = try db.cachedStatement(
      sql: "UPDATE identifier SET conversation = ? WHERE mailbox = ? AND name = ?"
    )
    for (index, message) in messages.enumerated() {
      let part = parts.part(of: index)
      let number = numbers[part] ?? threads.makeConversation()
      numbers[part] = number
      guard number != conversation else { continue }
      try move.execute(arguments: [number, message.id])
      for name in message.names {
        try rename.execute(arguments: [number, mailbox, name])
      }
    }
    return numbers.values.filter { $0 != conversation }
  }

  private typealias Message = (id: Int64, conversation: Int64, names: [Int64])

  private func messages(of conversation: Int64) throws -> [Message] {
    let statement = try db.cachedStatement(
      sql: """
        \(Aliases.members) SELECT message.id, conversation, names FROM member
        CROSS JOIN message ON conversation = member.id ORDER BY date, messageID, key
        """
    )
    let rows = try Row.fetchCursor(statement, arguments: [conversation])
    var messages: [Message] = []
    while let row = try rows.next() {
      messages.append((row[0], row[1], ThreadName.split(row[2])))
    }
    return messages
  }

  private func take(_ conversation: Int64) throws -> [Int64] {
    guard !isEmpty else { return [] }
    let names = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          \(Aliases.members) SELECT DISTINCT name FROM member
          CROSS JOIN lost ON conversation = member.id
          """
      ),
      arguments: [conversation]
    )
    guard !names.isEmpty else { return [] }
    try db.cachedStatement(
      sql: """
        \(Aliases.members) DELETE FROM lost WHERE conversation IN (SELECT id FROM member)
        """
    ).execute(arguments: [conversation])
    return names
  }

  private func forgetAliases(of conversation: Int64) throws {
    try db.cachedStatement(
      sql: """
        \(Aliases.members) DELETE FROM alias WHERE id IN (SELECT id FROM member)
        """
    ).execute(arguments: [conversation])
  }
}
