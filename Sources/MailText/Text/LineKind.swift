/// The kind of a line in a message, judged by the line alone.
enum LineKind: Equatable {
  case text
  case empty
  /// `-- ` (RFC 3676, section 4.3); some programs omit the space.
  case signatureMark
  /// `-----Original Message-----`, in the known languages.
  case answered
  /// `----- "Ann" <ann@a.example> wrote: -----`, in the known languages.
  case attribution
  /// `----- Details -----`: other words between dashes.
  case heading
  /// `---------- Forwarded message ---------`, in the known languages.
  case forwarded
  /// `-------------- next part --------------`, where an archive has removed or moved a part.
  case nextPart
  /// A line of underscores, which Outlook puts between the reply and the quoted message.
  case rule
  /// The start of a text that is signed but readable.
  case signedMessage
  /// The start of a signature, a key or encrypted data.
  case armouredFile
  /// The start of a file that is written into the text: `begin 644 name`.
  case file(PackedFile)

  /// - Parameter line: a line without spaces at its ends.
  init(_ line: Bytes) {
    self = .text
    guard let first = line.first else {
      self = .empty
      return
    }
    switch first {
    case UInt8(ascii: "-"): self = Self.dashed(line)
    case UInt8(ascii: "_"):
      if line.count >= 10, line.allSatisfy({ $0 == first }) { self = .rule }
    case UInt8(ascii: "b"), UInt8(ascii: "="), UInt8(ascii: "("):
      if let file = PackedFile(line) { self = .file(file) }
    default: break
    }
    if case .text = self, let last = line.last, last == UInt8(ascii: ":") || last == 0x9A,
      line.count < 100, Self.speaksOfForwarding(line)
    {
      self = .forwarded
    }
  }

  private static func dashed(_ line: Bytes) -> LineKind {
    if line.count == 2, line[1] == UInt8(ascii: "-") { return .signatureMark }
    // Dashes are escaped in a signed message (RFC 9580, section 7.2).
    if line.count == 4, line.starts(with: "- --") { return .signatureMark }
    if line.starts(with: "--"), line.count < 100, speaksOfForwarding(line) { return .forwarded }
    if line.count < 100, line.ends(with: " --"), line.starts(with: "-- "), namesWriter(line),
      speaksOfWriting(line)
    {
      return .attribution
    }
    guard line.starts(with: "---") else { return .text }
    if line.starts(with: "-----BEGIN PGP ") {
      return line.starts(with: "-----BEGIN PGP SIGNED") ? .signedMessage : .armouredFile
    }
    let dash = UInt8(ascii: "-")
    guard line.count > 12, line.suffix(3).allSatisfy({ $0 == dash }),
      line.contains(where: { $0 != dash })
    else { return .text }
    let kinds = FoldedLine(line).kinds
    // Other words between three dashes are a person's.
    if line[3] != dash { return kinds.contains(.originalMessage) ? .answered : .text }
    if kinds.contains(.nextPart) { return .nextPart }
    if kinds.contains(.wrote) { return .attribution }
    return kinds.contains(.originalMessage) ? .answered : .heading
  }

  /// Whether the line introduces a quote in GroupWise's forms: `>>> Ann Berg 6/1/2023 9:12 AM >>>`,
  /// or `>>> On 6/1/2023 at 9:12 AM, Ann <ann@a.example> wrote:` above text without marks.
  static func isOfGroupWise(_ line: Bytes, above below: TextBelow?) -> Bool {
    guard line.count > 8, line.starts(with: ">>> ".utf8) else { return false }
    if line.ends(with: ">>>") { return true }
    var below = below
    return line.last == UInt8(ascii: ":") && namesWriter(line) && speaksOfWriting(line)
      && below?.next()?.first.map { $0 != UInt8(ascii: ">") } == true
  }

  private static func speaksOfForwarding(_ line: Bytes) -> Bool {
    FoldedLine(line).kinds.contains(.forwardedMessage)
  }

  /// Whether the line is like `From: Ann` or `*From:* Ann`, in any language: one to three words, a
  /// colon, and any text or none.
  static func isHeaderField(_ line: Bytes) -> Bool {
    guard let name = fieldName(line) else { return false }
    return !name.isEmpty
  }

  static func isFrom(_ line: Bytes) -> Bool { isField(line, writers) }

  private static func isField(_ line: Bytes, _ names: Set<[UInt8]>) -> Bool {
    fieldName(line).map { names.contains(FoldedText(Bytes(rebasing: $0)).bytes) } ?? false
  }

  private static let writers = PhraseKind.from.all
  private static let subjects = PhraseKind.subject.all

  /// Whether the line begins with the name of the field for the subject, without a colon.
  static func beginsWithSubjectName(_ line: Bytes) -> Bool {
    subjects.contains(FoldedText(Bytes(rebasing: line.prefix(40).prefix { $0 != 0x20 })).bytes)
  }

  /// Whether the line is a name as Lotus Notes writes it: `Ann Berg/Harbour/ACME`, or
  /// `Ann Berg <ann@a.example>`.
  static func isNotesName(_ line: [UInt8]) -> Bool {
    if line.last == UInt8(ascii: ">") { return line.contains(UInt8(ascii: "@")) }
    return line.contains(UInt8(ascii: "/"))
      && line.allSatisfy { $0.isOfWord && !$0.isDigit || " ./-@".utf8.contains($0) }
  }

  /// Whether fields are those of a letter: they name its writer, its date and its subject. Other
  /// texts have fields, too, such as a booking from one place to another. Windows Mail omits the
  /// subject, but puts marks of direction (U+200E) around the numbers of a date.
  static func isLetterHeader(_ lines: [[UInt8]]) -> Bool {
    var (hasWriter, hasSubject, hasDate) = (false, false, false)
    for line in lines {
      line.withUnsafeBufferPointer { line in
        if isFrom(line) {
          hasWriter = true
        } else if isField(line, subjects) {
          hasSubject = true
        } else if namesYear(line) || namesWriter(line), !line.contains(UInt8(ascii: "@")) {
          hasDate = true
          hasSubject = hasSubject || line.holds("\u{200E}".utf8)
        }
      }
    }
    return hasWriter && hasSubject && hasDate
  }

  static func fieldName(_ line: Bytes) -> Slice<Bytes>? {
    let start = line.first == UInt8(ascii: "*") ? 1 : 0
    let plain = line.prefix(40).firstIndex(of: UInt8(ascii: ":"))
    let wide = Bytes(rebasing: line.prefix(plain ?? 42)).place(of: "：")
    guard let colon = wide ?? plain, colon > start else { return nil }
    let name = line[start..<colon]
    let spaces = name.reduce(0) { $0 + ($1 == 0x20 ? 1 : 0) }
    guard spaces <= 2, name.allSatisfy({ $0 >= 0x80 || $0 == 0x20 || $0 == 0x2D || $0.isLetter })
    else { return nil }
    return name.last == 0x20 ? name.dropLast() : name
  }

  /// Whether the line may be like `On Monday Ann wrote:`, in any language: it ends with a colon, or
  /// begins with mutt's “Quoting”. The caller must check that a quote follows.
  static func introduces(_ line: [UInt8]) -> Bool {
    let line = withoutMarks(line)
    return line.starts(with: "Quoting ".utf8) || endsWithColon(line)
  }

  /// Whether the last character is a colon of any width.
  static func endsWithColon(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    line.last == UInt8(ascii: ":") || line.suffix(3).elementsEqual([0xEF, 0xBC, 0x9A])
  }

  /// Whether the line has a date, a time, and an address in brackets at its end. In some languages,
  /// programs introduce a quote by these alone.
  static func datesAddress(_ line: Bytes) -> Bool {
    line.ends(with: ">:") && line.contains(UInt8(ascii: "@")) && namesTime(line) && namesYear(line)
  }

  /// Whether the line introduces a quote as mail programs do.
  static func isAttribution(_ line: Bytes) -> Bool {
    introduces(Array(line)) && (speaksOfWriting(line) || namesWriter(line))
  }

  /// Whether the line says that the quote below leaves words out: `<snip>`, `[...]`.
  static func isOmission(_ line: [UInt8]) -> Bool {
    guard let first = line.first, let last = line.last, line.count <= 12 else { return false }
    return "<[(".utf8.contains(first) && ">])".utf8.contains(last) && !line.contains(0x20)
  }

  /// A line without marks of direction at its end, such as U+202C.
  private static func withoutMarks(_ line: [UInt8]) -> ArraySlice<UInt8> {
    var rest = line[...]
    while rest.count > 2, rest[rest.endIndex - 3] == 0xE2,
      let scalar = String(decoding: rest.suffix(3), as: UTF8.self).unicodeScalars.first,
      scalar.properties.isBidiControl
    { rest = rest.dropLast(3) }
    return rest
  }

  /// Whether a line that ends with a colon is a person's own sentence: it has neither a number nor
  /// an address, and no word with which programs introduce a quote.
  static func isSentence(_ line: [UInt8]) -> Bool {
    guard !line.contains(where: { $0.isDigit || $0 == UInt8(ascii: "@") }) else { return false }
    return line.withUnsafeBufferPointer { line in
      FoldedLine(line).kinds.isDisjoint(with: [.wrote, .forwardedMessage]) && !namesYear(line)
    }
  }

  /// Whether a line has a word with which programs introduce a quote.
  static func speaksOfWriting(_ line: Bytes) -> Bool {
    FoldedLine(line).kinds.contains(.wrote)
  }

  static func speaksOfWriting(_ line: Bytes, goingOnIn next: Bytes) -> Bool {
    (Array(line) + [0x20] + next).withUnsafeBufferPointer { speaksOfWriting($0) }
  }

  /// Whether a line has an address or a time of day, as in a program's introduction of a quote.
  static func namesWriter(_ line: Bytes) -> Bool {
    line.contains(UInt8(ascii: "@")) || namesTime(line)
  }

  private static func namesTime(_ line: Bytes) -> Bool {
    line.indices.dropFirst().dropLast(2).contains { colon in
      line[colon] == UInt8(ascii: ":") && line[colon - 1].isDigit && line[colon + 1].isDigit
        && line[colon + 2].isDigit
    }
  }

  /// Whether an introduction of a quote may be wrapped, from `line` to `last`: `line` has a date or
  /// an address and ends within a sentence or a date, and `last` is short.
  static func beginsIntroduction(
    _ line: some BidirectionalCollection<UInt8>,
    endingIn last: some Collection<UInt8>
  ) -> Bool {
    guard last.count < 60, line.count > 20, let end = line.last,
      !".!?:;".utf8.contains(end) || endsInDate(line)
    else { return false }
    return line.contains(UInt8(ascii: "@")) || namesYear(line)
  }

  /// Whether the line has four digits of any script.
  private static func namesYear(_ line: some Collection<UInt8>) -> Bool {
    if line.contains(run: 4, where: \.isDigit) { return true }
    return line.contains { $0 >= 0x80 }
      && Array(line).withUnsafeBufferPointer {
        DateText.plain($0).utf8.contains(run: 4, where: \.isDigit)
      }
  }

  /// Whether the line ends with a month's abbreviation, or with the year as in Hungarian, so that a
  /// date goes on in the next line.
  private static func endsInDate(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    let word = line.reversed().prefix { $0 != 0x20 }.reversed()
    guard word.last == UInt8(ascii: "."), (4...16).contains(word.count) else { return false }
    if word.count == 5, word.dropLast().allSatisfy(\.isDigit) { return true }
    return !MonthName.numbers(String(decoding: word.dropLast(), as: UTF8.self)).isEmpty
  }
}
