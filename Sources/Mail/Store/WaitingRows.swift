import GRDB

/// Rows of the list that were not made anew when their messages changed.
///
/// A row is made from all messages of its conversation. If that were done in every transaction, one
/// that grows by each would be read as often. So the row of a large conversation waits until as
/// many messages have changed as it had, or until the refresh ends; when that is cut short, until
/// the next one ends. What messages went from waits, too, for ``LostNames``.
struct WaitingRows {
  /// How far a row is behind.
  struct Wait {
    /// Messages and copies when the row was made; a row that came from a union counts for all it united.
    var size = 0
    /// Messages that came, went or changed since.
    var changes = 0

    /// Reading so few again and again costs little.
    private static let small = 64

    var isOver: Bool { size < Self.small || changes >= size }

    /// The smaller one's messages are new to the other.
    func united(with other: Wait) -> Wait {
      Wait(
        size: max(size, other.size),
        changes: changes &+ other.changes &+ min(size, other.size)
      )
    }
  }

  private let db: Database
  private let mailbox: Int64
  /// Whether none waited when the transaction began, as is most often so.
  private let isEmpty: Bool

  init(_ db: Database, mailbox: Int64) throws {
    self.db = db
    self.mailbox = mailbox
    isEmpty = try !Self.exist(db, mailbox)
  }

  static func exist(_ db: Database, _ mailbox: Int64?) throws -> Bool {
    let statement = try db.cachedStatement(
      sql: "SELECT EXISTS (SELECT 1 FROM waiting WHERE mailbox = ?)"
    )
    return try Bool.fetchOne(statement, arguments: [mailbox]) ?? false
  }

  var all: [Int64] {
    get throws {
      guard !isEmpty else { return [] }
      let statement = try db.cachedStatement(
        sql: "SELECT conversation FROM waiting WHERE mailbox = ? ORDER BY conversation"
      )
      return try Int64.fetchAll(statement, arguments: [mailbox])
    }
  }

  /// How far a conversation's row is behind; nil when it is not.
  func wait(of conversation: Int64) throws -> Wait? {
    guard !isEmpty else { return nil }
    let statement = try db.cachedStatement(
      sql: "SELECT size, changes FROM waiting WHERE mailbox = ? AND conversation = ?"
    )
    let rows = try Row.fetchCursor(statement, arguments: [mailbox, conversation])
    return try withExtendedLifetime(rows) {
      try rows.next().map { Wait(size: $0[0], changes: $0[1]) }
    }
  }

  func note(_ wait: Wait, of conversation: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO waiting (mailbox, conversation, size, changes) VALUES (?, ?, ?, ?)
        """
    ).execute(arguments: [mailbox, conversation, wait.size, wait.changes])
  }

  func remove(_ conversation: Int64) throws {
    guard !isEmpty else { return }
    try db.cachedStatement(sql: "DELETE FROM waiting WHERE mailbox = ? AND conversation = ?")
      .execute(arguments: [mailbox, conversation])
  }
}
