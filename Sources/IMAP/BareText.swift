/// A text in lower case without spaces and punctuation, with each byte's range in the original.
struct BareText {
  private(set) var bytes: [UInt8] = []
  /// The range of the original text for each byte.
  private(set) var places: [Range<Int>] = []
  let dropsMarks: Bool

  /// - Parameter dropsMarks: false to drop only spaces.
  init(_ text: [UInt8], dropsMarks: Bool = true) {
    self.dropsMarks = dropsMarks
    bytes.reserveCapacity(text.count)
    places.reserveCapacity(text.count)
    var index = 0
    while index < text.count { index += append(text, at: index) }
  }

  /// Replaces escapes with their characters in two passes, since an escape may itself be escaped;
  /// nil for a text without escapes.
  init?(unescaping text: [UInt8], dropsMarks: Bool = true) {
    guard let once = Self.unescaped(text) else { return nil }
    self.dropsMarks = dropsMarks
    let twice = Self.unescaped(once.bytes)
    let bytes = twice?.bytes ?? once.bytes
    let places = twice.map { twice in
      twice.places.map {
        once.places[$0.lowerBound].lowerBound..<once.places[$0.upperBound - 1].upperBound
      }
    }
    append(bytes, places: places ?? once.places)
  }

  private static func unescaped(_ text: [UInt8]) -> (bytes: [UInt8], places: [Range<Int>])? {
    var (bytes, places, hasAny) = ([UInt8](), [Range<Int>](), false)
    var index = 0
    while index < text.count {
      let escape = Escape(text[index...])
      hasAny = hasAny || escape != nil
      let length = escape?.length ?? 1
      for byte in escape?.bytes ?? [text[index]] {
        bytes.append(byte)
        places.append(index..<index + length)
      }
      index += length
    }
    return hasAny ? (bytes, places) : nil
  }

  private mutating func append(_ text: [UInt8], places: [Range<Int>]) {
    var index = 0
    while index < text.count {
      let before = self.places.count
      let length = append(text, at: index)
      for place in before..<self.places.count {
        let own = self.places[place]
        self.places[place] =
          places[own.lowerBound].lowerBound..<places[own.upperBound - 1].upperBound
      }
      index += length
    }
  }

  /// Appends the character at an index.
  ///
  /// - Returns: its length in bytes.
  private mutating func append(_ text: [UInt8], at index: Int) -> Int {
    let length = text[index] < 0xC2 ? 1 : text[index] < 0xE0 ? 2 : text[index] < 0xF0 ? 3 : 4
    let end = index + length
    guard length > 1, end <= text.count,
      let scalar = String(decoding: text[index..<end], as: UTF8.self).unicodeScalars.first,
      text[index..<end].elementsEqual(String(scalar).utf8)
    else {
      append(text[index], index..<index + 1)
      return 1
    }
    let properties = scalar.properties
    // Spaces, dashes and quotes of all widths are dropped as marks, too.
    guard !dropsMarks || properties.isAlphabetic || properties.numericType != nil else {
      return length
    }
    for byte in properties.lowercaseMapping.utf8 { append(byte, index..<end) }
    return length
  }

  private mutating func append(_ byte: UInt8, _ place: Range<Int>) {
    guard byte > .space, byte != 0x7F, !dropsMarks || byte.isOfWord else { return }
    bytes.append(byte.lowercased)
    places.append(place)
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit, or part of a non-ASCII character.
  var isOfWord: Bool {
    isDigit || self >= 0x80 || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(uppercased)
  }

  fileprivate var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self + 0x20 : self
  }
}

/// A character written as a number or a name, such as `%41` or `&amp;`.
private struct Escape {
  let bytes: [UInt8]
  /// The length of the escape in bytes.
  let length: Int

  private static let names = [
    ("&", "amp;"), ("<", "lt;"), (">", "gt;"), ("\"", "quot;"), ("'", "apos;"),
  ].map { (mark: Array($0.utf8), name: Array($1.utf8)) }

  /// Nil if the text does not begin with an escape.
  init?(_ text: ArraySlice<UInt8>) {
    let (start, rest) = (text.startIndex, text.dropFirst())
    switch text.first {
    // Percent encoding in URLs, and quoted-printable.
    case UInt8(ascii: "%"), UInt8(ascii: "="):
      self.init(rest.prefix(2), from: start, digits: 2, isByte: true)
    case UInt8(ascii: "0"):
      guard rest.first?.uppercased == UInt8(ascii: "X") else { return nil }
      self.init(rest.dropFirst().prefix(2), from: start, digits: 2, isByte: true)
    case UInt8(ascii: "\\"): self.init(afterBackslash: rest, from: start)
    case UInt8(ascii: "&"): self.init(afterAmpersand: rest, from: start)
    default: return nil
    }
  }

  /// Escapes of C, JSON and similar formats.
  private init?(afterBackslash text: ArraySlice<UInt8>, from start: Int) {
    let rest = text.dropFirst()
    switch text.first {
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      self.init(rest.prefix(2), from: start, digits: 2, isByte: true)
    case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      // White space, which is dropped.
      self.init(bytes: [], length: 2)
    case UInt8(ascii: "u") where rest.first == UInt8(ascii: "{"):
      let digits = rest.dropFirst().prefix(8).prefix { $0.isOfWord }
      self.init(digits, from: start, digits: digits.count, isByte: false)
    case UInt8(ascii: "u"): self.init(rest.prefix(4), from: start, digits: 4, isByte: false)
    case UInt8(ascii: "U"): self.init(rest.prefix(8), from: start, digits: 8, isByte: false)
    case UInt8(ascii: "\\"), .quote: self.init(bytes: Array(text.prefix(1)), length: 2)
    default: self.init(text.prefix(3), radix: 8, from: start, digits: 3, isByte: true)
    }
  }

  /// Escapes of HTML.
  private init?(afterAmpersand text: ArraySlice<UInt8>, from start: Int) {
    if let known = Self.names.first(where: { text.starts(with: $0.name) }) {
      self.init(bytes: known.mark, length: known.name.count + 1)
      return
    }
    guard text.first == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = text.dropFirst().first?.uppercased == UInt8(ascii: "X")
    let digits = text.dropFirst(isHexadecimal ? 2 : 1).prefix(8).prefix { $0.isOfWord }
    let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
    guard let scalar = number.flatMap(Unicode.Scalar.init) else { return nil }
    let isClosed = digits.endIndex < text.endIndex && text[digits.endIndex] == UInt8(ascii: ";")
    self.init(
      bytes: Array(String(scalar).utf8),
      length: digits.endIndex - start + (isClosed ? 1 : 0)
    )
  }

  /// - Parameter isByte: whether the number is one byte of a character, not a code point.
  private init?(
    _ digits: ArraySlice<UInt8>,
    radix: Int = 16,
    from start: Int,
    digits count: Int,
    isByte: Bool
  ) {
    guard digits.count == count, digits.allSatisfy(\.isOfWord),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: radix),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    self.init(
      bytes: isByte ? [UInt8(truncatingIfNeeded: value)] : Array(String(scalar).utf8),
      length: digits.endIndex - start
    )
  }

  private init(bytes: [UInt8], length: Int) { (self.bytes, self.length) = (bytes, length) }
}
