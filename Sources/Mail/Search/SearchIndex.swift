import FoundationEssentials
import GRDB

/// A message's text as the store keeps it: folded, with a mark before each field.
enum IndexedText {
  /// A part of the message to which a search can be limited. The raw values are the marks.
  enum Field: UInt8, CaseIterable {
    case from = 2
    case to, subject, rest
  }

  static func make(_ head: MessageHead, _ words: MessageWords) -> [UInt8] {
    var text = FoldedText()
    text.begin(.from)
    for sender in head.senders + head.addresses { text.add(sender) }
    text.begin(.to)
    for recipient in words.recipients { text.add(recipient) }
    text.begin(.subject)
    text.add(SubjectLine.withoutReplyMarks(head.subject))
    text.begin(.rest)
    if words.text.isEmpty { text.add(head.snippet) }
    return text.bytes + words.text
  }

  /// Returns a field without its mark; the whole text for nil.
  static func part(_ field: Field?, of text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let field else { return text }
    let start = text.firstIndex(of: field.rawValue).map { $0 + 1 } ?? text.endIndex
    let end = text[start...].firstIndex { $0 == field.rawValue + 1 } ?? text.endIndex
    return UnsafeRawBufferPointer(rebasing: text[start..<end])
  }
}

extension FoldedText {
  fileprivate mutating func begin(_ field: IndexedText.Field) { append(field.rawValue) }
}

/// Writes the data of searches: the index of the tokens of each conversation, and which messages'
/// texts belong to its entry.
///
/// The index is an FTS5 table without contents: it knows only tokens and list positions. It names
/// candidates, whose texts ``SearchWalk`` then checks.
///
/// The table also has indices of the tokens' prefixes, so every token of a search is one entry in
/// one of the indices. FTS5 need not collect the matches of several entries first. It returns them
/// in the list's order as it reads them, however many there are.
struct SearchIndex {
  private let db: Database
  private var removals: [Entry] = []
  private var insertions: [Entry] = []

  /// The limit of entries that wait in memory.
  private static let limit = 1024
  /// A conversation's entry has the texts of at most this many messages, the newest: this bounds
  /// the memory.
  private static let messageLimit = 1000

  private struct Entry {
    let key: Int64
    let tokens: String
  }

  init(_ db: Database) { self.db = db }

  /// Replaces a conversation's entry. Removes the texts of the old entry whose messages are gone.
  ///
  /// - Parameter messages: the row ids of the conversation's messages, oldest first.
  mutating func replace(
    _ before: ListedConversation?,
    with after: ListedConversation?,
    messages: [Int64]
  ) throws {
    let (old, new) = (before.map(SearchTokens.marks) ?? [], after.map(SearchTokens.marks) ?? [])
    let messages = messages.suffix(Self.messageLimit)
    if let before, let after, before.row.place == after.row.place,
      try Set(messages) == Set(self.messages(of: before.row.id))
    {
      // The table keeps no contents, so single tokens of an entry can be replaced.
      let key = SearchKey.key(of: after.row.place)
      if old == new { return }
      removals.append(Entry(key: key, tokens: SearchTokens.join(old.subtracting(new), [])))
      insertions.append(Entry(key: key, tokens: SearchTokens.join(new.subtracting(old), [])))
    } else {
      if let before {
        removals.append(try entry(before, old))
        try release(before.row.id)
      }
      if let after {
        let take = try db.cachedStatement(sql: "UPDATE words SET conversation = ? WHERE id = ?")
        for message in messages { try take.execute(arguments: [after.row.id, message]) }
        insertions.append(try entry(after, new))
      }
    }
    if max(removals.count, insertions.count) >= Self.limit { try finish() }
  }

  private func messages(of id: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(sql: "SELECT id FROM words WHERE conversation = ?"),
      arguments: [id]
    )
  }

  private func entry(_ conversation: ListedConversation, _ marks: Set<String>) throws -> Entry {
    let texts = try Data.fetchAll(
      db.cachedStatement(sql: "SELECT text FROM words WHERE conversation = ?"),
      arguments: [conversation.row.id]
    )
    return Entry(
      key: SearchKey.key(of: conversation.row.place),
      tokens: SearchTokens.join(marks, texts)
    )
  }

  /// Frees the texts of a removed entry.
  private func release(_ id: Int64) throws {
    try db.cachedStatement(
      sql: """
        DELETE FROM words WHERE conversation = ?
        AND NOT EXISTS (SELECT 1 FROM message WHERE message.id = words.id)
        """
    ).execute(arguments: [id])
    try db.cachedStatement(sql: "UPDATE words SET conversation = 0 WHERE conversation = ?")
      .execute(arguments: [id])
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

/// The tokens of a conversation's texts, as the full-text table holds them.
enum SearchTokens {
  /// The highest number of characters in a token. The table's option `prefix` must list all lower
  /// numbers.
  private static let wordLimit = 4
  /// The highest number of tokens of words in one query. ``SearchWalk`` checks further words in the
  /// texts.
  private static let termLimit = 16

  /// The tokens of a conversation's row: its folders and properties. A folded text never contains a
  /// section sign.
  static func marks(of conversation: ListedConversation) -> Set<String> {
    var marks = Set(conversation.folders.map(folder))
    marks.insert(token(conversation.isUnread ? .unread : .read))
    if conversation.row.flagged { marks.insert(token(.starred)) }
    if conversation.row.attachments { marks.insert(token(.attachment)) }
    return marks
  }

  private static func token(_ mark: SearchQuery.Mark) -> String {
    switch mark {
    case .unread: "§u"
    case .read: "§r"
    case .starred: "§s"
    case .attachment: "§a"
    }
  }

  /// Returns the tokens, separated by spaces: the marks, the starts of words, and the pairs of
  /// adjacent characters of runs. The table's own tokenizer only splits at spaces.
  ///
  /// - Parameter texts: each an ``IndexedText``.
  static func join(_ marks: Set<String>, _ texts: [Data]) -> String {
    var tokens = Array(marks.sorted().joined(separator: " ").utf8)
    for text in texts {
      text.withUnsafeBytes { text in
        FoldedText.forEachPart(of: text.bindMemory(to: UInt8.self)) { mark, part in
          tokens.append(FoldedText.wordMark)
          if mark == FoldedText.runMark {
            let run = String(decoding: part, as: UTF8.self)
            tokens += pairs(run.unicodeScalars).joined(separator: " ").utf8
          } else {
            tokens += part.prefix(scalars: wordLimit)
          }
        }
      }
    }
    return String(decoding: tokens, as: UTF8.self)
  }

  /// Returns an FTS5 expression that finds every matching conversation, and possibly more.
  static func expression(_ query: SearchQuery, in places: ListedPlaces) -> String {
    let words = query.terms.flatMap(\.parts).flatMap { part in
      let (scalars, length) = (part.text.unicodeScalars, part.text.unicodeScalars.count)
      if part.isRun, length > 1 { return pairs(scalars).dropLast().map { "\"\($0)\"" } }
      let isWhole = !part.isRun && length >= wordLimit
      return ["\"\(String(scalars.prefix(wordLimit)))\"\(isWhole ? "" : "*")"]
    }
    var marks = query.marks
    if places.unreadOnly { marks.insert(.unread) }
    var terms = words.prefix(termLimit) + marks.map { "\"\(token($0))\"" }
    terms += places.folders.map { any(of: $0.map(folder)) }
    // Every conversation is unread or read.
    return terms.isEmpty
      ? any(of: [token(.unread), token(.read)]) : terms.joined(separator: " AND ")
  }

  private static func any(of tokens: [String]) -> String {
    "(\(tokens.map { "\"\($0)\"" }.joined(separator: " OR ")))"
  }

  /// Returns each character of a run with its successor. The last character stands alone, for
  /// searches for a single character.
  private static func pairs(_ run: String.UnicodeScalarView) -> [String] {
    run.indices.map { String(run[$0...].prefix(2)) }
  }

  private static func folder(_ number: Int64) -> String { "§\(number)" }
}
