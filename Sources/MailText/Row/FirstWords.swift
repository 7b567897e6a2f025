/// Collects the first words of a message's writer for the second line of a row. Quoted text and
/// boilerplate are shown only if there is nothing else.
struct FirstWords {
  /// The limit in characters: more than any row shows, but short enough to store a million times.
  static let limit = 160

  enum Role {
    case words
    /// A line that is the same in every mail of a kind.
    case boilerplate
    /// A sentence that may be boilerplate at the end of a text, and is a person's above others.
    case closing
    /// A line of dashes or similar below an empty line, as mailing lists put above their footers.
    case rule
    /// A sentence that only programs and companies write; the rest of its paragraph belongs to it.
    case notice
    /// A sentence by which a mail system reports that a mail was not delivered, with the rest of
    /// its paragraph and with the recipients. Shown only if no reason follows.
    case bounce
    /// A line at which the words end: the start of a diff, or of a copy of a mail.
    case end
    /// A line of addresses only. Shown after other words, or if there are none.
    case address
    /// A line that a row never shows: an introduction of a quote, or the header of a forwarded
    /// message.
    case frame
  }

  private var own = LineBuilder(limit: limit)
  /// The heading or list item of the last line in `own`.
  private var unit = TextUnit.other
  /// The latest lines: perhaps a frame or one boilerplate sentence, see ``FirstParagraph``.
  private var paragraph: FirstParagraph
  /// The words below a ``Role/rule``, maybe of a mailing list's footer; nil if there is no rule.
  private var tail: LineBuilder?
  private var tailLength = 0
  private var isBelowFrames = true
  private var quoted = LineBuilder(limit: limit)
  private var picture = LineBuilder(limit: limit)
  private var boilerplate = LineBuilder(limit: limit)
  /// The latest ``Role/closing`` lines. They belong to `own` if words follow.
  private var closing = LineBuilder(limit: limit)
  private var addresses = LineBuilder(limit: limit)
  /// Whether there is a ``Role/bounce`` line. Only words of its part give the reason.
  private var isBounce = false
  /// Whether all words are below a rule in a bounce: the reason, or a company's footer.
  private var isBelowRule = false
  /// Whether the line above belongs to a notice that may continue.
  private var isInNotice = false
  /// Whether the line above is in the header that Mercurial puts above a change.
  private var isInChangeset = false
  /// Whether the last line is boilerplate. An address below that line is boilerplate, too.
  private var isBelowBoilerplate = false
  /// Whether a ``Role/end`` line ended this part before any words. Another part may have words.
  private(set) var isBelowEnd = false
  private var hasSignature = false
  /// Whether the words are complete: the row is full, or the words of a part have ended.
  private(set) var isDone = false
  /// Whether the rest of the part changes nothing in the row.
  var isPartDone: Bool { isDone || isBelowEnd && boilerplate.isFull }

  init(isOfBounce: Bool = false) { paragraph = FirstParagraph(isOfBounce: isOfBounce) }

  /// Whether there are no words of the writer yet.
  var isEmpty: Bool { own.isEmpty && !paragraph.hasWords }

  /// Whether the message has any text, even if only a quote, a signature or a picture's
  /// description.
  var holdsText: Bool {
    !own.isEmpty || !paragraph.isEmpty || hasSignature
      || [quoted, picture, boilerplate, addresses].contains { !$0.isEmpty }
  }

  /// Whether the writer has words other than boilerplate.
  var hasOwnWords: Bool { !own.isEmpty || tail != nil }

  mutating func addSignature() { hasSignature = true }

  mutating func add(written line: WrittenLine) {
    guard !isDone else { return }
    let beginsParagraph = line.beginsParagraph
    var (line, role) = (line, line.role)
    isBounce = isBounce || role == .bounce
    if isBounce, isEmpty, role == .words, goesOnWithBounce(line) { role = .boilerplate }
    if beginsParagraph { isInNotice = false }
    isInChangeset =
      line.bytes.elementsEqual("# HG changeset patch".utf8)
      || isInChangeset && line.bytes.starts(with: "# ".utf8)
    if isInChangeset { role = .boilerplate }
    if isInNotice && role == .words || (isInNotice || isBelowBoilerplate) && role == .address {
      role = .boilerplate
    }
    let isNotice = role == .notice || role == .bounce
    isBelowBoilerplate = role == .boilerplate || role == .closing || isNotice
    isInNotice = (isInNotice || isNotice) && line.bytes.count >= FirstParagraph.wrappedLength
    let isRule = role == .boilerplate && Boilerplate.isLongRule(line.bytes)
    if isRule, beginsParagraph { role = .rule }
    if beginsParagraph || role == .frame || isRule {
      settle()
    } else if !line.bytes.withUnsafeBufferPointer({
      paragraph.goesOn(in: $0, as: role, belowFrames: isBelowFrames)
    }) {
      settle(isWhole: false)
    }
    line.role = role
    if role != .frame { paragraph.add(line) }
  }

  /// Whether a line below the report of a bounce belongs to it: a recipient, the rest of a
  /// sentence, or the name of the mail system.
  private func goesOnWithBounce(_ line: WrittenLine) -> Bool {
    let isSmall = line.bytes.first.map { (0x61...0x7A).contains($0) } ?? false
    return Boilerplate.isRecipient(line.bytes) || boilerplate.holds(line.bytes)
      || line.beginsParagraph && paragraph.isOpen && isSmall
  }

  mutating func add(quoted line: Bytes) {
    guard !isDone else { return }
    settle()
    if !isBelowEnd { quoted.add(line: line) }
  }

  mutating func add(picture line: Bytes) {
    if !isDone, !isBelowEnd { picture.add(line: line) }
  }

  /// Sorts the collected lines into words, addresses and boilerplate.
  private mutating func settle(isWhole: Bool = true) {
    guard !paragraph.isEmpty else { return }
    let lines = paragraph.lines(belowFrames: isBelowFrames, isWhole: isWhole)
    isBelowFrames = isBelowFrames && lines.allSatisfy { $0.role != .words }
    paragraph = FirstParagraph(isOfBounce: paragraph.isOfBounce)
    for line in lines where !isDone {
      line.bytes.withUnsafeBufferPointer { take($0, as: line.role, of: line.unit) }
    }
  }

  private mutating func take(_ line: Bytes, as role: Role, of unit: TextUnit) {
    isBounce = isBounce || role == .bounce
    if isBounce, own.isEmpty, !boilerplate.isEmpty {
      isBelowEnd = isBelowEnd || role == .end
      isBelowRule = isBelowRule || role == .rule
    }
    if isBounce, isBelowEnd { return }
    switch isBelowEnd && role != .end ? .boilerplate : role {
    case .address where own.isEmpty: addresses.add(line: line)
    case .end where !own.isEmpty:
      keepTail()
      isDone = true
    case .end:
      // Shows only the first of the lines that begin a file's part: it names the file.
      if !isBelowEnd { boilerplate.add(line: line) }
      isBelowEnd = true
    case .words, .address:
      guard tail == nil else { return addToTail(line) }
      if role == .words, !closing.isEmpty {
        own.append(closing)
        own.addSpace()
      }
      closing = LineBuilder(limit: Self.limit)
      if let mark = self.unit.mark(before: unit) { own.end(with: mark) }
      self.unit = unit
      line.withoutBracketedAddresses { own.append(own.isEmpty ? $0.withoutEmptyBrackets : $0) }
      if own.isEmpty { addresses.add(line: line) }
      own.addSpace()
      isDone = own.isFull
    default:
      if role == .closing { closing.add(line: line) }
      boilerplate.add(line: line)
      if tail != nil, Boilerplate.isOfFooter(line) {
        endAboveTail()
      } else if tail == nil, !own.isEmpty, role == .rule {
        (tail, tailLength) = (LineBuilder(limit: Self.limit), 0)
      }
    }
  }

  // MARK: Below a rule

  /// The limit of the text between a rule and a mailing list's footer, in bytes.
  private static let tailLimit = 1_000

  private mutating func addToTail(_ line: Bytes) {
    tail?.add(line: line)
    tailLength += line.count
    if tailLength > Self.tailLimit { keepTail() }
  }

  private mutating func keepTail() {
    guard let words = tail else { return }
    tail = nil
    own.append(words)
    isDone = own.isFull
  }

  /// Drops the words below the last rule, if there is one: they belong to a mailing list's footer.
  mutating func dropTail() {
    settle()
    if tail != nil { endAboveTail() }
  }

  private mutating func endAboveTail() {
    tail = nil
    isDone = true
  }

  /// Ends a text within a part. The next text counts only if this one had no words.
  mutating func endText() {
    settle()
    keepTail()
    isDone = isDone || !own.isEmpty
    (isBelowFrames, isInNotice, closing) = (true, false, LineBuilder(limit: Self.limit))
  }

  /// Ends a part. The next part counts only if this one had no words; that of a bounce is what
  /// came back.
  mutating func endPart() {
    endText()
    isBelowEnd = isBounce
  }

  /// Adds the words of a text that was read separately.
  mutating func append(_ other: FirstWords) {
    guard !isDone else { return }
    hasSignature = hasSignature || other.hasSignature
    if own.isEmpty { (own, isBelowRule) = (other.own, other.isBelowRule) }
    if quoted.isEmpty { quoted = other.quoted }
    if picture.isEmpty { picture = other.picture }
    if boilerplate.isEmpty { boilerplate = other.boilerplate }
    if addresses.isEmpty { addresses = other.addresses }
    isBounce = isBounce || other.isBounce
    isBelowEnd = isBelowEnd || isBounce
    isDone = isDone || other.isDone
  }

  /// The text for the row.
  func finish(_ row: WordlessRow) -> String {
    var whole = self
    whole.settle()
    whole.keepTail()
    if !whole.own.isEmpty, !isBelowRule || row.reason == nil { return whole.own.finish() }
    let boilerplate = whole.boilerplate
    if let reason = row.reason {
      let isNotice = isBounce && reason.kind == .status && !boilerplate.isEmpty
      return isNotice ? boilerplate.finish() : reason.text
    }
    if row.isEncrypted { return SnippetMark.encrypted.snippet }
    if !picture.isEmpty { return SnippetMark.picture(name: picture.finish()).snippet }
    let names = row.pictures.names
    let name = names.first { !$0.isEmpty } ?? names.first
    // In a reply, the picture may come from the quoted message.
    if let name, quoted.isEmpty { return SnippetMark.picture(name: name).snippet }
    for rest in [boilerplate, whole.addresses, quoted] where !rest.isEmpty { return rest.finish() }
    return name.map { SnippetMark.picture(name: $0).snippet } ?? ""
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// The text without leading empty brackets, which some programs leave in place of a link.
  fileprivate var withoutEmptyBrackets: Bytes {
    var rest = self
    while let first = rest.first, rest.count > 1, "([<{".utf8.contains(first),
      ")]>}".utf8.contains(rest[1])
    { rest = Bytes(rebasing: rest.dropFirst(2).drop { $0 == 0x20 }) }
    return rest
  }

  /// The limit of an address in angle brackets that a person may have written, in bytes.
  private static var addressLimit: Int { 60 }

  /// Passes on the text between addresses in brackets, by which programs name a picture or a link's
  /// target: `[https://…]`, `( https://… )`, `<tel:…>`, and `<https://…>` if it is long or one of
  /// several. Of a link in Markdown, `[words](https://…)`, passes on the words.
  fileprivate func withoutBracketedAddresses(_ body: (Bytes) -> Void) {
    var (start, index) = (0, 0)
    let areSeveral = place(of: 0x3C) != nil && holdsAddresses
    while let bracket = self[index...].firstIndex(where: { "[<(".utf8.contains($0) }) {
      let close = UInt8(ascii: self[bracket] == 0x28 ? ")" : self[bracket] == 0x3C ? ">" : "]")
      index = bracket + 1
      let isSpaced = index < count && self[index] == 0x20
      let address = Bytes(
        rebasing: self[(index + (isSpaced ? 1 : 0))...].prefix {
          $0 > 0x20 && $0 != close && !"[]<>".utf8.contains($0)
        }
      )
      var end = index + (isSpaced ? 1 : 0) + address.count
      if isSpaced, end < count, self[end] == 0x20 { end += 1 }
      let label = self[bracket] == 0x28 ? linkLabel(from: start, to: bracket) : nil
      guard end < count, self[end] == close,
        Self.programSchemes.contains(where: { address.starts(withAnyCaseOf: $0) })
          || ["http://", "https://"].contains(where: { address.starts(withAnyCaseOf: $0) })
            && (self[bracket] == 0x5B || isSpaced || label != nil
              || address.count > Self.addressLimit || self[bracket] == 0x3C && areSeveral)
      else { continue }
      let top = label.map { $0.lowerBound - 1 } ?? bracket
      let isPicture = label != nil && top > start && self[top - 1] == UInt8(ascii: "!")
      body(Bytes(rebasing: self[start..<(isPicture ? top - 1 : top)]))
      if let label, !isPicture { body(Bytes(rebasing: self[label])) }
      index = end + 1
      start = index
    }
    body(Bytes(rebasing: self[start...]))
  }

  private static var programSchemes: [StaticString] {
    ["mailto:", "tel:", "sms:", "callto:", "cid:"]
  }

  /// The limit of a link's words in Markdown, in bytes.
  private static var labelLimit: Int { 240 }

  /// The range of the words in the square brackets directly above an index.
  private func linkLabel(from start: Int, to end: Int) -> Range<Int>? {
    guard end > start, self[end - 1] == 0x5D else { return nil }
    return self[start..<end].suffix(Self.labelLimit).lastIndex(of: 0x5B).map { $0 + 1..<end - 1 }
  }

  /// Whether there are several web addresses in angle brackets.
  private var holdsAddresses: Bool {
    split(separator: 0x3C).dropFirst(first == 0x3C ? 0 : 1)
      .count { Bytes(rebasing: $0).starts(withAnyCaseOf: "http") } > 1
  }
}
