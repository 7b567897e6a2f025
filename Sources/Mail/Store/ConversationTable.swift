import FoundationEssentials
import GRDB

/// Reads and writes conversations in the store's tables.
enum ConversationTable {
  private enum Column: Int, SelectedColumn {
    case id, date, messageCount, unread, flagged, deleted, attachments, subject, participants
    case snippet, folders, copies, repeats
  }

  private static func read(_ row: Row) -> ListedConversation {
    let conversation = Conversation(
      id: row[Column.id],
      subject: row[Column.subject],
      participants: NameList.split(row[Column.participants]),
      date: StoredDate.read(row[Column.date]),
      messageCount: row[Column.messageCount],
      unread: row[Column.unread],
      flagged: row[Column.flagged],
      attachments: row[Column.attachments],
      snippet: row[Column.snippet],
      deleted: row[Column.deleted]
    )
    return ListedConversation(
      row: conversation,
      folders: FolderSet.split(row[Column.folders]),
      copies: row[Column.copies],
      repeats: FolderCounts.split(row[Column.repeats])
    )
  }

  static func fetch(
    _ id: Int64,
    _ db: Database
  ) throws -> ListedConversation? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Column.list) FROM conversation WHERE id = ?"
    )
    // The row is a view into the cursor, and the cursor's end resets the statement.
    let rows = try Row.fetchCursor(statement, arguments: [id])
    return try withExtendedLifetime(rows) { try rows.next().map(read) }
  }

  /// Changes the tables from one state of a conversation to another.
  static func write(
    _ after: ListedConversation?,
    over before: ListedConversation?,
    _ db: Database
  ) throws {
    guard after != before else { return }
    let isListedAnew =
      before?.row.place != after?.row.place || before?.folders != after?.folders
      || before?.isUnread != after?.isUnread || before?.row.deleted != after?.row.deleted
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
          folder, after.row.place.seconds, after.row.id, after.isUnread, after.row.deleted,
        ]
      )
    }
  }

  private static func write(
    _ conversation: ListedConversation,
    _ db: Database
  ) throws {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO conversation (\(Column.list))
        VALUES (?\(String(repeating: ", ?", count: Column.allCases.count - 1)))
        ON CONFLICT (id) DO UPDATE SET
          \(Column.allCases.map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
        """
    )
    let row = conversation.row
    try statement.execute(arguments: [
      row.id, row.place.seconds, row.messageCount, row.unread, row.flagged, row.deleted,
      row.attachments, row.subject, NameList.join(row.participants), row.snippet,
      FolderSet.join(conversation.folders), conversation.copies,
      FolderCounts.join(conversation.repeats),
    ])
  }
}

/// Several names in one column, separated by a control character that no name contains.
enum NameList {
  private static let separator = "\u{1F}"

  static func join(_ names: [String]) -> String { names.joined(separator: separator) }

  static func split(_ text: String) -> [String] {
    text.utf8.split(separator: 0x1F).compactMap { String($0) }
  }
}

/// Several folders' row ids in one column.
enum FolderSet {
  static func join(_ folders: Set<Int64>) -> String {
    folders.sorted().map(String.init).joined(separator: ",")
  }

  static func split(_ text: String) -> Set<Int64> {
    Set(text.split(separator: ",").compactMap { Int64($0) })
  }
}

/// Counts by folder in one column.
enum FolderCounts {
  static func join(_ counts: [Int64: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ",")
  }

  static func split(_ text: String) -> [Int64: Int] {
    var counts: [Int64: Int] = [:]
    for entry in text.split(separator: ",") {
      let numbers = entry.split(separator: ":")
      guard numbers.count == 2, let folder = Int64(numbers[0]), let count = Int(numbers[1])
      else { continue }
      counts[folder] = count
    }
    return counts
  }
}

/// Dates as the store keeps them: whole seconds since 1970.
enum StoredDate {
  /// The end of the year 9999. A damaged store may hold any number.
  private static let limit: Int64 = 253_402_300_799

  static func read(_ seconds: Int64) -> Date {
    Date(timeIntervalSince1970: TimeInterval(min(max(-limit, seconds), limit)))
  }
}
