import FoundationEssentials
import GRDB

/// Writes the data of searches: each conversation's folded text, and the index of its tokens.
///
/// The index is a full-text table without contents, which knows only tokens and places. It says
/// where to look, and ``SearchWalk`` then looks at the text.
struct SearchIndex {
  private let db: Database
  private let mailbox: Int64
  private var removals: [Entry] = []
  private var insertions: [Entry] = []

  /// Bounds the number of entries that wait in memory.
  private static let limit = 4096

  private struct Entry {
    let key: Int64
    let tokens: String

    init(_ conversation: ListedConversation, text: Data) {
      key = SearchKey.key(of: conversation.row.place)
      tokens = SearchTokens.join(text, folders: conversation.folders)
    }
  }

  init(_ db: Database, mailbox: Int64) {
    self.db = db
    self.mailbox = mailbox
  }

  /// Replaces a conversation's entry.
  ///
  /// - Parameter text: its new folded text.
  mutating func replace(
    _ before: ListedConversation?,
    with after: ListedConversation?,
    text: [UInt8]
  ) throws {
    let text = Data(text)
    let old = try before.flatMap { try self.text(at: $0.row.place) }
    let stays = before?.row.place == after?.row.place && before?.folders == after?.folders
    if stays, old == text { return }
    if let before, let old {
      removals.append(Entry(before, text: old))
      try db.cachedStatement(sql: "DELETE FROM words WHERE mailbox = ? AND date = ? AND id = ?")
        .execute(arguments: [mailbox, before.row.place.seconds, before.row.id])
    }
    if let after {
      insertions.append(Entry(after, text: text))
      try db.cachedStatement(sql: "INSERT INTO words (mailbox, date, id, text) VALUES (?, ?, ?, ?)")
        .execute(arguments: [mailbox, after.row.place.seconds, after.row.id, text])
    }
    if max(removals.count, insertions.count) >= Self.limit { try finish() }
  }

  private func text(at place: Cursor) throws -> Data? {
    let statement = try db.cachedStatement(
      sql: "SELECT text FROM words WHERE mailbox = ? AND date = ? AND id = ?"
    )
    return try Data.fetchOne(statement, arguments: [mailbox, place.seconds, place.id])
  }

  /// Writes the waiting entries. Call it before the transaction ends.
  ///
  /// The full-text table gathers rows in memory as long as their keys ascend, and writes them out
  /// at each key that does not (fts5_index.c, sqlite3Fts5IndexBeginWrite). So removals and
  /// insertions are each sorted.
  mutating func finish() throws {
    let remove = try db.cachedStatement(
      sql: "INSERT INTO search (search, rowid, tokens) VALUES ('delete', ?, ?)"
    )
    for entry in removals.sorted(by: { $0.key < $1.key }) {
      try remove.execute(arguments: [entry.key, entry.tokens])
    }
    let insert = try db.cachedStatement(sql: "INSERT INTO search (rowid, tokens) VALUES (?, ?)")
    for entry in insertions.sorted(by: { $0.key < $1.key }) {
      try insert.execute(arguments: [entry.key, entry.tokens])
    }
    removals = []
    insertions = []
  }
}

/// A place in the list as the full-text table's row id, so that its answers come in the list's
/// order.
enum SearchKey {
  /// Bits of the conversation's id: 268 million conversations, far more than any store has. The
  /// bits above hold seconds until the year 2514; a message with a later date is found only near
  /// the top.
  private static let bits = 28
  private static let mask: Int64 = 1 << bits - 1
  private static let seconds: ClosedRange<Int64> = -(1 << 34)...(1 << 34 - 1)

  static func key(of place: Cursor) -> Int64 {
    let seconds = min(max(place.seconds, seconds.lowerBound), seconds.upperBound)
    return seconds << bits | (place.id & mask)
  }

  static func place(of key: Int64) -> Cursor { Cursor(seconds: key >> bits, id: key & mask) }
}

/// The tokens that the full-text table holds of a folded text.
enum SearchTokens {
  /// Words as they are, runs as pairs of adjacent characters, and the folders. The table's own
  /// tokenizer only splits at spaces.
  static func join(_ text: Data, folders: Set<Int64>) -> String {
    var tokens = Array(folders.sorted().map(folder).joined(separator: " ").utf8)
    tokens.reserveCapacity(tokens.count + text.count + 1)
    var rest = Array(text)[...]
    while let mark = rest.first {
      let isRun = mark == FoldedText.runMark
      let end = rest.dropFirst().firstIndex {
        $0 == FoldedText.runMark || (isRun && $0 == FoldedText.wordMark)
      }
      let part = rest[..<(end ?? rest.endIndex)]
      if isRun { tokens += pairs(part.dropFirst()) } else { tokens += part }
      rest = rest[part.endIndex...]
    }
    return String(decoding: tokens, as: UTF8.self)
  }

  /// Each character of a run with its successor. The last character stands alone, for searches for
  /// a single character.
  private static func pairs(_ run: ArraySlice<UInt8>) -> String.UTF8View {
    let scalars = Array(String(decoding: run, as: UTF8.self).unicodeScalars)
    var tokens = ""
    for (one, next) in zip(scalars, scalars.dropFirst()) { tokens += " \(one)\(next)" }
    if let last = scalars.last { tokens += " \(last)" }
    return tokens.utf8
  }

  /// A folded text never contains a section sign.
  static func folder(_ number: Int64) -> String { "§\(number)" }
}
