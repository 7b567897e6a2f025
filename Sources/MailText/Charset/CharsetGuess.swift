/// Guesses the charset of text without a label that is neither ASCII nor valid UTF-8.
///
/// Detectors made for web pages learn too little from a header's five words. So the guess relies on
/// how letters are used: a Cyrillic word has one script, and a capital only at its beginning; East
/// Asian charsets have their common characters in one block.
enum CharsetGuess {
  /// The limit in bytes of the examined text, from its first non-ASCII byte; more is of no use.
  private static let limit = 256
  /// The minimum score for a guess; Windows-1252 needs none. A clear match scores almost 1.
  private static let threshold = 0.45

  /// Returns a charset name for iconv; nil if none is likely.
  static func name(of text: Bytes) -> String? {
    let first = text.firstIndex { $0 >= 0x80 } ?? 0
    let text = Bytes(rebasing: text[max(0, first - 1)...].prefix(limit))
    let western = western(text)
    var best = (name: western > 0 ? "windows-1252" : nil, score: max(threshold, western))
    func consider(_ name: String?, _ score: Double?) {
      if let score, score > best.score { best = (name, score) }
    }
    for name in ["windows-1251", "koi8-r", "iso-8859-5", "ibm866"] {
      consider(name, cyrillic(text, name))
    }
    consider("cp932", pairs(text, trails: 0x40...0xFC, shiftJIS, singles: 0xA1...0xDF))
    consider("euc-jp", pairs(text, trails: 0xA1...0xFE, japanese))
    consider("gb18030", pairs(text, trails: 0x40...0xFE, simplified))
    consider("big5-hkscs", pairs(text, trails: 0x40...0xFE, traditional))
    consider("cp949", pairs(text, trails: 0x41...0xFE, korean))
    return best.name
  }

  /// Returns the charset of the first escape sequence in 7-bit text; nil if unknown or missing.
  static func name(ofEscapesIn text: Bytes) -> String? {
    guard let escape = text.firstIndex(of: 0x1B), escape + 2 < text.count,
      text[escape + 1] == UInt8(ascii: "$")
    else { return nil }
    switch text[escape + 2] {
    case UInt8(ascii: "@"), UInt8(ascii: "B"), UInt8(ascii: "("): return "iso-2022-jp"
    case UInt8(ascii: ")"):
      return escape + 3 < text.count && text[escape + 3] == UInt8(ascii: "C")
        ? "iso-2022-kr" : "iso-2022-cn"
    default: return nil
    }
  }

  // MARK: Letters

  /// Scores Western text: a non-ASCII letter is usually between ASCII letters, and capitals are not
  /// within words.
  private static func western(_ text: Bytes) -> Double {
    var (sum, count, run) = (0.0, 0, 0)
    for (index, byte) in text.enumerated() {
      guard byte >= 0x80 else {
        run = 0
        continue
      }
      run += 1
      count += 1
      let isBetweenLetters =
        index > 0 && text[index - 1].isLetter
        || index + 1 < text.count && text[index + 1].isLetter
      let isOdd =
        byte == 0xFF || (0xC0...0xDE).contains(byte) && index > 0 && text[index - 1] >= 0x61
      sum += run > 2 || isOdd ? -0.5 : isBetweenLetters ? 0.9 : 0.3
    }
    return count > 0 ? sum / Double(count) : 0
  }

  private static func cyrillic(_ text: Bytes, _ charset: String) -> Double? {
    guard let decoded = TextDecoding.iconv(text, from: charset), decoded.isWhole else { return nil }
    let letters = Array(String(decoding: decoded.text, as: UTF8.self).unicodeScalars)
    var (sum, count) = (0.0, 0)
    for (index, letter) in letters.enumerated() where letter.value >= 0x80 {
      count += 1
      let before: Unicode.Scalar = index > 0 ? letters[index - 1] : " "
      let after: Unicode.Scalar = index + 1 < letters.count ? letters[index + 1] : " "
      sum += weight(of: letter, before, after)
    }
    return count > 0 ? sum / Double(count) : nil
  }

  private static func weight(
    of letter: Unicode.Scalar,
    _ before: Unicode.Scalar,
    _ after: Unicode.Scalar
  ) -> Double {
    guard isLetter(letter) else { return punctuation.contains(letter) ? 0.5 : -1 }
    let neighbours = [before, after].filter {
      $0.isASCII ? UInt8($0.value).isLetter : isLetter($0)
    }
    if neighbours.contains(where: \.isASCII) { return -1 }
    if neighbours.isEmpty { return 0.2 }
    let isCapital = letter.value < 0x430
    if isCapital, isLetter(before), before.value >= 0x430 { return -1 }
    let small = Unicode.Scalar(letter.value + (isCapital ? 0x20 : 0)) ?? letter
    let weight = common.contains(small) ? 1 : lessCommon.contains(small) ? 0.7 : 0.2
    return isCapital ? weight * 0.8 : weight
  }

  private static func isLetter(_ letter: Unicode.Scalar) -> Bool {
    (0x400...0x491).contains(letter.value)
  }

  private static let common = Set("оеаинтсрвлк".unicodeScalars)
  private static let lessCommon = Set("мдпуяыьгзбі".unicodeScalars)
  private static let punctuation: Set<Unicode.Scalar> = [
    "«", "»", "–", "—", "№", "…", "“", "”", "„",
  ]

  // MARK: Two-byte characters

  /// Returns the mean weight of all non-ASCII characters; nil if there are none, or one is invalid.
  /// Half-width katakana take a single byte.
  private static func pairs(
    _ text: Bytes,
    trails: ClosedRange<UInt8>,
    _ weights: Weights,
    singles: ClosedRange<UInt8> = 0...0
  ) -> Double? {
    var (sum, count, index) = (0.0, 0, 0)
    while index < text.count {
      let isSingle = singles.contains(text[index])
      if text[index] < 0x80 || isSingle {
        (sum, count, index) = isSingle ? (sum + 0.1, count + 1, index + 1) : (sum, count, index + 1)
        continue
      }
      // The limit may cut the text within a character.
      guard index + 1 < text.count else { break }
      guard trails.contains(text[index + 1]), text[index + 1] != 0x7F,
        let weight = weights.first(where: { $0.leads.contains(text[index]) })?.weight
      else { return nil }
      sum += weight
      count += 1
      index += 2
    }
    return count > 0 ? sum / Double(count) : nil
  }

  /// The weights of characters by first byte. The first range that contains the byte counts.
  private typealias Weights = [(leads: ClosedRange<UInt8>, weight: Double)]

  private static let japanese: Weights = [
    (0xA4...0xA5, 1), (0xA1...0xA1, 0.5), (0xB0...0xCF, 0.5), (0x8E...0x8F, 0.1),
    (0xA2...0xFE, 0.1),
  ]
  private static let simplified: Weights = [
    (0xB0...0xD7, 0.6), (0xA1...0xA1, 0.5), (0xA3...0xA3, 0.5), (0xD8...0xF7, 0.2),
    (0x81...0xFE, 0.05),
  ]
  private static let traditional: Weights = [
    (0xA4...0xC6, 0.6), (0xA1...0xA1, 0.5), (0xC9...0xF9, 0.2), (0x87...0xFE, 0.05),
  ]
  /// Hangul has fewer rows in the code table than common Chinese characters: its rows weigh more.
  private static let korean: Weights = [
    (0xB0...0xC8, 0.65), (0xA1...0xA1, 0.5), (0xA3...0xA3, 0.5), (0x81...0xFE, 0.05),
  ]

  private static let shiftJIS: Weights = [
    (0x82...0x83, 1), (0x88...0x97, 0.5), (0x81...0x9F, 0.1), (0xE0...0xFC, 0.1),
  ]
}
