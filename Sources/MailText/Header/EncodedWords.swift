import FoundationEssentials

/// Decodes a header field to UTF-8: its encoded words (RFC 2047) and its 8-bit text.
enum EncodedWords {
  enum Purpose {
    case text
    /// For ``AddressReader``. Each run of encoded words becomes one in UTF-8, without a character
    /// that could be taken for syntax.
    case addresses
  }

  /// Returns the value in UTF-8, or nil if nothing changes, as for most fields.
  ///
  /// - Parameter charset: the message's declared charset; evaluated only for text outside encoded
  ///   words that is not plain ASCII.
  static func decoded(
    _ value: Bytes,
    for purpose: Purpose,
    charset: () -> String?
  ) -> [UInt8]? {
    guard value.contains(where: { $0 >= 0x80 || $0 == 0x1B }) || value.holdsWordStart else {
      return nil
    }
    var decoder = Decoder(value, purpose)
    return decoder.run(charset)
  }

  /// Converts text outside encoded words: from the message's charset, from UTF-8, or from a guessed
  /// charset.
  static func converted(raw bytes: Bytes, _ charset: () -> String?) -> [UInt8] {
    guard bytes.contains(where: { $0 >= 0x80 || $0 == 0x1B }) else { return Array(bytes) }
    let label = charset()
    let declared = CharsetName(label)
    let isUTF8 = declared.yieldsToUTF8(bytes) && TextDecoding.length(ofUTF8: bytes, false) != nil
    if !declared.isDefault, !isUTF8,
      let converted = TextDecoding.iconv(bytes, from: declared.name, false), converted.isWhole
    {
      return converted.text
    }
    return TextDecoding.converted(Array(bytes), from: declared.isDefault ? label : nil)
  }

  private struct Decoder {
    private let text: Bytes
    private let purpose: Purpose
    private var scanner: WordScanner
    private var output: [UInt8] = []
    /// The decoded words that must become one word.
    private var pending: [UInt8] = []
    private var groups = 0

    /// The limit of runs of words, each in one charset, since each run costs a converter.
    private static let groupLimit = 128

    init(_ text: Bytes, _ purpose: Purpose) {
      self.text = text
      self.purpose = purpose
      scanner = WordScanner(text)
    }

    mutating func run(_ charset: () -> String?) -> [UInt8] {
      output.reserveCapacity(text.count)
      var end = 0
      var next = scanner.word(from: 0)
      while let first = next, groups < Self.groupLimit {
        add(end..<first.start, charset)
        var words = [first]
        next = scanner.word(from: first.end)
        while let word = next, isSpace(words[words.count - 1].end..<word.start),
          word.hasCharset(of: first, in: text)
        {
          words.append(word)
          next = scanner.word(from: word.end)
        }
        add(words)
        end = words[words.count - 1].end
        if let next, isSpace(end..<next.start) { end = next.start }
      }
      add(end..<text.count, charset)
      return output
    }

    private func isSpace(_ range: Range<Int>) -> Bool { text[range].allSatisfy { $0 <= 0x20 } }

    private mutating func add(_ range: Range<Int>, _ charset: () -> String?) {
      guard !range.isEmpty || range.upperBound == text.count else { return }
      if !pending.isEmpty {
        output += "=?utf-8?B?".utf8
        output += Data(pending).base64EncodedString().utf8
        output += "?=".utf8
        pending = []
      }
      output += EncodedWords.converted(raw: Bytes(rebasing: text[range]), charset)
    }

    /// Joins words of one charset before converting them, since a character may be split between
    /// two words. If the result has faults, converts each word by itself; the better result counts.
    private mutating func add(_ words: [Word]) {
      groups += 1
      let label = String(decoding: text[words[0].charset], as: UTF8.self)
      let parts = words.map { $0.payload(in: text) }
      var decoded = TextDecoding.converted(Array(parts.joined()), from: label)
      let faults = Self.faults(decoded)
      if faults > 0, words.count > 1 {
        let single = parts.map { TextDecoding.converted($0, from: label) }.joined()
        if Self.faults(Array(single)) < faults { decoded = Array(single) }
      }
      switch purpose {
      case .text: output += decoded
      case .addresses: pending += decoded
      }
    }

    private static func faults(_ text: [UInt8]) -> Int {
      var count = 0
      for index in text.indices.dropLast(2)
      where text[index] == 0xEF && text[index + 1] == 0xBF && text[index + 2] == 0xBD { count += 1 }
      return count
    }
  }

  /// Finds the encoded words of a text in one pass.
  private struct WordScanner {
    private let text: Bytes
    /// The index of the first `?=` at or after the position of the last search.
    private var ending = 0

    init(_ text: Bytes) { self.text = text }

    mutating func word(from position: Int) -> Word? {
      var start = position
      while let found = text[start...].firstIndex(of: UInt8(ascii: "=")) {
        if let word = word(at: found) { return word }
        start = found + 1
      }
      return nil
    }

    private mutating func word(at start: Int) -> Word? {
      let question = UInt8(ascii: "?")
      guard start + 7 < text.count, text[start + 1] == question,
        let name = text[(start + 2)...].prefix(64).firstIndex(of: question), name > start + 2,
        name + 3 < text.count, text[name + 2] == question,
        let encoding = Word.Encoding(rawValue: text[name + 1] | 0x20),
        text[(start + 2)..<name].allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
        let end = end(from: name + 3), !Bytes(rebasing: text[(name + 3)..<end]).holdsWordStart
      else { return nil }
      return Word(
        start: start,
        charset: start + 2..<name,
        encoding: encoding,
        payload: name + 3..<end
      )
    }

    private mutating func end(from start: Int) -> Int? {
      if ending < start { ending = text.place(of: "?=", from: start) ?? text.count }
      return ending < text.count ? ending : nil
    }
  }

  /// The ranges of the pieces in `=?charset?B?payload?=`.
  private struct Word {
    enum Encoding: UInt8 {
      case base64 = 0x62
      case quoted = 0x71
    }

    let start: Int
    let charset: Range<Int>
    let encoding: Encoding
    let payload: Range<Int>

    var end: Int { payload.upperBound + 2 }

    func hasCharset(of other: Word, in text: Bytes) -> Bool {
      text[charset].elementsEqual(text[other.charset]) { $0 == $1 || $0 | 0x20 == $1 | 0x20 }
    }

    func payload(in text: Bytes) -> [UInt8] {
      switch encoding {
      case .base64:
        var decoder = Base64Decoder()
        return decoder.decode(Bytes(rebasing: text[payload]))
      case .quoted:
        var decoder = QuotedPrintableDecoder()
        // An underscore means a space (RFC 2047, section 4.2).
        let spaced = text[payload].map { $0 == UInt8(ascii: "_") ? 0x20 : $0 }
        let decoded = spaced.withUnsafeBufferPointer { decoder.decode($0) } + decoder.finish()
        // A `=` at the end of a line of content continues it; a word of a header has no lines.
        return spaced.last == UInt8(ascii: "=") ? decoded + [UInt8(ascii: "=")] : decoded
      }
    }
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether the text may contain the start of an encoded word.
  var holdsWordStart: Bool { place(of: "=?") != nil }
}
