import Foundation
import GRDB

/// What is asked of the store. A folder that is nil was never refreshed and holds nothing.
enum ConversationQuery {
  /// Keyset paging: the index is entered at the cursor, so every page costs the same.
  static func page(
    _ db: Database,
    _ folder: Int64?,
    after cursor: Cursor?,
    limit: Int
  ) throws -> ConversationPage {
    guard let folder else { return ConversationPage(conversations: [], next: nil) }
    let cursor = cursor ?? Cursor(seconds: .max, id: .max)
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(ConversationRow.columns) FROM conversation
        WHERE folder = ? AND (date, id) < (?, ?) ORDER BY date DESC, id DESC LIMIT ?
        """
    )
    // One more than asked for tells whether there is a next page.
    let rows = try Row.fetchCursor(
      statement,
      arguments: [folder, cursor.seconds, cursor.id, limit + 1]
    )
    var conversations: [Conversation] = []
    while let row = try rows.next() { conversations.append(ConversationRow.read(row)) }
    let hasMore = conversations.count > limit
    if hasMore { conversations.removeLast() }
    let next = hasMore ? conversations.last.map(cursor(behind:)) : nil
    return ConversationPage(conversations: conversations, next: next)
  }

  private static func cursor(behind conversation: Conversation) -> Cursor {
    Cursor(seconds: Int64(conversation.date.timeIntervalSince1970), id: conversation.id)
  }

  static func conversation(_ db: Database, _ id: Int64) throws -> Conversation? {
    try ConversationRow.fetch(id, db)
  }

  static func count(_ db: Database, _ folder: Int64?) throws -> Int {
    try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM conversation WHERE folder = ?",
      arguments: [folder]
    ) ?? 0
  }

  static func messageCount(_ db: Database, _ folder: Int64?) throws -> Int {
    try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM message WHERE folder = ?",
      arguments: [folder]
    ) ?? 0
  }

  static func threads(
    _ db: Database,
    _ folder: Int64?,
    after id: Int64?,
    limit: Int
  ) throws -> [ConversationThread] {
    let ids = try Int64.fetchAll(
      db,
      sql: "SELECT id FROM conversation WHERE folder = ? AND id > ? ORDER BY id LIMIT ?",
      arguments: [folder, id ?? 0, limit]
    )
    let statement = try db.cachedStatement(
      sql: "SELECT messageID FROM message WHERE conversation = ? ORDER BY date, id"
    )
    return try ids.map {
      ConversationThread(id: $0, messages: try String.fetchAll(statement, arguments: [$0]))
    }
  }

  static func checkpoint(_ db: Database, _ folder: Int64?) throws -> SourceCheckpoint? {
    let bytes = try Data.fetchOne(
      db,
      sql: "SELECT checkpoint FROM folder WHERE id = ?",
      arguments: [folder]
    )
    return bytes.map(SourceCheckpoint.init)
  }

  static func save(_ checkpoint: SourceCheckpoint?, _ db: Database, _ folder: Int64) throws {
    try db.execute(
      sql: "UPDATE folder SET checkpoint = ? WHERE id = ?",
      arguments: [checkpoint?.bytes, folder]
    )
  }

  static func known(_ db: Database, _ folder: Int64?) throws -> [MessageKey: MessageFlags] {
    let statement = try db.cachedStatement(sql: "SELECT key, flags FROM message WHERE folder = ?")
    let rows = try Row.fetchCursor(statement, arguments: [folder])
    var known: [MessageKey: MessageFlags] = [:]
    while let row = try rows.next() {
      let key = try row.withUnsafeData(atIndex: 0) { MessageKey(bytes: $0.map(Array.init) ?? []) }
      known[key] = MessageFlags(rawValue: row[1])
    }
    return known
  }
}
