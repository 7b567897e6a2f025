import CTidelineGLib
import Glibc

/// Classes of ASCII characters. Bytes from 0x80 on belong to other characters.
extension UInt8 {
  package var isDigit: Bool { (0x30...0x39).contains(self) }
  var isCapital: Bool { (0x41...0x5A).contains(self) }
  /// Whether the byte is white space within a line, or a carriage return.
  package var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
  package var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
  /// Whether the byte is a letter, a digit, or a part of a character beyond ASCII.
  var isOfWord: Bool { self >= 0x80 || isLetter || isDigit }
  /// The value of a hexadecimal digit; nil for other characters.
  var hexadecimal: UInt8? {
    let value = g_ascii_xdigit_value(CChar(bitPattern: self))
    return value < 0 ? nil : UInt8(value)
  }
  package var lowercased: UInt8 { isCapital ? self | 0x20 : self }
}

extension Sequence<UInt8> {
  /// The text without comments (RFC 5322, 3.2.2) if each has an end.
  var outsideComments: [UInt8] {
    var (depth, isEscaped) = (0, false)
    let outside = filter { byte in
      if isEscaped {
        isEscaped = false
        return false
      }
      depth += byte == UInt8(ascii: "(") ? 1 : 0
      defer { depth -= byte == UInt8(ascii: ")") && depth > 0 ? 1 : 0 }
      isEscaped = depth > 0 && byte == UInt8(ascii: "\\")
      return depth == 0
    }
    return depth == 0 ? outside : Array(self)
  }

  /// The text without white space and comments.
  var withoutComments: [UInt8] { filter { $0 > 0x20 }.outsideComments }

  /// Whether at least `length` adjacent bytes fulfill the condition.
  func contains(run length: Int, where isSuch: (UInt8) -> Bool) -> Bool {
    var count = 0
    return contains { byte in
      count = isSuch(byte) ? count + 1 : 0
      return count == length
    }
  }
}

extension Collection<UInt8> {
  /// Whether the bytes contain others. `firstRange(of:)` takes far longer: it is not specialized.
  func holds(_ part: some Collection<UInt8>) -> Bool {
    guard let first = part.first else { return true }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: part) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the index of the first such byte outside of quotes, or the end.
  ///
  /// - Parameters:
  ///   - hasSingleQuotes: whether single quotes count, too.
  ///   - passesBrackets: whether bytes in brackets do not count.
  func end(
    from start: Int,
    hasSingleQuotes: Bool = true,
    passesBrackets: Bool = false,
    where isEnd: (UInt8) -> Bool
  ) -> Int {
    var (index, quote, depth) = (start, UInt8(0), 0)
    while index < endIndex {
      let byte = self[index]
      if quote != 0 {
        // A line break ends a string that was not closed.
        if byte == quote || byte == 10 { quote = 0 }
      } else if byte == UInt8(ascii: "\"") || hasSingleQuotes && byte == UInt8(ascii: "'") {
        quote = byte
      } else if depth == 0, isEnd(byte) {
        return index
      } else if passesBrackets, byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if passesBrackets, byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") {
        depth = Swift.max(0, depth - 1)
      }
      index += 1
    }
    return index
  }

  /// Returns the parts between marks outside of quotes; in CSS, also outside of brackets.
  func split(outsideQuotesAt mark: UInt8, isCSS: Bool = false) -> [SubSequence] {
    var (parts, start) = ([SubSequence](), startIndex)
    while true {
      let end = end(from: start, hasSingleQuotes: isCSS, passesBrackets: isCSS) { $0 == mark }
      parts.append(self[start..<end])
      guard end < endIndex else { return parts }
      start = end + 1
    }
  }
}

extension UnsafePointer<UInt8> {
  var chars: UnsafePointer<CChar> { UnsafeRawPointer(self).assumingMemoryBound(to: CChar.self) }
}

extension [UInt8] {
  /// The words of a data file, without the lines that begin with `#`.
  var dataWords: [ArraySlice<UInt8>] {
    split(separator: 10).filter { $0.first != UInt8(ascii: "#") }
      .flatMap { $0.split(separator: 0x20) }
  }

  /// Escapes all bytes as `%` and two digits, except ASCII letters, digits, `-._~` and `others`.
  package func percentEncoded(allowing others: String) -> String {
    guard let escaped = g_uri_escape_bytes(self, gsize(count), others) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
  }
}

/// Bytes of text, valid only as long as their owner exists.
package typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer where Element == UInt8 {
  static var none: Bytes { Bytes(start: nil, count: 0) }

  /// The bytes of a C string, without the final 0.
  package init(_ text: UnsafePointer<CChar>) {
    let start = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    self.init(start: start, count: strlen(text))
  }

  /// Returns the index of the first `byte` at or after `start`; nil if there is none.
  package func place(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count,
      let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Returns the index of the first such text at or after `start`; nil if there is none.
  func place(of text: StaticString, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count,
      let found = memmem(base + start, count - start, text.utf8Start, text.utf8CodeUnitCount)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Returns the end of the line that begins at `start`: the index after its line feed, or the end
  /// of the bytes.
  package func endOfLine(from start: Int) -> Int {
    place(of: 10, from: start).map { $0 + 1 } ?? count
  }

  /// The lines, each with its line break.
  var lines: some Sequence<Bytes> {
    sequence(state: 0) { start in
      guard start < count else { return nil }
      defer { start = endOfLine(from: start) }
      return line(from: start)
    }
  }

  /// Returns the line that begins at `start`, with its line break.
  func line(from start: Int) -> Bytes { Bytes(rebasing: self[start..<endOfLine(from: start)]) }

  /// The bytes without a final line feed, carriage return, or pair of the two.
  var withoutLineBreak: Bytes {
    var line = self[...]
    if line.last == 10 { line.removeLast() }
    if line.last == 13 { line.removeLast() }
    return Bytes(rebasing: line)
  }

  /// The bytes without spaces and control characters at both ends.
  var trimmed: Bytes {
    guard let first = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 })
    else { return Bytes(rebasing: self[..<0]) }
    return Bytes(rebasing: self[first...last])
  }

  /// The start of a message's body, after the first empty line; nil if there is no empty line.
  package var headerLength: Int? {
    var line = 0
    while line < count {
      if self[line] == 10 { return line + 1 }
      if self[line] == 13, line + 1 < count, self[line + 1] == 10 { return line + 2 }
      line = endOfLine(from: line)
    }
    return nil
  }

  func ends(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && Bytes(rebasing: self[(count - length)...]).starts(with: text)
  }

  package func starts(with text: StaticString) -> Bool {
    guard let baseAddress, count >= text.utf8CodeUnitCount else { return false }
    return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// Whether the bytes begin with this ASCII text, ignoring case.
  package func starts(withAnyCaseOf text: StaticString) -> Bool {
    guard let baseAddress, count >= text.utf8CodeUnitCount else { return false }
    let length = gsize(text.utf8CodeUnitCount)
    return g_ascii_strncasecmp(baseAddress.chars, text.utf8Start.chars, length) == 0
  }
}
