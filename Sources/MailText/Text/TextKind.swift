/// The kinds of text that a part may have, the best for reading first.
package enum TextKind: CaseIterable {
  case plain
  case html
  case enriched
  case richtext
  /// A text of another kind, shown as it is.
  case other
  case calendar

  /// - Parameter subtype: the `plain` of `text/plain`.
  /// - Returns: nil for text that is not meant to be read.
  init?(subtype: String) {
    switch subtype.lowercased() {
    case "plain": self = .plain
    case "html", "x-amp-html", "watch-html": self = .html
    case "enriched": self = .enriched
    case "richtext": self = .richtext
    case "calendar", "x-vcalendar": self = .calendar
    case "rtf", "css", "vcard", "x-vcard", "directory", "javascript", "rfc822-headers": return nil
    default: self = .other
    }
  }

  /// Returns the index of the last alternative of each kind, the best kind first. A text of an
  /// unknown kind counts only without others (RFC 2046, section 5.1.4).
  static func ranking(_ kinds: [TextKind?]) -> [Int] {
    let known = allCases.filter { $0 != .other && kinds.contains($0) }
    return (known.isEmpty ? [.other] : known).compactMap { kinds.lastIndex(of: $0) }
  }

  /// Passes on the part's text line by line, until `consume` returns false.
  func read(
    _ content: inout [UInt8],
    _ header: PartHeader,
    isAnswer: Bool,
    isCut: Bool = false,
    _ consume: (TextLine) -> Bool
  ) {
    if self == .calendar { CalendarObject.unfold(&content) }
    TextDecoding.read(&content, header, isPage: self == .html) { text in
      switch self {
      case .html: HTMLText.read(text, consume)
      case .plain where Self.isPage(text): HTMLText.read(text, consume)
      case .plain, .other:
        var plain = header.plainText(isAnswer: isAnswer)
        plain.isCut = isCut
        plain.read(text, consume)
      case .enriched, .richtext:
        EnrichedText(text, isRichtext: self == .richtext).page.withUnsafeBufferPointer {
          HTMLText.read($0, consume)
        }
      case .calendar:
        for var line in CalendarObject.lines(of: text) {
          guard line.withUTF8({ consume(TextLine(bytes: $0)) }) else { return }
        }
      }
    }
  }

  /// Whether a plain text is really HTML.
  private static func isPage(_ text: Bytes) -> Bool {
    let start = Bytes(rebasing: text.drop { $0 <= 0x20 }.prefix(64))
    guard start.first == UInt8(ascii: "<") else { return breaksLines(text) }
    let isBlock = blockBeginnings.contains { start.starts(with: $0) }
    return pageBeginnings.isIn(start) || isBlock && Boilerplate.tags.isIn(text)
  }

  /// Whether `<br>` breaks a text's lines: the tag is directly after a word at least twice, which
  /// does not happen in text about tags.
  private static func breaksLines(_ text: Bytes) -> Bool {
    var (start, count) = (0, 0)
    while let tag = text.place(of: UInt8(ascii: "<"), from: start), count < 2 {
      start = tag + 1
      guard tag > 0, text[tag - 1] > 0x20, !"\"'`(,".utf8.contains(text[tag - 1]) else { continue }
      let rest = Bytes(rebasing: text[tag...].prefix(6))
      if breaks.contains(where: { rest.starts(withAnyCaseOf: $0) }) { count += 1 }
    }
    return count == 2
  }

  private static let breaks: [StaticString] = ["<br>", "<br/>", "<br />"]
  private static let blockBeginnings: [StaticString] = [
    "<p>", "<p ", "<div", "<table", "<center>", "<body", "<head>", "<font ", "<span ", "<br",
    "<!--",
  ]
  private static let pageBeginnings = PlainPhrases(["<!doctype html", "<html>", "<html "])

}

extension PartHeader {
  /// Returns a reader of plain text, set up by the header's parameters (RFC 3676).
  fileprivate func plainText(isAnswer: Bool) -> PlainText {
    let isFlowed = parameters["format"]?.lowercased() == "flowed"
    let deletesSpace = isFlowed && parameters["delsp"]?.lowercased() == "yes"
    return PlainText(isFlowed: isFlowed, deletesSpace: deletesSpace, isAnswer: isAnswer)
  }
}
