import FoundationEssentials
import GRDB

/// Writes one batch of a folder's changes into the store, within one transaction.
struct BatchWriter {
  private let db: Database
  private let folder: Int64
  private let isOwnMail: Bool
  private var conversations: ConversationWriter
  private var messages = 0
  private var unread = 0
  private var outcome = BatchOutcome()
  private let insertMessage: Statement
  private let insertWords: Statement

  /// - Parameter folder: the row id of the folder from which the batch comes.
  init(_ db: Database, folder: Int64) throws {
    self.db = db
    self.folder = folder
    // A reader may have found the file damaged and emptied it, and then the folder is missing.
    let role = try String.fetchOne(
      db,
      sql: "SELECT coalesce(role, '') FROM folder WHERE id = ?",
      arguments: [folder]
    )
    guard let role else { throw StoreWasRebuilt() }
    isOwnMail = FolderRole(rawValue: role)?.isOwnMail == true
    conversations = try ConversationWriter(db)
    // Ignores messages that are stored already: the refresh after an interrupted one brings some of
    // them again.
    insertMessage = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO message
          (folder, key, conversation, flags, hint, \(MessageHead.columns.list))
        VALUES (?, ?, ?, ?, ?, \(MessageHead.columns.places))
        """
    )
    insertWords = try db.cachedStatement(
      sql: "INSERT INTO words (id, conversation, date, text) VALUES (?, 0, ?, ?)"
    )
  }

  /// Applies the batch and returns its changes to the list.
  ///
  /// - Parameters:
  ///   - marks: the marks set in this program on the batch's new messages.
  ///   - all: whether to rewrite all touched rows, even rows that may wait; see ``WaitingRows``.
  mutating func apply(
    _ batch: MailBatch,
    marks: [MessageStub.ID: MessageFlags] = [:],
    finishingRows all: Bool = false
  ) throws -> BatchOutcome {
    for key in batch.gone { try remove(key) }
    for (key, flags) in batch.flagged { try note(flags, for: key) }
    for message in batch.new { try insert(message, marks) }
    for (key, hint) in batch.hints { try note(hint, for: key) }
    if let horizon = batch.horizon { try StoreFolders.save(horizon, of: folder, db) }
    return try finish(all: all)
  }

  /// Removes the folder and its messages from the store.
  mutating func removeFolder() throws -> BatchOutcome {
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT conversation, messageID FROM message WHERE folder = ?",
      arguments: [folder]
    )
    while let row = try rows.next() {
      conversations.noteChange(of: row[0])
      outcome.went.append(row[1])
    }
    try db.execute(
      sql: """
        DELETE FROM words WHERE conversation = 0
        AND id IN (SELECT id FROM message WHERE folder = ?)
        """,
      arguments: [folder]
    )
    try db.execute(sql: "DELETE FROM message WHERE folder = ?", arguments: [folder])
    try db.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [folder])
    return try finish(all: false)
  }

  /// Rewrites the waiting rows at the end of a refresh, see ``WaitingRows``.
  static func finishRows(_ db: Database) throws -> BatchOutcome {
    var conversations = try ConversationWriter(db)
    try conversations.finish(all: true)
    try noteChange(db)
    return BatchOutcome(changed: conversations.changed)
  }

  private mutating func finish(all: Bool) throws -> BatchOutcome {
    guard conversations.areTouched else { return outcome }
    try conversations.finish(all: all)
    outcome.changed = conversations.changed
    try db.cachedStatement(
      sql: "UPDATE folder SET messages = messages + ?, unread = unread + ? WHERE id = ?"
    ).execute(arguments: [messages, unread, folder])
    try Self.noteChange(db)
    return outcome
  }

  fileprivate static func noteChange(_ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE account SET revision = revision + 1").execute()
  }

  private struct Found {
    enum Column: Int, SelectedColumn { case id, conversation, flags, messageID, fingerprint }

    let id: Int64
    let conversation: Int64
    let flags: MessageFlags
    let messageID: String
    let fingerprint: Int64
    var stub: MessageStub.ID { .init(messageID: messageID, fingerprint: fingerprint) }

    init(_ row: Row) {
      (id, conversation) = (row[Column.id], row[Column.conversation])
      flags = MessageFlags(rawValue: row[Column.flags])
      (messageID, fingerprint) = (row[Column.messageID], row[Column.fingerprint])
    }
  }

  private func find(_ key: MessageKey) throws -> Found? {
    let statement = try db.cachedStatement(
      sql: "SELECT \(Found.Column.list) FROM message WHERE folder = ? AND key = ?"
    )
    let rows = try Row.fetchCursor(statement, arguments: [folder, Blob.value(key)])
    return try withExtendedLifetime(rows) { try rows.next().map(Found.init) }
  }

  private mutating func remove(_ key: MessageKey) throws {
    guard let message = try find(key) else { return }
    try db.cachedStatement(sql: "DELETE FROM message WHERE id = ?")
      .execute(arguments: [message.id])
    try db.cachedStatement(sql: "DELETE FROM words WHERE id = ? AND conversation = 0")
      .execute(arguments: [message.id])
    outcome.went.append(message.messageID)
    messages -= 1
    unread -= message.flags.isUnread ? 1 : 0
    conversations.noteChange(of: message.conversation)
  }

  private mutating func note(_ flags: MessageFlags, for key: MessageKey) throws {
    guard let message = try find(key) else { return }
    let flags = message.flags.changed(to: flags)
    let overruled = message.flags.userMarks.subtracting(flags)
    if !overruled.isEmpty { outcome.overruled[message.stub, default: []].formUnion(overruled) }
    try save(flags, of: message)
  }

  private mutating func save(_ flags: MessageFlags, of message: Found) throws {
    try db.cachedStatement(sql: "UPDATE message SET flags = ? WHERE id = ?")
      .execute(arguments: [flags.rawValue, message.id])
    unread += (flags.isUnread ? 1 : 0) - (message.flags.isUnread ? 1 : 0)
    conversations.noteChange(of: message.conversation)
  }

  /// Stores a message's hint, if it has changed.
  private func note(_ hint: PlaceHint, for key: MessageKey) throws {
    try db.cachedStatement(
      sql: "UPDATE message SET hint = ?1 WHERE folder = ?2 AND key = ?3 AND hint IS NOT ?1"
    ).execute(arguments: [hint, folder, Blob.value(key)])
  }

  private mutating func insert(
    _ message: IncomingMessage,
    _ marks: [MessageStub.ID: MessageFlags]
  ) throws {
    var head = message.head
    if !isOwnMail { head.recipients = [] }
    let kept = marks[head.id] ?? []
    let flags = message.flags.marked(kept)
    let conversation = try conversations.place(head.names)
    let own = [
      folder.databaseValue, Blob.value(message.key), conversation.databaseValue,
      flags.rawValue.databaseValue, message.hint.databaseValue,
    ]
    insertMessage.setUncheckedArguments(StatementArguments(own + head.values))
    try insertMessage.execute()
    guard db.changesCount > 0 else { return }
    try insertWords.execute(
      arguments: [
        db.lastInsertedRowID, head.date, Data(IndexedText.make(head, message.words)),
      ]
    )
    if !flags.contains(.trashed) { outcome.came.append((head.messageID, conversation)) }
    // Forgets a mark that the account has come to agree with, so that the account's next change
    // counts. Another copy may still need the opposite marks.
    let fulfilled = kept.intersection([.readHere, .starredHere]).subtracting(kept.waiting)
      .subtracting(flags)
    if !fulfilled.isEmpty { outcome.overruled[head.id, default: []].formUnion(fulfilled) }
    messages += 1
    unread += flags.isUnread ? 1 : 0
    conversations.noteChange(of: conversation)
  }
}

extension BatchWriter {
  /// Marks messages of some conversations.
  ///
  /// - Parameters:
  ///   - ids: only these messages; nil for all.
  ///   - save: stores the marks, and commits. It gets two values: for each message, whether its
  ///     mark differs from the account's flags; and the messages whose flags change. If it throws,
  ///     the transaction is rolled back and nothing is marked.
  /// - Returns: the messages that were to be marked, and those that are shown differently now. A
  ///   message with one read copy is shown as read already, so it is shown as before when its other
  ///   copies are marked as read.
  static func mark(
    _ mark: MessageMark,
    in conversations: [Int64],
    only ids: Set<MessageStub.ID>?,
    _ db: Database,
    save: ([MessageStub.ID: Bool], _ changed: Set<MessageStub.ID>) throws -> Void
  ) throws -> MarkedMessages {
    var writer = try ConversationWriter(db)
    var (changed, kept) = (Set<MessageStub.ID>(), [MessageStub.ID: Bool]())
    var copies: [MessageStub.ID: (before: [MessageFlags], after: [MessageFlags])] = [:]
    for id in conversations {
      for copy in try MessageQuery.marked(db, in: try Aliases.root(of: id, db)) {
        guard ids?.contains(copy.id) ?? true else { continue }
        let flags = copy.flags.marked(as: mark)
        kept[copy.id] = kept[copy.id] == true || !flags.isDisjoint(with: mark.flags)
        copies[copy.id, default: ([], [])].before.append(copy.flags)
        copies[copy.id]?.after.append(flags)
        guard flags != copy.flags else { continue }
        try note(flags, of: copy, db, &writer)
        changed.insert(copy.id)
      }
    }
    if !changed.isEmpty {
      try writer.finish(all: true)
      try noteChange(db)
    }
    try save(kept, changed)
    let shown = changed.filter { id in
      copies[id].map { !$0.before.areShown(as: $0.after) } ?? false
    }
    return MarkedMessages(named: Set(copies.keys), changed: shown)
  }

  private static func note(
    _ flags: MessageFlags,
    of copy: MessageQuery.MarkedCopy,
    _ db: Database,
    _ writer: inout ConversationWriter
  ) throws {
    try db.cachedStatement(sql: "UPDATE message SET flags = ? WHERE id = ?")
      .execute(arguments: [flags.rawValue, copy.row])
    let unread = (flags.isUnread ? 1 : 0) - (copy.flags.isUnread ? 1 : 0)
    try db.cachedStatement(sql: "UPDATE folder SET unread = unread + ? WHERE id = ?")
      .execute(arguments: [unread, copy.folder])
    writer.noteChange(of: copy.conversation)
  }

  /// Gives all messages the marks that are kept for them, and removes all other marks.
  ///
  /// - Parameter kept: returns the marks of some messages.
  static func align(
    _ db: Database,
    with kept: ([MessageStub.ID]) throws -> [MessageStub.ID: MessageFlags]
  ) throws {
    var changes: [(MessageQuery.MarkedCopy, MessageFlags)] = []
    var copies = try MessageQuery.marked(db, after: 0)
    while let last = copies.last {
      let marks = try kept(copies.map(\.id))
      for copy in copies {
        let flags = copy.flags.marked(marks[copy.id] ?? [])
        if flags != copy.flags { changes.append((copy, flags)) }
      }
      copies = try MessageQuery.marked(db, after: last.row)
    }
    guard !changes.isEmpty else { return }
    var writer = try ConversationWriter(db)
    for (copy, flags) in changes { try note(flags, of: copy, db, &writer) }
    try writer.finish(all: true)
    try noteChange(db)
  }
}

extension BatchWriter {
  /// Stores flags that were written into the mailbox. Marks made since then stay in force.
  ///
  /// - Parameter marks: the marks that are still kept for the messages.
  mutating func note(
    _ written: [FlagChange],
    keeping marks: [MessageStub.ID: MessageFlags]
  ) throws {
    for change in written {
      guard let message = try find(change.message.key) else { continue }
      let own = marks[message.stub] ?? []
      try save(change.applied(to: message.flags.accountFlags).marked(own), of: message)
    }
    _ = try finish(all: true)
  }
}

/// The changes that a batch has made to the list.
struct BatchOutcome: Sendable {
  /// The conversations that the batch changed and that existed before. The value is true if the
  /// conversation had a row before; a conversation that has lost all its messages has none.
  var changed: [Int64: Bool] = [:]
  /// The Message-IDs of messages added to the folder, and not marked for deletion, with the ids of
  /// their conversations.
  var came: [(messageID: String, conversation: Int64)] = []
  /// The Message-IDs of messages removed from the folder.
  var went: [String] = []
  /// Marks overruled by a newer change in the account.
  var overruled: [MessageStub.ID: MessageFlags] = [:]
}

/// Converts message keys to values for SQLite.
enum Blob {
  static func value(_ key: MessageKey) -> DatabaseValue { Data(key.bytes).databaseValue }
}
