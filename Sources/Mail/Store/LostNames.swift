import GRDB

/// Names of messages that went. As soon as the row is made anew, what nobody names any more is
/// forgotten, and the conversation parts where nothing else holds it together: then the store is as
/// if the message had never been there.
struct LostNames {
  private let db: Database
  private let mailbox: Int64
  private var isEmpty: Bool

  init(_ db: Database, mailbox: Int64) throws {
    self.db = db
    self.mailbox = mailbox
    isEmpty = try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT 1 FROM lost)") ?? true
  }

  /// - Parameter conversation: the number that the message had.
  mutating func note(_ names: [Int64], of conversation: Int64) throws {
    isEmpty = false
    let add = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO lost (conversation, name) VALUES (?, ?)"
    )
    for name in names { try add.execute(arguments: [conversation, name]) }
  }

  /// Parts a conversation where it must. The part that had its number before any union, or else the
  /// oldest, keeps it.
  ///
  /// - Returns: the other parts' numbers.
  func settle(_ conversation: Int64, in threads: inout StoreThreads) throws -> [Int64] {
    let lost = try take(conversation)
    guard !lost.isEmpty else { return [] }
    let messages = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          \(Aliases.members) SELECT message.id, conversation, names FROM member
          CROSS JOIN message ON conversation = member.id ORDER BY date, messageID, key
          """
      ),
      arguments: [conversation]
    )
    var parts = ConversationParts()
    for message in messages { parts.add(ThreadName.split(message[2])) }
    let forget = try db.cachedStatement(
      sql: "DELETE FROM identifier WHERE mailbox = ? AND name = ?"
    )
    for name in lost where parts.holders[name] == nil {
      try forget.execute(arguments: [mailbox, name])
    }
    guard let first = messages.firstIndex(where: { $0[1] as Int64 == conversation }) ?? messages.indices.first
    else {
      try forgetAliases(of: conversation)
      return []
    }
    var numbers = [parts.part(of: first): conversation]
    let move = try db.cachedStatement(sql: "UPDATE message SET conversation = ? WHERE id = ?")
    let rename = try db.cachedStatement(
      sql: "UPDATE identifier SET conversation = ? WHERE mailbox = ? AND name = ?"
    )
    for (index, message) in messages.enumerated() {
      let part = parts.part(of: index)
      let number = numbers[part] ?? threads.makeConversation()
      numbers[part] = number
      guard number != conversation else { continue }
      try move.execute(arguments: [number, message[0] as Int64])
      for name in ThreadName.split(message[2]) {
        try rename.execute(arguments: [number, mailbox, name])
      }
    }
    return numbers.values.filter { $0 != conversation }
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
