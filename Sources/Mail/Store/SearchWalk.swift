import FoundationEssentials
import GRDB

/// Finds the places of a list whose conversations match the user's search, in the list's order.
///
/// Matches of a frequent word are found soonest by going down the list and looking at each
/// conversation; those of a rare word, by the index. So the walk begins with the list, and counts
/// meanwhile how common each word is. If the page does not fill up soon, the index takes over from
/// there, see ``SearchPlan``. Each conversation that the index finds is looked at all the same, so
/// that one rule decides about matches.
struct SearchWalk {
  private let db: Database
  private let places: ListedPlaces
  private let query: SearchQuery
  private let budget: SearchBudget?

  /// The rows and bytes to look at before the index is considered: about 1 ms.
  private static let (sampledRows, sampledBytes) = (1000, 1 << 18)
  /// The walk continues without the index while at least one in this many rows matches.
  private static let density = 40
  /// Rows between two checks of the clock.
  private static let step = 64

  /// - Parameter budget: nil to wait for the whole page.
  init(_ db: Database, _ places: ListedPlaces, _ query: SearchQuery, budget: SearchBudget? = nil) {
    self.db = db
    self.places = places
    self.query = query
    self.budget = budget
  }

  /// Goes down from the cursor until `limit` places are found, the budget is spent, or the list
  /// ends.
  ///
  /// - Parameter end: the last place to look at; nil for the end of the list.
  func find(after cursor: Cursor?, downTo end: Cursor? = nil, limit: Int) throws -> FoundPlaces {
    let end = end ?? .bottom
    var walk = try Walk(db, places, after: cursor ?? .top)
    var found = FoundPlaces()
    var sample = Sample(hits: [Int](repeating: 0, count: query.parts.count))
    var isPlanned = false
    while found.places.count < limit, let row = try walk.next(), !end.precedes(walk.place) {
      if try matches(row, counting: &sample) { found.places.append(walk.place) }
      guard walk.count % Self.step == 0 else { continue }
      let isSampled = walk.count >= Self.sampledRows || sample.bytes >= Self.sampledBytes
      if !isPlanned, isSampled, found.places.count * Self.density < walk.count {
        isPlanned = true
        let rarest = sample.rarestFirst.map { query.parts[$0] }
        if let plan = try SearchPlan(rarest, folder: places.folder, db) {
          let limit = limit - found.places.count
          let below = try indexed(plan, after: walk.place, downTo: end, limit: limit)
          return FoundPlaces(places: found.places + below.places, end: below.end)
        }
      }
      if budget?.isSpent() == true {
        found.end = walk.place
        return found
      }
    }
    return found
  }

  private func matches(_ row: Row, counting sample: inout Sample) throws -> Bool {
    try row.withUnsafeData(atIndex: 2) { data in
      data?.withUnsafeBytes { text in
        var matches = true
        sample.bytes += text.count
        for (index, part) in query.parts.enumerated() {
          if part.isFound(in: text) { sample.hits[index] += 1 } else { matches = false }
        }
        return matches
      } ?? false
    }
  }

  /// Finds matches by the index alone, and looks at the text of each place that it names.
  func indexed(
    _ plan: SearchPlan,
    after cursor: Cursor,
    downTo end: Cursor = .bottom,
    limit: Int
  ) throws -> FoundPlaces {
    if plan.isLong, budget?.isStrict == true { return FoundPlaces(end: cursor) }
    let index = try db.cachedStatement(
      sql: "SELECT rowid FROM search WHERE search MATCH ? AND rowid < ? ORDER BY rowid DESC"
    )
    let look = try db.cachedStatement(
      sql: "SELECT text \(places.clauseWithText) AND place.date = ? AND place.id = ?"
    )
    let keys = try Int64.fetchCursor(
      index,
      arguments: [plan.expression, SearchKey.key(of: cursor)]
    )
    var found = FoundPlaces()
    var looks = 0
    while found.places.count < limit, let key = try keys.next() {
      let place = SearchKey.place(of: key)
      if end.precedes(place) { break }
      let row = try Row.fetchCursor(look, arguments: [place.seconds, place.id])
      let matches = try row.next()?.withUnsafeData(atIndex: 0) { data in
        data?.withUnsafeBytes(query.matches) == true
      }
      if matches == true { found.places.append(place) }
      looks += 1
      if looks % Self.step == 0, budget?.isSpent() == true {
        found.end = place
        break
      }
    }
    return found
  }
}

/// The places that a search has found.
struct FoundPlaces: Equatable {
  /// In the list's order.
  var places: [Cursor] = []
  /// Where the search stopped because its budget was spent; else nil.
  var end: Cursor?
}

/// Counts of the rows looked at so far.
private struct Sample {
  /// The number of conversations that have each part of the query.
  var hits: [Int]
  var bytes = 0

  /// Indices of the query's parts.
  var rarestFirst: [Int] { hits.indices.sorted { hits[$0] < hits[$1] } }
}

/// Goes down a list and reads each conversation's text.
private struct Walk {
  private let rows: RowCursor
  private(set) var place: Cursor
  /// The number of rows read so far.
  private(set) var count = 0

  init(_ db: Database, _ places: ListedPlaces, after cursor: Cursor) throws {
    let statement = try db.cachedStatement(
      sql: """
        SELECT place.date, place.id, text \(places.clauseWithText)
        AND (place.date, place.id) < (?, ?) ORDER BY place.date DESC, place.id DESC
        """
    )
    rows = try Row.fetchCursor(statement, arguments: [cursor.seconds, cursor.id])
    place = cursor
  }

  /// The next row; its text is in column 2.
  mutating func next() throws -> Row? {
    guard let row = try rows.next() else { return nil }
    place = Cursor(seconds: row[0], id: row[1])
    count += 1
    return row
  }
}
