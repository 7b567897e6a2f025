/// Collects a text's lines into passages for the window, and into the first words for a row.
struct PassageBuilder {
  private(set) var passages: [Passage] = []
  private(set) var words: FirstWords
  /// Whether the text continues beyond the limit.
  private(set) var isCut = false

  /// The length of the complete passages, and the limit of all, in bytes.
  private var count = 0
  private let limit: Int
  /// Whether to make blocks, which a row does not need.
  private let makesBlocks: Bool
  private var plain = QuoteOutline()
  /// The last item of a list that began in the page.
  private var lastItem = PageOutline.page
  /// Pictures that wait for a passage of their kind, while the current passage is of another kind.
  private var displaced: [(item: PassageText.Item, kind: Passage.Kind)] = []
  private var kind = Passage.Kind.written
  private var text = PassageText()
  /// The latest lines, which may still turn out to introduce a quote; oldest first.
  private var held: [Held] = []
  /// The alternative texts of the part's pictures.
  private var pictures: [String] = []
  private var hasWritten = false
  private var isBelowEmptyLine = true

  private struct Held {
    var start: Int
    var line: WrittenLine
    /// Whether the line is a name in a directory of Lotus Notes.
    let isNotesName: Bool
  }

  private static let passageLimit = 1_000
  private static let markLimit = 64
  private static let pictureLimit = 100

  init(limit: Int, makesBlocks: Bool, isOfBounce: Bool) {
    (self.limit, self.makesBlocks) = (limit, makesBlocks)
    words = FirstWords(isOfBounce: isOfBounce)
  }

  /// The length of all passages so far, in bytes.
  var length: Int { count + text.count }
  var room: Int { max(0, limit - length) }
  /// Whether the part has no text above the position.
  var isAtTop: Bool { isWriting && text.isEmpty }
  /// Whether the current passage was written by the sender.
  var isWriting: Bool { kind == .written }

  // MARK: Lines

  /// Returns as much of a line, in whole characters, as fits after a line break and the marks.
  mutating func fitting(_ line: Bytes, marks: Int) -> Bytes {
    var room = max(0, room - 2 - marks)
    guard line.count > room else { return line }
    isCut = true
    while room > 0, line[room] & 0xC0 == 0x80 { room -= 1 }
    return Bytes(rebasing: line[..<room])
  }

  /// - Parameters:
  ///   - content: the line without quote marks.
  ///   - line: the content without spaces at its ends.
  ///   - role: the line's role in a row, if it is written text.
  mutating func append(
    _ content: Bytes,
    _ line: Bytes,
    of source: TextLine,
    as role: FirstWords.Role
  ) {
    let depth = source.around.quotes
    if !text.isEmpty { text.breakLine() }
    let start = text.count
    if makesBlocks { text.begin(.marks) }
    if depth > 0, source.marks > 0 {
      // Keeps the original quote marks.
      text.append(Bytes(rebasing: source.bytes.prefix(min(source.marks, Self.markLimit))))
    } else if depth > 0, !source.isWrappedQuote {
      text.append(repeatElement(UInt8(ascii: ">"), count: min(depth, Self.markLimit)))
      if !content.isEmpty { text.append(CollectionOfOne(0x20)) }
    }
    if !content.isEmpty { text.append(repeatElement(0x20, count: source.indentation)) }
    if makesBlocks, !line.isEmpty, let outline = source.outline {
      text.append(outline.marks(ofItemsAt: source.place.node, after: &lastItem).utf8)
    }
    append(content, of: source)
    isCut = isCut || length >= limit
    guard !line.isEmpty else {
      isBelowEmptyLine = true
      return
    }
    defer { isBelowEmptyLine = false }
    switch kind {
    case .written:
      hold(WrittenLine(source.spoken(content), role, source.unit, isBelowEmptyLine), from: start)
    case .quoted where role == .frame: break
    case .quoted: words.add(quoted: line)
    case .signature: words.addSignature()
    case .enclosed: break
    }
  }

  private mutating func append(_ content: Bytes, of source: TextLine) {
    guard makesBlocks else { return text.append(content) }
    if source.outline != nil { return text.append(content, of: source) }
    text.outline = plain.outline
    text.begin(.text(TextPlace(node: plain.node(ofDepth: source.around.quotes))))
    text.append(content)
  }

  /// Adds a rule or a picture. In a passage of another kind, a picture waits for the next one of
  /// its kind, and a rule is dropped.
  mutating func add(itemOf line: TextLine, as kind: Passage.Kind) {
    guard makesBlocks, !line.isInLine else { return }
    let item = PassageText.Item(line)
    if kind == self.kind {
      text.outline = line.outline
      text.add(item)
    } else if !line.isRule {
      displaced.append((item, kind))
    }
  }

  /// Adds a picture's text, which is shown if the part has no written text.
  mutating func addPicture(_ line: TextLine) {
    words.add(picture: line.bytes)
    guard !line.isInLine, pictures.count < Self.pictureLimit else { return }
    pictures.append(String(decoding: line.bytes, as: UTF8.self))
  }

  mutating func join(_ content: Bytes, of source: TextLine) {
    let isParted = text.bytes.last == 0x20
    append(content, of: source)
    isCut = isCut || length >= limit
    switch kind {
    case .written where !held.isEmpty:
      if isParted { held[held.count - 1].line.bytes.append(0x20) }
      held[held.count - 1].line.bytes += content
    case .quoted: words.add(quoted: content)
    case .written, .signature, .enclosed: break
    }
  }

  private mutating func hold(_ line: WrittenLine, from start: Int) {
    var line = line
    if let last = held.indices.last, !line.beginsParagraph {
      held[last].line.completeAddress(from: &line)
      if line.bytes.isEmpty { return }
      if Boilerplate.isLongRule(line.bytes) { held[last].line.dropHeadingMarks() }
      let isAtTop = words.isEmpty && !held.dropLast().contains { $0.line.role == .words }
      if isAtTop, line.role == .address, held[last].line.isWay(to: line) {
        held[last].line.role = .boilerplate
      }
    }
    let fields = held.count < Self.introductionLimit ? 0 : max(fieldsHeld, notesHeld)
    settle(allBut: max(Self.introductionLimit - 1, min(fields + 1, ForwardedText.headerLimit)))
    let isNotesName = LineKind.isNotesName(line.bytes)
    held.append(Held(start: start, line: line, isNotesName: isNotesName))
  }

  /// Treats the held lines, except the last `count`, as words: they introduce no quote.
  mutating func settle(allBut count: Int = 0) {
    for held in held.dropLast(count) { words.add(written: held.line) }
    held.removeFirst(max(0, held.count - count))
  }

  /// Whether the position is in a quote, or below a line that may introduce a quote.
  var isBelowIntroduction: Bool {
    kind == .quoted || held.last.map { LineKind.introduces($0.line.bytes) } == true
  }

  /// Whether the position is in a quote, or below a mail program's introduction of a quote.
  var isBelowAttribution: Bool {
    guard kind == .written, let last = held.last?.line.bytes else { return kind == .quoted }
    return last.withUnsafeBufferPointer { LineKind.isAttribution($0) }
  }

  /// Begins a forwarded message: a row shows its words only if the sender adds no words.
  mutating func beginForwarded() {
    settle()
    words.endText()
  }

  /// Begins the footer of a mailing list with the lines above that introduce it. The text between
  /// the last rule and these lines belongs to the footer, too.
  mutating func beginFooter() {
    begin(.signature, withLast: .max)
    words.dropTail()
  }

  /// The number of header fields directly above a field, if they are a letter's header and not at
  /// the top of the text; else 0.
  func headerLines(above field: Bytes) -> Int {
    guard let last = held.last, !text.bytes[last.start...].contains(10) else { return 0 }
    let count = fieldsHeld
    guard LineKind.isLetterHeader(held.suffix(count).map(\.line.bytes) + [Array(field)]) else {
      return 0
    }
    return words.isEmpty && count == held.count ? 0 : count
  }

  /// The number of header fields directly above the position.
  private var fieldsHeld: Int {
    let fields = held.reversed().prefix {
      $0.line.bytes.withUnsafeBufferPointer { LineKind.isHeaderField($0) }
    }
    let inner = fields.firstIndex { $0.line.beginsParagraph }
    return inner.map { fields.distance(from: fields.startIndex, to: $0) + 1 } ?? fields.count
  }

  /// The number of lines above a line that names the subject, from the name and the time with which
  /// Lotus Notes begins a header without colons; 0 if there is no such header.
  func notesLines(above line: Bytes) -> Int {
    let count = notesHeld
    guard count > 0, LineKind.beginsWithSubjectName(line) else { return 0 }
    // Below an address, other words than the field's name may be a person's.
    let isAddress = held[held.count - count].line.bytes.last == UInt8(ascii: ">")
    return isAddress && line.contains(0x20) ? 0 : count
  }

  private var notesHeld: Int {
    let name = held.indices.dropLast().last { index in
      held[index].isNotesName
        && held[index + 1].line.bytes.withUnsafeBufferPointer { LineKind.namesWriter($0) }
    }
    return name.map { held.count - $0 } ?? 0
  }

  // MARK: Passages

  private static let introductionLimit = 3

  /// Begins a quote, together with the lines that introduce it.
  mutating func beginQuote() { begin(.quoted, withLast: introductions) }

  private var introductions: Int {
    kind == .written ? held.map(\.line).introductions(atMost: Self.introductionLimit) : 0
  }

  /// Keeps a mail program's introduction out of the row where no quote follows.
  private mutating func frameIntroduction() {
    let lines = held.suffix(introductions).map(\.line.bytes)
    let isOfProgram = Array(lines.joined(separator: [0x20])).withUnsafeBufferPointer {
      LineKind.speaksOfWriting($0) && LineKind.namesWriter($0)
    }
    guard isOfProgram else { return }
    for index in held.indices.suffix(lines.count) { held[index].line.role = .frame }
  }

  /// Begins a passage of a kind, unless the current one is of that kind, with up to `count` of the
  /// latest lines.
  mutating func begin(_ kind: Passage.Kind, withLast count: Int = 0) {
    if kind == .signature { frameIntroduction() }
    let count = min(count, held.count)
    let start = count > 0 ? held[held.count - count].start : text.count
    if kind != .written || self.kind != .written || count > 0 {
      settle(allBut: count)
      held = []
    }
    guard kind != self.kind, passages.count < Self.passageLimit else { return }
    let rest = text.split(at: start)
    close()
    self.kind = kind
    text = rest
    for displaced in displaced where displaced.kind == kind { text.add(displaced.item) }
    displaced.removeAll { $0.kind == kind }
  }

  private mutating func close() {
    if kind == .quoted { text.dropTrailingMarks() }
    let shown = text.finish()
    let blocks = makesBlocks ? text.blocks() : []
    let items = text.items
    text = PassageText()
    add(shown, blocks ?? [.paragraph(StyledText(shown))], as: kind)
    if shown.isEmpty { displaced += items.filter { !$0.isRule }.map { ($0, kind) } }
  }

  private mutating func add(
    _ shown: String,
    _ blocks: [MessageBlock]? = nil,
    as kind: Passage.Kind
  ) {
    guard !shown.isEmpty else { return }
    hasWritten = hasWritten || kind == .written
    count += shown.utf8.count
    let passage = Passage(kind: kind, text: shown, blocks: blocks)
    if let last = passages.last, last.kind == kind, kind != .enclosed {
      passages[passages.count - 1].text += "\n\n" + shown
      passages[passages.count - 1].blocks += passage.blocks
    } else {
      passages.append(passage)
    }
  }

  // MARK: Several texts

  mutating func endPart() {
    frameIntroduction()
    settle()
    close()
    let items = displaced.compactMap(\.item.block)
    if pictures.isEmpty { pictures = displaced.map(\.item.words).filter { !$0.isEmpty } }
    if !hasWritten, !pictures.isEmpty {
      add(pictures.joined(separator: "\n"), items.isEmpty ? nil : items, as: .written)
    } else if let last = passages.lastIndex(where: { $0.kind != .quoted }) {
      passages[last].blocks += items
    }
    (displaced, plain, lastItem) = ([], QuoteOutline(), PageOutline.page)
    (kind, pictures, hasWritten, isBelowEmptyLine) = (.written, [], false, true)
    words.endPart()
  }

  /// Adds the header of a message inside the message, or a program's note.
  mutating func addEnclosed(_ header: String) {
    if !isCut { add(header, as: .enclosed) }
  }

  /// Adds a text that was built separately.
  mutating func append(_ other: PassageBuilder, isReturned: Bool) {
    for passage in other.passages { add(passage.text, passage.blocks, as: passage.kind) }
    isCut = isCut || other.isCut
    if !isReturned { words.append(other.words) }
  }
}
