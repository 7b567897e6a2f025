import GRDB

/// Reads and writes conversations in the store's tables.
enum ConversationTable {
  /// The columns that follow the columns of ``Conversation``.
  private enum Column: Int, SelectedColumn {
    case folders, living, copies, repeats
    static var first: Int { Conversation.columns.names.count }
  }

  private static let names = Conversation.columns.names + Column.allCases.map { "\($0)" }
  private static let columns = names.joined(separator: ", ")

  static func fetch(_ id: Int64, _ db: Database) throws -> ListedConversation? {
    let statement = try db.cachedStatement(sql: "SELECT \(columns) FROM conversation WHERE id = ?")
    // Keeps the cursor alive: its `deinit` would reset the statement from which the row reads.
    let rows = try Row.fetchCursor(statement, arguments: [id])
    return try withExtendedLifetime(rows) {
      try rows.next().map { row in
        ListedConversation(
          row: Conversation(Conversation(id: id), row),
          folders: FolderSet.split(row[Column.folders]),
          living: FolderSet.split(row[Column.living]),
          copies: row[Column.copies],
          repeats: FolderCounts.split(row[Column.repeats])
        )
      }
    }
  }

  /// Replaces a conversation's old state in the tables with its new state. Either may be nil: for a
  /// new conversation, or for one that has lost all its messages.
  static func write(
    _ after: ListedConversation?,
    over before: ListedConversation?,
    _ db: Database
  ) throws {
    guard after != before else { return }
    let isListedAnew =
      before?.row.place != after?.row.place || before?.folders != after?.folders
      || before?.isUnread != after?.isUnread || before?.living != after?.living
    if let before, isListedAnew {
      let unlist = try db.cachedStatement(
        sql: "DELETE FROM listing WHERE folder = ? AND date = ? AND id = ?"
      )
      for folder in before.folders {
        try unlist.execute(arguments: [folder, before.row.place.seconds, before.row.id])
      }
    }
    guard let after else {
      guard let before else { return }
      return try db.cachedStatement(sql: "DELETE FROM conversation WHERE id = ?")
        .execute(arguments: [before.row.id])
    }
    try write(after, db)
    guard isListedAnew else { return }
    let list = try db.cachedStatement(
      sql: "INSERT INTO listing (folder, date, id, unread, deleted) VALUES (?, ?, ?, ?, ?)"
    )
    for folder in after.folders {
      try list.execute(
        arguments: [
          folder, after.row.place.seconds, after.row.id, after.isUnread,
          !after.living.contains(folder),
        ]
      )
    }
  }

  private static func write(_ conversation: ListedConversation, _ db: Database) throws {
    let own: [DatabaseValue] = [
      FolderSet.join(conversation.folders).databaseValue,
      FolderSet.join(conversation.living).databaseValue, conversation.copies.databaseValue,
      FolderCounts.join(conversation.repeats).databaseValue,
    ]
    let values = [conversation.row.id.databaseValue] + conversation.row.values + own
    try db.cachedStatement(sql: insertion).execute(arguments: StatementArguments(values))
  }

  private static let insertion = """
    INSERT INTO conversation (id, \(columns))
    VALUES (?\(String(repeating: ", ?", count: names.count)))
    ON CONFLICT (id) DO UPDATE SET
      \(names.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
    """
}
