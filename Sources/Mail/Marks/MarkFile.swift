import CTidelineGLib
import FoundationEssentials
import GRDB
import Glibc
import Synchronization

/// The user's marks for all accounts. A mark either stays in this file alone, or waits here to be
/// written into the mailbox. Unlike a store's contents, marks cannot be read from the mail again,
/// so the file is in the state folder, and a damaged file is never replaced.
///
/// A message is identified by Message-ID and ``MessageHead/fingerprint``, in any folder. All
/// methods may be called from any thread, wait for the disk, and throw ``MailError``.
public final class MarkFile: Sendable {
  /// A path below `$XDG_STATE_HOME`, shared by all programs of one user.
  public static var defaultPath: String {
    "\(String(cString: g_get_user_state_dir()))/tideline/marks.sqlite"
  }

  /// The time, in seconds, for which a mark waits for its message to come back.
  private static let patience: Int64 = 30 * 86_400

  /// The file's path.
  public let path: String
  private let limit: Int
  private let opened = Mutex<DatabaseQueue?>(nil)

  /// - Parameters:
  ///   - path: the file's path. The file is created with the first mark.
  ///   - limit: the highest number of marked messages for each account. The oldest marks are
  ///     dropped, but never waiting marks.
  public init(path: String = MarkFile.defaultPath, limit: Int = 100_000) {
    (self.path, self.limit) = (path, limit)
  }

  /// Stores a mark, and replaces other marks of the same kind.
  ///
  /// - Parameters:
  ///   - ids: the messages; the value tells whether the mark differs from the flags that the
  ///     account has, as far as known.
  ///   - changed: the messages that are shown differently after the mark than before.
  ///   - waits: whether the mark is to be written into the mailbox. If so, a mark that changes a
  ///     message is stored even if it agrees with the account's known flags: an earlier change,
  ///     which is being written, may make the account's flags differ from the mark.
  func save(
    _ mark: MessageMark,
    _ ids: [MessageStub.ID: Bool],
    changed: Set<MessageStub.ID> = [],
    waits: Bool = false,
    of account: String
  ) throws {
    guard !ids.isEmpty else { return }
    let kind = mark.flags.ofSameKind
    let waiting = waits ? kind.intersection(.waits) : []
    try write(makes: waits || ids.values.contains(true)) { db in
      for (id, isNeeded) in ids {
        try Self.change(id, of: account, db) { row in
          let isKept = isNeeded || waits && (changed.contains(id) || !row.isDisjoint(with: kind))
          row.subtract(kind)
          if isKept { row.formUnion(mark.flags.union(waiting)) }
        }
      }
      try trim(db, account)
    }
  }

  /// Removes marks that a later change of the account has overruled.
  func drop(_ marks: [MessageStub.ID: MessageFlags], of account: String) throws {
    guard !marks.isEmpty else { return }
    try write { db in
      for (id, dropped) in marks {
        try Self.change(id, of: account, db) { $0.subtract(dropped.ofSameKind) }
      }
    }
  }

  /// Ends the wait of marks after an attempt to write them. Marks that the user has changed
  /// meanwhile stay as they are.
  ///
  /// - Parameters:
  ///   - waiting: the waiting marks that were to be written.
  ///   - written: the marks that are now in the mailbox; they are removed from this file. The other
  ///     marks cannot be written and stay in this file.
  func settle(
    _ waiting: [MessageStub.ID: MessageFlags],
    written: [MessageStub.ID: MessageFlags],
    of account: String
  ) throws {
    guard !waiting.isEmpty else { return }
    try write { db in
      for (id, marks) in waiting {
        try Self.change(id, of: account, db) { row in
          let same = row.waiting.intersection(marks)
          row.subtract(same.ofSameKind.intersection(.waits))
          row.subtract(same.intersection(written[id] ?? []))
        }
      }
    }
  }

  private static func change(
    _ id: MessageStub.ID,
    of account: String,
    _ db: Database,
    _ change: (inout MessageFlags) -> Void
  ) throws {
    let key = key(id, of: account)
    let found = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT flags FROM mark \(place)"),
      arguments: key
    )
    let before = MessageFlags(rawValue: found ?? 0)
    var after = before
    change(&after)
    guard after != before else { return }
    if after.userMarks.isEmpty {
      try db.cachedStatement(sql: "DELETE FROM mark \(place)").execute(arguments: key)
    } else {
      try db.cachedStatement(sql: "INSERT OR REPLACE INTO mark VALUES (?, ?, ?, ?, ?)")
        .execute(arguments: key + [after.rawValue, Int64(time(nil))])
    }
  }

  private static let place = "WHERE account = ? AND message = ? AND fingerprint = ?"

  private static func key(_ id: MessageStub.ID, of account: String) -> StatementArguments {
    [account, id.messageID, id.fingerprint]
  }

  private func trim(_ db: Database, _ account: String) throws {
    let count = try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM mark WHERE account = ?",
      arguments: [account]
    )
    guard let count, count > limit else { return }
    try db.execute(
      sql: """
        DELETE FROM mark WHERE (account, message, fingerprint) IN (
          SELECT account, message, fingerprint FROM mark
          WHERE account = ? AND flags & 12288 = 0 ORDER BY time LIMIT ?)
        """,
      arguments: [account, count - limit]
    )
  }

  /// The marks of these messages; messages without marks are left out.
  func marks(
    of ids: [MessageStub.ID],
    in account: String
  ) throws -> [MessageStub.ID: MessageFlags] {
    guard !ids.isEmpty else { return [:] }
    return try read { db in
      let statement = try db.cachedStatement(sql: "SELECT flags FROM mark \(Self.place)")
      var found: [MessageStub.ID: MessageFlags] = [:]
      for id in ids {
        found[id] = try Int64.fetchOne(statement, arguments: Self.key(id, of: account))
          .map { MessageFlags(rawValue: $0).userMarks }
      }
      return found
    } ?? [:]
  }

  /// The marks that wait to be written into the mailbox. They wait for up to 30 days, in which a
  /// missing message may come back.
  func waiting(in account: String) throws -> [MessageStub.ID: MessageFlags] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT message, fingerprint, flags FROM mark
          WHERE account = ? AND flags & ? AND time > ?
          """,
        arguments: [account, MessageFlags.waits.rawValue, Int64(time(nil)) - Self.patience]
      )
      let pairs = rows.map { row in
        let id = MessageStub.ID(messageID: row[0], fingerprint: row[1])
        return (id, MessageFlags(rawValue: row[2]).waiting)
      }
      return Dictionary(pairs, uniquingKeysWith: { one, _ in one })
    } ?? [:]
  }

  /// Keeps the waiting marks of all accounts in this program only: they are never written.
  public func keepHere() throws {
    let waits = MessageFlags.waits.rawValue
    try write {
      try $0.execute(
        sql: "UPDATE mark SET flags = flags & ~? WHERE flags & ?",
        arguments: [waits, waits]
      )
    }
  }

  /// Forgets all marks of an account that is removed.
  func forget(_ account: String) throws {
    try write { try $0.execute(sql: "DELETE FROM mark WHERE account = ?", arguments: [account]) }
  }

  // MARK: The file

  var isThere: Bool { access(path, F_OK) == 0 }

  /// Does nothing if there is no file, and `makes` is false.
  private func write(makes: Bool = false, _ body: (Database) throws -> Void) throws {
    guard let file = try open(makes: makes) else { return }
    try reading { try file.write(body) }
  }

  /// - Returns: nil if there is no file.
  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value? {
    guard let file = try open(makes: false) else { return nil }
    return try reading { try file.read(body) }
  }

  private func open(makes: Bool) throws -> DatabaseQueue? {
    try opened.withLock { opened in
      if let opened, isThere { return opened }
      guard makes || isThere else { return nil }
      opened = try reading {
        try make()
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let file = try DatabaseQueue(path: path, configuration: configuration)
        try file.write { db in
          let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master")
          guard tables.isEmpty || tables.contains("mark") else {
            throw DatabaseError(message: "it is another program's")
          }
          try db.execute(sql: Self.table)
        }
        return file
      }
      return opened
    }
  }

  private static let table = """
    CREATE TABLE IF NOT EXISTS mark (
      account TEXT NOT NULL, message TEXT NOT NULL, fingerprint INTEGER NOT NULL,
      flags INTEGER NOT NULL, time INTEGER NOT NULL,
      PRIMARY KEY (account, message, fingerprint)) WITHOUT ROWID
    """

  /// Creates the file if it is missing. Only the user may read it.
  private func make() throws {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let isMade = g_mkdir_with_parents(folder, 0o700) == 0
    let file = isMade ? Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600) : -1
    guard file >= 0 else { throw MailError.marksUnusable(path: path, reason: systemReason()) }
    Glibc.close(file)
  }

  private func reading<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw MailError.marksUnusable(path: path, reason: error.message ?? "\(error.resultCode)")
    }
  }
}

/// The marks of one account; a mailbox opened without a file of marks has none.
struct AccountMarks: Sendable {
  let file: MarkFile?
  let account: String

  /// The marks of these messages; waits for the disk. Empty if the file cannot be read: mail is
  /// still listed, and marking reports the error.
  func marks(of ids: some Sequence<MessageStub.ID>) -> [MessageStub.ID: MessageFlags] {
    guard let file, file.isThere else { return [:] }
    return (try? file.marks(of: Array(ids), in: account)) ?? [:]
  }

  /// Removes marks that a later change of the account has overruled.
  func drop(_ marks: [MessageStub.ID: MessageFlags]) { try? file?.drop(marks, of: account) }
}
