/// Sorts a text's lines into passages: what is written, quoted, and signed with.
///
/// Its rules are those of ``Snippet``, but it keeps everything: what it takes for a quote is folded
/// away, and one click shows it.
struct PassageBuilder {
  private(set) var passages: [Passage] = []
  /// Whether the text goes on beyond the limit.
  private(set) var isCut = false
  /// What an armour says of the text.
  private(set) var remarks: [Remark] = []
  /// Files that stand in the text itself (uuencode).
  private(set) var files: [Attachment] = []

  /// Of all passages, in bytes.
  private(set) var count = 0
  private let limit: Int

  private var kind = Passage.Kind.written
  private var text = ShownText()
  private var place = Place.text
  /// Below the header of an answered message everything is quoted.
  private var isBelowAnswered = false
  private var isBelowSignature = false
  /// Quotes up to this depth are a forwarded message.
  private var forwardedDepth = 0
  private var forwardedHeader = ForwardedHeader.none

  /// The header of a forwarded message announces no answer.
  private enum ForwardedHeader {
    case none, awaited, inside
  }
  /// Where lines that may yet turn out to introduce a quote begin in `text`, oldest first.
  private var held: [Held] = []
  /// The depth that the next line must have to go on in this one.
  private var softDepth: Int?

  private struct Held {
    var start: Int
    var line: [UInt8]
  }

  private enum Place: Equatable {
    case text
    /// Below a line that announces an answered message, whose header comes next.
    case announced
    /// Below an armour line, up to the empty line that ends its header.
    case armour
    /// In what only programs read, up to a line that begins like this.
    case armouredFile
    /// In a uuencoded file.
    case file
  }

  /// Beyond this many, passages are not told apart any more.
  private static let passageLimit = 1_000
  /// Of quotes in quotes.
  private static let markLimit = 64

  init(limit: Int = ReadMessage.textLimit) { self.limit = limit }

  /// Takes a line, and says whether it wants another.
  mutating func add(_ line: TextLine) -> Bool {
    let content = fitting(
      Bytes(rebasing: line.bytes.dropFirst(line.marks)),
      below: 2 + min(line.quoteDepth, Self.markLimit)
    )
    let joins = softDepth == line.quoteDepth && place == .text && !line.isSignature
    softDepth = nil
    if joins, !content.elementsEqual("-- ".utf8) {
      text.append(content)
      holdOn(content)
    } else {
      take(line, content, content.trimmed)
    }
    if line.isSoft || line.runsOn, place == .text { softDepth = line.quoteDepth }
    isCut = isCut || count + text.count >= limit
    return !isCut
  }

  /// As much of a line as there is room for below a line break and marks, in whole characters.
  private mutating func fitting(_ line: Bytes, below marks: Int) -> Bytes {
    var room = max(0, limit - count - text.count - marks)
    guard line.count > room else { return line }
    isCut = true
    while room > 0, line[room] & 0xC0 == 0x80 { room -= 1 }
    return Bytes(rebasing: line[..<room])
  }

  private mutating func take(_ line: TextLine, _ content: Bytes, _ words: Bytes) {
    switch place {
    case .file:
      if words.elementsEqual("end".utf8) {
        place = .text
      } else if let last = files.indices.last {
        files[last].size += Self.sizeOfUUEncoded(words)
      }
      return
    case .armouredFile:
      if words.starts(with: "-----END PGP") { place = .text }
      return
    case .armour:
      if words.isEmpty { place = .text }
      return
    case .announced where !words.isEmpty:
      place = .text
      if LineKind.isHeaderField(words) {
        isBelowAnswered = true
        begin(.quoted, withHeld: held.count)
      } else {
        held = []
      }
    case .announced, .text: break
    }
    switch forwardedHeader {
    case .awaited where !words.isEmpty:
      forwardedHeader = LineKind.isHeaderField(words) ? .inside : .none
    case .inside where words.isEmpty: forwardedHeader = .none
    case .awaited, .inside, .none: break
    }
    let isQuoted = isBelowAnswered || line.quoteDepth > forwardedDepth
    if !isQuoted, takeMark(LineKind(words), words, content, line) { return }
    if isQuoted {
      beginQuote()
    } else if words.isEmpty {
      // Belongs to what is above, until it is known what is below.
    } else if line.isSignature || isBelowSignature {
      begin(.signature, withHeld: 0)
    } else {
      begin(.written, withHeld: 0)
      if forwardedHeader == .none, LineKind.isHeaderField(words), let last = held.last,
        last.line.withUnsafeBufferPointer({ LineKind.isFrom($0) }), isDirectlyBelow(last)
      {
        // Some programs announce the answered message by nothing but its header.
        isBelowAnswered = true
        held = [last]
        begin(.quoted, withHeld: 1)
      }
    }
    append(content, depth: line.quoteDepth)
    if !isQuoted, !words.isEmpty, kind == .written { hold(words) }
  }

  /// What a line is for, where that is not to be read.
  ///
  /// - Returns: whether the line is done with.
  private mutating func takeMark(
    _ mark: LineKind,
    _ words: Bytes,
    _ content: Bytes,
    _ line: TextLine
  ) -> Bool {
    switch mark {
    case .signatureMark:
      // Without its space at the very top, it parts nothing from nothing.
      guard content.count > 2 || kind != .written || !text.isEmpty else { return true }
      isBelowSignature = true
      begin(.signature, withHeld: 0)
      return true
    case .forwarded:
      begin(.written, withHeld: 0)
      forwardedDepth = max(forwardedDepth, line.quoteDepth)
      forwardedHeader = .awaited
      isBelowSignature = false
      return false
    case .answered, .rule:
      begin(isBelowSignature ? .signature : .written, withHeld: 0)
      held = []
      append(content, depth: line.quoteDepth)
      hold(words)
      place = .announced
      return true
    case .signedMessage:
      note(.signed)
      place = .armour
      return true
    case .armouredFile:
      guard !words.starts(with: "-----BEGIN PGP PUBLIC") else { return false }
      note(words.starts(with: "-----BEGIN PGP MESSAGE") ? .encrypted : .signed)
      place = .armouredFile
      return true
    case .file:
      let name = words.dropFirst(6).drop { $0 != 0x20 }.dropFirst()
      var line = LineBuilder(limit: Attachment.nameLimit)
      line.append(Bytes(rebasing: name))
      files.append(Attachment(name: line.finish(), type: "application/octet-stream", size: 0))
      place = .file
      return true
    case .text, .empty: return false
    }
  }

  private mutating func note(_ remark: Remark) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  /// The first character of a line says how many bytes are in it.
  private static func sizeOfUUEncoded(_ line: Bytes) -> Int64 {
    line.first.map { Int64(($0 &- 0x20) & 0x3F) } ?? 0
  }

  // MARK: Passages

  /// Begins a quote, with the line or two that introduce it.
  private mutating func beginQuote() {
    var introductions = 0
    if kind == .written, let last = held.last, LineKind.introduces(last.line) {
      introductions = 1
      if held.count > 1, LineKind.beginsIntroduction(held[0].line, endingIn: last.line) {
        introductions = 2
      }
    }
    isBelowSignature = false
    begin(.quoted, withHeld: introductions)
  }

  /// Begins a passage of another kind, and takes the last lines over into it.
  private mutating func begin(_ kind: Passage.Kind, withHeld count: Int) {
    let start = count > 0 ? held[held.count - count].start : text.count
    if kind != .written || self.kind != .written || count > 0 { held = [] }
    guard kind != self.kind, passages.count < Self.passageLimit else { return }
    var rest = ShownText()
    rest.append(text.bytes[start...])
    text.cut(to: start)
    close()
    self.kind = kind
    text = rest
  }

  private mutating func close() {
    if kind == .quoted { text.dropTrailingMarks() }
    let words = text.finish()
    text = ShownText()
    guard !words.isEmpty else { return }
    count += words.utf8.count
    if let last = passages.last, last.kind == kind {
      passages[passages.count - 1].text += "\n\n" + words
    } else {
      passages.append(Passage(kind: kind, text: words))
    }
  }

  private mutating func append(_ content: Bytes, depth: Int) {
    if !text.isEmpty { text.breakLine() }
    if depth > 0 {
      text.append(repeatElement(UInt8(ascii: ">"), count: min(depth, Self.markLimit)))
      if !content.isEmpty { text.append(CollectionOfOne(0x20)) }
    }
    text.append(content)
  }

  /// Remembers the line that was appended last.
  private mutating func hold(_ words: Bytes) {
    if held.count == 2 { held.removeFirst() }
    held.append(Held(start: text.startOfLastLine, line: Array(words)))
  }

  /// The line goes on.
  private mutating func holdOn(_ more: Bytes) {
    guard kind == .written, let last = held.indices.last, held[last].line.count < Self.heldLimit
    else { return }
    held[last].line += more
  }

  /// In bytes: no introduction is longer.
  private static let heldLimit = 2_000

  private func isDirectlyBelow(_ line: Held) -> Bool {
    !text.bytes[line.start...].contains(10)
  }

  /// Ends a part: what follows is another text.
  mutating func endPart() {
    close()
    kind = .written
    (place, isBelowAnswered, isBelowSignature) = (.text, false, false)
    (forwardedDepth, forwardedHeader, held, softDepth) = (0, .none, [], nil)
  }

  /// Adds the header of a message in the message.
  mutating func addEnclosed(_ header: String) {
    endPart()
    guard !header.isEmpty, !isCut else { return }
    passages.append(Passage(kind: .enclosed, text: header))
    count += header.utf8.count
  }
}

extension Attachment {
  /// In characters.
  static let nameLimit = 200
}

extension ShownText {
  /// Where the last line begins.
  fileprivate var startOfLastLine: Int { bytes.lastIndex(of: 10).map { $0 + 1 } ?? 0 }
}
