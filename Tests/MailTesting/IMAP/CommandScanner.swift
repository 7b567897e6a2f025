/// The client has sent an invalid command, or one that a read-only client must not send.
struct ProtocolViolation: Error, CustomStringConvertible {
  var description: String
}

/// The parts of a command (RFC 9051, section 9). Each call reads one part, or throws.
struct CommandScanner {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  var text: String { String(decoding: rest, as: UTF8.self) }
  var isAtEnd: Bool { rest.isEmpty }

  func violation(_ expected: String) -> ProtocolViolation {
    ProtocolViolation(description: "expected \(expected) at “\(text.prefix(80))”")
  }

  mutating func take(_ word: String) -> Bool {
    guard rest.count >= word.utf8.count,
      zip(rest, word.utf8).allSatisfy({ Self.upper($0) == Self.upper($1) })
    else { return false }
    rest = rest.dropFirst(word.utf8.count)
    return true
  }

  mutating func expect(_ word: String) throws {
    guard take(word) else { throw violation("“\(word)”") }
  }

  mutating func end() throws {
    guard rest.isEmpty else { throw violation("the end") }
  }

  mutating func atom() throws -> String {
    let word = rest.prefix { (0x21...0x7E).contains($0) && !"(){%*\"\\]".utf8.contains($0) }
    guard !word.isEmpty else { throw violation("an atom") }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  /// The name of a section of a part, such as `2.1` or `2.MIME`; nil if there is none.
  mutating func part() -> String? {
    guard rest.first.map({ (0x31...0x39).contains($0) }) == true else { return nil }
    let name = rest.prefix { $0 != UInt8(ascii: "]") }
    rest = rest.dropFirst(name.count)
    return String(decoding: name, as: UTF8.self)
  }

  mutating func number() throws -> UInt32 {
    guard let number = UInt32(try word(of: "0123456789")) else { throw violation("a number") }
    return number
  }

  mutating func number64() throws -> UInt64 {
    guard let number = UInt64(try word(of: "0123456789")), number <= .max >> 1 else {
      throw violation("a number of 63 bits")
    }
    return number
  }

  private mutating func word(of characters: String) throws -> String {
    let word = rest.prefix { characters.utf8.contains($0) }
    guard !word.isEmpty else { throw violation("one of \(characters)") }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  /// An atom, a quoted string, or a literal.
  mutating func string() throws -> String {
    if take("\"") {
      var bytes: [UInt8] = []
      while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
        guard byte != 13, byte != 10, byte != 0, byte < 0x80 else { throw violation("a string") }
        if byte != UInt8(ascii: "\\") {
          bytes.append(byte)
        } else if let next = rest.popFirst(), "\"\\".utf8.contains(next) {
          bytes.append(next)
        } else {
          throw violation("an escaped character")
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    if take("{") {
      let length = Int(try number())
      _ = take("+")
      try expect("}\r\n")
      guard rest.count >= length else { throw violation("a literal") }
      defer { rest = rest.dropFirst(length) }
      return String(decoding: rest.prefix(length), as: UTF8.self)
    }
    return try atom()
  }

  /// The words of a list in parentheses; nested lists stay text.
  mutating func list() throws -> [String] {
    try expect("(")
    var words: [String] = []
    while !take(")") {
      if !words.isEmpty { try expect(" ") }
      words.append(try atom())
    }
    guard !words.isEmpty else { throw violation("a word") }
    return words
  }

  /// A sequence set of numbers; `*` is the highest number.
  mutating func set(highest: UInt32) throws -> [ClosedRange<UInt32>] {
    let text = try word(of: "0123456789:,*")
    return try text.split(separator: ",", omittingEmptySubsequences: false).map { piece in
      let ends = try piece.split(separator: ":", omittingEmptySubsequences: false).map { end in
        if end == "*" { return highest }
        guard let number = UInt32(end), number > 0 else { throw violation("a set in \(text)") }
        return number
      }
      guard ends.count <= 2, let first = ends.first, let last = ends.last else {
        throw violation("a set in \(text)")
      }
      return min(first, last)...max(first, last)
    }
  }

  private static func upper(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte - 32 : byte
  }
}

extension [ClosedRange<UInt32>] {
  func holds(_ number: UInt32) -> Bool { contains { $0.contains(number) } }
}

/// The numbers as a sequence set, such as `1:3,5`.
func setText(_ numbers: [UInt32]) -> String {
  var ranges: [ClosedRange<UInt32>] = []
  for number in numbers.sorted() {
    if let last = ranges.last, last.upperBound + 1 == number {
      ranges[ranges.count - 1] = last.lowerBound...number
    } else {
      ranges.append(number...number)
    }
  }
  return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound):\($0.upperBound)" }
    .joined(separator: ",")
}

/// Divides a client's bytes into commands.
struct CommandLines {
  private var buffer: [UInt8] = []
  /// The position from which to look for the next line end.
  private var position = 0

  enum Piece {
    /// A command without its CRLF, with its literals.
    case command([UInt8])
    /// The client waits for permission to send a literal.
    case waits
  }

  mutating func append(_ bytes: [UInt8]) { buffer += bytes }

  /// - Parameter allowsUnasked: whether the server has LITERAL+, so that the client need not wait.
  mutating func next(allowsUnasked: Bool) throws -> Piece? {
    while position < buffer.count, let feed = buffer[position...].firstIndex(of: 10) {
      guard feed > 0, buffer[feed - 1] == 13 else {
        throw ProtocolViolation(description: "a line ends without CR")
      }
      guard let (length, isUnasked) = Self.literal(buffer[position..<feed - 1]) else {
        defer {
          buffer.removeSubrange(...feed)
          position = 0
        }
        return .command(Array(buffer[..<(feed - 1)]))
      }
      guard !isUnasked || allowsUnasked else {
        throw ProtocolViolation(description: "a literal that was not asked for")
      }
      position = feed + 1 + length
      if !isUnasked { return .waits }
    }
    return nil
  }

  private static func literal(_ line: ArraySlice<UInt8>) -> (Int, isUnasked: Bool)? {
    guard line.last == UInt8(ascii: "}"), let brace = line.lastIndex(of: UInt8(ascii: "{")) else {
      return nil
    }
    let inner = String(decoding: line[(brace + 1)..<(line.endIndex - 1)], as: UTF8.self)
    return Int(inner.hasSuffix("+") ? String(inner.dropLast()) : inner)
      .map { ($0, inner.hasSuffix("+")) }
  }
}
