import FoundationEssentials
import GRDB

/// A token of the full-text index that a search looks for, or the beginning of one.
struct SearchNeedle: Hashable {
  let text: String
  let isBeginning: Bool

  /// What finds all places where the part is, and perhaps others.
  static func all(of part: SearchQuery.Part) -> [SearchNeedle] {
    let scalars = Array(part.text.unicodeScalars)
    guard part.isRun, scalars.count > 1 else {
      return [SearchNeedle(text: part.text, isBeginning: true)]
    }
    return zip(scalars, scalars.dropFirst()).map {
      SearchNeedle(text: "\($0)\($1)", isBeginning: false)
    }
  }

  /// As the full-text table understands it.
  var expression: String { isBeginning ? "\"\(text)\"*" : "\"\(text)\"" }
}

/// Tells how common a needle is, without counting what is common.
///
/// For the beginning of a token, the full-text table first gathers the places of all such tokens:
/// 100 ms for 100,000 places. Those of a whole token it reads as they are asked for. So a common
/// beginning is looked for by the tokens that it is the beginning of, where they are few.
struct SearchVocabulary {
  private let db: Database

  /// So many places are gathered within 2 ms.
  private static let placeLimit = 2000
  /// Each one more takes some 50 µs to find, and makes each step to the next place longer.
  private static let tokenLimit = 16

  init(_ db: Database) { self.db = db }

  /// How a needle is found.
  enum Reach: Equatable {
    /// It has so few places that they are gathered in no time.
    case few(Int)
    /// It has more places, by these tokens.
    case tokens([String])
    /// It has more places, by more tokens than are worth asking for.
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
      // Sorts right behind it.
      next = token + "\u{1}"
    }
    return .tokens(tokens)
  }

  /// At how many places it is; nil for more than are counted.
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
