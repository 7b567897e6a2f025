/// Composes the lines of a page's text, as they would be read without the page's layout.
///
/// Runs of invisible characters, with which newsletters pad the top of a page, make neither text
/// nor lines. Memory is limited: a very long line is passed on in pieces.
struct PageLines {
  enum Layout {
    /// The element may be within a word.
    case inline
    /// The element separates words.
    case cell
    /// The element is on lines of its own.
    case block
    /// Empty lines separate the element from the text above and below.
    case paragraph
  }

  /// The effect of the elements around a text, or of its quote marks.
  struct Surroundings {
    /// The number of quotes; 0 for the writer's own text.
    var quotes = 0
    /// The number of nested indented blocks, which may be quotes.
    var indents = 0
    /// The number of nested definitions of terms.
    var definitions = 0
    var isSignature = false
    var isPreformatted = false
    var isLink = false
    /// Whether the text is not the writer's: the preview text at the top of a page, or a form's.
    var isTeaser = false
    var place = TextPlace()
  }

  var surroundings = Surroundings()
  private(set) var isDone = false

  private let outline: PageOutline
  private let consume: (TextLine) -> Bool
  private var line: [UInt8] = []
  var isBehindDigit: Bool { line.last?.isDigit == true }
  private var spans: [LineSpan] = []
  /// The surroundings of the line's first word. Only `isLink` and `isTeaser` depend on all words.
  private var lineSurroundings = Surroundings()
  private var gap = Gap()
  /// The position of the first character in the gap.
  private var gapPlace = TextPlace()
  /// The pictures in this line, which are passed on before it.
  private var pictures: [Picture] = []
  private var holdsPicture = false
  private var isBelowEmptyLine = true
  private var lastWasReturn = false

  private struct Picture {
    let text: String
    let surroundings: Surroundings
    /// The picture's `src` in the page.
    let source: Bytes
  }

  /// The limit of a line in bytes; a longer line is passed on in pieces.
  static let pieceLimit = 32 << 10
  /// The limit of a picture's text in characters.
  static let pictureLimit = 200
  /// The limit of pictures in a line; a further picture begins another line.
  private static let mostPictures = 100

  /// - Parameter outline: the page's structure, to which the positions in `surroundings` refer.
  init(in outline: PageOutline, _ consume: @escaping (TextLine) -> Bool) {
    (self.outline, self.consume) = (outline, consume)
  }

  // MARK: Text

  mutating func append(_ text: Bytes) {
    var index = 0
    while index < text.count, !isDone {
      let byte = text[index]
      if byte <= 0x20 {
        appendBlank(byte)
        index += 1
      } else if let blank = Gap.Character(text, at: index) {
        if gap.isEmpty { gapPlace = surroundings.place }
        gap.append(blank, Bytes(rebasing: text[index..<(index + blank.length)]))
        index += blank.length
      } else {
        var end = index + 1
        while end < text.count, text[end] > 0x20, Gap.Character(text, at: end) == nil { end += 1 }
        appendWord(Bytes(rebasing: text[index..<end]))
        index = end
      }
    }
  }

  /// Adds text with character references.
  mutating func append(resolving text: Bytes) {
    var rest = text
    while !rest.isEmpty, !isDone {
      let mark = rest.place(of: UInt8(ascii: "&"))
      append(Bytes(rebasing: rest.prefix(mark ?? rest.count)))
      guard let mark else { return }
      rest = Bytes(rebasing: rest[mark...])
      let entity = HTMLEntity(rest)
      var characters = entity.map { String($0.characters) } ?? "&"
      characters.withUTF8 { append($0) }
      rest = Bytes(rebasing: rest.dropFirst(entity?.length ?? 1))
    }
  }

  private mutating func appendBlank(_ byte: UInt8) {
    defer { lastWasReturn = byte == 13 }
    if gap.isEmpty { gapPlace = surroundings.place }
    guard surroundings.isPreformatted else { return gap.addSpace(atStart: isAtSpace) }
    switch byte {
    case 10: if !lastWasReturn { breakLine() }
    case 13: breakLine()
    case 9, 0x20: gap.append(.blank(1), CollectionOfOne(byte))
    default: break
    }
  }

  private mutating func appendWord(_ word: Bytes) {
    if line.isEmpty { lineSurroundings = surroundings }
    outline.addWords(toLink: surroundings.place.link)
    lineSurroundings.isLink = lineSurroundings.isLink && surroundings.isLink
    lineSurroundings.isTeaser = lineSurroundings.isTeaser && surroundings.isTeaser
    fillGap()
    if spans.last?.place != surroundings.place {
      // The indentation belongs to the first word.
      spans.append(LineSpan(start: spans.isEmpty ? 0 : line.count, place: surroundings.place))
    }
    var rest = word
    while line.count + rest.count > Self.pieceLimit {
      var room = max(0, Self.pieceLimit - line.count)
      while room > 0, rest[room] & 0xC0 == 0x80 { room -= 1 }
      line += rest.prefix(room)
      rest = Bytes(rebasing: rest.dropFirst(room))
      sendPiece()
      if isDone { return }
    }
    line += rest
  }

  private var isAtSpace: Bool { line.isEmpty || line.last == 0x20 }

  /// Adds the gap to the line, in a span of its own if its style or link differs from the word's.
  private mutating func fillGap() {
    let end = line.count
    gap.fill(&line)
    guard line.count > end, let last = spans.last?.place, last != gapPlace,
      last.node == gapPlace.node
    else { return }
    spans.append(LineSpan(start: end, place: gapPlace))
  }

  /// Adds a picture with its text, which does not count as words of the line. But a text without
  /// letters and digits, such as a bullet, becomes part of the line. A picture in the message is a
  /// block of its own, so the line ends above it. Of pictures elsewhere without a text, only the
  /// first of each link counts.
  mutating func append(picture words: String, source: Bytes) {
    var text = oneLine(words.utf8, limit: Self.pictureLimit)
    if !text.isEmpty, !text.contains(where: { $0.isLetter || $0.isNumber }) {
      return text.withUTF8 { append($0) }
    }
    let picture = Picture(text: text, surroundings: surroundings, source: source)
    let link = surroundings.place.link
    if !text.isEmpty { outline.addWords(toLink: link) }
    if ShownPictures.isInMessage(source) {
      if line.isEmpty { sendPictures() } else { send() }
      holdsPicture = true
      return send(picture)
    }
    guard !text.isEmpty || !source.isEmpty && outline.addPicture(toLink: link) else {
      return
    }
    if pictures.count == Self.mostPictures { endLine() }
    holdsPicture = holdsPicture || !text.isEmpty || link > 0
    pictures.append(picture)
    if !line.isEmpty { fillGap() }
    spans.append(LineSpan(start: line.count, place: surroundings.place, picture: text))
  }

  /// Passes on the pictures of the line, and drops the spans of a line without words.
  private mutating func sendPictures(isInLine: Bool = false) {
    for picture in pictures { send(picture, isInLine: isInLine) }
    if !pictures.isEmpty { pictures.removeAll(keepingCapacity: true) }
    if !isInLine { spans.removeAll(keepingCapacity: true) }
  }

  private mutating func send(_ picture: Picture, isInLine: Bool = false) {
    if !picture.text.isEmpty { isBelowEmptyLine = false }
    var text = picture.text
    text.withUTF8 {
      var line = TextLine(bytes: $0, around: picture.surroundings, outline: outline)
      (line.isPicture, line.source, line.isInLine) = (true, picture.source, isInLine)
      hand(line)
    }
  }

  mutating func addRule() {
    hand(TextLine(bytes: .none, around: surroundings, isRule: true, outline: outline))
  }

  // MARK: Lines

  mutating func lay(out layout: Layout) {
    switch layout {
    case .inline: break
    case .cell:
      if gap.isEmpty, let last = spans.last { gapPlace = last.place }
      gap.addSpace(atStart: isAtSpace)
    case .block: endLine()
    case .paragraph:
      endLine()
      if !isBelowEmptyLine { send() }
    }
  }

  mutating func breakLine() {
    if line.isEmpty, !holdsPicture { send() } else { endLine() }
  }

  mutating func endLine() {
    // A line of blanks keeps its height, as in <p>&nbsp;</p>.
    let isEmptyLine = line.isEmpty && !holdsPicture && gap.hasHeight && !isBelowEmptyLine
    if !line.isEmpty || isEmptyLine { send() } else { sendPictures() }
    holdsPicture = false
    gap = Gap()
  }

  private mutating func send() {
    if line.isEmpty { lineSurroundings = surroundings }
    sendPictures(isInLine: true)
    isBelowEmptyLine = line.isEmpty
    gap = Gap()
    line.withUnsafeBufferPointer {
      hand(TextLine(bytes: $0, around: lineSurroundings, outline: outline, spans: spans))
    }
    line.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
  }

  private mutating func sendPiece() {
    sendPictures(isInLine: true)
    isBelowEmptyLine = false
    line.withUnsafeBufferPointer {
      var piece = TextLine(bytes: $0, around: lineSurroundings, outline: outline, spans: spans)
      (piece.isSoft, piece.runsOn) = (true, true)
      hand(piece)
    }
    line.removeAll(keepingCapacity: true)
    spans = [LineSpan(start: 0, place: surroundings.place)]
  }

  private mutating func hand(_ line: TextLine) {
    if !isDone, !consume(line) { isDone = true }
  }
}
