import Foundation

/// The markup of a page, bit by bit, as libxml2 can take it in bounded work.
///
/// libxml2 compares each attribute of a tag with all the others, and looks for what an end tag ends
/// among all open elements. So a tag keeps its first attributes only, and where elements lie too
/// deep in each other, their tags are left out and their text stays. Comments, scripts and styles
/// are left out, as is whatever one parser takes for a tag and another does not: nothing may hide
/// from here what libxml2 then sees.
struct HTMLMarkup {
  /// Of open elements. Answers to answers and tables in tables reach some hundred.
  static let depthLimit = 600
  private static let attributeLimit = 100
  /// In bytes; no element of HTML is called by more.
  private static let nameLimit = 64

  private let text: Bytes
  private var position = 0
  /// What is handed out next, and what comes behind it.
  private var piece = Bytes(start: nil, count: 0)
  private var tail = Bytes(start: nil, count: 0)
  /// How many elements may yet begin.
  private var room = 0
  /// How many have begun whose tags were left out.
  private var leftOut = 0

  /// - Parameter text: UTF-8 without NULs, valid as long as the markup is used.
  init(_ text: Bytes) {
    self.text = text
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Hands out what comes next.
  ///
  /// - Parameters:
  ///   - target: what to fill.
  ///   - depth: how many elements libxml2 has open.
  /// - Returns: how many bytes it was filled with; less than fit, at the end only.
  mutating func fill(_ target: UnsafeMutableBufferPointer<UInt8>, depth: Int) -> Int {
    room = max(0, Self.depthLimit - depth)
    var filled = 0
    while filled < target.count {
      if piece.isEmpty {
        if tail.isEmpty, !advance() { break }
        if piece.isEmpty { swap(&piece, &tail) }
      }
      let count = min(piece.count, target.count - filled)
      _ = UnsafeMutableBufferPointer(rebasing: target[filled...]).update(from: piece.prefix(count))
      piece = Bytes(rebasing: piece.dropFirst(count))
      filled += count
    }
    return filled
  }

  /// Goes on by one tag, or to the next one.
  private mutating func advance() -> Bool {
    guard position < text.count else { return false }
    if text[position] != UInt8(ascii: "<") {
      let end = find(UInt8(ascii: "<"), from: position) ?? text.count
      piece = Bytes(rebasing: text[position..<end])
      position = end
      return true
    }
    switch byte(position + 1) {
    case UInt8(ascii: "!") where text[position...].starts(with: "<!--".utf8):
      position = endOfComment(position)
    case UInt8(ascii: "!"), UInt8(ascii: "?"): position = endOfTag(position + 1)
    case UInt8(ascii: "/"): takeEndTag()
    case let first where Self.isLetter(first): takeStartTag()
    default: handOut(position..<position, "&lt;", andGoTo: position + 1)
    }
    return true
  }

  private mutating func handOut(_ range: Range<Int>, _ tail: StaticString, andGoTo next: Int) {
    piece = Bytes(rebasing: text[range])
    self.tail = Bytes(start: tail.utf8Start, count: tail.utf8CodeUnitCount)
    position = next
  }

  // MARK: Tags

  private mutating func takeEndTag() {
    let start = position
    let nameEnd = endOfName(start + 2)
    position = find(UInt8(ascii: ">"), from: nameEnd).map { $0 + 1 } ?? text.count
    guard nameEnd > start + 2 else { return }
    if leftOut > 0 {
      leftOut -= 1
      handOut(start..<start, " ", andGoTo: position)
    } else {
      handOut(start..<nameEnd, ">", andGoTo: position)
    }
  }

  private mutating func takeStartTag() {
    let start = position
    let nameEnd = endOfName(start + 1)
    guard nameEnd - start <= Self.nameLimit, Self.endsWord(byte(nameEnd)) else {
      position = endOfTag(nameEnd)
      return
    }
    let name = String(decoding: text[(start + 1)..<nameEnd], as: UTF8.self).lowercased()
    var end = nameEnd
    for _ in 0..<Self.attributeLimit {
      guard let next = endOfAttribute(end) else { break }
      end = next
    }
    let rest = endOfBlanks(end)
    let isClosed = byte(rest) == UInt8(ascii: "/") && byte(rest + 1) == UInt8(ascii: ">")
    position = endOfTag(rest)
    if name == "script" || name == "style" {
      if !isClosed { position = endOfRaw(name, position) }
    } else if Self.empty.contains(name) {
      handOut(start..<end, ">", andGoTo: position)
    } else if leftOut > 0 || room == 0 {
      if !isClosed { leftOut += 1 }
      handOut(start..<start, " ", andGoTo: position)
    } else {
      room -= 1
      handOut(start..<end, isClosed ? "/>" : ">", andGoTo: position)
    }
  }

  /// Elements that libxml2 knows to have no content, and no end tag.
  private static let empty: Set<String> = [
    "area", "base", "basefont", "br", "col", "frame", "hr", "img", "input", "isindex", "link",
    "meta", "param",
  ]

  private func endOfName(_ start: Int) -> Int {
    guard Self.isLetter(byte(start)) else { return start }
    var end = start
    while Self.isOfName(byte(end)) { end += 1 }
    return end
  }

  /// - Returns: nil where there is no attribute, or not one that every parser reads alike.
  private func endOfAttribute(_ start: Int) -> Int? {
    let name = endOfBlanks(start)
    var end = name
    while Self.isOfName(byte(end)) { end += 1 }
    let first = byte(name)
    guard Self.isLetter(first) || first == UInt8(ascii: "_") || first == UInt8(ascii: ":"),
      end - name <= Self.nameLimit
    else { return nil }
    let equals = endOfBlanks(end)
    guard byte(equals) == UInt8(ascii: "=") else { return Self.endsWord(byte(end)) ? end : nil }
    end = endOfBlanks(equals + 1)
    let quote = byte(end)
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return find(quote, from: end + 1).map { $0 + 1 }
    }
    while byte(end) > 0x20, byte(end) != UInt8(ascii: ">") { end += 1 }
    return Self.endsWord(byte(end)) ? end : nil
  }

  /// Behind the `>` that is in no quoted value.
  private func endOfTag(_ start: Int) -> Int {
    var index = start
    var isBeforeValue = false
    while index < text.count, text[index] != UInt8(ascii: ">") {
      let byte = text[index]
      if isBeforeValue, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        index = find(byte, from: index + 1) ?? index
      }
      isBeforeValue = byte == UInt8(ascii: "=") || isBeforeValue && byte <= 0x20
      index += 1
    }
    return min(index + 1, text.count)
  }

  /// Where a script or a style ends, at its end tag.
  private func endOfRaw(_ name: String, _ start: Int) -> Int {
    var start = start
    while let found = find(UInt8(ascii: "<"), from: start) {
      let end = endOfName(found + 2)
      if byte(found + 1) == UInt8(ascii: "/"), end - found - 2 == name.utf8.count,
        zip(text[(found + 2)..<end], name.utf8).allSatisfy({ $0 | 0x20 == $1 })
      {
        return endOfTag(end)
      }
      start = found + 1
    }
    return text.count
  }

  /// Behind `-->`, `--!>`, or `<!-->`.
  private func endOfComment(_ start: Int) -> Int {
    var index = start + 4
    while let found = find(UInt8(ascii: ">"), from: index) {
      let inside = text[(start + 2)..<found]
      if inside.suffix(2).elementsEqual("--".utf8) || inside.suffix(3).elementsEqual("--!".utf8) {
        return found + 1
      }
      index = found + 1
    }
    return text.count
  }

  // MARK: Bytes

  /// 0 behind the end.
  private func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

  private func find(_ byte: UInt8, from start: Int) -> Int? {
    guard let base = text.baseAddress, start < text.count,
      let found = memchr(base + start, Int32(byte), text.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private func endOfBlanks(_ start: Int) -> Int {
    var end = start
    while Self.isBlank(byte(end)) { end += 1 }
    return end
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 9 || byte == 10 || byte == 13
  }

  /// What ends a name or a value, for every parser.
  private static func endsWord(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isOfName(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x3A).contains(byte) || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }
}
