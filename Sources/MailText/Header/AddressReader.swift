/// Reads the addresses of a header field (RFC 5322, section 3.4), also as careless programs write
/// them.
struct AddressReader {
  private(set) var list = AddressList()
  private let text: Bytes
  private var index = 0
  private var part = Part()
  /// The name of the current group, and the number of addresses before it.
  private var group: (name: [UInt8], start: Int)?
  /// Whether no quotation mark, or no parenthesis, closes another one behind the position.
  private var (lacksQuote, lacksParenthesis) = (false, false)

  /// The text between two separators.
  private struct Part {
    /// The text above the address in brackets, without quotation marks.
    var name: [UInt8] = []
    /// The text without comments.
    var plain: [UInt8] = []
    /// The whole text, as written.
    var whole: [UInt8] = []
    var comment: [UInt8] = []
    var inBrackets: [UInt8]?
    var hasSpace = false
  }

  /// - Parameter text: the value, with encoded words only as ``EncodedWords/Purpose/addresses`` has
  ///   them.
  init(_ text: Bytes) {
    self.text = text
    while index < text.count, !list.isCut { readNext() }
    end()
    endGroup()
  }

  private mutating func readNext() {
    let start = index
    let byte = text[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""):
      guard !lacksQuote, let content = quoted() else { return add(byte) }
      part.whole += text[start..<index]
      part.plain += text[start..<index]
      if part.inBrackets == nil { part.name += content }
    case UInt8(ascii: "("):
      guard !lacksParenthesis, let end = endOfComment() else { return add(byte) }
      part.comment = Array(text[index..<(end - 1)])
      part.whole += text[start..<end]
      if part.inBrackets == nil { part.name += text[start..<end] }
      index = end
    case UInt8(ascii: "<"):
      if part.inBrackets != nil { end() }
      part.inBrackets = bracketed()
      part.whole += text[start..<index]
    case UInt8(ascii: ",") where isDot(at: start): add(UInt8(ascii: "."))
    case UInt8(ascii: ",") where !isInName: end()
    case UInt8(ascii: ";"):
      end()
      endGroup()
    case UInt8(ascii: ":") where beginsGroup:
      group = (part.name, list.addresses.count)
      part = Part()
    case UInt8(ascii: "\\") where index < text.count:
      add(text[index])
      index += 1
    default: add(byte)
    }
  }

  private mutating func add(_ byte: UInt8) {
    if byte > 0x20, let last = part.plain.last, last <= 0x20 {
      part.hasSpace = part.hasSpace || part.plain.contains { $0 > 0x20 }
    }
    part.whole.append(byte)
    part.plain.append(byte)
    if part.inBrackets == nil { part.name.append(byte) }
  }

  // MARK: Parts of an address

  /// Moves behind a quoted string, and returns its content; nil if it has no end.
  private mutating func quoted() -> [UInt8]? {
    var (content, place) = ([UInt8](), index)
    while place < text.count, text[place] != UInt8(ascii: "\"") {
      if text[place] == UInt8(ascii: "\\"), place + 1 < text.count { place += 1 }
      content.append(text[place])
      place += 1
    }
    lacksQuote = place >= text.count
    if lacksQuote { return nil }
    index = place + 1
    return content
  }

  /// Returns the index after a comment, which may contain others; nil if it has no end.
  private mutating func endOfComment() -> Int? {
    var depth = 1
    for place in index..<text.count {
      switch text[place] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      default: continue
      }
      if depth == 0 { return place + 1 }
    }
    lacksParenthesis = true
    return nil
  }

  /// Moves behind an address in brackets, and returns it without spaces, comments, and the servers
  /// of its route.
  private mutating func bracketed() -> [UInt8] {
    let end = text.place(of: UInt8(ascii: ">"), from: index)
    var content = text[index..<(end ?? text.count)]
    let isOne = content.count { $0 == UInt8(ascii: "@") } == 1 || content.first == 0x40
    if end == nil || !isOne { content = content.prefix { !",;".utf8.contains($0) } }
    index = content.endIndex == end ? content.endIndex + 1 : content.endIndex
    if content.first == 0x40, let colon = content.lastIndex(of: UInt8(ascii: ":")) {
      content = content[(colon + 1)...]
    }
    let trimmed = Bytes(rebasing: content).trimmed
    guard trimmed.contains(0x40) else { return Array(trimmed) }
    return trimmed.withoutComments.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ".") : $0 }
  }

  /// Whether a comma stands for a full stop, as in `crew@boats,example`.
  private func isDot(at comma: Int) -> Bool {
    func isOfName(_ index: Int) -> Bool {
      text.indices.contains(index) && (text[index].isLetter || text[index].isDigit)
    }
    func isWithin(_ byte: UInt8) -> Bool { byte > 0x20 && !"<>,;:()\"".utf8.contains(byte) }
    return isOfName(comma - 1) && isOfName(comma + 1)
      && text[..<comma].reversed().prefix(while: isWithin).contains(0x40)
      && !text[(comma + 1)...].prefix(while: isWithin).contains(0x40)
  }

  /// Whether a comma behind the position stands in a name, as in `Lee, Ann <a@b>`, or behind one,
  /// as in `"Ann", <a@b>`.
  private var isInName: Bool {
    let isQuoted = part.plain.first { $0 > 0x20 } == UInt8(ascii: "\"")
    return part.inBrackets == nil && part.plain.contains(where: \.isOfWord)
      && !part.plain.contains(0x40)
      && (!isQuoted || text[index...].first { $0 > 0x20 } == UInt8(ascii: "<"))
      && text[index...].first { "@,;<\"".utf8.contains($0) } == UInt8(ascii: "<")
  }

  /// Whether a colon begins a group: it does not in the name of an address, as in
  /// `Ticket 12: Harbour <a@b>`.
  private var beginsGroup: Bool {
    guard group == nil, part.inBrackets == nil, !part.plain.contains(0x40) else { return false }
    return text.place(of: UInt8(ascii: ";"), from: index) != nil
      || text.place(of: UInt8(ascii: "<"), from: index) == nil
  }

  // MARK: Ends

  private mutating func endGroup() {
    if let group, list.addresses.count == group.start { add(name: group.name) }
    group = nil
  }

  private mutating func end() {
    defer { part = Part() }
    let name = Self.trimmed(part.name)
    if let address = part.inBrackets {
      if !address.isEmpty, !address.contains(0x20) {
        return add(name: name.isEmpty ? comment : name, address)
      }
      return add(name: name.isEmpty ? part.whole : name)
    }
    let plain = Self.trimmed(part.plain)
    if plain.count > 1, plain.first == 0x22, plain.lastIndex(of: 0x22) == plain.count - 1,
      !plain.dropFirst().dropLast().contains(0x22)
    {
      let isAddress = name.contains(0x40) && !name.contains(0x20)
      return isAddress ? add(name: comment, name) : add(name: name)
    }
    // Of several words, none is certainly the address.
    if part.hasSpace { return add(name: part.whole) }
    let isAddress = plain.contains(0x40) || plain.allSatisfy { $0 < 0x80 }
    isAddress ? add(name: comment, plain) : add(name: plain)
  }

  /// The comment, if it can be a name.
  private var comment: [UInt8] { part.comment.contains(0x40) ? [] : part.comment }

  private mutating func add(name: [UInt8], _ address: [UInt8] = []) {
    let line = oneLine(Self.decodedAddress(address), limit: MailAddress.limit)
    list.add(MailAddress(raw: Self.decoded(name), address: line))
  }

  private static func trimmed(_ text: [UInt8]) -> [UInt8] {
    text.withUnsafeBufferPointer { Array($0.trimmed) }
  }

  private static func decoded(_ text: [UInt8]) -> String {
    let words = text.withUnsafeBufferPointer { EncodedWords.decoded($0, for: .text) { nil } }
    return String(decoding: words ?? text, as: UTF8.self)
  }

  /// Decodes an address that is written as an encoded word, although the standard forbids this.
  private static func decodedAddress(_ address: [UInt8]) -> [UInt8] {
    guard address.withUnsafeBufferPointer(\.holdsWordStart) else { return address }
    let decoded = Array(decoded(address).utf8)
    let isAddress = decoded.contains(0x40) && !decoded.contains { $0 <= 0x20 || $0 == 0x3C }
    return isAddress ? decoded : address
  }
}
