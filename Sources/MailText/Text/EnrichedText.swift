/// Reads text with commands in angle brackets: text/enriched (RFC 1896), and its predecessor
/// text/richtext (RFC 1341, section 7.1.3).
struct EnrichedText {
  /// Whether the text is text/richtext, in which line breaks are spaces.
  var isRichtext = false

  /// The limit of a command's length in bytes (RFC 1896, section 2).
  private static let nameLimit = 60

  /// Passes on lines until the text ends, `consume` returns false, or the task is cancelled.
  ///
  /// - Parameter text: UTF-8 without NULs.
  func read(_ text: Bytes, _ consume: (TextLine) -> Bool) {
    withoutActuallyEscaping(consume) { consume in
      var page = Page(lines: PageLines(consume))
      var index = 0
      while index < text.count, !page.lines.isDone, !Task.isCancelled {
        switch text[index] {
        case UInt8(ascii: "<"): index = readCommand(text, at: index, &page)
        case 10, 13: index = readLineBreaks(text, at: index, &page)
        default:
          var end = index + 1
          while end < text.count, end - index < Self.step, !Self.isSpecial(text[end]) { end += 1 }
          page.add(Bytes(rebasing: text[index..<end]))
          index = end
        }
      }
      page.lines.endLine()
    }
  }

  /// The number of bytes between two checks whether the task is cancelled.
  private static let step = 64 << 10

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "<") || byte == 10 || byte == 13
  }

  /// Counts of the open commands, which may be nested and end in any order.
  private struct Page {
    var lines: PageLines
    var unread = 0
    var unfilled = 0
    var quotes = 0
    var signatures = 0

    mutating func add(_ text: Bytes) {
      guard unread == 0 else { return }
      lines.surroundings = PageLines.Surroundings(
        quotes: quotes,
        isSignature: signatures > 0,
        isPreformatted: unfilled > 0
      )
      lines.append(text)
    }

    mutating func breakLine() {
      if unread == 0 { lines.breakLine() }
    }

    mutating func lay(out layout: PageLines.Layout) {
      if unread == 0 { lines.lay(out: layout) }
    }
  }

  /// Reads adjacent line breaks: the first is a space, and each further one is a real line break.
  /// In text/richtext, all are one space; in text/enriched within `<nofill>`, all are real.
  private func readLineBreaks(_ text: Bytes, at start: Int, _ page: inout Page) -> Int {
    var index = start
    var count = 0
    while index < text.count, text[index] == 10 || text[index] == 13 {
      if text[index] == 13, index + 1 < text.count, text[index + 1] == 10 { index += 1 }
      index += 1
      count += 1
    }
    if isRichtext || page.unfilled == 0 {
      page.lay(out: .cell)
      if !isRichtext {
        for _ in 1..<max(1, count) where !page.lines.isDone { page.breakLine() }
      }
    } else {
      for _ in 0..<count where !page.lines.isDone { page.breakLine() }
    }
    return index
  }

  /// - Returns: the index after the command.
  private func readCommand(_ text: Bytes, at start: Int, _ page: inout Page) -> Int {
    let first = start + 1
    if first < text.count, text[first] == UInt8(ascii: "<") {
      page.add(Bytes(rebasing: text[first...first]))
      return first + 1
    }
    let isEnd = first < text.count && text[first] == UInt8(ascii: "/")
    let name = first + (isEnd ? 1 : 0)
    var end = name
    while end < text.count, end - name <= Self.nameLimit, Self.isOfName(text[end]) { end += 1 }
    guard end > name, end < text.count, text[end] == UInt8(ascii: ">") else {
      // A bracket that begins no command is text.
      page.add(Bytes(rebasing: text[start..<first]))
      return first
    }
    obey(HTMLName(Bytes(rebasing: text[name..<end])), isEnd, &page)
    return end + 1
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isDigit || byte.isLetter || byte == 0x2D
  }

  private static let bracket: StaticString = "<"

  private func obey(_ command: HTMLName, _ isEnd: Bool, _ page: inout Page) {
    func count(_ number: inout Int) { number = max(0, number + (isEnd ? -1 : 1)) }
    switch command {
    case "param" where !isRichtext, "comment" where isRichtext: count(&page.unread)
    case "nofill":
      page.lay(out: .block)
      count(&page.unfilled)
    case "excerpt":
      page.lay(out: .block)
      count(&page.quotes)
    case "signature":
      page.lay(out: .block)
      count(&page.signatures)
    case "nl" where isRichtext: page.breakLine()
    case "np" where isRichtext: page.lay(out: .paragraph)
    case "lt" where isRichtext:
      page.add(Bytes(start: Self.bracket.utf8Start, count: Self.bracket.utf8CodeUnitCount))
    case "paragraph", "heading", "footing": page.lay(out: .paragraph)
    case "center", "flushleft", "flushright", "flushboth", "paraindent", "indent", "indentright",
      "outdent", "outdentright":
      page.lay(out: .block)
    default: break
    }
  }
}
