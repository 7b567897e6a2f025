import GRDB

/// The messages of a conversation, as the store knows them.
enum MessageQuery {
  /// Oldest first; of one second, in an order that does not change. A message that lies in several
  /// folders is one, as ``ConversationDigest`` counts them; another one with its Message-ID is not.
  ///
  /// - Parameter id: a conversation's, or of one that went into another.
  static func messages(
    _ db: Database,
    _ mailbox: Int64?,
    in id: Int64
  ) throws -> [MessageStub] {
    let statement = try db.cachedStatement(
      sql: """
        \(Aliases.members) SELECT folder.source, folder.name, folder.position, key, flags, date, attachments,
          messageID, fingerprint, senders, subject, snippet
        FROM member CROSS JOIN message ON conversation = member.id
        JOIN folder ON folder.id = message.folder
        WHERE folder.mailbox = ?2
        ORDER BY date, messageID, key
        """
    )
    let rows = try Row.fetchCursor(
      statement,
      arguments: [try Aliases.root(of: id, db), mailbox]
    )
    var copies: [Copy] = []
    while let row = try rows.next() { copies.append(try Copy(row)) }
    return join(copies)
  }

  fileprivate struct Copy {
    var place: MessagePlace
    var date: Int64
    var hasAttachments: Bool
    var messageID: String
    var fingerprint: Int64
    var senders: [String]
    var subject: String
    var snippet: String

    init(_ row: Row) throws {
      let key = try row.withUnsafeData(atIndex: 3) { MessageKey(bytes: $0.map(Array.init) ?? []) }
      place = MessagePlace(
        source: row[0],
        folder: FolderName(row[1] as String) ?? .inbox,
        position: row[2],
        key: key,
        flags: MessageFlags(rawValue: row[4])
      )
      date = row[5]
      hasAttachments = row[6]
      messageID = row[7]
      fingerprint = row[8]
      senders = NameList.split(row[9])
      subject = row[10]
      snippet = row[11]
    }
  }

  private struct Place: Hashable {
    var source: String
    var messageID: String
    var fingerprint: Int64
  }

  private static func join(_ copies: [Copy]) -> [MessageStub] {
    var counts: [Place: Int] = [:]
    var order: [MessageStub.ID] = []
    var groups: [MessageStub.ID: [Copy]] = [:]
    for copy in copies {
      let place = Place(
        source: copy.place.source,
        messageID: copy.messageID,
        fingerprint: copy.fingerprint
      )
      let id = MessageStub.ID(
        messageID: copy.messageID,
        fingerprint: copy.fingerprint,
        copy: counts[place, default: 0]
      )
      counts[place, default: 0] += 1
      if groups[id] == nil { order.append(id) }
      groups[id, default: []].append(copy)
    }
    return order.compactMap { id in groups[id].flatMap { MessageStub(id, $0) } }
  }
}

extension MessageStub {
  fileprivate init?(_ id: ID, _ copies: [MessageQuery.Copy]) {
    let sorted = copies.sorted { $0.place.position < $1.place.position }
    guard let first = sorted.first, let date = copies.map(\.date).min() else { return nil }
    self.init(
      id: id,
      date: StoredDate.read(date),
      isUnread: !copies.contains { $0.place.flags.contains(.seen) },
      isFlagged: copies.contains { $0.place.flags.contains(.flagged) },
      hasAttachments: copies.contains(where: \.hasAttachments),
      senders: first.senders,
      subject: first.subject,
      snippet: first.snippet,
      places: sorted.map(\.place)
    )
  }
}
