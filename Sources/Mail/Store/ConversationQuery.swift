import GRDB

/// What is asked of the store. A mailbox that is nil was never refreshed and holds nothing.
enum ConversationQuery {
  /// Keyset paging: the index is entered at the cursor, so every page costs the same.
  static func page(
    _ db: Database,
    _ mailbox: Int64?,
    in listing: Listing,
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget? = nil
  ) throws -> ConversationPage {
    // One more than asked for tells whether there is a next page.
    let more = min(limit, .max - 1) + 1
    let found = try find(db, mailbox, in: listing, after: cursor, limit: more, budget: budget)
    let places = found.places
    let conversations = try places.prefix(limit).compactMap { try conversation(db, mailbox, $0.id) }
    let next = places.count > limit ? places[limit - 1] : found.end
    return ConversationPage(conversations: conversations, next: next)
  }

  /// The places alone, which are in the index: a million of them take a fraction of a second.
  static func places(
    _ db: Database,
    _ mailbox: Int64?,
    in listing: Listing,
    after cursor: Cursor?,
    limit: Int
  ) throws -> [Cursor] {
    try find(db, mailbox, in: listing, after: cursor, limit: limit, budget: nil).places
  }

  private static func find(
    _ db: Database,
    _ mailbox: Int64?,
    in listing: Listing,
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget?
  ) throws -> FoundPlaces {
    guard let places = try ListedPlaces(listing, db, mailbox) else { return FoundPlaces() }
    if let query = SearchQuery(listing.search) {
      return try SearchWalk(db, places, query, budget: budget).find(after: cursor, limit: limit)
    }
    let cursor = cursor ?? .top
    let statement = try db.cachedStatement(
      sql: """
        SELECT place.date, place.id \(places.clause) AND (place.date, place.id) < (?, ?)
        ORDER BY place.date DESC, place.id DESC LIMIT ?
        """
    )
    let rows = try Row.fetchCursor(statement, arguments: [cursor.seconds, cursor.id, limit])
    var found: [Cursor] = []
    while let row = try rows.next() { found.append(Cursor(seconds: row[0], id: row[1])) }
    return FoundPlaces(places: found)
  }

  static func conversation(
    _ db: Database,
    _ mailbox: Int64?,
    _ id: Int64
  ) throws -> Conversation? {
    guard let mailbox else { return nil }
    return try ConversationRow.fetch(id, of: mailbox, db)?.row
  }

  static func count(_ db: Database, _ mailbox: Int64?, in listing: Listing) throws -> Int {
    guard let places = try ListedPlaces(listing, db, mailbox) else { return 0 }
    if let query = SearchQuery(listing.search) {
      return try SearchWalk(db, places, query).find(after: nil, limit: .max).places.count
    }
    return try Int.fetchOne(db, sql: "SELECT count(*) \(places.clause)") ?? 0
  }

  /// How often the conversations have changed.
  static func generation(_ db: Database, _ mailbox: Int64?) throws -> Int64 {
    let statement = try db.cachedStatement(sql: "SELECT generation FROM mailbox WHERE id = ?")
    return try Int64.fetchOne(statement, arguments: [mailbox]) ?? 0
  }

  static func threads(
    _ db: Database,
    _ mailbox: Int64?,
    after id: Int64?,
    limit: Int
  ) throws -> [ConversationThread] {
    // With the plus no index by mailbox is used, for which all that follows would be sorted by id.
    let ids = try Int64.fetchAll(
      db,
      sql: "SELECT id FROM conversation WHERE +mailbox = ? AND id > ? ORDER BY id LIMIT ?",
      arguments: [mailbox, id ?? 0, limit]
    )
    let statement = try db.cachedStatement(
      sql: """
        \(Aliases.members) SELECT messageID FROM member CROSS JOIN message
        ON conversation = member.id ORDER BY date, message.id
        """
    )
    return try ids.map {
      ConversationThread(id: $0, messages: try String.fetchAll(statement, arguments: [$0]))
    }
  }

  static func known(_ db: Database, folder: Int64) throws -> [MessageKey: MessageFlags] {
    let statement = try db.cachedStatement(sql: "SELECT key, flags FROM message WHERE folder = ?")
    let rows = try Row.fetchCursor(statement, arguments: [folder])
    var known: [MessageKey: MessageFlags] = [:]
    while let row = try rows.next() {
      let key = try row.withUnsafeData(atIndex: 0) { MessageKey(bytes: $0.map(Array.init) ?? []) }
      known[key] = MessageFlags(rawValue: row[1])
    }
    return known
  }
}
