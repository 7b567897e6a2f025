import CTidelineGLib

/// The user's search, split into parts that must all be found.
///
/// All input is plain words: there are no operators and no quotes. The query uses the first
/// ``textLimit`` characters, of these the first ``partLimit`` words and runs, and of each the first
/// ``lengthLimit`` characters. So a longer text finds a little more than asked for.
struct SearchQuery: Sendable, Hashable {
  static let textLimit = 1000
  static let partLimit = 12
  static let lengthLimit = 32

  /// A word or run to find.
  struct Part: Sendable, Hashable {
    /// The bytes as in a ``FoldedText``: a word with the mark before it, or a run without its mark.
    let bytes: [UInt8]

    var isRun: Bool { bytes.first != FoldedText.wordMark }
    /// The text without the mark.
    var text: String { String(decoding: isRun ? bytes[...] : bytes.dropFirst(), as: UTF8.self) }
  }

  /// Each part once, in the order typed.
  let parts: [Part]

  /// Nil for text without any word or symbol.
  init?(_ typed: String) {
    // Limits scalars, since one character may consist of many.
    let start = String(String.UnicodeScalarView(typed.unicodeScalars.prefix(Self.textLimit)))
    var parts: [Part] = []
    for part in Self.parts(of: FoldedText(start).bytes) where !parts.contains(part) {
      parts.append(part)
      if parts.count == Self.partLimit { break }
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
  }

  private static func parts(of folded: [UInt8]) -> [Part] {
    let marks = [FoldedText.wordMark, FoldedText.runMark]
    var starts = folded.indices.filter { marks.contains(folded[$0]) }
    starts.append(folded.endIndex)
    return zip(starts, starts.dropFirst()).map { start, end in
      let text = String(decoding: folded[(start + 1)..<end], as: UTF8.self).unicodeScalars
      let cut = String(String.UnicodeScalarView(text.prefix(lengthLimit))).utf8
      let isWord = folded[start] == FoldedText.wordMark
      return Part(bytes: (isWord ? [FoldedText.wordMark] : []) + Array(cut))
    }
  }

  /// Whether a folded text contains all parts.
  ///
  /// - Parameter text: the bytes of a ``FoldedText``.
  func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    parts.allSatisfy { $0.isFound(in: text) }
  }
}

extension SearchQuery.Part {
  func isFound(in text: UnsafeRawBufferPointer) -> Bool {
    guard let start = text.baseAddress else { return false }
    return bytes.withUnsafeBytes { memmem(start, text.count, $0.baseAddress ?? start, $0.count) }
      != nil
  }
}

extension Listing {
  /// Whether the search has no effect because its text contains no word or symbol.
  public var isWithoutSearch: Bool { SearchQuery(search) == nil }
}
