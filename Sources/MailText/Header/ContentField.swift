/// A Content-Type or Content-Disposition field: its value, and its parameters, decoded.
package struct ContentField {
  /// The limit of a field in bytes; the rest is ignored.
  static let limit = 16_384
  /// The limit of parameters, counting each piece; a field with more is an attack.
  private static let parameterLimit = 128
  /// The limit of a parameter's value in bytes of UTF-8; no file name is longer.
  static let valueLimit = 2_048

  /// The text before the parameters, in lower case.
  private(set) var value = ""
  private var parameters: [String: Parameter] = [:]

  /// - Parameters:
  ///   - field: the folded value, without the field's name.
  ///   - charset: the message's declared charset; evaluated only for raw bytes.
  init(_ field: Bytes, charset: @autoclosure () -> String? = nil) {
    // Converts to UTF-8 before parsing, since in some charsets the second byte of a character looks
    // like a backslash or a quote.
    let text = EncodedWords.converted(raw: Bytes(rebasing: field.prefix(Self.limit)), charset)
    text.withUnsafeBufferPointer { text in
      var reader = Reader(text)
      value = reader.head()
      for _ in 0..<Self.parameterLimit {
        guard let (name, value) = reader.next() else { break }
        add(name, value)
      }
    }
  }

  /// - Returns: nil if the header has no such field.
  init?(_ name: HeaderFields.Name, of fields: HeaderFields) {
    let field = fields.field(name)
    guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    self.init(Bytes(rebasing: field[(colon + 1)...]), charset: fields.charset)
  }

  /// Decodes parameters that a server has parsed.
  package init(parameters: [String: String]) {
    for (name, value) in parameters.sorted(by: { $0.key < $1.key }).prefix(Self.parameterLimit) {
      add(name, Array(value.utf8))
    }
  }

  private mutating func add(_ spelling: String, _ value: [UInt8]) {
    let parts = spelling.split(separator: "*", omittingEmptySubsequences: false)
    parameters[String(parts[0]), default: Parameter()].add(parts.dropFirst(), value)
  }

  /// The parameters by their names in lower case.
  package var values: [String: String] { parameters.mapValues(\.text) }

  func values(of names: Set<String>) -> [String: String] {
    parameters.filter { names.contains($0.key) }.mapValues(\.text)
  }

  package subscript(name: String) -> String? { parameters[name]?.text }

  /// The type and the subtype; nil if these are not two words with a slash between them.
  var mediaType: (type: String, subtype: String)? {
    let parts = value.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let type = parts[0].prefix { !$0.isSpace && $0 != 10 }
    let rest = parts[0][type.endIndex...].drop { $0.isSpace || $0 == 10 }
    let subtype = parts[1].drop { $0.isSpace || $0 == 10 }.prefix(while: Self.isOfWord)
    guard type.allSatisfy(Self.isOfWord), rest.isEmpty, !subtype.isEmpty else { return nil }
    return (String(Substring(type)), String(Substring(subtype)))
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit
      || byte > 0x20 && byte < 0x7F && !"()<>@,;:\\\"/[]?=".utf8.contains(byte)
  }

  /// The values of one parameter: plain, encoded (`name*`), and in pieces (`name*0`; RFC 2231).
  private struct Parameter {
    private var plain: [UInt8]?
    private var encoded: [UInt8]?
    private var pieces: [(number: Int, isEncoded: Bool, value: [UInt8])] = []

    /// - Parameter form: what follows the name, between asterisks. The first value of each form
    ///   counts.
    mutating func add(_ form: ArraySlice<Substring>, _ value: [UInt8]) {
      guard let number = form.first else { return plain = plain ?? value }
      if number.isEmpty { return encoded = encoded ?? value }
      if let number = Int(number), !pieces.contains(where: { $0.number == number }) {
        pieces.append((number, form.count > 1, value))
      }
    }

    /// The value up to the limit, but never cut within a character.
    var text: String {
      var value = value[...]
      if value.count > valueLimit {
        value = value.prefix(valueLimit + 1)
        while let last = value.popLast(), last & 0xC0 == 0x80 {}
      }
      return String(decoding: value, as: UTF8.self)
    }

    private var value: [UInt8] {
      if let encoded {
        let (label, rest) = Self.label(encoded)
        return TextDecoding.converted(Self.unpercented(rest), from: label)
      }
      guard !pieces.isEmpty else { return Self.text(plain ?? []) }
      let sorted = pieces.sorted { $0.number < $1.number }
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
      var (output, rest) = ([UInt8](), value[...])
      while let byte = rest.popFirst() {
        let digits = byte == UInt8(ascii: "%") ? rest.prefix(2).compactMap(\.hexadecimal) : []
        output.append(digits.count == 2 ? digits[0] << 4 | digits[1] : byte)
        if digits.count == 2 { rest = rest.dropFirst(2) }
      }
      return output
    }
  }

  private struct Reader {
    private let text: Bytes
    private var position = 0

    init(_ text: Bytes) { self.text = text }

    mutating func head() -> String {
      skipComments()
      let head = Bytes(rebasing: until { $0 == UInt8(ascii: ";") }.prefix(256)).trimmed
      return String(decoding: head, as: UTF8.self).lowercased()
    }

    /// Reads the next parameter; nil if there are no more.
    mutating func next() -> (name: String, value: [UInt8])? {
      while position < text.count {
        position += 1
        skipComments()
        let name = until { "=;(".utf8.contains($0) }.filter { $0 > 0x20 && $0 < 0x7F }
        skipComments()
        guard position < text.count, text[position] == UInt8(ascii: "=") else {
          _ = until { $0 == UInt8(ascii: ";") }
          continue
        }
        position += 1
        _ = until { $0 > 0x20 }
        let isQuoted = position < text.count && text[position] == UInt8(ascii: "\"")
        let value = isQuoted ? quoted() : token()
        _ = until { $0 == UInt8(ascii: ";") }
        guard isQuoted || !value.isEmpty else { continue }
        return (String(decoding: name, as: UTF8.self).lowercased(), value)
      }
      return nil
    }

    private mutating func until(_ isEnd: (UInt8) -> Bool) -> Slice<Bytes> {
      let start = position
      while position < text.count, !isEnd(text[position]) { position += 1 }
      return text[start..<position]
    }

    private mutating func skipComments() {
      _ = until { $0 > 0x20 }
      while position < text.count, text[position] == UInt8(ascii: "(") {
        _ = until { $0 == UInt8(ascii: ")") }
        position = min(position + 1, text.count)
        _ = until { $0 > 0x20 }
      }
    }

    private mutating func token() -> [UInt8] {
      Array(Bytes(rebasing: until { $0 == UInt8(ascii: ";") }).trimmed)
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
  }
}
