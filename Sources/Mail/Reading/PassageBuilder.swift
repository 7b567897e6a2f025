/// Puts a text's lines together: into passages for the window, and the first words for a row.
struct PassageBuilder {
  private(set) var passages: [Passage] = []
  private(set) var words = FirstWords()
  /// Whether the text goes on beyond the limit.
  private(set) var isCut = false

  /// Of all passages that are complete, in bytes.
  private var count = 0
  private let limit: Int
  private var kind = Passage.Kind.written
  private var text = PassageText()
  /// The last lines, which may yet turn out to introduce a quote; oldest first.
  private var held: [Held] = []
  /// What the pictures of the part show.
  private var pictures: [String] = []
  private var hasWritten = false
  private var isBelowEmptyLine = true

  private struct Held {
    /// Where it begins in `text`.
    var start: Int
    var line: [UInt8]
    var role: FirstWords.Role
    var beginsParagraph: Bool
  }

  /// Beyond this many, passages are not told apart any more.
  private static let passageLimit = 1_000
  /// Of quotes in quotes.
  private static let markLimit = 64
  private static let pictureLimit = 100

  /// - Parameter limit: of all passages, in bytes.
  init(limit: Int) { self.limit = limit }

  /// In bytes.
  var length: Int { count + text.count }
  /// How much there is room for, in bytes.
  var room: Int { max(0, limit - length) }
  /// Whether nothing is written above.
  var isAtTop: Bool { isWriting && text.isEmpty }
  /// Whether the passage is what the writer wrote.
  var isWriting: Bool { kind == .written }

  // MARK: Lines

  /// As much of a line as there is room for below a line break and marks, in whole characters.
  mutating func fitting(_ line: Bytes, marks: Int) -> Bytes {
    var room = max(0, room - 2 - marks)
    guard line.count > room else { return line }
    isCut = true
    while room > 0, line[room] & 0xC0 == 0x80 { room -= 1 }
    return Bytes(rebasing: line[..<room])
  }

  /// Adds a line to the passage.
  ///
  /// - Parameters:
  ///   - content: without quote marks.
  ///   - line: the same without spaces at its ends.
  ///   - source: where they come from: how many quotes it stands in.
  ///   - role: what it is to a row, where it is written.
  mutating func append(
    _ content: Bytes,
    _ line: Bytes,
    of source: TextLine,
    as role: FirstWords.Role
  ) {
    let depth = source.quoteDepth
    if !text.isEmpty { text.breakLine() }
    let start = text.count
    if depth > 0, source.marks > 0 {
      // As they are written.
      text.append(Bytes(rebasing: source.bytes.prefix(min(source.marks, Self.markLimit))))
    } else if depth > 0, !source.isWrappedQuote {
      text.append(repeatElement(UInt8(ascii: ">"), count: min(depth, Self.markLimit)))
      if !content.isEmpty { text.append(CollectionOfOne(0x20)) }
    }
    text.append(content)
    isCut = isCut || length >= limit
    guard !line.isEmpty else {
      isBelowEmptyLine = true
      return
    }
    defer { isBelowEmptyLine = false }
    switch kind {
    case .written: hold(line, from: start, as: role)
    case .quoted where role == .frame: break
    case .quoted: words.add(quoted: line)
    case .signature: words.addSignature()
    case .enclosed: break
    }
  }

  /// Adds what stands for a picture. It is shown where a part has no other text.
  mutating func addPicture(_ line: Bytes) {
    words.add(picture: line)
    guard pictures.count < Self.pictureLimit else { return }
    pictures.append(String(decoding: line, as: UTF8.self))
  }

  /// Goes on in the last line.
  mutating func join(_ content: Bytes) {
    let isParted = text.bytes.last == 0x20
    text.append(content)
    isCut = isCut || length >= limit
    switch kind {
    case .written where !held.isEmpty:
      if isParted { held[held.count - 1].line.append(0x20) }
      held[held.count - 1].line += content
    case .quoted: words.add(quoted: content)
    case .written, .signature, .enclosed: break
    }
  }

  private mutating func hold(_ line: Bytes, from start: Int, as role: FirstWords.Role) {
    if held.count == Self.introductionLimit { settle(allBut: Self.introductionLimit - 1) }
    held.append(
      Held(start: start, line: Array(line), role: role, beginsParagraph: isBelowEmptyLine)
    )
  }

  /// Takes the lines above for what they look like: no quote follows.
  mutating func settle(allBut count: Int = 0) {
    for held in held.dropLast(count) {
      words.add(written: held.line, as: held.role, beginsParagraph: held.beginsParagraph)
    }
    held.removeFirst(max(0, held.count - count))
  }

  /// Whether the last line that is not empty looks like one that introduces a quote.
  var isBelowIntroduction: Bool {
    kind == .quoted || held.last.map { LineKind.introduces($0.line) } == true
  }

  /// Whether what is above says who wrote what follows, as mail programs say it.
  var isBelowAttribution: Bool {
    guard kind == .written, let last = held.last, LineKind.introduces(last.line) else {
      return kind == .quoted
    }
    return last.line.withUnsafeBufferPointer {
      LineKind.speaksOfWriting($0) || LineKind.namesWriter($0)
    }
  }

  /// A forwarded message begins: a row has its words only where the sender adds none.
  mutating func beginForwarded() {
    settle()
    words.endPart()
  }

  /// Begins the footer of a list with the lines above that introduce it: what stands between the last
  /// rule and them is the list's, too.
  mutating func beginFooter() {
    begin(.signature, withLast: .max)
    words.dropTail()
  }

  /// How many of the lines directly above are fields of a header, which names a writer; 0 at the top of
  /// a text, where such a header is a frame.
  var headerLinesAbove: Int {
    guard let last = held.last, !text.bytes[last.start...].contains(10),
      last.line.withUnsafeBufferPointer({ LineKind.isFrom($0) })
    else { return 0 }
    var count = 1
    while count < held.count, !held[held.count - count].beginsParagraph,
      held[held.count - count - 1].line.withUnsafeBufferPointer({ LineKind.isHeaderField($0) })
    { count += 1 }
    return words.isEmpty && count == held.count ? 0 : count
  }

  // MARK: Passages

  /// In lines.
  private static let introductionLimit = 3

  /// Begins a quote, with the lines that introduce it.
  mutating func beginQuote() {
    var introductions = 0
    if kind == .written, let last = held.last, LineKind.introduces(last.line),
      !LineKind.isSentence(last.line)
    {
      introductions = 1
      for count in 2...Self.introductionLimit where count <= held.count {
        let lines = held.suffix(count)
        guard lines.dropFirst().allSatisfy({ !$0.beginsParagraph }),
          let first = lines.first?.line,
          LineKind.beginsIntroduction(first, endingIn: last.line)
        else { continue }
        // Only an address takes a line of its own.
        let middle = lines.dropFirst().dropLast()
        if middle.allSatisfy({ $0.line.contains(UInt8(ascii: "@")) }) { introductions = count }
      }
    }
    begin(.quoted, withLast: introductions)
  }

  /// Begins a passage, where it is of another kind than the one above.
  ///
  /// - Parameter count: how many of the last lines go over into it, at most.
  mutating func begin(_ kind: Passage.Kind, withLast count: Int = 0) {
    let count = min(count, held.count)
    let start = count > 0 ? held[held.count - count].start : text.count
    if kind != .written || self.kind != .written || count > 0 {
      settle(allBut: count)
      held = []
    }
    guard kind != self.kind, passages.count < Self.passageLimit else { return }
    var rest = PassageText()
    rest.append(text.bytes[start...])
    text.cut(to: start)
    close()
    self.kind = kind
    text = rest
  }

  private mutating func close() {
    if kind == .quoted { text.dropTrailingMarks() }
    let shown = text.finish()
    text = PassageText()
    add(shown, as: kind)
  }

  private mutating func add(_ shown: String, as kind: Passage.Kind) {
    guard !shown.isEmpty else { return }
    hasWritten = hasWritten || kind == .written
    count += shown.utf8.count
    if let last = passages.last, last.kind == kind, kind != .enclosed {
      passages[passages.count - 1].text += "\n\n" + shown
    } else {
      passages.append(Passage(kind: kind, text: shown))
    }
  }

  // MARK: Several texts

  /// Ends a part: what follows is another text.
  mutating func endPart() {
    settle()
    close()
    if !hasWritten { add(pictures.joined(separator: "\n"), as: .written) }
    (kind, pictures, hasWritten, isBelowEmptyLine) = (.written, [], false, true)
    words.endPart()
  }

  /// Adds the header of a message in the message, or what a program notes about one.
  mutating func addEnclosed(_ header: String) {
    if !isCut { add(header, as: .enclosed) }
  }

  /// Adds a text that was put together apart.
  ///
  /// - Parameter isReturned: whether it is of a mail that came back, whose words are no row's.
  mutating func append(_ other: PassageBuilder, isReturned: Bool) {
    for passage in other.passages { add(passage.text, as: passage.kind) }
    isCut = isCut || other.isCut
    if !isReturned { words.append(other.words) }
  }
}
