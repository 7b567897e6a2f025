/// A line by a message's writer.
struct WrittenLine {
  var bytes: [UInt8]
  var role: FirstWords.Role
  /// The heading or list item to which the line belongs.
  let unit: TextUnit
  let beginsParagraph: Bool

  init(_ line: [UInt8], _ role: FirstWords.Role, _ unit: TextUnit, _ beginsParagraph: Bool) {
    bytes = line
    (self.role, self.unit, self.beginsParagraph) = (role, unit, beginsParagraph)
  }

  /// Moves the end of an address in brackets here from the line below, in which it goes on.
  mutating func completeAddress(from below: inout WrittenLine) {
    guard let bracket = bytes.lastIndex(where: { "[<".utf8.contains($0) }),
      bytes[bracket...].allSatisfy({ $0 > 0x20 && !"]>".utf8.contains($0) }),
      Array(bytes[bracket...]).holds("://".utf8),
      let end = below.bytes.firstIndex(where: { $0 <= 0x20 || "]>".utf8.contains($0) }),
      below.bytes[end] == bytes[bracket] + 2
    else { return }
    bytes += below.bytes[...end]
    below.bytes = Array(below.bytes[(end + 1)...].drop { $0 <= 0x20 })
  }

  /// Whether the line only names the way to the page whose address is the line below.
  func isWay(to address: WrittenLine) -> Bool {
    (bytes + [0x20] + address.bytes).withUnsafeBufferPointer {
      Boilerplate.role(of: $0, isFirst: true) == .boilerplate
    }
  }

  /// Drops the signs before a heading that stands above a line of dashes: `** News`.
  mutating func dropHeadingMarks() {
    let words = bytes.drop { "*#=".utf8.contains($0) }
    if words.count > 1, words.first == 0x20 { bytes = Array(words.dropFirst()) }
  }

  fileprivate func with(_ role: FirstWords.Role) -> WrittenLine {
    var line = self
    line.role = role
    return line
  }
}

extension RandomAccessCollection<WrittenLine> {
  /// Returns the number of lines at the end that may introduce a quote, at most `limit`.
  func introductions(atMost limit: Int) -> Int {
    guard let last = last?.bytes else { return 0 }
    if count > 1, limit > 2, LineKind.isOmission(last) {
      let above = dropLast().introductions(atMost: limit - 1)
      return above > 0 ? above + 1 : 0
    }
    guard LineKind.introduces(last) else { return 0 }
    var introductions = 1
    for count in 2...limit where count <= self.count {
      let lines = suffix(count)
      guard lines.dropFirst().allSatisfy({ !$0.beginsParagraph }), let first = lines.first?.bytes,
        LineKind.beginsIntroduction(first, endingIn: last)
      else { continue }
      // Within an introduction, only an address may have a line of its own.
      let middle = lines.dropFirst().dropLast()
      if middle.allSatisfy({ $0.bytes.contains(UInt8(ascii: "@")) }) { introductions = count }
    }
    let lines = suffix(introductions).map(\.bytes)
    if LineKind.isSentence([UInt8](lines.joined(separator: [0x20]))) { return 0 }
    // A program may name the original message above, too.
    let above = dropLast(introductions).last?.bytes.withUnsafeBufferPointer { LineKind($0) }
    if case .answered = above { introductions += 1 }
    return introductions
  }
}

/// Collects lines of a paragraph that may be one boilerplate sentence or a frame: lines that a
/// program has put above the text, such as fields. A row shows these only if there are no other
/// words.
struct FirstParagraph {
  /// Whether the message may be a bounce.
  let isOfBounce: Bool
  private var all: [WrittenLine] = []
  private var length = 0
  /// Whether each line is a field such as `Key: value`.
  private var isOfFields = true
  private var hasBoilerplate = false

  var isEmpty: Bool { all.isEmpty }
  var hasWords: Bool { all.contains { $0.role == .words } }
  /// Whether the next paragraph, if it begins with a small letter, goes on with a sentence.
  var isOpen: Bool { all.last?.bytes.last.map { !".!?".utf8.contains($0) } ?? false }

  init(isOfBounce: Bool) { self.isOfBounce = isOfBounce }

  mutating func add(_ line: WrittenLine) {
    // A long value may continue in a line without spaces.
    isOfFields =
      isOfFields
      && line.bytes.withUnsafeBufferPointer {
        Self.name(ofField: $0) != nil || !all.isEmpty && !$0.contains(0x20)
      }
    hasBoilerplate =
      hasBoilerplate || [.boilerplate, .closing, .notice, .bounce].contains(line.role)
    length += line.bytes.count
    all.append(line)
  }

  /// Whether the next line may belong to the same frame or sentence as the lines so far.
  ///
  /// - Parameter belowFrames: whether only frames and boilerplate precede the paragraph.
  func goesOn(in line: Bytes, as role: FirstWords.Role, belowFrames: Bool) -> Bool {
    guard let last = all.last, all.count < Self.mostLines else { return false }
    if belowFrames, isOfFields, Self.name(ofField: line) != nil || !line.contains(0x20) {
      return length < Self.mostFields
    }
    return length < (hasBoilerplate || isOfBounce ? Boilerplate.longSentence : FirstWords.limit)
      && Self.wraps(last) && role != .address && !Boilerplate.isLongRule(line)
  }

  private static let mostLines = 24
  /// The number of fields from which on a block counts as written by a program, even if no field
  /// contains an address, a year or a commit's hash.
  private static let plainFields = 3
  /// The limit of all fields together, in bytes.
  private static let mostFields = 2_048

  /// Returns the lines, each with its role in a row. If they are whole, they end the paragraph.
  func lines(belowFrames: Bool, isWhole: Bool) -> [WrittenLine] {
    let isFrame = belowFrames && isWhole && (isPreface || isOrigin)
    if isFrame { return all.map { $0.with(.boilerplate) } }
    guard all.count > 1 else { return all }
    switch Boilerplate.writer(of: all.map(\.bytes), isOfBounce: isOfBounce) {
    case .mailSystem: return all.map { $0.with(.bounce) }
    case .program: return all.map { $0.with(.boilerplate) }
    case .person:
      return all.map { $0.with([.boilerplate, .closing].contains($0.role) ? .words : $0.role) }
    case .unknown: return all
    }
  }

  // MARK: Sentences on several lines

  /// The minimum length in bytes of a wrapped line. A shorter line is complete, such as a heading.
  static let wrappedLength = 40

  /// Whether the line's sentence may continue in the next line.
  private static func wraps(_ line: WrittenLine) -> Bool {
    guard let last = line.bytes.last, line.bytes.count >= wrappedLength else { return false }
    return !".!?:;".utf8.contains(last) && line.role != .address
      && !Boilerplate.isLongRule(line.bytes) && !line.bytes.suffix(3).elementsEqual("---".utf8)
  }

  // MARK: Frames

  /// Whether the lines are a frame: a block of fields, written by a program.
  private var isPreface: Bool {
    guard isOfFields, all.count < Self.mostLines, length < Self.mostFields else { return false }
    let known = Set(all.compactMap { Self.fieldName($0.bytes) })
    let isPlain =
      all.count >= Self.plainFields || all.contains { Self.holdsData($0.bytes) }
      || all.count > 1 && known.isSubset(of: Self.programs) && !known.isSubset(of: Self.ofLetters)
    return isPlain && !known.isDisjoint(with: Self.programs) && known.isDisjoint(with: Self.people)
  }

  /// Whether the line contains an address, a year or a commit's hash.
  private static func holdsData(_ line: [UInt8]) -> Bool {
    if line.contains(UInt8(ascii: "@")) || line.holds("://".utf8)
      || holdsCommit(line)
    {
      return true
    }
    return line.contains(run: 4, where: \.isDigit)
  }

  /// Returns a field's name, folded, if it has a value; nil for another line.
  private static func fieldName(_ line: [UInt8]) -> [UInt8]? {
    line.withUnsafeBufferPointer {
      name(ofField: $0).map { FoldedText(Bytes(rebasing: $0)).bytes }
    }
  }

  /// Returns a field's name, if it has a value; nil for another line.
  private static func name(ofField line: Bytes) -> Slice<Bytes>? {
    if namesCommit(line) { return line.prefix { $0 != 0x20 } }
    guard let name = LineKind.fieldName(line), !name.isEmpty else { return nil }
    let rest = line[name.endIndex...]
    let hasValue = rest.contains { $0 != 0x20 && $0 != UInt8(ascii: ":") }
    return !hasValue || rest.starts(with: "://".utf8) ? nil : name
  }

  /// Names of fields that programs write above a text.
  private static let programs = PhraseKind.field.all
  /// Names of fields that people write, too.
  private static let ofLetters = PhraseKind.fieldOfLetters.all
  /// Words with which people begin lines that look like fields.
  private static let people = PhraseKind.fieldOfPeople.all

  /// Whether the paragraph is a frame that only names the commit from which a change comes.
  private var isOrigin: Bool {
    guard all.count == 1, let line = all.first?.bytes, line.count < 120 else { return false }
    return line.withUnsafeBufferPointer { Self.holdsCommit($0) && Self.origins.isIn($0) }
  }

  /// Whether the line is like `commit 0123456789abcdef`, possibly with more words.
  private static func namesCommit(_ line: Bytes) -> Bool {
    guard line.count < 80, holdsCommit(line) else { return false }
    return line.starts(with: "From ".utf8)
      || line.first.map { $0 > 0x60 } == true && line.count { $0 == 0x20 } < 5
  }

  /// Whether the line contains a commit's hash: at least 12 hexadecimal digits.
  private static func holdsCommit(_ line: some Sequence<UInt8>) -> Bool {
    line.contains(run: 12) { $0.isDigit || (0x61...0x66).contains($0) }
  }

  private static let origins = PlainPhrases(["commit ", "upstream"])
}
