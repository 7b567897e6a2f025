import CTidelineGLib
import GRDB
import Glibc

/// The user's marks for all accounts. A mark either stays in this file alone, or waits here to be
/// written into the mailbox. Unlike a store's contents, marks cannot be read from the mail again,
/// so the file is in the state folder, and a damaged file is never removed.
///
/// A message is identified by Message-ID and ``MessageHead/fingerprint``, in any folder. All
/// methods may be called from any thread, wait for the disk, and throw ``MailError``.
public final class MarkFile: Sendable {
  /// A path below `$XDG_STATE_HOME`, shared by all programs of one user.
  public static var defaultPath: String {
    "\(String(cString: g_get_user_state_dir()))/tideline/marks.sqlite"
  }

  /// The number of days for which a mark waits for its message to come back.
  static let patienceInDays = 30

  public var path: String { file.path }
  private let file: MarkDatabase

  /// - Parameter path: the file's path. The file is created with the first mark.
  public init(path: String = MarkFile.defaultPath) { file = MarkDatabase(path: path) }

  /// The ways in which a mark waits to be written into the mailbox.
  enum Wait {
    /// A mark that changes a message waits even if it agrees with the account's known flags: an
    /// earlier change, which is being written, may make the account's flags differ from the mark.
    case waits
    /// The mark waits in any case: the known flags may be out of date.
    case insists
  }

  /// Stores a mark, and replaces other marks of the same kind. A mark that waits already keeps
  /// waiting.
  ///
  /// - Parameters:
  ///   - ids: the messages; the value tells whether the mark differs from the flags that the
  ///     account has, as far as known.
  ///   - changed: the messages that are shown differently after the mark than before.
  ///   - wait: how the mark waits to be written into the mailbox; nil if it is not to be written.
  ///   - shown: returns the marks that the list shows. A file without a stamp of the account gets
  ///     them first, since a file that was damaged or deleted had them.
  ///   - overruled: other marks to remove, as by ``drop(_:of:)``.
  ///   - commit: commits the same change of a store, whose transaction is open. It is called once
  ///     the marks are on the disk: after that, only the journal's removal is left to do. If it
  ///     throws, nothing is stored. It gets the stamps, or nil if no mark in the file has changed.
  func save(
    _ mark: MessageMark,
    _ ids: [MessageStub.ID: Bool],
    changed: Set<MessageStub.ID> = [],
    wait: Wait? = nil,
    of account: String,
    shown: () throws -> [MessageStub.ID: MessageFlags] = { [:] },
    without overruled: [MessageStub.ID: MessageFlags] = [:],
    commit: (Stamps?) throws -> Void = { _ in }
  ) throws {
    let kind = mark.flags.ofSameKind
    let waiting =
      switch wait {
      case nil: MessageFlags()
      case .waits: kind.intersection(.waits)
      case .insists: kind.intersection([.waits, .areNamed])
      }
    let makes = !ids.isEmpty && (wait != nil || ids.values.contains(true))
    let isWritten = try file.write(makes: makes, replaces: true) { db in
      let stamps = try Self.renewStamp(of: account, db) { before in
        if before == nil {
          for (id, marks) in try shown() {
            try Self.change(id, of: account, db) { if $0.userMarks.isEmpty { $0 = marks } }
          }
        }
        for (id, marks) in overruled {
          try Self.change(id, of: account, db) { $0.subtract(marks.ofSameKind) }
        }
        for (id, isNeeded) in ids {
          try Self.change(id, of: account, db) { row in
            let promised =
              row.waiting.contains(mark.flags)
              ? row.intersection(kind).intersection([.waits, .areNamed]) : []
            let isKept =
              switch wait {
              case nil: isNeeded || !promised.isEmpty
              case .waits: isNeeded || changed.contains(id) || !row.isDisjoint(with: kind)
              case .insists: true
              }
            row.subtract(kind)
            if isKept { row.formUnion(mark.flags.union(waiting).union(promised)) }
          }
        }
      }
      if stamps != nil { try db.flush() }
      try commit(stamps)
    }
    if !isWritten { try commit(nil) }
  }

  /// Removes marks that a later change of the account has overruled.
  func drop(_ marks: [MessageStub.ID: MessageFlags], of account: String) throws -> Stamps? {
    try change(marks, of: account) { row, dropped, _ in row.subtract(dropped.ofSameKind) }
  }

  /// Changes the marks of some messages.
  ///
  /// - Returns: the stamps; nil if no mark has changed.
  private func change(
    _ marks: [MessageStub.ID: MessageFlags],
    of account: String,
    _ change: (_ row: inout MessageFlags, _ marks: MessageFlags, MessageStub.ID) -> Void
  ) throws -> Stamps? {
    var stamps: Stamps?
    guard !marks.isEmpty else { return nil }
    try file.write { db in
      stamps = try Self.renewStamp(of: account, db) { _ in
        for (id, marks) in marks {
          try Self.change(id, of: account, db) { change(&$0, marks, id) }
        }
      }
    }
    return stamps
  }

  /// An account's stamps before and after a change of its marks.
  struct Stamps {
    let before: Int64?
    let after: Int64
  }

  /// The stamp of an account's marks: a random number, which changes with each change of the marks.
  /// A store keeps the stamp of the marks that it shows. If the stamps differ, the store was not
  /// there when marks were made, or this file has another version of them.
  ///
  /// - Returns: nil if the file has no marks of the account, and had none.
  func stamp(of account: String) throws -> Int64? {
    try file.read { try Self.stamp(of: account, $0) } ?? nil
  }

  private static func stamp(of account: String, _ db: Database) throws -> Int64? {
    guard try db.tableExists("stamp") else { return nil }
    return try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT number FROM stamp WHERE account = ?"),
      arguments: [account]
    )
  }

  /// Changes marks of an account, and renews their stamp.
  ///
  /// - Returns: the stamps; nil if no mark has changed.
  private static func renewStamp(
    of account: String,
    _ db: Database,
    after change: (_ stamp: Int64?) throws -> Void
  ) throws -> Stamps? {
    let (before, count) = (try stamp(of: account, db), db.totalChangesCount)
    try change(before)
    guard db.totalChangesCount != count else { return nil }
    let after = Int64.random(in: .min ... .max)
    try db.execute(sql: "INSERT OR REPLACE INTO stamp VALUES (?, ?)", arguments: [account, after])
    return Stamps(before: before, after: after)
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
  ) throws -> Stamps? {
    try change(waiting, of: account) { row, marks, id in
      let same = row.waiting.intersection(marks)
      row.subtract(same.ofSameKind.intersection([.waits, .areNamed]))
      row.subtract(same.intersection(written[id] ?? []))
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

  /// The marks of these messages; messages without marks are left out.
  func marks(
    of ids: [MessageStub.ID],
    in account: String
  ) throws -> [MessageStub.ID: MessageFlags] {
    guard !ids.isEmpty else { return [:] }
    return try file.read { db in
      let statement = try db.cachedStatement(sql: "SELECT flags FROM mark \(Self.place)")
      var found: [MessageStub.ID: MessageFlags] = [:]
      for id in ids {
        found[id] = try Int64.fetchOne(statement, arguments: Self.key(id, of: account))
          .map { MessageFlags(rawValue: $0).userMarks }
      }
      return found
    } ?? [:]
  }

  /// The marks that wait to be written into the mailbox.
  func waiting(in account: String) throws -> [MessageStub.ID: MessageFlags] {
    try file.read { db in
      let rows = try Row.fetchAll(
        db,
        sql: "SELECT message, fingerprint, flags FROM mark WHERE account = ? AND flags & ?",
        arguments: [account, MessageFlags.waits.rawValue]
      )
      let pairs = rows.map { row in
        let id = MessageStub.ID(messageID: row[0], fingerprint: row[1])
        return (id, MessageFlags(rawValue: row[2]).waiting)
      }
      return Dictionary(pairs, uniquingKeysWith: { one, _ in one })
    } ?? [:]
  }

  /// Ends the wait of marks that have waited for ``patienceInDays``: they stay in this program
  /// only. A mark set while the clock was wrong (before this program was made, or in the future)
  /// begins to wait now.
  ///
  /// - Parameter now: the present time in seconds since 1970.
  /// - Returns: the messages of the marks whose wait has ended.
  func endOldWaits(
    in account: String,
    now: Int64 = Int64(time(nil))
  ) throws -> Set<MessageStub.ID> {
    let condition = "WHERE account = ? AND flags & ? AND time NOT BETWEEN ? AND ?"
    func values(from oldest: Int64) -> StatementArguments {
      [account, MessageFlags.waits.rawValue, oldest, now]
    }
    let patience = Int64(Self.patienceInDays) * 86_400
    var ended: Set<MessageStub.ID> = []
    // Looks first, since writing waits for others.
    let due = try file.read { db in
      let sql = "SELECT count(*) FROM mark \(condition)"
      return try Int.fetchOne(db, sql: sql, arguments: values(from: now - patience)) ?? 0
    }
    guard let due, due > 0 else { return [] }
    try file.write { db in
      try db.execute(
        sql: "UPDATE mark SET time = ? \(condition)",
        arguments: [now] + values(from: Self.earliest)
      )
      let sql = "SELECT message, fingerprint FROM mark \(condition)"
      for row in try Row.fetchAll(db, sql: sql, arguments: values(from: now - patience)) {
        ended.insert(MessageStub.ID(messageID: row[0], fingerprint: row[1]))
      }
      try db.execute(
        sql: "UPDATE mark SET flags = flags & ~? \(condition)",
        arguments: [MessageFlags.waits.union(.areNamed).rawValue] + values(from: now - patience)
      )
    }
    return ended
  }

  /// The beginning of 2026 in seconds since 1970: no mark is older.
  private static let earliest: Int64 = 1_767_225_600

  /// Ends the wait of the marks of all accounts: they stay in this program only. Marks of messages
  /// that the user has named keep waiting.
  public func keepHere() throws {
    try file.write { db in
      for (waits, isNamed) in [
        (MessageFlags.readWaits, MessageFlags.readIsNamed), (.starWaits, .starIsNamed),
      ] {
        try db.execute(
          sql: "UPDATE mark SET flags = flags & ~? WHERE flags & ? AND NOT flags & ?",
          arguments: [waits.rawValue, waits.rawValue, isNamed.rawValue]
        )
      }
    }
  }

  /// Whether any mark was made so far.
  var isThere: Bool { file.isThere }

  /// Removes all marks of an account that is removed.
  ///
  /// - Throws: ``MailError`` if marks of the account are left. A damaged file, or one of another
  ///   program, must not prevent the removal of an account.
  func remove(_ account: String) throws {
    do {
      try file.write { db in
        for table in ["mark", "stamp"] {
          try db.execute(sql: "DELETE FROM \(table) WHERE account = ?", arguments: [account])
        }
      }
    } catch {
      let isLeft = try? file.read { db in
        try Bool.fetchOne(
          db,
          sql: "SELECT EXISTS (SELECT 1 FROM mark WHERE account = ?)",
          arguments: [account]
        )
      }
      if isLeft != false, !file.holdsNone { throw error }
    }
  }
}
