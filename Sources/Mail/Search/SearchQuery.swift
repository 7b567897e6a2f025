import CTidelineGLib

/// The user's search: conditions that must all be true of a conversation.
///
/// A text consists of plain words, of phrases in quotes, and of operators, such as `from:ann` or
/// `to:"Ann Lee"`. A value ends at a space, or at its closing quote. Without a closing quote, there
/// are only words. An unknown operator, and one without a valid value, is plain words. There are no
/// other signs with a meaning.
///
/// The query uses the first ``textLimit`` characters, of these the first ``partLimit`` words and
/// runs, and of each the first ``DistinctWords/wordLimit`` characters. So a longer text finds a
/// little more than asked for.
struct SearchQuery: Sendable, Hashable {
  static let textLimit = 1000
  static let partLimit = 12

  /// A word or run to find.
  struct Part: Sendable, Hashable {
    /// The bytes as in a ``FoldedText``: a word with the mark before it, or a run without its mark.
    let bytes: [UInt8]

    var isRun: Bool { bytes.first != FoldedText.wordMark }
    /// The text without the mark.
    var text: String { String(decoding: isRun ? bytes[...] : bytes.dropFirst(), as: UTF8.self) }
  }

  /// Words and runs that one message must contain.
  struct Term: Sendable, Hashable {
    /// The field that contains them; nil for any.
    let field: IndexedText.Field?
    let parts: [Part]
    /// The ``FoldedText`` of a phrase, whose words must be whole and in one field, in their order
    /// as far as the field has one; nil for words in any order.
    let phrase: [UInt8]?
    /// The phrase as typed, with single spaces.
    var typed = ""

    /// Whether the term is a phrase of several words in any text, whose order the store may lack.
    var isOrderedText: Bool { field == nil && phrase != nil && parts.count > 1 }

    /// Whether a phrase is in one of some texts.
    func isFound(in texts: [FoldedText]) -> Bool {
      texts.contains { $0.bytes.withUnsafeBytes { isPhrase(in: $0) } }
    }

    fileprivate func isPhrase(in text: UnsafeRawBufferPointer) -> Bool {
      let words =
        phrase?.first == FoldedText.wordMark ? phrase : phrase.map { Array($0.dropFirst()) }
      return text.contains(words ?? [], isWhole: parts.last?.isRun != true)
    }
  }

  /// A property of a conversation's row.
  enum Mark: Sendable {
    case unread, read, starred, attachment
  }

  /// Each term once, in the order typed: one for each plain word, and one for each operator.
  private(set) var terms: [Term] = []
  private(set) var marks: Set<Mark> = []
  /// The words that begin words in a folder's name, for each folder that must contain the
  /// conversation.
  private(set) var folders: [[Part]] = []
  /// Dates of messages, in seconds since 1970: one message must have a date in this range.
  private(set) var dates = Int64.min..<Int64.max

  /// The pieces that look like operators, but are searched as words, such as `before:2024-13-01`.
  private(set) var mistyped: [String] = []

  private var room = partLimit

  /// Nil for text without any word, symbol or operator.
  init?(_ typed: String) {
    // Limits scalars, since one character may consist of many.
    var rest = typed.unicodeScalars.prefix(Self.textLimit)[...]
    while let piece = SearchPiece(beginning: &rest) {
      guard !take(piece) else { continue }
      if piece.looksLikeOperator { mistyped.append(piece.written) }
      for part in Self.parts(of: FoldedText(piece.written)) { add([part], in: nil) }
    }
    guard !terms.isEmpty || !marks.isEmpty || !folders.isEmpty || limitsDates else { return nil }
  }

  var limitsDates: Bool { dates != Int64.min..<Int64.max }

  private mutating func add(
    _ parts: [Part],
    in field: IndexedText.Field?,
    phrase: [UInt8]? = nil,
    typed: String = ""
  ) {
    let parts = Array(parts.prefix(room))
    let term = Term(field: field, parts: parts, phrase: phrase, typed: typed)
    guard !term.parts.isEmpty, !terms.contains(term) else { return }
    terms.append(term)
    room -= term.parts.count
  }

  /// Takes an operator; returns false for plain words.
  private mutating func take(_ piece: SearchPiece) -> Bool {
    let text = FoldedText(piece.value)
    let parts = Self.parts(of: text)
    let phrase = piece.isQuoted ? text.bytes : nil
    guard !parts.isEmpty else { return false }
    switch piece.name {
    case nil:
      guard phrase != nil else { return false }
      let typed = piece.value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      add(parts, in: nil, phrase: phrase, typed: typed)
    case .from: add(parts, in: .from, phrase: phrase)
    case .to: add(parts, in: .to, phrase: phrase)
    case .subject: add(parts, in: .subject, phrase: phrase)
    case .in: if folders.count < Self.partLimit { folders.append(parts) }
    case .has, .is:
      let name = "\(piece.name?.rawValue ?? ""):\(piece.value.lowercased())"
      guard let mark = SearchOperator.marks[name] else { return false }
      marks.insert(mark)
    case .before:
      guard let day = Self.start(ofDay: piece.value) else { return false }
      dates = min(dates.lowerBound, day)..<min(dates.upperBound, day)
    case .after:
      guard let day = Self.start(ofDay: piece.value) else { return false }
      dates = max(dates.lowerBound, day)..<max(dates.upperBound, day)
    }
    return true
  }

  /// Returns the start of a day, month or year in local time: `2024-05-31`, `2024-05` or `2024`.
  private static func start(ofDay value: String) -> Int64? {
    let numbers = value.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "/" }
      .map { $0.allSatisfy(\.isASCII) ? gint($0) : nil }
    guard let year = numbers[0], (1000...9999).contains(year), numbers.count <= 3 else {
      return nil
    }
    let rest = Array(numbers.dropFirst()) + [1, 1]
    guard let month = rest[0], let day = rest[1],
      let date = g_date_time_new_local(year, month, day, 0, 0, 0)
    else { return nil }
    defer { g_date_time_unref(date) }
    return Int64(g_date_time_to_unix(date))
  }

  /// The words and runs of a text, each at most ``DistinctWords/wordLimit`` characters long.
  private static func parts(of text: FoldedText) -> [Part] {
    var parts: [Part] = []
    text.forEachPart { mark, part in
      let cut = part.prefix(scalars: DistinctWords.wordLimit)
      parts.append(Part(bytes: (mark == FoldedText.wordMark ? [mark] : []) + cut))
    }
    return parts
  }

  /// Whether a folder's name contains the words of an operator `in:`.
  static func matches(_ parts: [Part], _ folder: StoredFolder) -> Bool {
    let name = FoldedText("\(folder.name) \(folder.role?.rawValue ?? "")")
    return name.bytes.withUnsafeBytes { name in parts.allSatisfy { $0.isFound(in: name) } }
  }
}

extension SearchQuery {
  /// Looks through a conversation's messages for what the query asks of messages.
  struct Check {
    private let query: SearchQuery
    private var missing: [Term]
    private var lacksDate: Bool

    init(_ query: SearchQuery) {
      self.query = query
      (missing, lacksDate) = (query.terms, query.limitsDates)
    }

    /// Whether everything was found.
    var isPassed: Bool { missing.isEmpty && !lacksDate }

    /// - Parameters:
    ///   - text: an ``IndexedText``.
    ///   - date: the message's date, in seconds since 1970.
    mutating func look(at text: UnsafeRawBufferPointer, _ date: Int64) {
      if lacksDate, query.dates.contains(date) { lacksDate = false }
      missing.removeAll { $0.isFound(in: text) }
    }
  }
}

extension SearchQuery.Term {
  fileprivate func isFound(in text: UnsafeRawBufferPointer) -> Bool {
    guard phrase != nil else {
      let text = IndexedText.part(field, of: text)
      return parts.allSatisfy { $0.isFound(in: text) }
    }
    return IndexedText.Field.allCases.contains { one in
      guard field == nil || field == one else { return false }
      let text = IndexedText.part(one, of: text)
      // A message's text is stored as its different words, each once; see ``PhraseSearch``.
      if one == .rest { return parts.allSatisfy { text.contains($0.bytes, isWhole: !$0.isRun) } }
      return isPhrase(in: text)
    }
  }
}

extension SearchQuery.Part {
  fileprivate func isFound(in text: UnsafeRawBufferPointer) -> Bool {
    text.contains(bytes, isWhole: false)
  }
}

extension UnsafeRawBufferPointer {
  /// - Parameter isWhole: whether the last word must end where the bytes end.
  fileprivate func contains(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    guard let start = baseAddress else { return false }
    var rest = 0
    while let found = bytes.withUnsafeBytes({
      memmem(start + rest, count - rest, $0.baseAddress ?? start, $0.count)
    }) {
      rest = UnsafeRawPointer(found) - start + bytes.count
      if !isWhole || rest >= count || self[rest] <= FoldedText.wordMark { return true }
    }
    return false
  }
}

/// A piece of the text of a search: plain words, a phrase in quotes, or an operator with its value.
private struct SearchPiece {
  /// The whole piece.
  private(set) var written = ""
  /// The operator; nil if the piece does not begin with one.
  private(set) var name: SearchOperator.Name?
  /// The value of an operator or a phrase, without quotes.
  private(set) var value = ""
  /// Whether the value is in quotes.
  private(set) var isQuoted = false

  /// Removes the next piece from the text; nil at its end.
  init?(beginning rest: inout Substring.UnicodeScalarView) {
    rest = rest.drop(while: \.properties.isWhitespace)
    guard !rest.isEmpty else { return nil }
    let start = rest
    let letters = rest.prefix { $0.properties.isAlphabetic && $0.isASCII }
    let after = rest[letters.endIndex...]
    if after.first == ":", let name = SearchOperator.Name(rawValue: String(letters).lowercased()) {
      self.name = name
      rest = after.dropFirst()
      if rest.first.map(Self.quotes.contains) == true, !takeQuoted(&rest) {
        value = String(rest.dropFirst())
        rest = rest[rest.endIndex...]
      } else if !isQuoted {
        value = Self.removeWord(from: &rest)
      }
    } else if !takeQuoted(&rest) {
      _ = Self.removeWord(from: &rest)
    }
    written = String(start[..<rest.startIndex])
  }

  /// Whether the piece is an operator, or letters, a colon and more text, but not a URL.
  var looksLikeOperator: Bool {
    let parts = written.split(separator: ":", maxSplits: 1)
    return name != nil
      || parts.count == 2 && parts[0].allSatisfy(\.isLetter) && !parts[1].hasPrefix("//")
  }

  /// Quotes as keyboards write them, in any language.
  private static let quotes = Set("\"“”„‟«»".unicodeScalars)

  /// Takes a text in quotes as the value; returns false if none begins here, or it does not end.
  private mutating func takeQuoted(_ rest: inout Substring.UnicodeScalarView) -> Bool {
    guard let first = rest.first, Self.quotes.contains(first),
      let end = rest.dropFirst().firstIndex(where: Self.quotes.contains)
    else { return false }
    value = String(rest[..<end].dropFirst())
    isQuoted = true
    rest = rest[end...].dropFirst()
    return true
  }

  private static func removeWord(from rest: inout Substring.UnicodeScalarView) -> String {
    let word = rest.prefix { !$0.properties.isWhitespace }
    rest = rest[word.endIndex...]
    return String(word)
  }
}

/// The operators of a search.
public enum SearchOperator {
  enum Name: String {
    case from, to, subject, has, `is`, `in`, before, after
  }

  static let marks: [String: SearchQuery.Mark] = [
    "has:attachment": .attachment, "is:unread": .unread, "is:read": .read, "is:starred": .starred,
  ]

  /// All operators, with the values of those that have only some.
  public static let all = [
    "from:", "to:", "subject:", "has:attachment", "is:unread", "is:read", "is:starred", "in:",
    "before:", "after:",
  ]

  /// The operators that begin with a text's last word, of at least one letter, but are longer.
  public static func completions(of typed: String) -> [String] {
    let word = lastWord(of: typed).lowercased()
    return word.isEmpty ? [] : all.filter { $0.hasPrefix(word) && $0 != word }
  }

  /// Adds an operator to a text, in place of the last word if that is its beginning.
  public static func complete(_ typed: String, with completion: String) -> String {
    let word = lastWord(of: typed)
    let isBegun = completion.hasPrefix(word.lowercased())
    let before = isBegun ? String(typed.dropLast(word.count)) : typed + " "
    return before + completion + (completion.hasSuffix(":") ? "" : " ")
  }

  private static func lastWord(of typed: String) -> Substring {
    typed[(typed.lastIndex(where: \.isWhitespace).map(typed.index(after:)) ?? typed.startIndex)...]
  }
}

extension Listing {
  /// Whether the search has no effect because its text contains no word, symbol or operator.
  public var isWithoutSearch: Bool { SearchQuery(search) == nil }

  /// The words of the search that look like operators, but are searched as words.
  public var mistypedOperators: [String] { SearchQuery(search)?.mistyped ?? [] }
}
