import Foundation

/// Encoded words (RFC 2047) in a form that GMime decodes whole.
///
/// GMime joins neighbouring base64 words of one charset before it decodes them, because some
/// programs cut a character in two there. But its decoder stops at the first padding, so of
/// `=?utf-8?B?YQ==?= =?utf-8?B?Yg==?=` only the first word is left (seen in 3.2.13). Joined
/// properly beforehand, nothing is lost, and cut characters still meet. Padding that is missing is
/// added, and charsets by names that iconv does not know get those that it does.
enum EncodedWords {
  /// The header's value with such words mended, for C, or nil when there is nothing to mend, as in
  /// most.
  static func repaired(_ value: UnsafePointer<CChar>) -> [CChar]? {
    guard strstr(value, "=?") != nil else { return nil }
    var mender = Mender(Bytes(value))
    return mender.run()
  }

  private struct Mender {
    private let text: Bytes
    private var output: [UInt8] = []
    /// What lies before this is in the output.
    private var copied = 0
    private var position = 0

    init(_ text: Bytes) { self.text = text }

    mutating func run() -> [CChar]? {
      while let word = nextWord() {
        position = word.end
        let joined = word.isPadded ? join(word) : nil
        let charset = CharsetName.replacement(for: word.charset(in: text))
        guard joined != nil || charset != nil || word.missingPadding > 0 else { continue }
        output += text[copied..<word.start]
        output += "=?".utf8
        output += charset.map { Array($0.utf8) } ?? Array(text[word.charset])
        output += text[word.charset.upperBound..<word.payload.lowerBound]
        output += joined.map { Array($0.base64EncodedString().utf8) } ?? Array(text[word.payload])
        if joined == nil { output += repeatElement(UInt8(ascii: "="), count: word.missingPadding) }
        output += "?=".utf8
        copied = position
      }
      guard copied > 0 else { return nil }
      output += text[copied...]
      return output.map { CChar(bitPattern: $0) } + [0]
    }

    private func nextWord() -> Word? {
      var start = position
      while let found = text[start...].firstIndex(of: UInt8(ascii: "=")) {
        if let word = Word(text, at: found) { return word }
        start = found + 1
      }
      return nil
    }

    /// The bytes of a padded word and those that follow in the same charset and spelling, or nil
    /// when there are none. Leaves the position behind the last.
    private mutating func join(_ first: Word) -> Data? {
      guard var data = Data(base64Encoded: Data(text[first.payload])) else { return nil }
      var last = first
      while last.isPadded {
        let start = text[last.end...].firstIndex { $0 > 0x20 } ?? text.count
        guard let next = Word(text, at: start), next.isBase64,
          next.charset(in: text) == first.charset(in: text),
          let more = Data(base64Encoded: Data(text[next.payload]))
        else { break }
        data += more
        last = next
      }
      position = last.end
      return last.end == first.end ? nil : data
    }
  }

  /// Where the pieces of `=?charset?B?payload?=` are.
  private struct Word {
    let start: Int
    let charset: Range<Int>
    let payload: Range<Int>
    let isBase64: Bool
    let isPadded: Bool
    /// In bytes. The standard allows 75; without any limit, words that do not end would take time
    /// that grows with the square of their number.
    private static let limit = 2048

    var end: Int { payload.upperBound + 2 }

    /// Without it, GMime leaves the last bytes out.
    var missingPadding: Int {
      let rest = payload.count % 4
      return isBase64 && !isPadded && rest > 1 ? 4 - rest : 0
    }

    init?(_ text: Bytes, at start: Int) {
      let question = UInt8(ascii: "?")
      guard start + 8 <= text.count, text[start] == UInt8(ascii: "="), text[start + 1] == question,
        let name = text[(start + 2)...].prefix(64).firstIndex(of: question), name + 3 < text.count,
        text[name + 2] == question
      else { return nil }
      var end = name + 3
      let limit = min(text.count, end + Self.limit)
      while end + 1 < limit, text[end] != question || text[end + 1] != UInt8(ascii: "=") {
        guard text[end] > 0x20 else { return nil }
        end += 1
      }
      guard end + 1 < limit else { return nil }
      self.start = start
      charset = start + 2..<name
      payload = name + 3..<end
      isBase64 = text[name + 1] | 0x20 == UInt8(ascii: "b")
      isPadded = isBase64 && !payload.isEmpty && text[end - 1] == UInt8(ascii: "=")
    }

    /// In lower case, as names are compared.
    func charset(in text: Bytes) -> String {
      String(
        unsafeUninitializedCapacity: charset.count
      ) { buffer in
        for (offset, index) in charset.enumerated() {
          buffer[offset] = (0x41...0x5A).contains(text[index]) ? text[index] | 0x20 : text[index]
        }
        return charset.count
      }
    }
  }
}
