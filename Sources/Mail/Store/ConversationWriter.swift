import GRDB

/// Updates the conversations of the messages that a transaction changes.
struct ConversationWriter {
  private let db: Database
  private var threads: StoreThreads
  private var index: SearchIndex
  private let waiting: WaitingRows
  private let messagesOfConversation: Statement
  /// The change of ``ListedConversation/repeats``, summed for each folder.
  private var repeats: [Int64: Int] = [:]
  /// The number of changed messages, by the conversation id that is stored with them.
  private var changes: [Int64: Int] = [:]
  /// The changed conversations, as in ``BatchOutcome/changed``.
  private(set) var changed: [Int64: Bool] = [:]

  private enum Column: Int, ColumnBehindHead { case folder, flags, id }

  init(_ db: Database) throws {
    self.db = db
    threads = try StoreThreads(db)
    index = SearchIndex(db)
    waiting = try WaitingRows(db)
    // Orders messages of the same second by Message-ID and key, so that the order does not depend
    // on which message arrived first.
    messagesOfConversation = try db.cachedStatement(
      sql: """
        \(Aliases.members) SELECT \(MessageHead.columns.list), folder, flags, message.id FROM member
        CROSS JOIN message ON conversation = member.id ORDER BY date, messageID, key
        """
    )
  }

  /// - Parameter names: a message's names, as in ``MessageHead/names``.
  /// - Returns: the id of its conversation, existing or new.
  mutating func place(_ names: [Int64]) throws -> Int64 {
    try threads.place(names)
  }

  var areTouched: Bool { !changes.isEmpty }

  /// - Parameter conversation: the conversation id of an added, changed or removed message.
  mutating func noteChange(of conversation: Int64) {
    changes[conversation, default: 0] += 1
  }

  /// Rewrites the rows that need not wait, see ``WaitingRows``. Must be the last call
  /// before the transaction ends.
  ///
  /// - Parameter all: whether to rewrite the waiting rows of large conversations, too.
  mutating func finish(all: Bool) throws {
    var waits: [Int64: WaitingRows.Wait] = [:]
    var rows: [Int64: ListedConversation] = [:]
    func wait(of id: Int64) throws -> WaitingRows.Wait {
      if let known = waits[id] { return known }
      if rows[id] == nil, !threads.isNew(id) { rows[id] = try ConversationTable.fetch(id, db) }
      return try waiting.wait(of: id) ?? WaitingRows.Wait(rows[id])
    }
    // Keeps the order of the merges: a conversation may have absorbed others before it was itself
    // merged into an older one.
    for union in threads.united { rows[union.younger] = union.was }
    for union in threads.united {
      try index.replace(union.was, with: nil, messages: [])
      if union.was != nil { changed[union.younger] = true }
      noteRepeats(union.was, nil)
      waits[union.older] = try wait(of: union.older).united(with: wait(of: union.younger))
      waits[union.younger] = nil
      try waiting.remove(union.younger)
    }
    for (number, count) in changes {
      let id = try threads.root(of: number)
      var changed = try wait(of: id)
      changed.changes &+= count
      waits[id] = changed
    }
    for (id, wait) in waits {
      if all || wait.isOver {
        try rewrite(id, over: rows[id])
      } else {
        try waiting.note(wait, of: id)
      }
    }
    if all {
      for id in try waiting.all { try rewrite(id, over: ConversationTable.fetch(id, db)) }
    }
    try saveRepeats()
    try threads.finish()
    try index.finish()
  }

  private mutating func noteRepeats(_ before: ListedConversation?, _ after: ListedConversation?) {
    for (folder, count) in before?.repeats ?? [:] { repeats[folder, default: 0] &-= count }
    for (folder, count) in after?.repeats ?? [:] { repeats[folder, default: 0] &+= count }
  }

  private func saveRepeats() throws {
    for (folder, count) in repeats where count != 0 {
      try db.cachedStatement(sql: "UPDATE folder SET repeats = max(0, repeats + ?) WHERE id = ?")
        .execute(arguments: [count, folder])
    }
  }

  /// Builds a conversation's row from its messages.
  private mutating func rewrite(_ id: Int64, over row: ListedConversation?) throws {
    try waiting.remove(id)
    var digest = ConversationDigest()
    var messages: [Int64] = []
    let rows = try Row.fetchCursor(messagesOfConversation, arguments: [id])
    while let row = try rows.next() {
      let head = MessageHead(MessageHead(), row)
      let flags = MessageFlags(rawValue: row[Column.flags])
      digest.add(head, folder: row[Column.folder], flags: flags)
      messages.append(row[Column.id])
    }
    let after = digest.conversation(id: id)
    if row?.row != after?.row, !threads.isNew(id) { changed[id] = row != nil }
    noteRepeats(row, after)
    try ConversationTable.write(after, over: row, db)
    try index.replace(row, with: after, messages: messages)
  }
}

extension WaitingRows.Wait {
  /// The state of a row that is up to date.
  fileprivate init(_ row: ListedConversation?) { size = row?.copies ?? 0 }
}
