import Foundation
import GRDB

/// Brings one batch of a source's changes into the store, within one transaction.
struct BatchWriter {
  private let db: Database
  private let folder: Int64
  private var threads: StoreThreads
  private var touched: Set<Int64> = []
  private var outcome = BatchOutcome()

  init(_ db: Database, folder: Int64) throws {
    self.db = db
    self.folder = folder
    threads = try StoreThreads(db, folder: folder)
  }

  /// Applies the batch and says which rows of the list it touched.
  mutating func apply(_ batch: MailBatch) throws -> BatchOutcome {
    for key in batch.gone { try remove(key) }
    for (key, flags) in batch.flagged { try note(flags, for: key) }
    for message in batch.new { try insert(message) }
    try threads.finish()
    for union in threads.united {
      outcome.before[union.younger] = .some(union.row)
      outcome.unions[union.younger] = union.older
      touched.remove(union.younger)
      // A union may have been swallowed by a later one.
      touched.insert(union.older)
    }
    for id in touched where outcome.unions[id] == nil { try rewrite(id) }
    return outcome
  }

  private func find(_ key: MessageKey) throws -> (id: Int64, conversation: Int64)? {
    let statement = try db.cachedStatement(
      sql: "SELECT id, conversation FROM message WHERE folder = ? AND key = ?"
    )
    let rows = try Row.fetchCursor(statement, arguments: [folder, Blob.value(key)])
    return try withExtendedLifetime(rows) { try rows.next().map { ($0[0], $0[1]) } }
  }

  private mutating func remove(_ key: MessageKey) throws {
    guard let message = try find(key) else { return }
    try db.cachedStatement(sql: "DELETE FROM message WHERE id = ?")
      .execute(arguments: [message.id])
    touched.insert(message.conversation)
  }

  private mutating func note(_ flags: MessageFlags, for key: MessageKey) throws {
    guard let message = try find(key) else { return }
    try db.cachedStatement(sql: "UPDATE message SET flags = ? WHERE id = ?")
      .execute(arguments: [flags.rawValue, message.id])
    touched.insert(message.conversation)
  }

  private mutating func insert(_ message: IncomingMessage) throws {
    let head = message.head
    let conversation = try Threader.place(
      head.messageID,
      references: head.references,
      in: &threads
    )
    // Another instance may have read the same message a moment ago.
    let statement = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO message
          (folder, key, conversation, flags, date, attachments, messageID, senders, subject, snippet)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    try statement.execute(arguments: [
      folder, Blob.value(message.key), conversation, message.flags.rawValue, head.date,
      head.hasAttachments, head.messageID, NameList.join(head.senders), head.subject, head.snippet,
    ])
    outcome.newMessages += db.changesCount
    touched.insert(conversation)
  }

  /// Makes a conversation's row from its messages.
  private mutating func rewrite(_ id: Int64) throws {
    let before = try ConversationRow.fetch(id, db)
    outcome.before[id] = .some(before)
    let statement = try db.cachedStatement(
      sql: """
        SELECT date, flags, attachments, senders, subject, snippet FROM message
        WHERE conversation = ? ORDER BY date, id
        """
    )
    var digest = ConversationDigest()
    let rows = try Row.fetchCursor(statement, arguments: [id])
    while let row = try rows.next() {
      digest.add(
        date: row[0],
        flags: MessageFlags(rawValue: row[1]),
        attachments: row[2],
        senders: NameList.split(row[3]),
        subject: row[4],
        snippet: row[5]
      )
    }
    let after = digest.conversation(id: id)
    guard after != before else { return }
    if let after {
      try ConversationRow.write(after, folder: folder, db)
    } else {
      try ConversationRow.delete(id, db)
    }
  }
}

/// What one batch did to the list.
struct BatchOutcome: Sendable {
  /// Touched conversations as they were before the batch; nil for those that were not there.
  var before: [Int64: Conversation?] = [:]
  /// Conversations that went into others in this batch.
  var unions: [Int64: Int64] = [:]
  /// Messages that were not in the store.
  var newMessages = 0
}

/// Keys in a form that SQLite takes.
enum Blob {
  static func value(_ key: MessageKey) -> DatabaseValue { Data(key.bytes).databaseValue }
}
