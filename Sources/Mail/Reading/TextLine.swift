/// A line of a message's text, valid until the next one is read.
struct TextLine {
  /// UTF-8, without the line break. Plain text keeps its quote marks.
  var bytes: Bytes
  /// How many quotes it stands in: 0 is what the writer wrote.
  var quoteDepth = 0
  /// How many blocks it stands in that may be quotes, or are only indented.
  var indents = 0
  /// Whether a letter without marks begins there that is answered above.
  var beginsAnswered = false
  /// Whether the markup makes it a signature.
  var isSignature = false
  /// Whether the next line goes on where this one ends, without a space (RFC 3676, DelSp).
  var runsOn = false
  /// Whether the next line of the same depth goes on where this one ends (RFC 3676): `runsOn`, or
  /// with the space that ends this one.
  var isSoft = false
  /// Whether it is the end of a quoted line above that was wrapped, without marks of its own.
  var isWrappedQuote = false
  /// How many bytes at the start are quote marks, with the space behind the last.
  var marks = 0
  /// Whether these are not the writer's words, but what stands for a picture where none is shown:
  /// the `alt` text of one `<img>`, on one line. It stands before the line that holds the picture.
  var isPicture = false
  /// Of a picture: the `src` of its `<img>`, as it stands in the page.
  var source = Bytes.none
  /// Whether all of it is text of links or buttons.
  var isLink = false
  /// Whether it is a teaser for lists of mail, which pages have at their top.
  var isTeaser = false
}

/// Plain text, line by line.
struct PlainText {
  /// Lines that end in a space go on in the next (RFC 3676).
  var isFlowed = false
  /// That space is not part of the text.
  var deletesSpace = false
  /// Whether the message answers another one, so that it may well have quotes in it.
  var isAnswer = false

  /// Hands out the lines until there are no more, or `consume` returns false.
  func read(_ text: Bytes, _ consume: (TextLine) -> Bool) {
    let quoteMarks = QuoteMarks(text, isAnswer: isAnswer)
    var start = 0
    var above = TextLine(bytes: .none)
    while start < text.count {
      let end = text.endOfLine(from: start)
      var line = TextLine(bytes: Bytes(rebasing: text[start..<end]).withoutLineBreak)
      line.beginsAnswered = start == quoteMarks.answeredStart
      start = end
      (line.quoteDepth, line.marks) = quotes(of: line.bytes, quoteMarks)
      if quoteMarks.arePrompts, line.quoteDepth == 1 || line.quoteDepth == 3 {
        (line.quoteDepth, line.marks) = (0, 0)
      }
      if line.quoteDepth == 0, Self.wraps(above, in: line.bytes), end < text.count,
        quotes(of: Bytes(rebasing: text[end..<text.endOfLine(from: end)]), quoteMarks).depth > 0
      {
        (line.quoteDepth, line.isWrappedQuote) = (above.quoteDepth, true)
      }
      above = line
      let isSignatureMark = line.bytes.dropFirst(line.marks).elementsEqual("-- ".utf8)
      line.isSoft = isFlowed && line.bytes.last == 0x20 && !isSignatureMark
      if deletesSpace, line.bytes.count > 3, line.bytes.last == 0x20 {
        line.bytes = Bytes(rebasing: line.bytes.dropLast())
        line.runsOn = true
      }
      guard consume(line) else { return }
    }
  }

  /// Whether a quoted line may have been wrapped, with its end in the next line: it is long, and no
  /// sentence ends with it or begins there.
  private static func wraps(_ above: TextLine, in next: Bytes) -> Bool {
    guard above.quoteDepth > 0, !above.isWrappedQuote, above.bytes.count >= 60,
      let first = next.first, first > 0x20, !(0x41...0x5A).contains(first)
    else { return false }
    return above.bytes.trimmed.last.map { !".?!:".utf8.contains($0) } ?? false
  }

  /// `>` is what everybody writes. A bar at both ends of a line is a table.
  private func quotes(of line: Bytes, _ quoteMarks: QuoteMarks) -> (depth: Int, marks: Int) {
    var depth = 0
    var marks = 0
    var index = 0
    let indent = line.prefix(Self.indentLimit).prefix { $0 == 0x20 }.count
    let rest = Bytes(rebasing: line.dropFirst(indent))
    if let name = quoteMarks.nameLength(rest) {
      (depth, marks) = (1, indent + name + 1)
      index = marks
    } else if let prefix = quoteMarks.prefixLength(rest) {
      return (1, indent + prefix)
    } else if isFlowed, quoteMarks.includesStuffed, line.starts(with: [0x20, UInt8(ascii: ">")]) {
      index = 1
    }
    while index < line.count {
      let byte = line[index]
      switch byte {
      case UInt8(ascii: ">"): depth += 1
      case UInt8(ascii: "|"):
        guard depth > 0 || quoteMarks.includesBars && (line.last != byte || line.count < 3)
        else { return (0, 0) }
        depth += 1
      case UInt8(ascii: "+") where depth == 0 && quoteMarks.includesPlus: depth += 1
      // Text that is itself indented begins with a space where lines flow.
      case 0x20 where depth > 0 || !isFlowed && index < 3:
        index += 1
        continue
      default: return (depth, marks + (isBlank(line, at: marks, above: depth) ? 1 : 0))
      }
      index += 1
      marks = index
    }
    return (depth, marks + (isBlank(line, at: marks, above: depth) ? 1 : 0))
  }

  /// Programs that quote by name begin the lines with so many spaces, at most.
  private static let indentLimit = 8

  /// The space that parts quote marks from the text, or that was stuffed in (RFC 3676, section
  /// 4.4).
  private func isBlank(_ line: Bytes, at index: Int, above depth: Int) -> Bool {
    (depth > 0 || isFlowed) && index < line.count && line[index] == 0x20
  }
}
