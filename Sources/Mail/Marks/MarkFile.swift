import CTidelineGLib
import FoundationEssentials
import GRDB
import Glibc
import Synchronization

/// What readers have marked in this program alone, of all accounts. Unlike a store it cannot be
/// read from the mail again: so it lies in the state folder and is never made anew where it is damaged.
///
/// A message is found again by its Message-ID and its fingerprint, wherever it lies then. All of it
/// may be called from any thread, and waits for the disk.
public final class MarkFile: Sendable {
  /// Below `$XDG_STATE_HOME`, of all programs of one user.
  public static var defaultPath: String {
    "\(String(cString: g_get_user_state_dir()))/tideline/marks.sqlite"
  }

  /// The file's.
  public let path: String
  private let limit: Int
  private let opened = Mutex<DatabaseQueue?>(nil)

  /// - Parameters:
  ///   - path: the file's. It is made with the first mark.
  ///   - limit: how many marks of one account are kept, the newest.
  public init(path: String = MarkFile.defaultPath, limit: Int = 100_000) {
    (self.path, self.limit) = (path, limit)
  }

  /// Keeps what was marked.
  ///
  /// - Parameter marks: with none of a message, nothing is kept of it any more.
  /// - Throws: ``MailError``.
  func save(_ marks: [MessageStub.ID: MessageFlags], of account: String) throws {
    guard !marks.isEmpty, let file = try open(makes: marks.values.contains { !$0.isEmpty }) else {
      return
    }
    let now = Int64(time(nil))
    try reading {
      try file.write { db in
        for (id, flags) in marks {
          let key: [any DatabaseValueConvertible] = [account, id.messageID, id.fingerprint]
          try db.cachedStatement(
            sql: "DELETE FROM mark WHERE account = ? AND message = ? AND fingerprint = ?"
          ).execute(arguments: StatementArguments(key))
          guard !flags.isEmpty else { continue }
          try db.cachedStatement(sql: "INSERT INTO mark VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: StatementArguments(key + [flags.rawValue, now]))
        }
        try trim(db, account)
      }
    }
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
          SELECT account, message, fingerprint FROM mark WHERE account = ? ORDER BY time LIMIT ?)
        """,
      arguments: [account, count - limit]
    )
  }

  /// What was marked of these messages; those of which nothing was are left out.
  ///
  /// - Throws: ``MailError``.
  func marks(
    of ids: [MessageStub.ID],
    in account: String
  ) throws -> [MessageStub.ID: MessageFlags] {
    guard !ids.isEmpty, let file = try open(makes: false) else { return [:] }
    return try reading {
      try file.read { db in
        let statement = try db.cachedStatement(
          sql: "SELECT flags FROM mark WHERE account = ? AND message = ? AND fingerprint = ?"
        )
        var found: [MessageStub.ID: MessageFlags] = [:]
        for id in ids {
          let arguments: StatementArguments = [account, id.messageID, id.fingerprint]
          found[id] = try Int64.fetchOne(statement, arguments: arguments)
            .map { MessageFlags(rawValue: $0).ofReader }
        }
        return found
      }
    }
  }

  /// What waits for being written into the mailbox.
  ///
  /// - Throws: ``MailError``.
  func waiting(in account: String) throws -> [MessageStub.ID: MessageFlags] {
    guard let file = try open(makes: false) else { return [:] }
    return try reading {
      try file.read { db in
        let rows = try Row.fetchAll(
          db,
          sql: "SELECT message, fingerprint, flags FROM mark WHERE account = ? AND flags & ? != 0",
          arguments: [account, MessageFlags.toBeWritten.rawValue]
        )
        let pairs = rows.map { row in
          let id = MessageStub.ID(messageID: row[0], fingerprint: row[1])
          return (id, MessageFlags(rawValue: row[2]).ofReader)
        }
        return Dictionary(pairs, uniquingKeysWith: { one, _ in one })
      }
    }
  }

  /// Forgets all marks of an account that is removed.
  ///
  /// - Throws: ``MailError``.
  func forget(_ account: String) throws {
    guard let file = try open(makes: false) else { return }
    try reading {
      try file.write {
        try $0.execute(sql: "DELETE FROM mark WHERE account = ?", arguments: [account])
      }
    }
  }

  // MARK: The file

  var isThere: Bool { access(path, F_OK) == 0 }

  private func open(makes: Bool) throws -> DatabaseQueue? {
    try opened.withLock { opened in
      if let opened, isThere { return opened }
      guard makes || isThere else { return nil }
      opened = try reading {
        try make()
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let file = try DatabaseQueue(path: path, configuration: configuration)
        try file.write { try $0.execute(sql: Self.table) }
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

  /// Makes the file where it is missing. Nobody else may look into it.
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

/// The marks of one account; of a mailbox that was opened without such a file there are none.
struct AccountMarks: Sendable {
  let file: MarkFile?
  let account: String

  /// What was marked of these messages. Where the file cannot be read, nothing: mail is listed all the
  /// same, and marking says what is wrong.
  func marks(of ids: [MessageStub.ID]) async -> [MessageStub.ID: MessageFlags] {
    guard let file, !ids.isEmpty, file.isThere else { return [:] }
    return await ReadingThreads.run { [account] in
      (try? file.marks(of: ids, in: account)) ?? [:]
    }
  }

  /// Keeps what is left of marks that the account has overruled.
  func note(_ marks: [MessageStub.ID: MessageFlags]) async {
    guard let file, !marks.isEmpty else { return }
    await ReadingThreads.run { [account] in try? file.save(marks, of: account) }
  }
}
