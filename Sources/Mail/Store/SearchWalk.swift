import FoundationEssentials
import GRDB

/// Finds the places of a list whose conversations match what the user typed, in the list's order.
///
/// What many conversations match is found soonest by going down the list and looking at each; what
/// few match, by the index, which takes as long as there are tokens of that beginning. So it walks
/// first, and counts meanwhile how common each word is; where the page does not fill up soon, the
/// index is asked from there on, for the rare words. Each conversation that the index names is
/// looked at all the same, so that there is one rule of what matches.
struct SearchWalk {
  private let db: Database
  private let places: ListedPlaces
  private let query: SearchQuery

  /// Rows to look at before the index is asked: some 2 ms.
  private static let sample = 2000
  /// The walk goes on for as long as one in so many matches.
  private static let density = 40

  init(_ db: Database, _ places: ListedPlaces, _ query: SearchQuery) {
    self.db = db
    self.places = places
    self.query = query
  }

  /// As ``ConversationQuery/places(_:_:in:after:limit:)``.
  func places(after cursor: Cursor?, limit: Int) throws -> [Cursor] {
    var found: [Cursor] = []
    var hits = [Int](repeating: 0, count: query.parts.count)
    var walked = 0
    var last = cursor ?? .top
    let statement = try db.cachedStatement(
      sql: """
        SELECT place.date, place.id, text \(places.clauseWithText)
        AND (place.date, place.id) < (?, ?) ORDER BY place.date DESC, place.id DESC
        """
    )
    let rows = try Row.fetchCursor(statement, arguments: [last.seconds, last.id])
    while found.count < limit, let row = try rows.next() {
      last = Cursor(seconds: row[0], id: row[1])
      walked += 1
      if try matches(row, counting: &hits) { found.append(last) }
      guard walked >= Self.sample, found.count * Self.density < walked else { continue }
      let rare = rareParts(hits, of: walked)
      return try found + indexed(rare, after: last, limit: limit - found.count)
    }
    return found
  }

  private func matches(_ row: Row, counting hits: inout [Int]) throws -> Bool {
    try row.withUnsafeData(atIndex: 2) { data in
      data?.withUnsafeBytes { text in
        var matches = true
        for (index, part) in query.parts.enumerated() {
          if part.isFound(in: text) { hits[index] += 1 } else { matches = false }
        }
        return matches
      } ?? false
    }
  }

  /// Which parts to ask the index for. One more of them costs as much as it is common, and saves
  /// looking at those conversations that have the others but not this one, some eight times that.
  private func rareParts(_ hits: [Int], of walked: Int) -> [SearchQuery.Part] {
    let rates = hits.map { Double(max($0, 1)) / Double(walked) }
    let order = rates.indices.sorted { rates[$0] < rates[$1] }
    var share = 1.0
    return order.prefix { index in
      defer { share *= rates[index] }
      return share == 1 || rates[index] < 8 * share
    }.map { query.parts[$0] }
  }

  /// Only what the index finds, by these parts and then by looking.
  func indexed(
    _ parts: [SearchQuery.Part],
    after cursor: Cursor,
    limit: Int
  ) throws -> [Cursor] {
    let marks = places.folder.map { ["\"\(SearchTokens.folder($0))\""] } ?? []
    let expressions = parts.map(SearchTokens.expression) + marks
    let index = try db.cachedStatement(
      sql: "SELECT rowid FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC"
    )
    let look = try db.cachedStatement(
      sql: "SELECT text \(places.clauseWithText) AND place.date = ? AND place.id = ?"
    )
    let keys = try Int64.fetchCursor(
      index,
      arguments: [expressions.joined(separator: " AND "), SearchKey.key(of: cursor)]
    )
    var found: [Cursor] = []
    while found.count < limit, let key = try keys.next() {
      let place = SearchKey.place(of: key)
      let row = try Row.fetchCursor(look, arguments: [place.seconds, place.id])
      let matches = try row.next()?.withUnsafeData(atIndex: 0) { data in
        data?.withUnsafeBytes(query.matches) == true
      }
      if matches == true { found.append(place) }
    }
    return found
  }
}
