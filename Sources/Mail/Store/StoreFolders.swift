import FoundationEssentials
import GRDB

/// A folder of a mailbox, as the store knows it.
struct StoredFolder: Sendable, Hashable {
  let id: Int64
  let source: FolderID
  let name: FolderName
  let role: FolderRole?
  let position: Int
  /// The number of messages, counting every copy of a message, as servers do.
  let messages: Int
  /// The number of unread messages, counting the copies of a message once.
  let unread: Int
  let checkpoint: SyncCheckpoint?
  let horizon: Horizon?
  /// Whether the latest list of folders lacked this one.
  let isMissing: Bool
  let told: FolderTree.Folder.Count?
}

/// Reads and writes the store's list of folders.
enum StoreFolders {
  private enum Column: Int, SelectedColumn {
    case id, source, name, role, position, messages, unread, repeats, checkpoint, horizon
    case horizonKey, missing, told, toldUnread
  }

  /// Reads the folders, in the order of the folder list.
  static func all(_ db: Database) throws -> [StoredFolder] {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Column.list) FROM folder ORDER BY position"
    )
    let rows = try Row.fetchCursor(statement)
    var folders: [StoredFolder] = []
    while let row = try rows.next() { folders.append(folder(row)) }
    return folders
  }

  private static func folder(_ row: Row) -> StoredFolder {
    let told: Int? = row[optional: Column.told]
    let toldUnread: Int? = row[optional: Column.toldUnread]
    let (unread, repeats): (Int, Int) = (row[Column.unread], row[Column.repeats])
    return StoredFolder(
      id: row[Column.id],
      source: FolderID(row[Column.source]),
      name: FolderName(row[Column.name] as String) ?? .inbox,
      role: FolderRole(rawValue: row[Column.role]),
      position: row[Column.position],
      messages: row[Column.messages],
      // Never negative: a waiting row's `repeats` may still count copies that the user has read
      // since the row was written.
      unread: max(0, unread &- repeats),
      checkpoint: row[optional: Column.checkpoint].map(SyncCheckpoint.init),
      horizon: row[optional: Column.horizon].map {
        Horizon(seconds: $0, key: row[Column.horizonKey])
      },
      isMissing: row[Column.missing],
      told: told.map { FolderTree.Folder.Count(messages: $0, unread: toldUnread) }
    )
  }

  static func number(of name: FolderName, _ db: Database) throws -> Int64? {
    let statement = try db.cachedStatement(sql: "SELECT id FROM folder WHERE name = ?")
    return try Int64.fetchOne(statement, arguments: [name.description])
  }

  /// Returns the folders that together have every message of a list: one folder, or all folders
  /// except those that show other folders' messages. A folder with all mail replaces all others but
  /// junk and trash, whose messages it may lack.
  ///
  /// - Parameter name: the listed folder; nil for all folders.
  static func needed(for name: FolderName?, _ db: Database) throws -> [StoredFolder] {
    let folders = try all(db)
    if let name { return folders.filter { $0.name == name } }
    guard folders.contains(where: { $0.role == .all }) else {
      return folders.filter { $0.role != .flagged }
    }
    let roles: Set<FolderRole?> = [.all, .junk, .trash]
    return folders.filter { roles.contains($0.role) }
  }

  /// Adds new folders of the tree, and updates names, roles, order and counts. Stored folders that
  /// the tree should have but lacks are marked as missing; a refresh that misses them again
  /// removes them.
  static func note(_ tree: FolderTree, _ db: Database) throws {
    for folder in try all(db) where !tree.mayHold(folder.source) {
      try db.cachedStatement(sql: "UPDATE folder SET missing = 1 WHERE id = ?")
        .execute(arguments: [folder.id])
    }
    for (position, folder) in tree.folders.enumerated() {
      try db.execute(
        sql: """
          INSERT INTO folder
            (source, name, role, position, horizon, horizonKey, told, toldUnread)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (source) DO UPDATE SET
            name = excluded.name, role = excluded.role, position = excluded.position, missing = 0,
            told = coalesce(excluded.told, told),
            toldUnread = coalesce(excluded.toldUnread, toldUnread)
          """,
        arguments: [
          folder.id.text, folder.name.description, folder.role?.rawValue, position,
          folder.firstHorizon?.seconds, folder.firstHorizon?.key, folder.told?.messages,
          folder.told?.unread,
        ]
      )
    }
  }

  static func save(_ told: FolderTree.Folder.Count, of folder: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE folder SET told = ?, toldUnread = ? WHERE id = ?")
      .execute(arguments: [told.messages, told.unread, folder])
  }

  static func save(_ checkpoint: SyncCheckpoint?, of folder: Int64, _ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE folder SET checkpoint = ? WHERE id = ?")
      .execute(arguments: [checkpoint?.bytes, folder])
  }

  static func save(_ change: HorizonChange, of folder: Int64, _ db: Database) throws {
    var horizon: Horizon?
    if case .moved(let place) = change { horizon = place }
    try db.cachedStatement(sql: "UPDATE folder SET horizon = ?, horizonKey = ? WHERE id = ?")
      .execute(arguments: [horizon?.seconds, horizon?.key, folder])
  }
}

extension MailFolder {
  init(_ folder: StoredFolder) {
    // The store has no messages of a folder that was never read, so the server's counts are shown.
    let isRead = folder.horizon != .unread
    self.init(
      name: folder.name,
      role: folder.role,
      messages: isRead ? folder.messages : folder.told?.messages,
      unread: isRead ? folder.unread : folder.told?.unread
    )
  }
}
