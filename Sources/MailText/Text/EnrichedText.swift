/// Turns text with commands in angle brackets into a page: text/enriched (RFC 1896), and its
/// predecessor text/richtext (RFC 1341, section 7.1.3).
struct EnrichedText {
  /// The page in HTML.
  private(set) var page: [UInt8] = []
  private let isRichtext: Bool
  private var unfilled = 0

  /// The limit of a command's length in bytes (RFC 1896, section 2).
  private static let nameLimit = 60

  /// - Parameters:
  ///   - text: UTF-8 without NULs.
  ///   - isRichtext: whether the text is text/richtext, in which line breaks are spaces.
  init(_ text: Bytes, isRichtext: Bool) {
    self.isRichtext = isRichtext
    page.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      switch text[index] {
      case UInt8(ascii: "<"): index += addCommand(Bytes(rebasing: text[index...]))
      case 10, 13:
        let breaks = text[index...].prefix { $0 == 10 || $0 == 13 }
        add(lineBreaks: breaks.count { $0 == 10 })
        index = breaks.endIndex
      case let byte:
        if byte == UInt8(ascii: "&") { page += "&amp;".utf8 } else { page.append(byte) }
        index += 1
      }
    }
  }

  /// Adds adjacent line breaks: the first is a space, and each further one is a real line break.
  /// In text/richtext, all are one space; in text/enriched within `<nofill>`, all are real.
  private mutating func add(lineBreaks count: Int) {
    if !isRichtext, unfilled > 0 { return page += repeatElement(10, count: count) }
    page.append(0x20)
    if !isRichtext { for _ in 1..<max(1, count) { page += "<br>".utf8 } }
  }

  /// - Returns: the command's length; of a bracket that begins none, and is text, 1 or 2.
  private mutating func addCommand(_ text: Bytes) -> Int {
    let isEnd = text.count > 1 && text[1] == UInt8(ascii: "/")
    let name = text.dropFirst(isEnd ? 2 : 1).prefix(Self.nameLimit + 1).prefix {
      $0.isDigit || $0.isLetter || $0 == 0x2D
    }
    guard !name.isEmpty, name.endIndex < text.count, text[name.endIndex] == UInt8(ascii: ">") else {
      page += "&lt;".utf8
      return text.dropFirst().first == UInt8(ascii: "<") ? 2 : 1
    }
    let command = String(decoding: name, as: UTF8.self).lowercased()
    if command == "nofill" { unfilled = max(0, unfilled + (isEnd ? -1 : 1)) }
    let tags = Self.tags[command] ?? (isRichtext ? Self.ofRichtext : Self.ofEnriched)[command]
    page += (isEnd ? tags?.end : tags?.start)?.utf8 ?? "".utf8
    return name.endIndex + 1
  }

  private typealias Tags = [String: (start: String, end: String)]

  private static let tags: Tags = {
    var tags: Tags = [
      "bold": ("<b>", "</b>"), "italic": ("<i>", "</i>"), "underline": ("<u>", "</u>"),
      "fixed": ("<tt>", "</tt>"), "excerpt": ("<includetail>", "</includetail>"),
      "signature": ("<signature>", "</signature>"),
      "nofill": ("<section style=white-space:pre>", "</section>"),
    ]
    // These may end in any order.
    for name in ["paragraph", "heading", "footing"] { tags[name] = ("<p></p>", "<p></p>") }
    for name in [
      "center", "flushleft", "flushright", "flushboth", "paraindent", "indent", "indentright",
      "outdent", "outdentright",
    ] { tags[name] = ("<div></div>", "<div></div>") }
    return tags
  }()
  private static let ofEnriched: Tags = ["param": ("<datalist>", "</datalist>")]
  private static let ofRichtext: Tags = [
    "comment": ("<datalist>", "</datalist>"), "nl": ("<br>", ""), "np": ("<p></p>", ""),
    "lt": ("&lt;", ""),
  ]
}
