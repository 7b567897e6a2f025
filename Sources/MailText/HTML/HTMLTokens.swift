/// The tags and the text of a page in order, as browsers find them (HTML Living Standard, 13.2.5).
/// Copies nothing, and looks at every byte a limited number of times.
struct HTMLTokens {
  enum Token {
    /// Text with character references.
    case text(Bytes)
    /// Text without character references.
    case plainText(Bytes)
    case start(HTMLTag)
    case end(HTMLName)
    case doctype
  }

  private let text: Bytes
  private(set) var position = 0
  var attributes: Set<HTMLName> = []

  /// - Parameter text: UTF-8 without NULs, valid as long as the tokens are used.
  init(_ text: Bytes) {
    self.text = text
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// - Parameter isForeign: whether the position is in SVG or MathML, where `<![CDATA[` begins
  ///   text.
  mutating func next(isForeign: Bool) -> Token? {
    while position < text.count {
      guard text[position] == UInt8(ascii: "<") else {
        return .text(take(to: text.place(of: UInt8(ascii: "<"), from: position) ?? text.count))
      }
      switch byte(position + 1) {
      case UInt8(ascii: "!"):
        if let token = takeDeclaration(isForeign: isForeign) { return token }
      case UInt8(ascii: "?"): skipBogusComment()
      case UInt8(ascii: "/"):
        if let token = takeEndTag() { return token }
      case let first where first.isLetter:
        if let token = takeStartTag() { return token }
      default: return .text(take(to: position + 1))
      }
    }
    return nil
  }

  private mutating func take(to end: Int) -> Bytes {
    defer { position = end }
    return Bytes(rebasing: text[position..<end])
  }

  // MARK: Comments and declarations

  private mutating func takeDeclaration(isForeign: Bool) -> Token? {
    let rest = Bytes(rebasing: text[position...])
    if rest.starts(with: "<!--") {
      position = endOfComment(position)
    } else if isForeign, rest.starts(with: "<![CDATA[") {
      position += 9
      let end = text.place(of: "]]>", from: position) ?? text.count
      defer { position = min(end + 3, text.count) }
      return .plainText(take(to: end))
    } else {
      let word = Bytes(rebasing: rest.dropFirst(2).prefix(7))
      skipBogusComment()
      if HTMLName(word) == "doctype" { return .doctype }
    }
    return nil
  }

  /// Moves to the index after the next `>`.
  private mutating func skipBogusComment() {
    position = text.place(of: UInt8(ascii: ">"), from: position + 2).map { $0 + 1 } ?? text.count
  }

  /// Returns the index after a comment, which ends with `-->`, `--!>`, `<!-->` or `<!--->`.
  private func endOfComment(_ start: Int) -> Int {
    var index = start + 4
    while let found = text.place(of: UInt8(ascii: ">"), from: index) {
      if text[(start + 2)..<found].suffix(2).elementsEqual("--".utf8)
        || text[(start + 4)..<found].suffix(3).elementsEqual("--!".utf8)
      {
        return found + 1
      }
      index = found + 1
    }
    return text.count
  }

  // MARK: Tags

  private mutating func takeEndTag() -> Token? {
    guard byte(position + 2).isLetter else {
      if position + 2 == text.count { return .text(take(to: text.count)) }
      skipBogusComment()
      return nil
    }
    return takeTag(from: position + 2).map { .end($0.name) }
  }

  private mutating func takeStartTag() -> Token? { takeTag(from: position + 1).map { .start($0) } }

  /// - Returns: nil if the page ends within the tag.
  private mutating func takeTag(from start: Int) -> HTMLTag? {
    var index = start
    while index < text.count, !Self.endsName(text[index]) { index += 1 }
    var tag = HTMLTag(name: HTMLName(Bytes(rebasing: text[start..<index])))
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: ">"):
        position = index + 1
        return tag
      case UInt8(ascii: "/"):
        tag.isClosed = byte(index + 1) == UInt8(ascii: ">")
        index += 1
      case let byte where Self.isBlank(byte): index += 1
      default:
        guard let end = takeAttribute(at: index, of: &tag) else {
          position = text.count
          return nil
        }
        index = end
      }
    }
    position = text.count
    return nil
  }

  /// - Returns: the index after the attribute; nil if the page ends within it.
  private func takeAttribute(at start: Int, of tag: inout HTMLTag) -> Int? {
    var end = start + 1
    while end < text.count, !Self.endsName(text[end]), text[end] != UInt8(ascii: "=") { end += 1 }
    let name = Bytes(rebasing: text[start..<end])
    let equals = endOfBlanks(end)
    guard byte(equals) == UInt8(ascii: "=") else {
      tag.add(name, Bytes(rebasing: text[end..<end]), attributes)
      return end
    }
    var first = endOfBlanks(equals + 1)
    let quote = byte(first)
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      first += 1
      guard let last = text.place(of: quote, from: first) else { return nil }
      tag.add(name, Bytes(rebasing: text[first..<last]), attributes)
      return last + 1
    }
    end = first
    while end < text.count, !Self.isBlank(text[end]), text[end] != UInt8(ascii: ">") { end += 1 }
    tag.add(name, Bytes(rebasing: text[first..<end]), attributes)
    return end
  }

  // MARK: Text without tags

  /// Takes the text of an element without child elements, and moves behind the element's end tag.
  mutating func takeText(of name: HTMLName) -> Bytes {
    let end = endTag(name, from: position, escapesScripts: name == "script")
    let content = take(to: end)
    if end < text.count { _ = takeTag(from: end + 2) }
    return content
  }

  mutating func takeRest() -> Bytes { take(to: text.count) }

  /// Finds an end tag. In a comment in a script, ignores a `<script>` and its end tag (13.2.5.26).
  private func endTag(_ name: HTMLName, from start: Int, escapesScripts: Bool) -> Int {
    var index = start
    var commentEnd = start
    var isEscaped = false
    while let found = text.place(of: UInt8(ascii: "<"), from: index) {
      index = found + 1
      if escapesScripts, found >= commentEnd {
        isEscaped = false
        if Bytes(rebasing: text[found...]).starts(with: "<!--") {
          commentEnd = text.place(of: "-->", from: found + 2) ?? text.count
        }
      }
      let isEnd = byte(index) == UInt8(ascii: "/")
      guard isNamed(name, at: index + (isEnd ? 1 : 0)) else { continue }
      if isEnd, !isEscaped { return found }
      if found < commentEnd { isEscaped = !isEnd }
    }
    return text.count
  }

  private func isNamed(_ name: HTMLName, at start: Int) -> Bool {
    guard byte(start).isLetter else { return false }
    var end = start
    while end < text.count, end - start < 16, !Self.endsName(text[end]) { end += 1 }
    return end < text.count && Self.endsName(text[end])
      && HTMLName(Bytes(rebasing: text[start..<end])) == name
  }

  // MARK: Bytes

  /// The byte at an index; 0 after the end.
  private func byte(_ index: Int) -> UInt8 { index < text.count ? text[index] : 0 }

  private func endOfBlanks(_ start: Int) -> Int {
    var end = start
    while Self.isBlank(byte(end)) { end += 1 }
    return end
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 9 || byte == 10 || byte == 12 || byte == 13
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
  }
}
