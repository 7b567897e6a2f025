import Foundation

/// Encoded words (RFC 2047) in a form that GMime decodes whole.
///
/// GMime joins neighbouring base64 words of one charset before it decodes them, because some
/// programs cut a character in two there. But its decoder stops at the first padding, so of
/// `=?utf-8?B?YQ==?= =?utf-8?B?Yg==?=` only the first word is left (seen in 3.2.13). Joined
/// properly beforehand, nothing is lost, and cut characters still meet.
enum EncodedWords {
  /// The header's value with such words joined, or nil when it holds none, as most do.
  static func repaired(_ value: UnsafePointer<CChar>) -> String? {
    guard strstr(value, paddedEnd) != nil else { return nil }
    let text = String(cString: value)
    var output = ""
    var rest = Substring(text)
    var didJoin = false
    while let start = rest.range(of: "=?") {
      output += rest[..<start.lowerBound]
      rest = rest[start.lowerBound...]
      guard var word = Word(rest) else {
        output += "=?"
        rest = rest.dropFirst(2)
        continue
      }
      rest = rest[word.end...]
      while word.isPadded {
        let next = rest.drop { $0.isWhitespace }
        guard let follower = Word(next), follower.prefix == word.prefix,
          let joined = word.joined(with: follower)
        else { break }
        word = joined
        rest = next[follower.end...]
        didJoin = true
      }
      output += word.text
    }
    return didJoin ? output + rest : nil
  }

  /// Padding at the end of a word.
  private static let paddedEnd = "=?="

  private struct Word {
    /// `=?charset?b?`, in lower case.
    var prefix: String
    var payload: String
    var end: String.Index

    /// Reads a base64 word at the very beginning of the text.
    init?(_ text: Substring) {
      guard text.hasPrefix("=?") else { return nil }
      let parts = text.dropFirst(2).split(
        separator: "?",
        maxSplits: 3,
        omittingEmptySubsequences: false
      )
      guard parts.count == 4, parts[1].lowercased() == "b", parts[3].hasPrefix("="),
        !parts[0].contains(where: \.isWhitespace), !parts[2].contains(where: \.isWhitespace)
      else { return nil }
      prefix = "=?\(parts[0].lowercased())?b?"
      payload = String(parts[2])
      end = text.index(after: parts[3].startIndex)
    }

    var isPadded: Bool { payload.hasSuffix("=") }
    var text: String { "\(prefix)\(payload)?=" }

    func joined(with next: Word) -> Word? {
      guard let first = Data(base64Encoded: payload), let second = Data(base64Encoded: next.payload)
      else { return nil }
      var word = next
      word.payload = (first + second).base64EncodedString()
      return word
    }
  }
}
