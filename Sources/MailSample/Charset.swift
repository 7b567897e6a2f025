import Glibc

/// A character set of mail, by its MIME name.
struct Charset: Sendable, Hashable, Decodable, ExpressibleByStringLiteral {
  let name: String

  init(stringLiteral name: String) { self.name = name }

  init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
  }

  static let utf8: Charset = "utf-8"

  /// Whether the charset has every character of the text.
  func holds(_ text: String) -> Bool {
    guard self != .utf8 else { return true }
    guard let converter = iconv_open(name, "UTF-8"), Int(bitPattern: converter) != -1 else {
      return false
    }
    defer { iconv_close(converter) }
    return text.allSatisfy { convert(Array(String($0).utf8), converter) != nil }
  }

  /// The text's bytes in this charset, with `?` for each missing character.
  func encode(_ text: String) -> [UInt8] {
    guard self != .utf8, let converter = iconv_open(name, "UTF-8"),
      Int(bitPattern: converter) != -1
    else { return Array(text.utf8) }
    defer { iconv_close(converter) }
    var output: [UInt8] = []
    for character in text {
      // Converts one character at a time, so that only a missing one is replaced.
      output += convert(Array(character.utf8), converter) ?? [UInt8(ascii: "?")]
    }
    // Ends the text, because ISO-2022-JP must return to ASCII.
    return output + (convert([], converter) ?? [])
  }

  /// Converts bytes; an empty input returns the bytes that end the text.
  private func convert(_ input: [UInt8], _ converter: iconv_t) -> [UInt8]? {
    var input = input.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count * 4 + 16)
    let capacity = output.count
    let written = input.withUnsafeMutableBufferPointer { source -> Int? in
      output.withUnsafeMutableBufferPointer { target -> Int? in
        var from = source.count == 0 ? nil : source.baseAddress
        var fromLeft = source.count
        var to = target.baseAddress
        var toLeft = capacity
        let result = iconv(converter, &from, &fromLeft, &to, &toLeft)
        return result == -1 ? nil : capacity - toLeft
      }
    }
    return written.map { output.prefix($0).map { UInt8(bitPattern: $0) } }
  }
}
