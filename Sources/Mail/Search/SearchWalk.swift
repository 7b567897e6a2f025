import FoundationEssentials
import GRDB

/// Finds the positions of a list whose conversations match the user's search, in the list's order.
///
/// The index has only the beginnings of words, so it may return conversations that do not match.
/// Each conversation's texts are checked, so one rule defines a match.
struct SearchWalk {
  private let db: Database
  private let places: ListedPlaces
  private let query: SearchQuery
  private let budget: SearchBudget?

  /// The number of conversations to check between two looks at the clock.
  private static let step = 64

  /// - Parameter budget: nil to wait for the whole page.
  init(_ db: Database, _ places: ListedPlaces, _ query: SearchQuery, budget: SearchBudget? = nil) {
    self.db = db
    self.places = places
    self.query = query
    self.budget = budget
  }

  /// Goes down from the cursor until `limit` matches are found, the budget is spent, or the list
  /// ends.
  ///
  /// - Parameter end: the last position to check; nil for the end of the list.
  func find(after cursor: Cursor?, downTo end: Cursor? = nil, limit: Int) throws -> FoundPlaces {
    let index = try db.cachedStatement(
      sql: """
        SELECT rowid FROM search WHERE search MATCH ? AND rowid < ? AND rowid >= ?
        ORDER BY rowid DESC
        """
    )
    let hidden = MessageFlags.trashed.rawValue
    let shown =
      places.withoutDeleted
      ? "AND NOT EXISTS (SELECT 1 FROM message WHERE id = words.id AND flags & \(hidden))" : ""
    let look = try db.cachedStatement(
      sql: """
        SELECT place.date, words.date, text FROM conversation AS place
        CROSS JOIN words ON conversation = place.id WHERE place.id = ? \(places.restriction) \(shown)
        """
    )
    // A conversation's date is that of its newest message that counts.
    let oldest = Cursor(seconds: query.dates.lowerBound, id: 0)
    let keys = try Int64.fetchCursor(
      index,
      arguments: [
        SearchTokens.expression(query, in: places), SearchKey.key(of: cursor ?? .top),
        max(SearchKey.key(of: end ?? .bottom), SearchKey.key(of: oldest)),
      ]
    )
    var found = FoundPlaces()
    var looks = 0
    while found.places.count < limit, let key = try keys.next() {
      let id = SearchKey.id(of: key)
      let rows = try Row.fetchCursor(look, arguments: [id])
      var check = SearchQuery.Check(query)
      var place: Cursor?
      repeat {
        guard let row = try rows.next() else { break }
        place = Cursor(seconds: row[0], id: id)
        try row.withUnsafeData(atIndex: 2) { text in
          text?.withUnsafeBytes { check.look(at: $0, row[1]) }
        }
      } while !check.isPassed
      guard let place else { continue }
      if check.isPassed { found.places.append(place) }
      looks += 1
      if looks % Self.step == 0, budget?.isSpent() == true {
        found.end = place
        break
      }
    }
    return found
  }
}

/// The list positions that a search has found.
struct FoundPlaces: Equatable {
  /// The positions, in the list's order.
  var places: [Cursor] = []
  /// The position at which the search stopped because its budget was spent; else nil.
  var end: Cursor?
}

/// Limits the time of a search. Once the time is over, the search returns its matches so far.
///
/// Most searches fill a page within a few milliseconds. For words that occur only in old mail, or
/// never together, a search may have to check the whole store. A list that searches while the user
/// types shows the matches found so far, and continues with the next page.
///
///     let tides = Listing(search: "tide")
///     let page = try await mailbox.conversations(
///       in: tides, after: nil, limit: 50, budget: .glance)
public struct SearchBudget: Sendable {
  let isSpent: @Sendable () -> Bool

  /// The budget for the first page, which must be found and drawn within a frame: 8 ms.
  public static var glance: SearchBudget { SearchBudget(.milliseconds(8)) }

  /// The budget for each later page, 50 ms: the list then grows many times a second.
  public static var piece: SearchBudget { SearchBudget(.milliseconds(50)) }

  /// Starts the budget.
  ///
  /// - Parameters:
  ///   - duration: the time limit. Even a very short one allows some dozens of conversations, so
  ///     that each page makes progress.
  ///   - clock: the clock that measures the time.
  public init<C: Clock>(_ duration: C.Duration, clock: C = ContinuousClock()) {
    let end = clock.now.advanced(by: duration)
    isSpent = { clock.now >= end }
  }
}
