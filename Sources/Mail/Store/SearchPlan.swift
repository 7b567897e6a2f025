import GRDB

/// The full-text query of a search.
struct SearchPlan: Equatable {
  /// An FTS5 expression. It finds every place that matches, and possibly more.
  let expression: String
  /// Whether several common tokens must coincide. SQLite looks for such a place in one step, which
  /// cannot be interrupted.
  let isLong: Bool

  /// The highest number of needles that are counted in the vocabulary; each takes up to 2 ms.
  private static let askedLimit = 4
  /// The highest number of rare needles in the query. Each may take 2 ms, and saves looking at
  /// conversations.
  private static let rareLimit = 2
  /// Looking at this many conversations takes less time than counting another needle.
  private static let soonLookedAt = 256

  /// Nil where the index would be slower than looking at each conversation.
  ///
  /// - Parameters:
  ///   - parts: the rarest first.
  ///   - folder: the folder to search; nil for all.
  init?(_ parts: [SearchQuery.Part], folder: Int64?, _ db: Database) throws {
    let vocabulary = SearchVocabulary(db)
    var rare: [(count: Int, expression: String)] = []
    var common: [String] = []
    needles: for needle in parts.flatMap(SearchNeedle.all).prefix(Self.askedLimit) {
      switch try vocabulary.reach(of: needle) {
      case .few(let count):
        rare.append((count, needle.expression))
        if count <= Self.soonLookedAt { break needles }
      case .tokens(let tokens): common.append(Self.any(of: tokens))
      case .many: break
      }
    }
    guard !rare.isEmpty || !common.isEmpty else { return nil }
    if let folder { common.append(Self.any(of: [SearchTokens.folder(folder)])) }
    let rarest = rare.sorted { $0.count < $1.count }.prefix(Self.rareLimit).map(\.expression)
    expression = (rarest + common).joined(separator: " AND ")
    isLong = rare.isEmpty && common.count > 1
  }

  private static func any(of tokens: [String]) -> String {
    "(" + tokens.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
  }
}
