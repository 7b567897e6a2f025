import Foundation
import GRDB

/// Brings one batch of a folder's changes into the store, within one transaction.
struct BatchWriter {
  private let db: Database
  private let mailbox: Int64
  private let folder: Int64
  private var threads: StoreThreads
  private var index: SearchIndex
  private var touched: Set<Int64> = []
  private var messages = 0
  private var unread = 0
  private var outcome = BatchOutcome()
  private let insertMessage: Statement
  private let messagesOfConversation: Statement

  /// - Parameters:
  ///   - mailbox: its number; conversations span its folders.
  ///   - folder: the number of the folder that the batches come from.
  init(_ db: Database, mailbox: Int64, folder: Int64) throws {
    self.db = db
    self.mailbox = mailbox
    self.folder = folder
    // Somebody who read may have found the file damaged, and made it anew.
    let isThere = try Bool.fetchOne(
      db,
      sql: "SELECT EXISTS (SELECT 1 FROM folder WHERE id = ? AND mailbox = ?)",
      arguments: [folder, mailbox]
    )
    guard isThere == true else { throw StoreWasRebuilt() }
    threads = try StoreThreads(db, mailbox: mailbox)
    index = SearchIndex(db, mailbox: mailbox)
    // A refresh that was cut short has stored some of what it comes upon again.
    insertMessage = try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO message
          (folder, key, conversation, flags, date, attachments, messageID, fingerprint, senders,
            subject, snippet)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    )
    // Of equal seconds the order must not depend on which message came first.
    messagesOfConversation = try db.cachedStatement(
      sql: """
        SELECT folder, messageID, date, flags, attachments, senders, subject, snippet, fingerprint
        FROM message
        WHERE conversation = ? ORDER BY date, messageID, key
        """
    )
  }

  /// Applies the batch and says which rows of the list it touched.
  mutating func apply(_ batch: MailBatch) throws -> BatchOutcome {
    for key in batch.gone { try remove(key) }
    for (key, flags) in batch.flagged { try note(flags, for: key) }
    for message in batch.new { try insert(message) }
    return try finish()
  }

  /// Takes away the whole folder.
  mutating func removeFolder() throws -> BatchOutcome {
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT conversation, messageID FROM message WHERE folder = ?",
      arguments: [folder]
    )
    while let row = try rows.next() {
      touched.insert(row[0])
      outcome.went.append(row[1])
    }
    try db.execute(sql: "DELETE FROM message WHERE folder = ?", arguments: [folder])
    try db.execute(sql: "DELETE FROM folder WHERE id = ?", arguments: [folder])
    return try finish()
  }

  private mutating func finish() throws -> BatchOutcome {
    guard !touched.isEmpty else { return outcome }
    try threads.finish()
    for union in threads.united {
      try index.replace(union.was, with: nil, text: [])
      outcome.before[union.younger] = .some(union.was)
      outcome.unions[union.younger] = union.older
      touched.remove(union.younger)
      // A union may have been swallowed by a later one.
      touched.insert(union.older)
    }
    for id in touched where outcome.unions[id] == nil { try rewrite(id) }
    try index.finish()
    try db.cachedStatement(
      sql: "UPDATE folder SET messages = messages + ?, unread = unread + ? WHERE id = ?"
    ).execute(arguments: [messages, unread, folder])
    try db.cachedStatement(sql: "UPDATE mailbox SET generation = generation + 1 WHERE id = ?")
      .execute(arguments: [mailbox])
    return outcome
  }

  private typealias Found = (
    id: Int64, conversation: Int64, flags: MessageFlags, messageID: String
  )

  private func find(_ key: MessageKey) throws -> Found? {
    let statement = try db.cachedStatement(
      sql: "SELECT id, conversation, flags, messageID FROM message WHERE folder = ? AND key = ?"
    )
    let rows = try Row.fetchCursor(statement, arguments: [folder, Blob.value(key)])
    return try withExtendedLifetime(rows) {
      try rows.next().map { ($0[0], $0[1], MessageFlags(rawValue: $0[2]), $0[3]) }
    }
  }

  private mutating func remove(_ key: MessageKey) throws {
    guard let message = try find(key) else { return }
    try db.cachedStatement(sql: "DELETE FROM message WHERE id = ?")
      .execute(arguments: [message.id])
    outcome.went.append(message.messageID)
    messages -= 1
    unread -= message.flags.isUnread
    touched.insert(message.conversation)
  }

  private mutating func note(_ flags: MessageFlags, for key: MessageKey) throws {
    guard let message = try find(key) else { return }
    try db.cachedStatement(sql: "UPDATE message SET flags = ? WHERE id = ?")
      .execute(arguments: [flags.rawValue, message.id])
    unread += flags.isUnread - message.flags.isUnread
    touched.insert(message.conversation)
  }

  private mutating func insert(_ message: IncomingMessage) throws {
    let head = message.head
    let conversation = try Threader.place(
      head.messageID,
      references: head.references,
      in: &threads
    )
    insertMessage.setUncheckedArguments([
      folder.databaseValue, Blob.value(message.key), conversation.databaseValue,
      message.flags.rawValue.databaseValue, head.date.databaseValue,
      head.hasAttachments.databaseValue, head.messageID.databaseValue,
      head.fingerprint.databaseValue, NameList.join(head.senders).databaseValue,
      head.subject.databaseValue, head.snippet.databaseValue,
    ])
    try insertMessage.execute()
    if db.changesCount > 0 {
      outcome.came.append(head.messageID)
      messages += 1
      unread += message.flags.isUnread
    }
    touched.insert(conversation)
  }

  /// Makes a conversation's row from its messages. Those of one second are put in an order that
  /// does not depend on which came first.
  private mutating func rewrite(_ id: Int64) throws {
    let before = threads.isNew(id) ? nil : try ConversationRow.fetch(id, db)
    outcome.before[id] = .some(before)
    var digest = ConversationDigest()
    var words = ConversationWords()
    let rows = try Row.fetchCursor(messagesOfConversation, arguments: [id])
    while let row = try rows.next() {
      let senders = NameList.split(row[5])
      let (subject, snippet): (String, String) = (row[6], row[7])
      digest.add(
        folder: row[0],
        messageID: row[1],
        fingerprint: row[8],
        date: row[2],
        flags: MessageFlags(rawValue: row[3]),
        attachments: row[4],
        senders: senders,
        subject: subject,
        snippet: snippet
      )
      words.add(senders: senders, subject: subject, snippet: snippet)
    }
    let after = digest.conversation(id: id)
    try ConversationRow.write(after, over: before, mailbox: mailbox, db)
    try index.replace(before, with: after, text: after.map { words.folded(shown: $0.row) } ?? [])
  }
}

extension MessageFlags {
  /// 1 for a message to be counted among the unread, else 0.
  fileprivate var isUnread: Int { contains(.seen) ? 0 : 1 }
}

/// What one batch did to the list.
struct BatchOutcome: Sendable {
  /// Touched conversations as they were before the batch; nil for those that were not there.
  var before: [Int64: ListedConversation?] = [:]
  /// Conversations that went into others in this batch.
  var unions: [Int64: Int64] = [:]
  /// Message-IDs of what was put into the folder, and of what was taken out of it.
  var came: [String] = []
  var went: [String] = []
}

/// Keys in a form that SQLite takes.
enum Blob {
  static func value(_ key: MessageKey) -> DatabaseValue { Data(key.bytes).databaseValue }
}
