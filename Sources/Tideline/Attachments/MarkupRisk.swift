/// Finds commands in markup: in an SVG picture, in a web page that is sent under another type, or
/// in an office document that is a single XML file.
nonisolated enum MarkupRisk {
  /// The risk of opening the content; nil if opening it runs nothing, or if it is no markup.
  static func find(in content: [UInt8]) -> AttachmentRisk? {
    // Removes zero bytes: what remains of the names in UTF-16 text is ASCII.
    let text = resolved(content.filter { $0 > 0 && $0 < 0x80 })
      .map { $0 | (isCapital($0) ? 0x20 : 0) }
    guard text.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return nil }
    // Searches the text without white space, too: browsers ignore white space in an address, and
    // around the `=` between a name and its value.
    let squeezed = text.filter { $0 > 0x20 }
    let has = { (words: [String]) in
      words.contains { word in
        [text, squeezed].contains { $0.firstRange(of: Array(word.utf8)) != nil }
      }
    }
    if has(officeMarks), has(macroMarks) { return .macros }
    if has(["www.w3.org/1999/xhtml", "www.w3.org/1999/xsl", "<?xml-stylesheet"]) { return .page }
    if has(["<svg", ":svg"]), has(pictureMarks) || hasHandler(text) { return .page }
    return nil
  }

  /// The text, with character references such as `&#115;`, `&#x73;` and `&colon;` replaced.
  private static func resolved(_ text: [UInt8]) -> [UInt8] {
    let mark = Array("&#".utf8)
    var (resolved, rest) = ([UInt8](), text[...])
    while let place = rest.firstRange(of: mark) {
      resolved += rest[..<place.lowerBound]
      rest = rest[place.upperBound...]
      let isHex = rest.first == UInt8(ascii: "x") || rest.first == UInt8(ascii: "X")
      let digits = rest.dropFirst(isHex ? 1 : 0).prefix(while: isWordByte)
      let number = Int(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10)
      guard let number, (1..<0x80).contains(number) else {
        resolved += mark
        continue
      }
      resolved.append(UInt8(number))
      rest = rest[digits.endIndex...]
      if rest.first == UInt8(ascii: ";") { rest = rest.dropFirst() }
    }
    resolved += rest
    for (name, character) in [("&Tab;", " "), ("&NewLine;", " "), ("&colon;", ":")] {
      resolved.replace(Array(name.utf8), with: Array(character.utf8))
    }
    return resolved
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func isCapital(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private static let officeMarks = [
    "urn:oasis:names:tc:opendocument", "schemas.microsoft.com/office/",
  ]
  /// The marks of macros. An element's name follows `<`, or `:` after a namespace prefix.
  private static let macroMarks = [
    ":scripts", "<scripts", ":event-listener", "<event-listener", "vnd.sun.star.script",
    "macrospresent=", "vbaproject", "editdata.mso",
  ]
  private static let pictureMarks = [
    "<script", ":script", "foreignobject", "javascript:", "<handler", "<!entity", "<iframe",
    "attributename=\"on", "attributename='on",
  ]

  /// Whether an attribute's name begins with `on`, as the name of an event handler does.
  private static func hasHandler(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    while let place = rest.firstRange(of: Array("on".utf8)) {
      let isBegun = place.lowerBound > 0 && isBetween(text[place.lowerBound - 1])
      rest = rest[place.upperBound...]
      guard isBegun else { continue }
      let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
      let next = rest[name.endIndex...].first { $0 > 0x20 }
      if !name.isEmpty, next == UInt8(ascii: "=") { return true }
    }
    return false
  }

  private static func isBetween(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      || byte == UInt8(ascii: "/")
  }
}
