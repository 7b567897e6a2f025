/// Rewrites Content-Type and Content-Disposition fields so that GMime decodes them completely.
///
/// GMime 3.2.13 decodes the pieces of a parameter (RFC 2231) and encoded words in parameters with
/// the faults listed in ``EncodedWords``. It assumes that raw bytes are in the user's own charset,
/// and its time grows with the square of a field's length. So a field that is long, or has pieces,
/// encoded words, raw bytes or an unclosed quote, is rewritten: each parameter once, in UTF-8.
package enum ContentField {
  /// The limit of a field in bytes; the rest is ignored.
  static let limit = 16_384
  /// The limit of parameters, counting each piece; a field with more is an attack.
  private static let parameterLimit = 128
  /// The limit of a value in bytes of UTF-8; no file name is longer.
  private static let valueLimit = 2_048
  /// The length in bytes up to which GMime parses any field fast enough.
  private static let plainLimit = 1_024

  /// Returns the rewritten value for GMime, or nil if the value can stay as it is.
  ///
  /// - Parameters:
  ///   - value: the folded value, without the field's name.
  ///   - charset: the message's declared charset, for raw bytes; evaluated only if the field is
  ///     rewritten.
  static func mended(_ value: Bytes, charset: @autoclosure () -> String? = nil) -> [UInt8]? {
    let needsMending =
      value.count > plainLimit || value.holdsWordStart
      || value.contains { $0 >= 0x80 || $0 == 0x1B || $0 == UInt8(ascii: "*") }
      || value.count { $0 == UInt8(ascii: "\"") } % 2 == 1
    guard needsMending else { return nil }
    // Converts to UTF-8 before parsing, since in some charsets the second byte of a character looks
    // like a backslash or a quote.
    let text = EncodedWords.converted(raw: Bytes(rebasing: value.prefix(limit)), charset)
    return text.withUnsafeBufferPointer { text in
      var reader = Reader(text)
      return reader.read()
    }
  }

  /// Returns the decoded values of parameters that a server has parsed, by name.
  package static func values(of parameters: [String: String]) -> [String: String] {
    var reader = Reader(.none)
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }).prefix(parameterLimit) {
      reader.add(name, Array(value.utf8))
    }
    let values = reader.parameters.map { ($0.name, String(decoding: cut($0.value), as: UTF8.self)) }
    return Dictionary(values, uniquingKeysWith: { first, _ in first })
  }

  /// The values of one parameter: plain, encoded (`name*`), and in pieces (`name*0`; RFC 2231).
  private struct Parameter {
    let name: String
    var plain: [UInt8]?
    var encoded: [UInt8]?
    var pieces: [(number: Int, isEncoded: Bool, value: [UInt8])] = []

    var value: [UInt8] {
      if let encoded {
        let (label, rest) = Self.label(encoded)
        return TextDecoding.converted(Self.unpercented(rest), from: label)
      }
      guard !pieces.isEmpty else { return Self.text(plain ?? []) }
      let sorted = pieces.enumerated().sorted {
        ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
      }.map(\.element)
      guard sorted.contains(where: \.isEncoded) else {
        return Self.text(Array(sorted.map(\.value).joined()))
      }
      var (label, bytes): (String?, [UInt8]) = (nil, [])
      for (index, piece) in sorted.enumerated() {
        var value = piece.value
        // The first piece begins with the charset.
        if index == 0, piece.isEncoded { (label, value) = Self.label(value) }
        bytes += piece.isEncoded ? Self.unpercented(value) : value
      }
      return TextDecoding.converted(bytes, from: label)
    }

    private static func text(_ value: [UInt8]) -> [UInt8] {
      value.withUnsafeBufferPointer { EncodedWords.decoded($0, for: .text) { nil } } ?? value
    }

    /// Splits a value into its charset and the text after charset and language.
    private static func label(_ value: [UInt8]) -> (String?, [UInt8]) {
      let quote = UInt8(ascii: "'")
      guard let first = value.firstIndex(of: quote),
        let second = value[(first + 1)...].firstIndex(of: quote)
      else { return (nil, value) }
      return (String(decoding: value[..<first], as: UTF8.self), Array(value[(second + 1)...]))
    }

    private static func unpercented(_ value: [UInt8]) -> [UInt8] {
      var (output, index) = ([UInt8](), 0)
      while index < value.count {
        if value[index] == UInt8(ascii: "%"), let byte = value.hex(at: index + 1) {
          output.append(byte)
          index += 3
        } else {
          output.append(value[index])
          index += 1
        }
      }
      return output
    }
  }

  private struct Reader {
    private let text: Bytes
    private var position = 0
    private(set) var parameters: [Parameter] = []
    private var places: [String: Int] = [:]

    init(_ text: Bytes) { self.text = text }

    mutating func read() -> [UInt8] {
      let head = until { $0 == UInt8(ascii: ";") }.prefix(256)
      var output = head.map { $0 < 0x80 ? $0 : UInt8(ascii: "?") }
      var count = 0
      while position < text.count, count < parameterLimit {
        position += 1
        count += readParameter() ? 1 : 0
      }
      for parameter in parameters {
        ContentField.add(parameter.name, parameter.value, to: &output)
      }
      return output
    }

    private mutating func until(_ isEnd: (UInt8) -> Bool) -> Slice<Bytes> {
      let start = position
      while position < text.count, !isEnd(text[position]) { position += 1 }
      return text[start..<position]
    }

    /// Reads up to the next semicolon. Returns whether there was a parameter.
    private mutating func readParameter() -> Bool {
      let name = until { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ";") }
        .filter { $0 > 0x20 && $0 < 0x7F }
      guard position < text.count, text[position] == UInt8(ascii: "=") else { return false }
      position += 1
      _ = until { $0 > 0x20 }
      let isQuoted = position < text.count && text[position] == UInt8(ascii: "\"")
      let value = isQuoted ? quoted() : token()
      _ = until { $0 == UInt8(ascii: ";") }
      add(String(decoding: name, as: UTF8.self).lowercased(), value)
      return true
    }

    private mutating func token() -> [UInt8] {
      var value = until { $0 == UInt8(ascii: ";") }
      while let last = value.last, last <= 0x20 { value = value.dropLast() }
      return Array(value)
    }

    private mutating func quoted() -> [UInt8] {
      var value: [UInt8] = []
      position += 1
      while position < text.count, text[position] != UInt8(ascii: "\"") {
        if text[position] == UInt8(ascii: "\\"), position + 1 < text.count { position += 1 }
        // Line breaks from folding do not belong to the value.
        if text[position] != 10, text[position] != 13 { value.append(text[position]) }
        position += 1
      }
      return value
    }

    mutating func add(_ spelling: String, _ value: [UInt8]) {
      let pieces = spelling.split(separator: "*", omittingEmptySubsequences: false)
      let name = String(pieces[0])
      guard !name.isEmpty, name.utf8.allSatisfy(ContentField.isToken), name.utf8.count <= 64 else {
        return
      }
      let place = places[name] ?? parameters.count
      if place == parameters.count {
        places[name] = place
        parameters.append(Parameter(name: name))
      }
      if pieces.count == 1 {
        parameters[place].plain = parameters[place].plain ?? value
      } else if pieces[1].isEmpty {
        parameters[place].encoded = parameters[place].encoded ?? value
      } else if let number = Int(pieces[1]) {
        let isEncoded = pieces.count > 2
        guard !parameters[place].pieces.contains(where: { $0.number == number }) else { return }
        parameters[place].pieces.append((number, isEncoded, value))
      }
    }
  }

  // MARK: Writing

  private static func isToken(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-_.".utf8.contains(byte)
  }

  private static func add(_ name: String, _ value: [UInt8], to output: inout [UInt8]) {
    let value = cut(value)
    output += "; \(name)".utf8
    let isPlain = value.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain, !value.withUnsafeBufferPointer({ $0.holdsWordStart }) {
      output += "=\"".utf8 + value + "\"".utf8
      return
    }
    output += "*=utf-8''\(value.filter { $0 != 0 }.percentEncoded(allowing: ""))".utf8
  }

  /// Cuts a value at the limit, but never within a character.
  private static func cut(_ value: [UInt8]) -> ArraySlice<UInt8> {
    guard value.count > valueLimit else { return value[...] }
    var end = valueLimit
    while end > 0, value[end] & 0xC0 == 0x80 { end -= 1 }
    return value[..<end]
  }
}
