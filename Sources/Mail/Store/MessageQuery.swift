import GRDB

/// Reads the messages of a conversation from the store.
enum MessageQuery {
  fileprivate enum Column: Int, ColumnBehindHead { case source, name, position, key, flags, hint }

  /// Reads the messages, oldest first; those of the same second in a fixed order. Copies count as
  /// one, as in ``ConversationDigest``. A different message with the same Message-ID is listed by
  /// itself.
  ///
  /// - Parameter id: the conversation's id, or the id of a conversation merged into it.
  static func messages(_ db: Database, in id: Int64) throws -> [MessageStub] {
    let statement = try db.cachedStatement(
      sql: """
        \(Aliases.members) SELECT \(MessageHead.columns.list), \(Column.list)
        FROM member CROSS JOIN message ON conversation = member.id
        JOIN folder ON folder.id = message.folder
        ORDER BY date, messageID, key
        """
    )
    let rows = try Row.fetchCursor(statement, arguments: [try Aliases.root(of: id, db)])
    var copies: [Copy] = []
    while let row = try rows.next() { copies.append(try Copy(row)) }
    return join(copies)
  }

  /// Reads the flags of some conversations' messages, by folder and key.
  static func flags(
    _ db: Database,
    in conversations: [Int64]
  ) throws -> [Int64: [MessageKey: MessageFlags]] {
    let statement = try db.cachedStatement(
      sql: """
        \(Aliases.members) SELECT \(FlagColumn.list)
        FROM member CROSS JOIN message ON conversation = member.id
        """
    )
    var found: [Int64: [MessageKey: MessageFlags]] = [:]
    for id in conversations {
      let rows = try Row.fetchCursor(statement, arguments: [try Aliases.root(of: id, db)])
      while let row = try rows.next() {
        let key = try row.messageKey(FlagColumn.key)
        found[row[FlagColumn.folder], default: [:]][key] =
          MessageFlags(rawValue: row[FlagColumn.flags]).accountFlags
      }
    }
    return found
  }

  private enum FlagColumn: Int, SelectedColumn { case folder, key, flags }

  /// A copy of a message, with the columns needed to mark it.
  struct MarkedCopy {
    fileprivate enum Column: Int, SelectedColumn {
      case row, folder, conversation, flags, messageID, fingerprint
    }

    let row: Int64
    let folder: Int64
    let conversation: Int64
    let flags: MessageFlags
    let id: MessageStub.ID

    fileprivate init(_ columns: Row) {
      row = columns[Column.row]
      folder = columns[Column.folder]
      conversation = columns[Column.conversation]
      flags = MessageFlags(rawValue: columns[Column.flags])
      id = MessageStub.ID(
        messageID: columns[Column.messageID],
        fingerprint: columns[Column.fingerprint]
      )
    }
  }

  /// Reads the copies of a conversation's messages, with their flags and marks.
  static func marked(_ db: Database, in conversation: Int64) throws -> [MarkedCopy] {
    let statement = try db.cachedStatement(
      sql: """
        \(Aliases.members)
        SELECT message.id, folder, conversation, flags, messageID, fingerprint
        FROM member CROSS JOIN message ON conversation = member.id
        """
    )
    return try Row.fetchAll(statement, arguments: [conversation]).map(MarkedCopy.init)
  }

  /// Reads the next thousand copies of all messages, in the order of their rows.
  static func marked(_ db: Database, after row: Int64) throws -> [MarkedCopy] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id, folder, conversation, flags, messageID, fingerprint
        FROM message WHERE id > ? ORDER BY id LIMIT 1000
        """
    )
    return try Row.fetchAll(statement, arguments: [row]).map(MarkedCopy.init)
  }

  /// Reads the marks of all messages that have some.
  static func marks(_ db: Database) throws -> [MessageStub.ID: MessageFlags] {
    let rows = try Row.fetchCursor(
      db,
      sql: "SELECT messageID, fingerprint, flags FROM message WHERE flags & ?",
      arguments: [MessageFlags.marks.rawValue]
    )
    var marks: [MessageStub.ID: MessageFlags] = [:]
    while let row = try rows.next() {
      let id = MessageStub.ID(messageID: row[0], fingerprint: row[1])
      marks[id, default: []].formUnion(MessageFlags(rawValue: row[2]).userMarks)
    }
    return marks
  }

  /// The number of sent messages that tell the user's address.
  private static let sentSample = 200

  /// The address that has sent more than half of the messages in folders for sent mail, in lower
  /// case: other people's messages may have been moved there. Of many messages, looks at some.
  static func sentAddresses(_ db: Database) throws -> [String] {
    let senders = try String.fetchAll(
      db,
      sql: """
        SELECT lower(addresses) FROM message
        WHERE folder IN (SELECT id FROM folder WHERE role = ?) LIMIT ?
        """,
      arguments: [FolderRole.sent.rawValue, sentSample]
    ).flatMap(NameList.split)
    let counts = Dictionary(grouping: senders) { $0 }.mapValues(\.count)
    return counts.filter { 2 * $0.value > senders.count }.map(\.key)
  }

  /// Reads the places of messages; messages that are not stored are left out.
  static func places(
    of ids: some Collection<MessageStub.ID>,
    _ db: Database
  ) throws -> [MessageStub.ID: [MessagePlace]] {
    let wanted = Set(ids)
    var conversations: Set<Int64> = []
    for name in Set(ids.map(\.messageID)) {
      if let number = try MessageLookup.conversation(db, holding: name) {
        conversations.insert(number)
      }
    }
    var places: [MessageStub.ID: [MessagePlace]] = [:]
    for conversation in conversations {
      for stub in try messages(db, in: conversation) where wanted.contains(stub.id) {
        places[stub.id] = stub.places
      }
    }
    return places
  }

  fileprivate struct Copy {
    var place: MessagePlace
    var flags: MessageFlags
    var head: MessageHead

    init(_ row: Row) throws {
      head = MessageHead(MessageHead(), row)
      flags = MessageFlags(rawValue: row[Column.flags])
      place = MessagePlace(
        source: FolderID(row[Column.source]),
        folder: FolderName(row[Column.name] as String) ?? .inbox,
        position: row[Column.position],
        message: KnownMessage(
          key: try row.messageKey(Column.key),
          flags: flags.accountFlags,
          hint: row.hint(Column.hint)
        )
      )
    }
  }

  private static func join(_ copies: [Copy]) -> [MessageStub] {
    var order: [MessageStub.ID] = []
    var groups: [MessageStub.ID: [Copy]] = [:]
    for copy in copies {
      if groups[copy.head.id] == nil { order.append(copy.head.id) }
      groups[copy.head.id, default: []].append(copy)
    }
    return order.compactMap { id in groups[id].flatMap { MessageStub(id, $0) } }
  }
}

extension MessageStub {
  fileprivate init?(_ id: ID, _ copies: [MessageQuery.Copy]) {
    let sorted = copies.sorted { $0.place.position < $1.place.position }
    guard let first = sorted.first, let date = copies.map(\.head.date).min() else { return nil }
    let flags = copies.map(\.flags)
    self.init(
      id: id,
      date: StoredDate.read(date),
      isUnread: flags.areUnread,
      isDeleted: flags.allSatisfy { $0.contains(.trashed) },
      isFlagged: flags.areStarred,
      hasAttachments: copies.contains(where: \.head.hasAttachments),
      senders: first.head.senders,
      subject: first.head.subject,
      snippet: first.head.snippet,
      places: sorted.map(\.place)
    )
  }
}

/// Finds a conversation by one of its messages.
enum MessageLookup {
  /// - Parameter messageID: a message's own Message-ID, or a Message-ID to which a message refers.
  /// - Returns: nil if no listed conversation has the id.
  static func conversation(_ db: Database, holding messageID: String) throws -> Int64? {
    let statement = try db.cachedStatement(
      sql: "SELECT conversation FROM identifier WHERE name = ?"
    )
    let name = ThreadName.make(from: messageID)
    guard let number = try Int64.fetchOne(statement, arguments: [name]) else { return nil }
    let root = try Aliases.root(of: number, db)
    return try ConversationQuery.conversation(db, root)?.id
  }
}
