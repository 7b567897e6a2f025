/// The beginning of a message's text, for the list's second line: the first words that its writer
/// wrote.
///
/// What others wrote before, and what stands in every mail of a kind, is only shown where there is
/// nothing else.
struct FirstWords {
  /// In characters. Longer than any row shows, short enough to store a million of.
  static let limit = 160

  /// What a line of the text is to a row.
  enum Role {
    case words
    /// The same in every mail of a kind.
    case boilerplate
    /// A line of signs below an empty line, as lists draw above what they add.
    case rule
    /// A sentence that only programs and offices write, which takes the rest of its paragraph.
    case notice
    /// Begins what is no more of the words: what differs between two files, a copy of a mail.
    case end
    /// Nothing but addresses, which say little at the beginning.
    case address
    /// Never shown in a row: what introduces a quote, the header of a forwarded message.
    case frame
  }

  private var own = LineBuilder(limit: limit)
  /// The last lines, which may be a frame or one sentence.
  private var paragraph = FirstParagraph()
  /// Words below a rule, which may be a list's.
  private var tail: LineBuilder?
  private var tailLength = 0
  private var isBelowFrames = true
  private var quoted: LineBuilder?
  private var picture: LineBuilder?
  private var boilerplate: LineBuilder?
  private var addresses: LineBuilder?
  /// Whether the line above belongs to a notice that may go on.
  private var isInNotice = false
  /// Whether the line above is the same in every mail of a kind: an address below it is its link.
  private var isBelowBoilerplate = false
  /// Whether no more of the text is words, though another part may have some.
  private(set) var isBelowEnd = false
  private var hasSignature = false
  /// Whether no more words are taken: the row is full, or a part has ended that had some.
  private(set) var isDone = false

  /// Whether the writer has not said anything yet.
  var isEmpty: Bool { own.isEmpty && !paragraph.hasWords }

  /// Whether a message has any text, be it no more than a quote, a signature or a picture's in words.
  var holdsText: Bool {
    !own.isEmpty || !paragraph.isEmpty || hasSignature
      || [quoted, picture, boilerplate, addresses].contains { $0?.isEmpty == false }
  }

  /// Whether the writer has said something that is not the same in every mail of a kind.
  var hasOwnWords: Bool { !own.isEmpty || tail != nil }

  /// Notes a line of a signature.
  mutating func addSignature() { hasSignature = true }

  /// Takes the next line that is written.
  ///
  /// - Parameter beginsParagraph: whether there is an empty line above.
  mutating func add(written line: [UInt8], as role: Role, beginsParagraph: Bool) {
    guard !isDone else { return }
    var role = role
    if isBelowEnd { role = .boilerplate }
    if beginsParagraph { isInNotice = false }
    if isInNotice && role == .words || (isInNotice || isBelowBoilerplate) && role == .address {
      role = .boilerplate
    }
    isBelowBoilerplate = role == .boilerplate || role == .notice
    isInNotice = (isInNotice || role == .notice) && line.count >= FirstParagraph.wrappedLength
    let isRule = role == .boilerplate && Boilerplate.isLongRule(line)
    if isRule, beginsParagraph { role = .rule }
    if beginsParagraph || role == .frame || isRule {
      settle()
    } else if !line.withUnsafeBufferPointer({
      paragraph.goesOn(in: $0, as: role, belowFrames: isBelowFrames)
    }) {
      settle(isWhole: false)
    }
    if role != .frame { paragraph.add(line, as: role) }
  }

  /// Takes the next line that is quoted.
  mutating func add(quoted line: Bytes) {
    guard !isDone else { return }
    settle()
    Self.add(line, to: &quoted)
  }

  /// Takes the words of a picture.
  mutating func add(picture line: Bytes) {
    if !isDone { Self.add(line, to: &picture) }
  }

  /// Takes lines that belong together.
  ///
  /// - Parameter isWhole: whether the paragraph ends with them.
  private mutating func settle(isWhole: Bool = true) {
    guard !paragraph.isEmpty else { return }
    let lines = paragraph.lines(belowFrames: isBelowFrames, isWhole: isWhole)
    isBelowFrames = isBelowFrames && lines.allSatisfy { $0.role != .words }
    paragraph = FirstParagraph()
    for (line, role) in lines where !isDone {
      line.withUnsafeBufferPointer { take($0, as: role) }
    }
  }

  private mutating func take(_ line: Bytes, as role: Role) {
    switch role {
    case .address where own.isEmpty: Self.add(line, to: &addresses)
    case .end where !own.isEmpty:
      keepTail()
      isDone = true
    case .end:
      isBelowEnd = true
      Self.add(line, to: &boilerplate)
    case .words, .address:
      guard tail == nil else { return addToTail(line) }
      own.append(own.isEmpty ? line.withoutEmptyBrackets : line)
      own.addSpace()
      isDone = own.isFull
    default:
      Self.add(line, to: &boilerplate)
      if tail != nil, Boilerplate.isOfFooter(line) {
        endAboveTail()
      } else if tail == nil, !own.isEmpty, role == .rule {
        (tail, tailLength) = (LineBuilder(limit: Self.limit), 0)
      }
    }
  }

  // MARK: Below a rule

  /// In bytes: what a list puts between a rule and its footer is no longer.
  private static let tailLimit = 1_000

  private mutating func addToTail(_ line: Bytes) {
    Self.add(line, to: &tail)
    tailLength += line.count
    if tailLength > Self.tailLimit { keepTail() }
  }

  private mutating func keepTail() {
    guard let words = tail else { return }
    tail = nil
    own.append(words)
    isDone = own.isFull
  }

  /// What stands below the last rule is the list's.
  mutating func dropTail() {
    settle()
    if tail != nil { endAboveTail() }
  }

  private mutating func endAboveTail() {
    tail = nil
    isDone = true
  }

  private static func add(_ line: Bytes, to builder: inout LineBuilder?) {
    var text = builder ?? LineBuilder(limit: limit)
    builder = nil
    if !text.isFull {
      text.append(line)
      text.addSpace()
    }
    builder = text
  }

  /// A part has ended: another one goes on only where this one had no words.
  mutating func endPart() {
    settle()
    keepTail()
    isDone = isDone || !own.isEmpty
    (isBelowFrames, isBelowEnd, isInNotice) = (true, false, false)
  }

  /// Takes the words of a text that was read apart.
  mutating func append(_ other: FirstWords) {
    guard !isDone else { return }
    hasSignature = hasSignature || other.hasSignature
    if own.isEmpty { own = other.own }
    quoted = quoted ?? other.quoted
    picture = picture ?? other.picture
    boilerplate = boilerplate ?? other.boilerplate
    addresses = addresses ?? other.addresses
    isDone = isDone || other.isDone
  }

  /// What they came to.
  ///
  /// - Parameter row: what there is where the writer has not said anything.
  func finish(_ row: WordlessRow) -> String {
    var whole = self
    whole.settle()
    whole.keepTail()
    if !whole.own.isEmpty { return whole.own.finish() }
    if let reason = row.reason { return reason.text }
    if row.isEncrypted { return SnippetMark.encrypted.snippet }
    let boilerplate = whole.boilerplate
    if let picture, !picture.isEmpty { return SnippetMark.picture(name: picture.finish()).snippet }
    let names = row.pictures.names
    let name = names.first { !$0.isEmpty } ?? names.first
    // Below an answer there may be a picture of the writer who is answered.
    if let name, quoted == nil { return SnippetMark.picture(name: name).snippet }
    for rest in [boilerplate, whole.addresses] {
      if let rest, !rest.isEmpty { return rest.finish() }
    }
    if let quoted, !quoted.isEmpty { return quoted.finish() }
    return name.map { SnippetMark.picture(name: $0).snippet } ?? ""
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Without brackets at the beginning that a program has left empty where a link was.
  fileprivate var withoutEmptyBrackets: Bytes {
    var rest = self
    while let first = rest.first, rest.count > 1, "([<{".utf8.contains(first),
      ")]>}".utf8.contains(rest[1])
    { rest = Bytes(rebasing: rest.dropFirst(2).drop { $0 == 0x20 }) }
    return rest
  }
}
