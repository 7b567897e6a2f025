import CTidelineGLib

/// What the user typed, as the things that must all be found.
///
/// Whatever is typed is words and nothing else: there are no operators and no quotes. Its first
/// ``textLimit`` characters count, of these the first ``partLimit`` words and runs, and of each the
/// first ``lengthLimit`` characters; who pastes more finds a little more than asked for.
struct SearchQuery: Sendable, Hashable {
  static let textLimit = 1000
  static let partLimit = 12
  static let lengthLimit = 32

  /// Something to be found.
  struct Part: Sendable, Hashable {
    /// As it stands in a ``FoldedText``: a word with the mark before it, or a run without.
    let bytes: [UInt8]

    var isRun: Bool { bytes.first != FoldedText.wordMark }
    /// Without the mark.
    var text: String { String(decoding: isRun ? bytes[...] : bytes.dropFirst(), as: UTF8.self) }
  }

  /// Each once, in the order typed.
  let parts: [Part]

  /// Nil when there is no word in it, nor any symbol.
  init?(_ typed: String) {
    // Some characters are made of many scalars.
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

  /// Whether all parts are in a folded text.
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
  /// Whether nothing is searched for: text without a word or symbol in it is no search.
  public var isWithoutSearch: Bool { SearchQuery(search) == nil }
}
