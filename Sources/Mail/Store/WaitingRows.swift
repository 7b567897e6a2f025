import GRDB

/// Rows of the list that are not rewritten at once when their messages change.
///
/// A row is built from all messages of its conversation. If every transaction rebuilt it, a
/// conversation that grows with each transaction would be read again every time. So the row of a
/// large conversation waits until as many messages have changed as the row was built from, or
/// until a refresh ends without interruption.
struct WaitingRows {
  /// A measure of how far a row is out of date.
  struct Wait {
    /// The number of messages, counting every copy, when the row was last written. After a merge,
    /// the larger conversation's number.
    var size = 0
    /// The number of messages added, removed or changed since then.
    var changes = 0

    /// Below this size, building the row again and again costs little.
    private static let small = 64

    var isOver: Bool { size < Self.small || changes >= size }

    /// Combines two conversations. The smaller one's messages count as changes of the larger one.
    func united(with other: Wait) -> Wait {
      Wait(size: max(size, other.size), changes: changes &+ other.changes &+ min(size, other.size))
    }
  }

  private let db: Database
  /// Whether no row waited when the transaction began, as in most transactions.
  private let isEmpty: Bool

  init(_ db: Database) throws {
    self.db = db
    isEmpty = try !Self.exist(db)
  }

  static func exist(_ db: Database) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM waiting)")
    return try Bool.fetchOne(statement) ?? false
  }

  var all: [Int64] {
    get throws {
      guard !isEmpty else { return [] }
      let statement = try db.cachedStatement(
        sql: "SELECT conversation FROM waiting ORDER BY conversation"
      )
      return try Int64.fetchAll(statement)
    }
  }

  /// Returns how far a conversation's row is out of date; nil if it is up to date.
  func wait(of conversation: Int64) throws -> Wait? {
    guard !isEmpty else { return nil }
    let statement = try db.cachedStatement(
      sql: "SELECT size, changes FROM waiting WHERE conversation = ?"
    )
    let rows = try Row.fetchCursor(statement, arguments: [conversation])
    return try withExtendedLifetime(rows) {
      try rows.next().map { Wait(size: $0[0], changes: $0[1]) }
    }
  }

  func note(_ wait: Wait, of conversation: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO waiting (conversation, size, changes) VALUES (?, ?, ?)
        """
    ).execute(arguments: [conversation, wait.size, wait.changes])
  }

  func remove(_ conversation: Int64) throws {
    guard !isEmpty else { return }
    try db.cachedStatement(sql: "DELETE FROM waiting WHERE conversation = ?")
      .execute(arguments: [conversation])
  }
}
