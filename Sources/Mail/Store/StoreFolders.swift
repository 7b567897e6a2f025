import FoundationEssentials
import GRDB

/// The folders of a mailbox, as the store knows them.
struct StoredFolder: Sendable, Hashable {
  let id: Int64
  let source: String
  let name: FolderName
  let position: Int
  let messages: Int
  let unread: Int
  let checkpoint: SourceCheckpoint?
}

/// Reads and writes the store's list of folders.
enum StoreFolders {
  /// In the order of the folder list.
  static func all(_ db: Database, _ mailbox: Int64?) throws -> [StoredFolder] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, source, name, position, messages, unread, checkpoint FROM folder
        WHERE mailbox = ? ORDER BY position
        """
    )
    let rows = try Row.fetchCursor(statement, arguments: [mailbox])
    var folders: [StoredFolder] = []
    while let row = try rows.next() {
      folders.append(
        StoredFolder(
          id: row[0],
          source: row[1],
          name: FolderName(row[2] as String) ?? .inbox,
          position: row[3],
          messages: row[4],
          unread: row[5],
          checkpoint: (row[6] as Data?).map(SourceCheckpoint.init)
        )
      )
    }
    return folders
  }

  static func number(of name: FolderName, _ db: Database, _ mailbox: Int64?) throws -> Int64? {
    let statement = try db.cachedStatement(
      sql: "SELECT id FROM folder WHERE mailbox = ? AND name = ?"
    )
    return try Int64.fetchOne(statement, arguments: [mailbox, name.description])
  }

  /// Adds what is new in the tree, and notes names and order. Folders that are not there any more
  /// stay, for a refresh to take away.
  static func note(_ folders: [MailTree.Folder], _ db: Database, _ mailbox: Int64) throws {
    for (position, folder) in folders.enumerated() {
      try db.execute(
        sql: """
          INSERT INTO folder (mailbox, source, name, position) VALUES (?, ?, ?, ?)
          ON CONFLICT (mailbox, source) DO UPDATE SET
            name = excluded.name, position = excluded.position
          """,
        arguments: [mailbox, folder.source.identifier, folder.name.description, position]
      )
    }
  }

  static func save(_ checkpoint: SourceCheckpoint?, of folder: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE folder SET checkpoint = ? WHERE id = ?")
      .execute(arguments: [checkpoint?.bytes, folder])
  }
}
