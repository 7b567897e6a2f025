/// Sorts a text's lines into written text, quotes and signatures, for rows and for the window.
/// Drops only data for programs.
struct LineSorter {
  private(set) var result: PassageBuilder
  /// Finds data for programs in the text, such as keys and signatures.
  var armour = TextArmour()
  /// Whether to stop when the first words are complete.
  var stopsEarly: Bool
  /// The message's subject. If it is a reply's subject, indented blocks are quotes.
  let subject: TextSubject

  /// The number of bytes to read even if the first words are complete.
  private var least = 0
  private var place = Place.text
  /// Whether the position is below the start of a quoted message, where all text is quoted.
  private var isBelowAnswered = false
  /// Whether the next line of text is the first line of a quoted message's text.
  private var isAtAnswered = false
  private var isBelowSignature = false
  private var isInPublicKey = false
  /// Whether the current indented block is a quote; nil outside a block.
  private var isIndentQuoted: Bool?
  private var forwarded = ForwardedText()
  /// The number of lines read of a quoted message's header.
  private var headerLines = 0

  /// The quote depth that a continuation of the last line must have; nil if the line is complete.
  private var softDepth: Int?

  private enum Place: Equatable {
    case text
    /// Below a line that may announce a quoted message, whose header would follow.
    case announced(isCertain: Bool)
    case answeredHeader
    /// Below a line at which an archive has removed or moved a part.
    case nextPart
    /// In the lines that describe a removed part.
    case scrubbed
  }

  init(
    _ subject: TextSubject = TextSubject(),
    limit: Int = ReadMessage.textLimit,
    stopsEarly: Bool = false
  ) {
    self.subject = subject
    result = PassageBuilder(limit: limit, makesBlocks: !stopsEarly, isOfBounce: subject.isOfBounce)
    self.stopsEarly = stopsEarly
  }

  var needsMore: Bool {
    !result.isCut && !(stopsEarly && result.words.isPartDone && result.length >= least)
  }

  /// Sorts the next line, and returns ``needsMore``.
  mutating func add(_ line: TextLine) -> Bool {
    var line = line
    if armour.escapesDashes, line.outline == nil, line.bytes.starts(with: "- -".utf8) {
      line.bytes = Bytes(rebasing: line.bytes.dropFirst(2))
    }
    line.around.quotes += quotes(ofIndents: line)
    if line.bytes.first == UInt8(ascii: ">"),
      LineKind.isOfGroupWise(line.bytes.trimmed, above: line.below)
    {
      line.beginsAnswered = true
    }
    if line.isPicture || line.isRule {
      let isQuoted = isBelowAnswered || line.around.quotes > forwarded.depth
      let isOwn = !isQuoted && !line.around.isSignature
      let kind: Passage.Kind = isOwn && !isBelowSignature ? .written : .signature
      result.add(itemOf: line, as: isQuoted ? .quoted : kind)
      if isOwn, !line.bytes.isEmpty { result.addPicture(line) }
      return needsMore
    }
    let content = result.fitting(
      Bytes(rebasing: line.bytes.dropFirst(line.marks)),
      marks: max(line.marks, line.around.quotes) + line.indentation
    )
    let joins = softDepth == line.around.quotes && place == .text && !line.around.isSignature
    softDepth = nil
    if joins, !content.elementsEqual("-- ".utf8) {
      result.join(content, of: line)
    } else {
      take(line, content, content.trimmed)
    }
    if line.isSoft || line.runsOn, place == .text { softDepth = line.around.quotes }
    return needsMore
  }

  /// Returns how many of the indented blocks that enclose the line are quotes: all, if the message
  /// is a reply, or if the first of these blocks begins with an attribution or below one; otherwise
  /// 0.
  private mutating func quotes(ofIndents line: TextLine) -> Int {
    guard line.around.indents > 0 else {
      if !line.bytes.isEmpty { isIndentQuoted = nil }
      return 0
    }
    let isQuoted =
      isIndentQuoted
      ?? (subject.isOfAnswer || result.isBelowAttribution || LineKind.isAttribution(line.bytes))
    if !line.bytes.isEmpty { isIndentQuoted = isQuoted }
    return isQuoted ? line.around.indents : 0
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
      depth: line.around.quotes,
      mayBegin: !isBelowAnswered && !result.isBelowIntroduction
    )
    let isQuoted = isBelowAnswered || line.around.quotes > forwarded.depth
    if !isQuoted, subject.isOfBounce, Boilerplate.beginsReturnedCopy(words) {
      result.begin(.written)
      result.append(content, words, of: line, as: .end)
      isBelowAnswered = true
      return
    }
    if !isQuoted, takeMark(LineKind(words), words, content, line) { return }
    if isQuoted {
      // A quote ends a signature above it. Text below the quote is part of the reply.
      isBelowSignature = false
      result.beginQuote()
    } else if words.isEmpty {
      // An empty line belongs to the text above until the next line is known.
    } else if line.around.isSignature || isBelowSignature {
      result.begin(.signature)
    } else {
      result.begin(.written)
      if !forwarded.isInHeader {
        // Some programs introduce a quoted message by its header only.
        let count =
          LineKind.isHeaderField(words)
          ? result.headerLines(above: words) : result.notesLines(above: words)
        if count > 0 { beginAnswered(withLast: count) }
      }
    }
    result.append(content, words, of: line, as: role(of: line, words))
  }

  private func role(of line: TextLine, _ words: Bytes) -> FirstWords.Role {
    if isInPublicKey || forwarded.isInHeader || place == .answeredHeader { return .frame }
    // Examines only the sender's own text, and only until the row is full.
    if words.isEmpty || !result.isWriting || result.words.isDone { return .words }
    if line.around.isTeaser || line.around.isLink && words.count <= Boilerplate.linkLimit {
      return .boilerplate
    }
    if line.isHeading, subject.isNamed(by: words) { return .boilerplate }
    if result.words.isEmpty, subject.isRepeated(by: words) { return .boilerplate }
    let role = Boilerplate.role(of: words, isFirst: result.words.isEmpty)
    return role == .bounce && !subject.isOfBounce ? .words : role
  }

  // MARK: Quoted messages

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
      // An archive describes a removed part. The first line ends with dots in every language.
      place = words.ends(with: "...") ? .scrubbed : .text
      isBelowSignature = place == .scrubbed
    case .scrubbed where words.isEmpty: place = .nextPart
    case .text where isAtAnswered && !words.isEmpty: beginAnsweredText(line)
    default: break
    }
  }

  /// Begins the text of a quoted message. If the first line has a quote mark, and no words of the
  /// writer are above, lines without a mark are replies.
  private mutating func beginAnsweredText(_ line: TextLine) {
    isAtAnswered = false
    if line.around.quotes > 0, result.words.isEmpty { isBelowAnswered = false }
  }

  private mutating func beginAnswered(withLast count: Int) {
    isBelowAnswered = true
    place = .answeredHeader
    headerLines = 1
    result.begin(.quoted, withLast: count)
  }

  /// Handles a line, and returns true, if it is a mark and no text.
  private mutating func takeMark(
    _ mark: LineKind,
    _ words: Bytes,
    _ content: Bytes,
    _ line: TextLine
  ) -> Bool {
    switch mark {
    case .signatureMark:
      // At the very top, a mark without its space separates nothing, and is dropped.
      guard content.count > 2 || !result.isAtTop else { return true }
      isBelowSignature = true
      result.begin(.signature)
    case .forwarded:
      result.begin(.written)
      forwarded.begin(depth: line.around.quotes)
      isBelowSignature = false
      result.beginForwarded()
      result.append(content, words, of: line, as: .frame)
    case .nextPart:
      isBelowSignature = true
      result.begin(.signature)
      result.append(content, words, of: line, as: .frame)
      place = .nextPart
    case .answered, .heading, .rule:
      let isHeading = mark == .heading
      if isHeading, Boilerplate.beginsFooter(words) {
        isBelowSignature = true
      }
      result.begin(isBelowSignature ? .signature : .written)
      result.settle()
      let isEnd = isHeading && Boilerplate.beginsReturnedCopy(words)
      let ends = isEnd || mark == .answered && subject.isOfBounce
      result.append(content, words, of: line, as: ends ? .end : isHeading ? .boilerplate : .frame)
      place = .announced(isCertain: mark == .answered)
    case .attribution:
      result.begin(.quoted)
      result.append(content, words, of: line, as: .frame)
      (isBelowAnswered, isAtAnswered) = (true, true)
      place = .announced(isCertain: true)
    case .armouredFile where words.starts(with: "-----BEGIN PGP PUBLIC"):
      isInPublicKey = line.below.map(TextArmour.holdsArmour) ?? true
      return false
    case .signedMessage, .armouredFile, .file:
      // In a diff, such a line is behind a space or a sign.
      return line.around.quotes == 0 && content.first == words.first
        && armour.begin(mark, words, line.below, isReturned: result.words.isBelowEnd)
    case .text, .empty:
      return false
    }
    return true
  }

  /// Whether a plain text only refers to the HTML version, or contains HTML tags.
  var refersToPage: Bool {
    guard result.length < Self.referenceLimit, var text = result.passages.first?.text else {
      return false
    }
    return text.withUTF8 { FoldedLine($0).kinds.contains(.page) || Boilerplate.tags.isIn($0) }
  }

  /// A plain text of this many bytes is more than a reference to the HTML version.
  static let referenceLimit = 1_500

  // MARK: Several texts

  mutating func endPart() {
    result.endPart()
    armour.endPart()
    (place, isBelowAnswered, isAtAnswered, isBelowSignature) = (.text, false, false, false)
    forwarded = ForwardedText()
    (softDepth, isInPublicKey, isIndentQuoted) = (nil, false, nil)
  }

  mutating func addEnclosed(_ header: String) {
    endPart()
    result.addEnclosed(header)
  }

  /// Returns a sorter for a text that may be added later, and that is read up to `least` bytes.
  func separate(atLeast least: Int) -> LineSorter {
    var separate = LineSorter(subject, limit: result.room, stopsEarly: stopsEarly)
    separate.least = max(self.least, least)
    separate.armour.findsFiles = armour.findsFiles
    return separate
  }

  /// Adds a text that was sorted separately. A row does not show the words of a returned mail.
  mutating func append(_ other: LineSorter, isReturned: Bool = false) {
    endPart()
    result.append(other.result, isReturned: isReturned)
    armour.append(other.armour, isReturned: isReturned)
  }
}

/// Finds the start and the quote depth of a forwarded message within a text, so that the message's
/// lines do not count as a quote.
struct ForwardedText {
  /// The highest quote depth of lines that belong to a forwarded message.
  private(set) var depth = 0
  private var header = HeaderPlace.none
  /// The number of lines of the header so far.
  private var headerLines = 0
  /// The quote depth of the last line that was not empty.
  private var lastDepth = 0

  private enum HeaderPlace {
    case none, awaited, inside
  }

  /// The limit of a quoted or forwarded message's header, in lines.
  static let headerLimit = 16

  /// Whether the current line announces a header or is in the header, and so introduces no quote.
  var isInHeader: Bool { header != .none }

  /// Notes a line that announces a forwarded message.
  mutating func begin(depth: Int) {
    self.depth = max(self.depth, depth)
    header = .awaited
  }

  /// Notes the next line.
  ///
  /// - Parameter mayBegin: whether a forwarded message with quote marks may begin at this line.
  mutating func take(_ words: Bytes, depth: Int, mayBegin: @autoclosure () -> Bool) {
    if depth == lastDepth + 1, mayBegin(), case .forwarded = LineKind(words) {
      self.depth = max(self.depth, depth)
    }
    if !words.isEmpty { lastDepth = depth }
    switch header {
    case .awaited where !words.isEmpty:
      header = LineKind.isHeaderField(words) ? .inside : .none
      headerLines = 1
      if header == .inside { self.depth = max(self.depth, depth) }
    case .inside:
      headerLines += 1
      if words.isEmpty || headerLines > Self.headerLimit { header = .none }
    case .awaited, .none: break
    }
  }
}
