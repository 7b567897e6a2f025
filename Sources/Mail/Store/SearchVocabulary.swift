import FoundationEssentials
import GRDB

/// A token of the full-text index, or a token's beginning, to search for.
struct SearchNeedle: Hashable {
  let text: String
  let isBeginning: Bool

  /// Needles that find all places of the part, and possibly others.
  static func all(of part: SearchQuery.Part) -> [SearchNeedle] {
    let scalars = Array(part.text.unicodeScalars)
    guard part.isRun, scalars.count > 1 else {
      return [SearchNeedle(text: part.text, isBeginning: true)]
    }
    return zip(scalars, scalars.dropFirst()).map {
      SearchNeedle(text: "\($0)\($1)", isBeginning: false)
    }
  }

  /// The needle in FTS5's syntax.
  var expression: String { isBeginning ? "\"\(text)\"*" : "\"\(text)\"" }
}

/// Estimates how common a needle is, without counting common ones to the end.
///
/// For the beginning of a token, the full-text table first gathers the places of all such tokens:
/// 100 ms for 100,000 places. For a whole token it reads places one by one, on demand. So a common
/// beginning is replaced by the tokens that begin with it, if these are few.
struct SearchVocabulary {
  private let db: Database

  /// Gathering this many places takes 2 ms.
  private static let placeLimit = 2000
  /// Each further token takes about 50 µs to find, and slows down each step to the next place.
  private static let tokenLimit = 16

  init(_ db: Database) { self.db = db }

  /// How a needle is searched for.
  enum Reach: Equatable {
    /// It has this many places, few enough to be gathered at once.
    case few(Int)
    /// It has more places, under these tokens.
    case tokens([String])
    /// It has more places, under too many tokens to search for each.
    case many
  }

  func reach(of needle: SearchNeedle) throws -> Reach {
    if let count = try count(needle) { return .few(count) }
    guard needle.isBeginning else { return .tokens([needle.text]) }
    var tokens: [String] = []
    var next = needle.text
    while let token = try token(from: next), token.utf8.starts(with: needle.text.utf8) {
      if tokens.count == Self.tokenLimit { return .many }
      tokens.append(token)
      // Sorts right behind the token.
      next = token + "\u{1}"
    }
    return .tokens(tokens)
  }

  /// The number of places; nil where it exceeds the limit.
  private func count(_ needle: SearchNeedle) throws -> Int? {
    let statement = try db.cachedStatement(sql: "SELECT term FROM vocabulary WHERE term >= ?")
    let rows = try Row.fetchCursor(statement, arguments: [needle.text])
    var count = 0
    while let row = try rows.next() {
      let isFound = try row.withUnsafeData(atIndex: 0) { token in
        token?.starts(with: needle.text.utf8) == true
          && (needle.isBeginning || token?.count == needle.text.utf8.count)
      }
      guard isFound else { return count }
      if count == Self.placeLimit { return nil }
      count += 1
    }
    return count
  }

  private func token(from text: String) throws -> String? {
    let statement = try db.cachedStatement(
      sql: "SELECT term FROM vocabulary WHERE term >= ? LIMIT 1"
    )
    return try String.fetchOne(statement, arguments: [text])
  }
}
