/// A line of a message's text, valid until the next line is read.
struct TextLine {
  /// The line in UTF-8, without the line break. Plain text keeps its quote marks.
  var bytes: Bytes
  /// The quotes and other elements around the line.
  var around = PageLines.Surroundings()
  /// Whether a quoted message without quote marks begins at this line, below the reply.
  var beginsAnswered = false
  /// Whether the next line continues this line without a space, as with DelSp (RFC 3676).
  var runsOn = false
  /// Whether the next line of the same quote depth continues this one (RFC 3676).
  var isSoft = false
  /// Whether the line is the unmarked end of a quoted line that was wrapped.
  var isWrappedQuote = false
  /// The number of bytes of quote marks at the start, including a space after the last mark.
  var marks = 0
  /// Whether the line is a picture's alternative text, which is not the writer's words.
  var isPicture = false
  /// Whether the picture's text is shown within the next line.
  var isInLine = false
  /// The `src` of a picture's `<img>`, as written in the page.
  var source = Bytes.none
  /// Whether the line is a horizontal rule, without text.
  var isRule = false
  /// The index of a picture in ``ShownPictures/list``; nil for all other lines.
  var picture: Int?
  /// The text below the line; nil in a page.
  var below: TextBelow?
  /// The structure of the line's page; nil for plain text.
  var outline: PageOutline?
  /// The positions of the line's parts in the outline.
  var spans: [LineSpan] = []

  /// The number of spaces before the line in plain text: four for each of up to eight definitions.
  var indentation: Int { 4 * min(around.definitions, 8) }
  var place: TextPlace { spans.first?.place ?? around.place }
  var isHeading: Bool { unit.isHeading }
  var unit: TextUnit {
    switch outline?[place.node].kind {
    case .heading: .heading(place.node)
    case .item: .item(place.node)
    default: .other
    }
  }
}

extension TextLine {
  /// Returns the line's words, with the texts of pictures that stand between them.
  func spoken(_ content: Bytes) -> [UInt8] {
    var (spoken, start) = ([UInt8](), 0)
    for span in spans where (1..<content.count).contains(span.start) {
      guard let picture = span.picture?.utf8, let first = picture.first, let last = picture.last
      else { continue }
      spoken += content[start..<span.start]
      start = span.start
      if spoken[spoken.count - 1].isParted(from: first) { spoken.append(0x20) }
      spoken += picture
      if last.isParted(from: content[start]) { spoken.append(0x20) }
    }
    guard start > 0 else { return Array(content.trimmed) }
    return (spoken + content[start...]).withUnsafeBufferPointer { Array($0.trimmed) }
  }
}

extension UInt8 {
  /// Whether a space parts a character from the next, where one of them belongs to a picture's
  /// text.
  func isParted(from next: UInt8) -> Bool {
    self > 0x20 && next > 0x20 && !"([{".utf8.contains(self) && !".,;:!?)]}".utf8.contains(next)
  }
}

/// A heading or an item of a list, by its node in the ``PageOutline``. In a row, punctuation
/// separates a unit from the next text.
enum TextUnit: Equatable {
  case heading(Int32)
  case item(Int32)
  case other

  var isHeading: Bool { if case .heading = self { true } else { false } }

  /// Returns the punctuation between this unit and the next; nil for none.
  func mark(before next: TextUnit) -> UInt8? {
    switch (self, next) {
    case _ where self == next: nil
    case (.heading, _): UInt8(ascii: ":")
    case (.item, .item): UInt8(ascii: ",")
    case (.item, _): UInt8(ascii: ".")
    case (.other, _): nil
    }
  }
}

/// The start of a part of a page's line. The part extends to the next span.
struct LineSpan {
  let start: Int
  let place: TextPlace
  /// The text of a picture at the start, before the part's own text.
  var picture: String?
}

struct PlainText {
  /// Whether lines that end with a space continue in the next line (RFC 3676).
  var isFlowed = false
  /// Whether the space at the end of a continued line is removed (DelSp).
  var deletesSpace = false
  /// Whether the message is a reply, and so is likely to contain quotes.
  var isAnswer = false
  var isCut = false

  /// Passes on lines until the text ends, or `consume` returns false.
  func read(_ text: Bytes, _ consume: (TextLine) -> Bool) {
    let quoteMarks = QuoteMarks(text, isAnswer: isAnswer)
    var start = 0
    var above = TextLine(bytes: .none)
    while start < text.count {
      let end = text.endOfLine(from: start)
      var line = TextLine(bytes: Bytes(rebasing: text[start..<end]).withoutLineBreak)
      // An mbox puts a mark before such a line, which is then no quote.
      if line.bytes.starts(with: ">From "), above.around.quotes == 0,
        text.line(from: end).first != UInt8(ascii: ">")
      {
        line.bytes = Bytes(rebasing: line.bytes.dropFirst())
      }
      line.beginsAnswered = start == quoteMarks.answeredStart
      start = end
      line.below = TextBelow(Bytes(rebasing: text[end...]), isCut: isCut)
      (line.around.quotes, line.marks) = quotes(of: line.bytes, quoteMarks)
      if quoteMarks.arePrompts, line.around.quotes == 1 || line.around.quotes == 3 {
        (line.around.quotes, line.marks) = (0, 0)
      }
      if line.around.quotes == 0, Self.wraps(above, in: line.bytes), end < text.count,
        quotes(of: text.line(from: end), quoteMarks).depth > 0
      {
        (line.around.quotes, line.isWrappedQuote) = (above.around.quotes, true)
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

  /// Whether a quoted line may have been wrapped into the next line: the quoted line is long, and
  /// no sentence ends or begins at the line break.
  private static func wraps(_ above: TextLine, in next: Bytes) -> Bool {
    guard above.around.quotes > 0, !above.isWrappedQuote, above.bytes.count >= 60,
      let first = next.first, first > 0x20, !first.isCapital
    else { return false }
    return above.bytes.trimmed.last.map { !".?!:".utf8.contains($0) } ?? false
  }

  /// Counts the quote marks at a line's start: `>`, and the marks in `quoteMarks`. A line with bars
  /// at both ends is part of a table, and has no marks.
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
      // In flowed text, a space at the start was stuffed or indents text, so no quote mark follows.
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

  /// The limit of the indentation before a name that marks a quote.
  private static let indentLimit = 8

  /// Whether the byte is the space between quote marks and text, or was stuffed (RFC 3676, section
  /// 4.4).
  private func isBlank(_ line: Bytes, at index: Int, above depth: Int) -> Bool {
    (depth > 0 || isFlowed) && index < line.count && line[index] == 0x20
  }
}
