import GRDB

/// The rule by which a page ends early, above mail that may be missing from the store.
enum PageClip {
  /// The page has only conversations newer than the ``Horizon`` of every folder.
  case horizons
  /// Like ``horizons``, but without the folders that were never read: a list of all folders does
  /// not wait for them.
  case horizonsOfReadFolders
  case nothing

  fileprivate func counts(_ seconds: Int64) -> Bool {
    switch self {
    case .horizons: true
    case .horizonsOfReadFolders: seconds != Horizon.unread.seconds
    case .nothing: false
    }
  }
}

enum ConversationQuery {
  /// Reads a page by keyset paging: SQLite enters the index at the cursor, so a page far down the
  /// list costs the same as the first one.
  ///
  /// - Parameters:
  ///   - clip: the rule for ending the page early; a search ignores it.
  ///   - leftOut: folders whose horizons are ignored.
  static func page(
    _ db: Database,
    in listing: Listing,
    after cursor: Cursor?,
    limit: Int,
    budget: SearchBudget? = nil,
    clip: PageClip = .horizons,
    without leftOut: Set<Int64> = []
  ) throws -> StoredPage {
    // One position more than asked for shows whether there is a next page.
    let more = min(limit, .max - 1) + 1
    let found = try find(db, in: listing, after: cursor, limit: more, budget: budget)
    var places = found.places
    let horizons =
      listing.isWithoutSearch
      ? try self.horizons(for: listing, db).filter { !leftOut.contains($0.folder) }
      : []
    // Folders whose missing mail may be newer than the page's end, and so belongs on this page.
    let end = places.count < limit ? .min : places[limit - 1].seconds
    let toRead = horizons.filter { $0.seconds >= end }
    if let highest = toRead.map(\.seconds).filter(clip.counts).max() {
      places = Array(places.prefix { $0.seconds > highest })
    }
    let conversations = try places.prefix(limit).compactMap { try conversation(db, $0.id) }
    var next = places.count > limit ? places[limit - 1] : found.end
    // The store has no more rows, but the folders have more mail.
    if next == nil, !horizons.isEmpty { next = places.prefix(limit).last ?? cursor ?? .top }
    var page = ConversationPage(
      conversations: conversations,
      next: next,
      revision: try revision(db)
    )
    page.lacksFolders = !horizons.allSatisfy { clip.counts($0.seconds) }
    if listing.folder != nil {
      page.isOfOwnMail = try StoreFolders.listed(in: listing, db).first?.role?.isOwnMail == true
    }
    return StoredPage(page: page, foldersToRead: toRead.map(\.folder))
  }

  /// Reads the positions only. They are in the index, so a million take a fraction of a second.
  ///
  /// - Parameter end: the last position; nil for all.
  static func places(_ db: Database, in listing: Listing, downTo end: Cursor?) throws -> [Cursor] {
    try find(db, in: listing, after: nil, downTo: end, limit: .max, budget: nil).places
  }

  private static func find(
    _ db: Database,
    in listing: Listing,
    after cursor: Cursor?,
    downTo end: Cursor? = nil,
    limit: Int,
    budget: SearchBudget?
  ) throws -> FoundPlaces {
    let query = SearchQuery(listing.search)
    guard let places = try ListedPlaces(listing, query, db) else { return FoundPlaces() }
    if let query {
      return try SearchWalk(db, places, query, budget: budget)
        .find(after: cursor, downTo: end, limit: limit)
    }
    let (cursor, end) = (cursor ?? .top, end ?? .bottom)
    let statement = try db.cachedStatement(
      sql: """
        SELECT place.date, place.id \(places.clause) AND (place.date, place.id) < (?, ?)
        ORDER BY place.date DESC, place.id DESC LIMIT ?
        """
    )
    let rows = try Row.fetchCursor(statement, arguments: [cursor.seconds, cursor.id, limit])
    var found: [Cursor] = []
    while let row = try rows.next() {
      let place = Cursor(seconds: row[0], id: row[1])
      if end.precedes(place) { break }
      found.append(place)
    }
    return FoundPlaces(places: found)
  }

  private static func horizons(
    for listing: Listing,
    _ db: Database
  ) throws -> [(folder: Int64, seconds: Int64)] {
    try StoreFolders.needed(for: listing, db).compactMap { folder in
      folder.horizon.map { (folder.id, $0.seconds) }
    }
  }

  /// The number of unread messages in conversations that are not only in junk and trash; copies of
  /// one message count once.
  static func unreadCount(_ db: Database) throws -> Int {
    let statement = try db.cachedStatement(
      sql: """
        SELECT sum(unread) FROM conversation AS place
        WHERE unread > 0 \(StoreFolders.conditionWithoutJunk(db, withoutDeleted: true))
        """
    )
    return try Int.fetchOne(statement) ?? 0
  }

  static func conversation(_ db: Database, _ id: Int64) throws -> Conversation? {
    try ConversationTable.fetch(id, db)?.row
  }

  static func count(_ db: Database, in listing: Listing) throws -> Int {
    let query = SearchQuery(listing.search)
    guard let places = try ListedPlaces(listing, query, db) else { return 0 }
    if let query {
      return try SearchWalk(db, places, query).find(after: nil, limit: .max).places.count
    }
    return try Int.fetchOne(db, sql: "SELECT count(*) \(places.clause)") ?? 0
  }

  /// Counts the conversations whose id is larger than this one.
  static func count(_ db: Database, after number: Int64) throws -> Int {
    let statement = try db.cachedStatement(sql: "SELECT count(*) FROM conversation WHERE id > ?")
    return try Int.fetchOne(statement, arguments: [number]) ?? 0
  }

  /// The conversation id that was assigned last.
  static func lastNumber(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT last FROM account")) ?? 0
  }

  /// The mailbox's revision, which grows with each change of the mailbox's conversations.
  static func revision(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT revision FROM account")) ?? 0
  }

  static func threads(_ db: Database, after id: Int64?, limit: Int) throws -> [ConversationThread] {
    let ids = try Int64.fetchAll(
      db,
      sql: "SELECT id FROM conversation WHERE id > ? ORDER BY id LIMIT ?",
      arguments: [id ?? 0, limit]
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

  private enum KnownColumn: Int, SelectedColumn { case key, flags }

  static func known(_ db: Database, folder: Int64) throws -> KnownFlags {
    let statement = try db.cachedStatement(
      sql: "SELECT \(KnownColumn.list) FROM message WHERE folder = ?"
    )
    let rows = try Row.fetchCursor(statement, arguments: [folder])
    return try KnownFlags { add in
      while let row = try rows.next() {
        let flags = MessageFlags(rawValue: row[KnownColumn.flags]).accountFlags
        try row.withBytes(KnownColumn.key) { add($0, flags) }
      }
    }
  }
}

/// A page of the list, as far as the store holds it.
struct StoredPage: Sendable {
  var page: ConversationPage
  /// Row ids of the folders from which more mail must be read before the page is complete.
  var foldersToRead: [Int64]
}

/// The part of a query that selects a list's positions: an indexed table, and the conditions.
struct ListedPlaces {
  /// Row ids of folders: a conversation must be in one of each group. Empty for the list of all
  /// folders; only a search has more than the listed folder.
  let folders: [[Int64]]
  let unreadOnly: Bool
  let withoutDeleted: Bool
  /// The conditions besides ``unreadOnly``, each after `AND`, on a conversation or a position of
  /// the name `place`.
  let restriction: String

  /// Nil if the store does not know the listed folder, or one that the search names. The folders of
  /// a search replace the listed one.
  init?(_ listing: Listing, _ query: SearchQuery?, _ db: Database) throws {
    (unreadOnly, withoutDeleted) = (listing.unreadOnly, listing.withoutDeleted)
    var restriction = ""
    if let named = query?.folders, !named.isEmpty {
      let all = try StoreFolders.all(db)
      folders = named.map { parts in
        all.filter { SearchQuery.matches(parts, $0) }.map(\.id)
      }
      if folders.contains([]) { return nil }
    } else if let name = listing.folder {
      guard let number = try StoreFolders.number(of: name, db) else { return nil }
      folders = [[number]]
    } else {
      folders = []
      if listing.withoutJunk {
        restriction = try StoreFolders.conditionWithoutJunk(db, withoutDeleted: withoutDeleted)
      }
    }
    if withoutDeleted {
      // Needless, and slow, with `unreadOnly`: messages marked for deletion never count as unread.
      if !unreadOnly || !folders.isEmpty { restriction += " AND place.deleted = 0" }
      // A search goes through the conversations, which may have other messages in other folders.
      for group in query == nil ? [] : folders {
        restriction += StoreFolders.condition(group, withoutDeleted: true)
      }
    }
    self.restriction = restriction
  }

  private var folder: Int64? { folders.first?.first }

  /// `FROM … WHERE …`, with the columns `place.date` and `place.id`.
  var clause: String { "FROM \(table) WHERE \(condition)" }

  private var table: String {
    let name = folder == nil ? "conversation" : "listing"
    return unreadOnly ? "\(name) AS place INDEXED BY \(name)_unread" : "\(name) AS place"
  }

  /// Repeats the conditions of the partial indices word by word: SQLite uses a partial index only
  /// if the query contains the index's condition.
  private var condition: String {
    let whole = folder.map { "place.folder = \($0)" } ?? "TRUE"
    return whole + (unreadOnly ? " AND place.unread > 0" : "") + restriction
  }
}
