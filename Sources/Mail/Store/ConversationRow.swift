import Foundation
import GRDB

/// Conversations as the store keeps them.
enum ConversationRow {
  static let columns =
    "id, date, messageCount, unread, flagged, attachments, subject, participants, snippet"

  /// Reads the columns above, in their order.
  static func read(_ row: Row) -> Conversation {
    Conversation(
      id: row[0],
      subject: row[6],
      participants: NameList.split(row[7]),
      date: Date(timeIntervalSince1970: TimeInterval(row[1] as Int64)),
      messageCount: row[2],
      unread: row[3],
      flagged: row[4],
      attachments: row[5],
      snippet: row[8]
    )
  }

  static func fetch(_ id: Int64, _ db: Database) throws -> Conversation? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(columns) FROM conversation WHERE id = ?"
    )
    // The row is a view into the cursor, which resets the statement when it goes.
    let rows = try Row.fetchCursor(statement, arguments: [id])
    return try withExtendedLifetime(rows) { try rows.next().map(read) }
  }

  static func write(_ conversation: Conversation, folder: Int64, _ db: Database) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO conversation (\(columns), folder) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET date = excluded.date, messageCount = excluded.messageCount,
          unread = excluded.unread, flagged = excluded.flagged,
          attachments = excluded.attachments, subject = excluded.subject,
          participants = excluded.participants, snippet = excluded.snippet
        """
    )
    try statement.execute(arguments: [
      conversation.id, Int64(conversation.date.timeIntervalSince1970), conversation.messageCount,
      conversation.unread, conversation.flagged, conversation.attachments, conversation.subject,
      NameList.join(conversation.participants), conversation.snippet, folder,
    ])
  }

  static func delete(_ id: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM conversation WHERE id = ?").execute(arguments: [id])
  }
}

/// Several names in one column, parted by a control character that no name holds.
enum NameList {
  private static let separator = "\u{1F}"

  static func join(_ names: [String]) -> String { names.joined(separator: separator) }

  static func split(_ text: String) -> [String] {
    text.utf8.split(separator: 0x1F).compactMap { String($0) }
  }
}
