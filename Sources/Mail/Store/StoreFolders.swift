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

  /// Whether the folder has mail that the user does not want, or no longer wants.
  fileprivate var isJunk: Bool { role == .junk || role == .trash }
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

  /// The folders whose messages a listing shows, as far as the store knows them.
  static func listed(in listing: Listing, _ db: Database) throws -> [StoredFolder] {
    try all(db).filter { folder in
      listing.folder.map { $0 == folder.name } ?? !(listing.withoutJunk && folder.isJunk)
    }
  }

  /// Returns the folders that together have every message of a list: one folder, or all folders
  /// except those that show other folders' messages. A folder with all mail replaces all others but
  /// junk and trash, whose messages it may lack.
  static func needed(for listing: Listing, _ db: Database) throws -> [StoredFolder] {
    let all = try listed(in: listing, db)
    guard listing.folder == nil else { return all }
    let listed = all.filter { $0.role != .flagged }
    guard listed.contains(where: { $0.role == .all }) else { return listed }
    return listed.filter { $0.role == .all || $0.isJunk }
  }

  /// `AND` and a condition that leaves out conversations that are only in junk and trash. The query
  /// must name its table of conversations or positions `place`. Empty if there are no such folders.
  static func conditionWithoutJunk(_ db: Database, withoutDeleted: Bool) throws -> String {
    let folders = try all(db)
    guard folders.contains(where: \.isJunk) else { return "" }
    return condition(folders.filter { !$0.isJunk }.map(\.id), withoutDeleted: withoutDeleted)
  }

  /// `AND` and a condition that leaves only conversations in one of some folders. The query must
  /// name its table of conversations or positions `place`.
  ///
  /// - Parameter withoutDeleted: whether some message there must not be marked for deletion.
  static func condition(_ folders: [Int64], withoutDeleted: Bool) -> String {
    """
     AND EXISTS (
      SELECT 1 FROM listing WHERE folder IN (\(folders.map(String.init).joined(separator: ", ")))
      AND listing.date = place.date AND listing.id = place.id
      \(withoutDeleted ? "AND listing.deleted = 0" : ""))
    """
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
