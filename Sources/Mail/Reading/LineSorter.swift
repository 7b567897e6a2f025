/// Sorts a text's lines: what is written, quoted, and signed with; which of it are the writer's own
/// words, and what is for programs.
///
/// Nothing is dropped: what it takes for a quote is folded away, and one click shows it. The rows
/// of the list and the window have their text from here.
struct LineSorter {
  private(set) var result: PassageBuilder
  /// What in the text is for programs.
  private(set) var armour = TextArmour()
  /// Whether to stop where the first words are complete.
  var stopsEarly: Bool
  /// Whether a line may begin a file: not where none does as the message was sent, unpacked.
  var findsFiles: Bool {
    get { armour.findsFiles }
    set { armour.findsFiles = newValue }
  }
  /// Blocks that are set in are quotes where it is an answer's.
  let subject: TextSubject

  /// How much to read at least, in bytes.
  private var least = 0
  private var place = Place.text
  /// Below the header of an answered message everything is quoted.
  private var isBelowAnswered = false
  /// Whether no line of the answered message was seen yet.
  private var isAtAnswered = false
  private var isBelowSignature = false
  private var isInPublicKey = false
  /// Whether the block that is set in, if any, is a quote.
  private var isIndentQuoted: Bool?
  private var forwarded = ForwardedText()
  /// How many lines of a header in the text have passed.
  private var headerLines = 0

  /// The depth that the next line must have to go on in this one.
  private var softDepth: Int?

  private enum Place: Equatable {
    case text
    /// Below a line that may announce an answered message, whose header comes next.
    case announced(isCertain: Bool)
    /// In the header of an answered message.
    case answeredHeader
    /// Below the line where an archive has cut a part out or moved it.
    case nextPart
    /// In the lines that say what was cut out.
    case scrubbed
  }

  init(
    _ subject: TextSubject = TextSubject(),
    limit: Int = ReadMessage.textLimit,
    stopsEarly: Bool = false
  ) {
    self.subject = subject
    result = PassageBuilder(limit: limit)
    self.stopsEarly = stopsEarly
  }

  /// Whether there is anything to add another line for.
  var needsMore: Bool {
    let hasWords = result.words.isDone || result.words.isBelowEnd
    return !result.isCut && !(stopsEarly && hasWords && result.length >= least)
  }

  /// Takes a line.
  ///
  /// - Returns: ``needsMore``.
  mutating func add(_ line: TextLine) -> Bool {
    var line = line
    line.quoteDepth += quotes(ofIndents: line)
    if line.bytes.first == UInt8(ascii: ">"), LineKind.isBetweenAngles(line.bytes.trimmed) {
      line.beginsAnswered = true
    }
    if line.isPicture {
      let isOwn = !isBelowAnswered && !line.isSignature && line.quoteDepth <= forwarded.depth
      if isOwn { result.addPicture(line.bytes) }
      return needsMore
    }
    let content = result.fitting(
      Bytes(rebasing: line.bytes.dropFirst(line.marks)),
      marks: max(line.marks, line.quoteDepth)
    )
    let joins = softDepth == line.quoteDepth && place == .text && !line.isSignature
    softDepth = nil
    if joins, !content.elementsEqual("-- ".utf8) {
      result.join(content)
    } else {
      take(line, content, content.trimmed)
    }
    if line.isSoft || line.runsOn, place == .text { softDepth = line.quoteDepth }
    return needsMore
  }

  /// How many of the blocks that a line is set in by are quotes: all of them below who wrote it, or in
  /// an answer, and else none.
  private mutating func quotes(ofIndents line: TextLine) -> Int {
    guard line.indents > 0 else {
      if !line.bytes.isEmpty { isIndentQuoted = nil }
      return 0
    }
    let isQuoted = isIndentQuoted ?? (subject.isOfAnswer || result.isBelowAttribution)
    isIndentQuoted = isQuoted
    return isQuoted ? line.indents : 0
  }

  private mutating func take(_ line: TextLine, _ content: Bytes, _ words: Bytes) {
    guard armour.passes(words) else { return }
    if isInPublicKey, words.starts(with: "-----END PGP") {
      isInPublicKey = false
      return result.append(content, words, of: line, as: .frame)
    }
    takeAnswered(line, words)
    if line.beginsAnswered { (isBelowAnswered, isAtAnswered) = (true, true) }
    forwarded.take(
      words,
      depth: line.quoteDepth,
      mayBegin: !isBelowAnswered && !result.isBelowIntroduction
    )
    let isQuoted = isBelowAnswered || line.quoteDepth > forwarded.depth
    if !isQuoted, takeMark(LineKind(words), words, content, line) { return }
    if isQuoted {
      // A quote may interrupt a signature, and answers go on below it.
      isBelowSignature = false
      result.beginQuote()
    } else if words.isEmpty {
      // Belongs to what is above, until it is known what is below.
    } else if line.isSignature || isBelowSignature {
      result.begin(.signature)
    } else {
      result.begin(.written)
      if !forwarded.isInHeader, LineKind.isHeaderField(words) {
        // Some programs announce the answered message by nothing but its header.
        let count = result.headerLinesAbove
        if count > 0 { beginAnswered(withLast: count) }
      }
    }
    result.append(content, words, of: line, as: role(of: line, words))
  }

  /// What a line is to a row.
  private func role(of line: TextLine, _ words: Bytes) -> FirstWords.Role {
    if isInPublicKey || forwarded.isInHeader || place == .answeredHeader { return .frame }
    // Only what is written has a part in a row, and only until that is full.
    if words.isEmpty || !result.isWriting || result.words.isDone { return .words }
    if line.isTeaser || line.isLink && words.count <= Boilerplate.linkLimit { return .boilerplate }
    if result.words.isEmpty, subject.isRepeated(by: words) { return .boilerplate }
    return Boilerplate.role(of: words)
  }

  // MARK: Answered messages

  private mutating func takeAnswered(_ line: TextLine, _ words: Bytes) {
    switch place {
    case .announced(let isCertain) where !words.isEmpty:
      if isCertain ? LineKind.isHeaderField(words) : LineKind.isFrom(words) {
        beginAnswered(withLast: .max)
      } else {
        place = .text
        if isAtAnswered {
          beginAnsweredText(line)
        } else if Boilerplate.beginsFooter(words) {
          isBelowSignature = true
          result.beginFooter()
        }
      }
    case .answeredHeader:
      headerLines += 1
      guard words.isEmpty || headerLines > ForwardedText.headerLimit else { break }
      place = .text
      isAtAnswered = true
    case .nextPart where !words.isEmpty:
      // The words for it differ by language, and end so.
      place = words.ends(with: "...") ? .scrubbed : .text
      isBelowSignature = place == .scrubbed
    case .scrubbed where words.isEmpty: place = .nextPart
    case .text where isAtAnswered && !words.isEmpty: beginAnsweredText(line)
    default: break
    }
  }

  /// Programs that mark the quote below the header, too, leave the answers in it without marks.
  private mutating func beginAnsweredText(_ line: TextLine) {
    isAtAnswered = false
    if line.quoteDepth > 0, result.words.isEmpty { isBelowAnswered = false }
  }

  private mutating func beginAnswered(withLast count: Int) {
    isBelowAnswered = true
    place = .answeredHeader
    headerLines = 1
    result.begin(.quoted, withLast: count)
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
      guard content.count > 2 || !result.isAtTop else { return true }
      isBelowSignature = true
      result.begin(.signature)
    case .forwarded:
      result.begin(.written)
      forwarded.begin(depth: line.quoteDepth)
      isBelowSignature = false
      result.beginForwarded()
      result.append(content, words, of: line, as: .frame)
    case .nextPart:
      isBelowSignature = true
      result.begin(.signature)
      result.append(content, words, of: line, as: .frame)
      place = .nextPart
    case .answered, .heading, .rule:
      let isHeading = if case .heading = mark { true } else { false }
      if isHeading, Boilerplate.beginsFooter(words) {
        isBelowSignature = true
      }
      result.begin(isBelowSignature ? .signature : .written)
      result.settle()
      let role = isHeading ? Boilerplate.role(of: words) : .frame
      result.append(content, words, of: line, as: role == .words ? .boilerplate : role)
      place = .announced(isCertain: !isHeading)
    case .attribution:
      result.begin(.quoted)
      result.append(content, words, of: line, as: .frame)
      (isBelowAnswered, isAtAnswered) = (true, true)
      place = .announced(isCertain: true)
    case .armouredFile where words.starts(with: "-----BEGIN PGP PUBLIC"):
      isInPublicKey = true
      return false
    case .signedMessage, .armouredFile, .file: return armour.begin(mark, words)
    case .text, .empty:
      return false
    }
    return true
  }

  /// Whether a plain text says nothing but that its page is to be read, or is made of that page's tags.
  var refersToPage: Bool {
    guard result.length < Self.referenceLimit, var text = result.passages.first?.text else {
      return false
    }
    return text.withUTF8 { Boilerplate.asksForPage($0) || Boilerplate.hasTags($0) }
  }

  /// In bytes.
  private static let referenceLimit = 1_500

  // MARK: Several texts

  /// Ends a part: what follows is another text.
  mutating func endPart() {
    result.endPart()
    armour.endPart()
    (place, isBelowAnswered, isAtAnswered, isBelowSignature) = (.text, false, false, false)
    forwarded = ForwardedText()
    (softDepth, isInPublicKey, isIndentQuoted) = (nil, false, nil)
  }

  /// Adds the header of a message in the message.
  mutating func addEnclosed(_ header: String) {
    endPart()
    result.addEnclosed(header)
  }

  /// For a text that may be added later.
  ///
  /// - Parameter least: how much of it to read at least, in bytes.
  func separate(atLeast least: Int) -> LineSorter {
    var separate = LineSorter(subject, limit: result.room, stopsEarly: stopsEarly)
    separate.least = max(self.least, least)
    separate.findsFiles = findsFiles
    return separate
  }

  /// Adds a text that was read apart.
  ///
  /// - Parameter isReturned: whether it is of a mail that came back, whose words are no row's.
  mutating func append(_ other: LineSorter, isReturned: Bool = false) {
    endPart()
    result.append(other.result, isReturned: isReturned)
    armour.append(other.armour, isReturned: isReturned)
  }
}

extension Attachment {
  /// In characters.
  static let nameLimit = 200
}
