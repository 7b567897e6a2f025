import FoundationEssentials
import GRDB

/// Writes the data of searches: each conversation's folded text, and the index of its tokens.
///
/// The index is an FTS5 table without contents: it knows only tokens and list positions. It names
/// candidates, whose text ``SearchWalk`` then checks.
///
/// The table also has indices of the tokens' prefixes, so every token of a search is one entry in
/// one of the indices. FTS5 need not collect the matches of several entries first. It returns them
/// in the list's order as it reads them, however many there are.
struct SearchIndex {
  private let db: Database
  private var removals: [Entry] = []
  private var insertions: [Entry] = []

  /// The limit of entries that wait in memory.
  private static let limit = 4096

  private struct Entry {
    let key: Int64
    let tokens: String

    init(_ conversation: ListedConversation, text: Data) {
      key = SearchKey.key(of: conversation.row.place)
      tokens = SearchTokens.join(text, of: conversation)
    }
  }

  init(_ db: Database) { self.db = db }

  /// Replaces a conversation's entry.
  ///
  /// - Parameter text: the new folded text.
  mutating func replace(
    _ before: ListedConversation?,
    with after: ListedConversation?,
    text: [UInt8]
  ) throws {
    let text = Data(text)
    let old = try before.flatMap { try self.text(of: $0.row.id) }
    let stays =
      before?.row.place == after?.row.place && before?.folders == after?.folders
      && before?.isUnread == after?.isUnread
    if stays, old == text { return }
    if let before, let old {
      removals.append(Entry(before, text: old))
      if after == nil {
        try db.cachedStatement(sql: "DELETE FROM words WHERE id = ?")
          .execute(arguments: [before.row.id])
      }
    }
    if let after {
      insertions.append(Entry(after, text: text))
      if old != text {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO words (id, text) VALUES (?, ?)")
          .execute(arguments: [after.row.id, text])
      }
    }
    if max(removals.count, insertions.count) >= Self.limit { try finish() }
  }

  private func text(of id: Int64) throws -> Data? {
    try Data.fetchOne(
      db.cachedStatement(sql: "SELECT text FROM words WHERE id = ?"),
      arguments: [id]
    )
  }

  /// Writes the waiting entries. Call it before the transaction ends.
  ///
  /// FTS5 gathers rows in memory as long as their keys ascend, and writes them out at each key that
  /// does not (fts5_index.c, sqlite3Fts5IndexBeginWrite). So removals and insertions are sorted,
  /// each by key.
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

/// Row ids of the full-text table, made from list positions, so that matches come in the list's
/// order.
enum SearchKey {
  /// Bits of the conversation's id: enough for 268 million conversations, far more than any store
  /// has. The bits above hold seconds until the year 2514, beyond ``Header/latestDate``.
  private static let bits = 28
  private static let mask: Int64 = 1 << bits - 1
  private static let seconds: ClosedRange<Int64> = -(1 << 34)...(1 << 34 - 1)

  static func key(of place: Cursor) -> Int64 {
    let seconds = min(max(place.seconds, seconds.lowerBound), seconds.upperBound)
    return seconds << bits | (place.id & mask)
  }

  static func id(of key: Int64) -> Int64 { key & mask }
}

/// The tokens of a folded text, as the full-text table holds them.
enum SearchTokens {
  /// The highest number of characters in a token. The table's option `prefix` must list all lower
  /// numbers.
  private static let wordLimit = 4
  /// The highest number of tokens in one query. ``SearchWalk`` checks further terms in the text.
  private static let termLimit = 16
  /// The mark of unread conversations. A folded text never contains a section sign.
  private static let unread = "§u"

  /// Returns the tokens, separated by spaces: the folders, a mark if unread, the starts of words,
  /// and the pairs of adjacent characters of runs. The table's own tokenizer only splits at spaces.
  static func join(_ text: Data, of conversation: ListedConversation) -> String {
    var marks = conversation.folders.sorted().map(folder)
    if conversation.isUnread { marks.append(unread) }
    var tokens = Array(marks.joined(separator: " ").utf8)
    let text = Array(text)
    for mark in text.indices {
      let isRun = text[mark] == FoldedText.runMark
      guard isRun || text[mark] == FoldedText.wordMark else { continue }
      let end = text[(mark + 1)...].firstIndex { $0 <= FoldedText.wordMark } ?? text.endIndex
      let part = text[(mark + 1)..<end]
      tokens.append(FoldedText.wordMark)
      if isRun { tokens += pairs(part).joined(separator: " ").utf8 } else { tokens += cut(part) }
    }
    return String(decoding: tokens, as: UTF8.self)
  }

  /// Returns an FTS5 expression that finds every matching conversation, and possibly more.
  static func expression(_ query: SearchQuery, in places: ListedPlaces) -> String {
    var terms = query.parts.flatMap { part in
      let (text, length) = (Array(part.text.utf8)[...], part.text.unicodeScalars.count)
      if part.isRun, length > 1 { return pairs(text).dropLast().map { "\"\($0)\"" } }
      let isWhole = !part.isRun && length >= wordLimit
      return ["\"\(String(decoding: cut(text), as: UTF8.self))\"\(isWhole ? "" : "*")"]
    }
    terms = Array(terms.prefix(termLimit))
    if let folder = places.folder { terms.append("\"\(self.folder(folder))\"") }
    if places.unreadOnly { terms.append("\"\(unread)\"") }
    return terms.joined(separator: " AND ")
  }

  private static func cut(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var left = wordLimit + 1
    return word.prefix { byte in
      if byte & 0xC0 != 0x80 { left -= 1 }
      return left > 0
    }
  }

  /// Returns each character of a run with its successor. The last character stands alone, for
  /// searches for a single character.
  private static func pairs(_ run: ArraySlice<UInt8>) -> [String] {
    let scalars = Array(String(decoding: run, as: UTF8.self).unicodeScalars)
    return scalars.indices.map { String(String.UnicodeScalarView(scalars[$0...].prefix(2))) }
  }

  private static func folder(_ number: Int64) -> String { "§\(number)" }
}

/// The text by which searches find a conversation: its messages' senders with their addresses,
/// subjects and snippets. Messages are added oldest first.
struct ConversationWords {
  private var texts: [String] = []
  private var known: Set<String> = []

  /// The approximate limit of a conversation's folded text in bytes, to bound memory: the text of a
  /// few thousand messages. Older messages beyond it are found only by the conversation's subject.
  static let limit = 1 << 20

  /// Adds the next newer message.
  mutating func add(_ head: MessageHead) {
    for sender in head.senders + head.addresses { add(sender) }
    // Without `Re:`, most messages of a conversation have the same subject, which is added once.
    add(SubjectLine.withoutReplyMarks(head.subject))
    add(head.snippet)
  }

  private mutating func add(_ text: String) {
    if !text.isEmpty, known.insert(text).inserted { texts.append(text) }
  }

  /// - Parameter shown: the conversation's row; its subject comes first.
  func folded(shown: Conversation) -> [UInt8] {
    var folded = FoldedText(shown.subject)
    for text in texts.reversed() where folded.bytes.count < Self.limit && text != shown.subject {
      folded.add(text)
    }
    return folded.bytes
  }
}
