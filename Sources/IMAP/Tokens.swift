extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")

  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// An ASCII letter in upper case; any other byte unchanged.
  var uppercased: UInt8 {
    self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self - 0x20 : self
  }
}

extension StaticString {
  /// Whether bytes equal this ASCII text, ignoring case. The text itself must be in upper case.
  func equals(_ bytes: ArraySlice<UInt8>) -> Bool {
    withUTF8Buffer { name in
      guard name.count == bytes.count else { return false }
      for (own, other) in zip(name, bytes) where own != other.uppercased { return false }
      return true
    }
  }
}

/// Reads the tokens of one response: atoms, quoted strings, literals, numbers and lists (RFC 9051,
/// section 9). The only state is the position, so a copy can look ahead.
struct Tokens {
  /// A string in any notation.
  enum Value {
    /// No string: a list follows, or nothing.
    case missing
    /// `NIL` without quotes.
    case null
    case bytes(Range<Int>)
    /// A quoted string with a backslash before some of its bytes.
    case escaped(Range<Int>)
  }

  /// All bytes from the server, shared with the parser without copying while neither changes them.
  let bytes: [UInt8]
  private(set) var index: Int
  private let end: Int

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  func since(_ earlier: Tokens) -> Tokens {
    Tokens(bytes, in: earlier.index..<index)
  }

  /// The bytes that are not read yet.
  var rest: Range<Int> { index..<end }

  var peek: UInt8? { index < end ? bytes[index] : nil }

  mutating func skip() {
    if index < end { index += 1 }
  }

  mutating func skip(to place: Int) {
    index = min(max(place, index), end)
  }

  mutating func consume(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  /// Also skips line ends, which occur only after an invalid announcement of a literal.
  mutating func skipSpaces() {
    while let byte = peek, Self.isSpace(byte) { index += 1 }
  }

  /// The first byte of the next token.
  mutating func peekToken() -> UInt8? {
    skipSpaces()
    return peek
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == .space || byte == .lineFeed || byte == .carriageReturn || byte == UInt8(ascii: "\t")
  }

  /// The bytes up to a space, a parenthesis, another given byte, or the end; possibly none.
  mutating func word(endingAt other: UInt8? = nil) -> Range<Int> {
    let first = index
    while let byte = peek, !Self.isSpace(byte), byte != UInt8(ascii: "("),
      byte != UInt8(ascii: ")"), byte != other
    {
      index += 1
    }
    return first..<index
  }
}

// MARK: Strings

extension Tokens {
  /// Reads the next string. A list is not consumed.
  mutating func string() -> Value {
    guard let byte = peekToken() else { return .missing }
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"): return .missing
    case .quote: return quoted()
    case UInt8(ascii: "{"), UInt8(ascii: "~"):
      if let literal = literal() { return .bytes(literal) }
    default: break
    }
    let word = word()
    return matches(word, "NIL") ? .null : .bytes(word)
  }

  /// A quote ends the string only where a token can end: many servers do not escape quotes within
  /// the string.
  private mutating func quoted() -> Value {
    skip()
    let first = index
    var isEscaped = false
    while let byte = peek, byte != .lineFeed, byte != .carriageReturn {
      if byte == .backslash, index + 1 < end, Self.canBeEscaped(bytes[index + 1]) {
        isEscaped = true
        index += 2
        continue
      }
      index += 1
      guard byte == .quote, isEndOfToken else { continue }
      return value(first..<index - 1, isEscaped: isEscaped)
    }
    return value(first..<index, isEscaped: isEscaped)
  }

  private func value(_ range: Range<Int>, isEscaped: Bool) -> Value {
    isEscaped ? .escaped(range) : .bytes(range)
  }

  private static func canBeEscaped(_ byte: UInt8) -> Bool {
    byte == .quote || byte == .backslash
  }

  private var isEndOfToken: Bool {
    guard let byte = peek else { return true }
    return Self.isSpace(byte) || byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]")
  }

  private mutating func literal() -> Range<Int>? {
    var ahead = self
    _ = ahead.consume(UInt8(ascii: "~"))
    guard ahead.consume(UInt8(ascii: "{")) else { return nil }
    let first = ahead.index
    while ahead.peek?.isDigit == true { ahead.index += 1 }
    let digits = first..<ahead.index
    _ = ahead.consume(UInt8(ascii: "+"))
    guard !digits.isEmpty, ahead.consume(UInt8(ascii: "}")) else { return nil }
    _ = ahead.consume(.carriageReturn)
    guard ahead.consume(.lineFeed) else { return nil }
    let length = Self.literalLength(bytes[digits])
    guard length <= end - ahead.index else { return nil }
    index = ahead.index + length
    return ahead.index..<index
  }

  /// The number given by digits; `Int.max` if it is larger than any limit.
  static func literalLength(_ digits: ArraySlice<UInt8>) -> Int {
    var length = 0
    for digit in digits {
      guard length < 1 << 48 else { return .max }
      length = length * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return length
  }

  /// Whether a literal can begin after a byte. It cannot begin within a word.
  static func mayPrecedeLiteral(_ byte: UInt8) -> Bool {
    isSpace(byte) || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
      || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "~")
      || byte == UInt8(ascii: ">")
  }
}

// MARK: Values of tokens

extension Tokens {
  func matches(_ range: Range<Int>, _ name: StaticString) -> Bool {
    name.equals(bytes[range])
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  func content(of value: Value) -> [UInt8]? {
    switch value {
    case .missing, .null: return nil
    case .bytes(let range): return Array(bytes[range])
    case .escaped(let range):
      var content: [UInt8] = []
      content.reserveCapacity(range.count)
      var index = range.lowerBound
      while index < range.upperBound {
        let isEscape =
          bytes[index] == .backslash && index + 1 < range.upperBound
          && Self.canBeEscaped(bytes[index + 1])
        if isEscape { index += 1 }
        content.append(bytes[index])
        index += 1
      }
      return content
    }
  }

  /// Reads the next string as text; nil for NIL, and if there is no string.
  mutating func text() -> String? {
    let value = string()
    if case .bytes(let range) = value { return text(range) }
    return content(of: value).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A name for logs and errors, in upper case and of limited length.
  func name(_ range: Range<Int>) -> String {
    // Nothing of a longer name is shown, since it may be part of a password.
    range.count > 64 ? "?" : text(range).uppercased()
  }

  /// Skips one string, or one list with everything in it.
  mutating func skipValue() {
    var depth = 0
    repeat {
      switch peekToken() {
      case nil: return
      case UInt8(ascii: "("):
        depth += 1
        skip()
      case UInt8(ascii: ")"):
        guard depth > 0 else { return }
        depth -= 1
        skip()
      default: _ = string()
      }
    } while depth > 0
  }

  /// The highest number of strings read from one list: more than a list of any server has.
  private static let longestList = 10_000

  /// Reads the strings of a list, without nested lists; nil if there is no list. A very long list
  /// is cut.
  mutating func list() -> [String]? {
    guard peekToken() == UInt8(ascii: "(") else { return nil }
    skip()
    var strings: [String] = []
    while let byte = peekToken() {
      switch byte {
      case UInt8(ascii: ")"):
        skip()
        return strings
      case UInt8(ascii: "("): skipValue()
      default:
        if let text = text(), strings.count < Self.longestList { strings.append(text) }
      }
    }
    return strings
  }
}

extension Tokens {
  /// Reads the next string as a non-negative number; nil for any other string. A number that is too
  /// large becomes `UInt64.max`. Also reads the form `9.37e+06`, which some servers write.
  mutating func number() -> UInt64? {
    guard case .bytes(let range) = string(), let first = range.first, bytes[first].isDigit else {
      return nil
    }
    var number: UInt64 = 0
    for byte in bytes[range] {
      guard byte.isDigit else { return decimalFraction(range) }
      let (tenfold, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tenfold.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      number = overflows || overflowsToo ? .max : sum
      if number == .max { break }
    }
    return number
  }

  private func decimalFraction(_ range: Range<Int>) -> UInt64? {
    let isDecimal = bytes[range].allSatisfy { byte in
      byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-") || byte.uppercased == UInt8(ascii: "E")
    }
    guard isDecimal, range.count <= 64, let number = Double(text(range)) else { return nil }
    return number < 0x1p64 ? UInt64(number) : .max
  }

  /// Reads a UID, a sequence number or a UIDVALIDITY; nil if it is 0 or too large for IMAP.
  mutating func identifier() -> UInt32? {
    guard let number = number(), number > 0 else { return nil }
    return UInt32(exactly: number)
  }

  /// Reads a number of messages; nil if it is too large for IMAP.
  mutating func count() -> UInt32? {
    number().flatMap { UInt32(exactly: $0) }
  }

  /// Reads a number of bytes; a number that is too large for IMAP becomes the largest one.
  mutating func size() -> UInt32? {
    number().map { UInt32(clamping: $0) }
  }

  /// Reads a modification sequence, which has 63 bits (RFC 7162); nil if it has more.
  mutating func modSeq() -> UInt64? {
    number().flatMap { $0 <= UInt64(Int64.max) ? $0 : nil }
  }

  /// Reads a set of numbers; nil for any other string.
  mutating func numberSet() -> NumberSet? {
    content(of: string()).flatMap { NumberSet(bytes: $0[...]) }
  }

  /// Whether the next token begins with a digit.
  mutating func isAtNumber() -> Bool {
    peekToken()?.isDigit == true
  }
}
