/// Recognizes lines that are the same in every mail of a kind: how to unsubscribe, links to a
/// shop's pages, bare addresses, lines of dashes, notices of companies. A row shows such lines only
/// if there are no others.
enum Boilerplate {
  // Limits in bytes. A longer line counts as the writer's.

  private static let limit = 240
  /// A line that is only a link, such as a button or a page's name.
  static let linkLimit = 30
  /// Any other line that may be a button, in characters.
  private static let buttonLimit = 40
  /// A sentence about a link, such as how to unsubscribe.
  private static let sentenceLimit = 120
  private static let labelLimit = 32
  /// The beginning of a device's line.
  private static let deviceLimit = 32
  /// A program's sentence without its addresses, and with them.
  static let longSentence = 400
  private static let longest = 2_000

  /// Returns the role in a row for a line that is neither quoted nor a signature.
  ///
  /// - Parameters:
  ///   - line: the line without spaces at its ends, not empty.
  ///   - isFirst: whether no words are above.
  static func role(of line: Bytes, isFirst: Bool = false) -> FirstWords.Role {
    if line.count <= limit, isAddress(line) {
      // In brackets, a program names a picture or the target of a link.
      return line.first == UInt8(ascii: "[") ? .boilerplate : .address
    }
    if isPicture(line) { return .boilerplate }
    if isEnd(line) { return .end }
    if isFirst, isWayToPage(line) { return .boilerplate }
    guard line.count <= longest else { return .words }
    if isTrailer(line) || isRule(line) || isLongRule(line) || isHeading(line) || isCount(line)
      || isNavigation(line)
    {
      return .boilerplate
    }
    let folded = FoldedLine(line)
    if line.count <= labelLimit, labels.contains(folded.text.dropLast()) { return .boilerplate }
    if folded.kinds.contains(.notice) { return .notice }
    if folded.kinds.contains(.change), line.last == UInt8(ascii: ":"),
      line.contains(UInt8(ascii: "@"))
    {
      return .boilerplate
    }
    if isBoilerplate(line, folded) {
      return folded.kinds.contains(.device) && isSentence(line, folded) ? .closing : .boilerplate
    }
    return folded.kinds.contains(.bounce) ? .bounce : .words
  }

  private static func isBoilerplate(_ line: Bytes, _ folded: FoldedLine) -> Bool {
    let kinds = folded.kinds
    guard !kinds.isDisjoint(with: ofPrograms) else { return false }
    let length = lengthOfWords(line)
    guard length <= limit else { return false }
    if kinds.contains(.program) { return true }
    let isOfNewsletter = !kinds.isDisjoint(with: ofNewsletters)
    if kinds.contains(.trouble) { return isOfNewsletter || writer(of: line, folded) == .program }
    // A question about pages and browsers may come from a person.
    guard length <= sentenceLimit, line.last != UInt8(ascii: "?") else { return false }
    return kinds.contains(.device) && isOfDevice(line) || writer(of: line, folded) == .program
  }

  /// Whether a line of a device could be a person's sentence, too: it has no link, and ends as a
  /// sentence or is longer than a button.
  private static func isSentence(_ line: Bytes, _ folded: FoldedLine) -> Bool {
    guard !folded.text.withUnsafeBufferPointer({ links.isIn($0) }), let last = line.last else {
      return false
    }
    return ".!,".utf8.contains(last) || line.count { $0 & 0xC0 != 0x80 } > buttonLimit
  }

  /// The kinds of phrases that only programs write.
  private static let ofPrograms: PhraseKinds = ofNewsletters.union([
    .program, .trouble, .unsubscribe,
  ])
  private static let ofNewsletters: PhraseKinds = [.newsletter, .device]
  private static let ofLists: PhraseKinds = [.mailingList, .unsubscribe]
  /// The kinds of phrases with which the footer of a mailing list or a company begins.
  private static let ofFooters: PhraseKinds = ofNewsletters.union(ofLists).union([.notice])

  enum Writer {
    case mailSystem, program, person, unknown
  }

  /// Returns the writer of lines that form one sentence.
  static func writer(of lines: [[UInt8]], isOfBounce: Bool) -> Writer {
    Array(lines.joined(separator: [0x20])).withUnsafeBufferPointer { text in
      guard text.count <= longest else { return .unknown }
      let folded = FoldedLine(text)
      if isOfBounce, folded.kinds.contains(.bounce) { return .mailSystem }
      if folded.kinds.contains(.notice) { return .program }
      guard !folded.kinds.subtracting([.program]).isDisjoint(with: ofPrograms),
        lengthOfWords(text) <= longSentence, text.last != UInt8(ascii: "?")
      else { return .unknown }
      return writer(of: text, folded)
    }
  }

  /// Whether the line begins the footer that a mailing list or a company adds to each message.
  static func beginsFooter(_ line: Bytes) -> Bool {
    line.count <= limit && !FoldedLine(line).kinds.isDisjoint(with: ofFooters)
  }

  /// Whether the line belongs to a mailing list's footer: it names the list, or says how to
  /// unsubscribe.
  static func isOfFooter(_ line: Bytes) -> Bool {
    line.count <= limit && !FoldedLine(line).kinds.isDisjoint(with: ofLists)
  }

  // MARK: Writers

  /// Whether a line begins like the lines that telephones and mail programs append to each mail.
  private static func isOfDevice(_ line: Bytes) -> Bool {
    FoldedLine(Bytes(rebasing: line.prefix(deviceLimit))).kinds.contains(.device)
      && !FoldedLine(Bytes(rebasing: line.prefix { $0 != 0x20 })).kinds.contains(.person)
  }

  /// Returns the writer of a line with a phrase of programs: a program, if the line has a link;
  /// else a person, if the line has words such as “I”; else a program, if the line is as short as
  /// a button, or is about mail or links; else unknown.
  private static func writer(of line: Bytes, _ folded: FoldedLine) -> Writer {
    if folded.text.withUnsafeBufferPointer({ links.isIn($0) }) { return .program }
    if folded.kinds.contains(.person) { return .person }
    let isShort = line.count { $0 & 0xC0 != 0x80 } <= buttonLimit
    return isShort || folded.kinds.contains(.companion) ? .program : .unknown
  }

  private static let links = PlainPhrases([" http ", " https ", " www ", " mailto "])
  static let tags = PlainPhrases([
    "<br>", "<br/>", "<br />", "</b>", "</p>", "</a>", "</td>", "</tr>", "</div>", "</i>",
    "</li>", "</strong>", "</font>", "</span>", "</h1>", "</h2>", "</em>", "&nbsp;",
  ])

  /// The length in bytes. In a long line, web and `mailto:` addresses do not count, however long.
  private static func lengthOfWords(_ line: Bytes) -> Int {
    guard line.count > sentenceLimit else { return line.count }
    return line.split(separator: 0x20).reduce(0) { length, word in
      isScheme(word.drop { !$0.isOfWord }) ? length : length + word.count + 1
    }
  }

  // MARK: Forms of lines

  /// Whether the line is a rule, as mailing lists put above their footers. At least 20 bytes and
  /// half of the line are characters of `-_=*~#+`. The line begins and ends with one of these; the
  /// end may also be `>`.
  static func isLongRule(_ line: some BidirectionalCollection<UInt8>) -> Bool {
    guard let first = line.first, isOfRule(first), let last = line.last,
      isOfRule(last) || last == UInt8(ascii: ">")
    else { return false }
    let signs = line.count { isOfRule($0) }
    return signs >= 20 && 2 * signs >= line.count
  }

  private static func isOfRule(_ byte: UInt8) -> Bool {
    !byte.isOfWord && "-_=*~#+".utf8.contains(byte)
  }

  /// Whether the line consists of three or more signs: ASCII characters other than letters and
  /// digits, dashes, bullets, or signs for drawing. Or whether it is an HTML comment.
  private static func isRule(_ line: Bytes) -> Bool {
    if line.starts(with: "<!--".utf8) { return line.ends(with: "-->") }
    guard line.count > 2, line.allSatisfy({ !$0.isOfWord || $0 >= 0x80 }) else { return false }
    guard line.contains(where: { $0 >= 0x80 }) else { return true }
    let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
    return scalars.count > 2
      && scalars.allSatisfy { scalar in
        scalar.isASCII || (0x2010...0x2027).contains(scalar.value)
          || (0x2500...0x25FF).contains(scalar.value)
      }
  }

  /// Whether the line is a heading between `---` or `===`: `--- Note 3 ---`, `--- Sponsor ---~-->`.
  private static func isHeading(_ line: Bytes) -> Bool {
    guard let sign = line.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "="),
      line.prefix(3).allSatisfy({ $0 == sign }), line.count <= limit
    else { return false }
    return line.suffix(3).allSatisfy { "-=~>".utf8.contains($0) }
  }

  /// Whether the line stands for pictures, perhaps with the targets of their links: `[image: Logo]`,
  /// `[imagen: logo.png]`, `[Logo]<https://a.example>`, and in Markdown `![Logo](https://a.example)`.
  private static func isPicture(_ line: Bytes) -> Bool {
    guard line.count <= limit else { return false }
    var rest = line
    repeat {
      let start = rest.first == UInt8(ascii: "!") ? 1 : 0
      guard rest.count > start, rest[start] == UInt8(ascii: "["),
        let end = rest.firstIndex(of: UInt8(ascii: "]"))
      else { return false }
      let target = Bytes(rebasing: rest[(end + 1)...]).trimmed
      if target.isEmpty {
        return rest.starts(withAnyCaseOf: "[image:")
          || rest.contains(UInt8(ascii: ":"))
            && pictures.contains { rest.ends(with: $0) }
      }
      guard target.first == UInt8(ascii: start == 0 ? "<" : "("),
        let last = target.firstIndex(of: UInt8(ascii: start == 0 ? ">" : ")")),
        isAddress(Bytes(rebasing: target[...last]))
      else { return false }
      rest = Bytes(rebasing: target[(last + 1)...]).trimmed
    } while !rest.isEmpty
    return true
  }

  private static let pictures: [StaticString] = [".png]", ".jpg]", ".jpeg]", ".gif]"]

  /// The words that announce an advertisement on a line of their own.
  private static let labels = PhraseKind.label.all

  /// Whether the line begins a diff between two files, or a returned copy of a mail. The name of
  /// the file may be above, in a list of the changes.
  private static func isEnd(_ line: Bytes) -> Bool {
    switch line.first {
    case UInt8(ascii: "d"): return line.starts(with: "diff -".utf8)
    case UInt8(ascii: "i"): return isIndex(line)
    case UInt8(ascii: "-"):
      let isBeginning =
        line.starts(with: "--- a/".utf8) || line.starts(with: "--- /dev/null")
        || line.starts(with: "--- ") && line.contains(0x09) || beginsReturnedCopy(line)
      if isBeginning { return true }
    case UInt8(ascii: "+"):
      return line.starts(with: "+++ b/") || line.starts(with: "+++ /dev/null")
        || line.starts(with: "+++ ") && line.contains(0x09)
    case UInt8(ascii: "@"): return line.starts(with: "@@ -".utf8)
    default: break
    }
    return false
  }

  /// Whether a copy of a mail begins below the line, as in a bounce.
  static func beginsReturnedCopy(_ line: Bytes) -> Bool {
    line.starts(with: "---") && FoldedLine(line).kinds.contains(.returnedCopy)
  }

  /// Whether the line names a bounced mail's recipient: `* ann`, `(expanded from: ann@a.example)`.
  static func isRecipient(_ line: [UInt8]) -> Bool {
    guard let space = line.lastIndex(of: 0x20) else { return line.allSatisfy { $0 < 0x80 } }
    return !line[..<space].contains(where: \.isOfWord)
      || line.first == UInt8(ascii: "(") && line.last == UInt8(ascii: ")")
        && line[space...].contains(UInt8(ascii: "@"))
  }

  /// Whether the line names two versions of a file: `index 11fad8c..c5f841a 100644`.
  private static func isIndex(_ line: Bytes) -> Bool {
    guard line.starts(with: "index ") else { return false }
    let versions = line.dropFirst(6).prefix { $0 != 0x20 }
    return versions.count > 8 && versions.contains(UInt8(ascii: "."))
      && versions.allSatisfy { $0.hexadecimal != nil || $0 == UInt8(ascii: ".") }
  }

  /// Whether the line only names the way to a page, in any language: a few words without
  /// punctuation of a sentence, perhaps a colon, and one long address at the end, which is not in
  /// parentheses.
  private static func isWayToPage(_ line: Bytes) -> Bool {
    guard line.count <= longest, let space = line.lastIndex(of: 0x20) else { return false }
    let address = line[(space + 1)...].drop { !$0.isOfWord }
    let words = line[..<space]
    return isScheme(address) && (address.count >= 24 || words.last == bar)
      && words.count <= buttonLimit
      && line[space + 1] != UInt8(ascii: "(")
      && (line[space + 1] != UInt8(ascii: "[") || line.last == UInt8(ascii: "]"))
      && words.count(where: { $0 == 0x20 }) <= 5
      && !words.dropLast(words.last == UInt8(ascii: ":") ? 1 : 0).contains {
        ".,:;!?@".utf8.contains($0)
      }
  }

  /// Whether the line says who had part in a change, as Git's `Signed-off-by: Ann`.
  private static func isTrailer(_ line: Bytes) -> Bool {
    guard let colon = line.prefix(40).firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = line[..<colon]
    return name.suffix(3).elementsEqual("-by".utf8)
      && name.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "-") }
      && line[colon...].contains { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "<") }
  }

  /// Whether the line counts the lines that a change adds and removes: in a file, as in
  /// `file |  3 ++-`, or in all, as in `2 files changed, 1 insertion(+)`, in any language.
  private static func isCount(_ line: Bytes) -> Bool {
    if line.first?.isDigit == true, line.contains(UInt8(ascii: ",")),
      line.ends(with: "(+)") || line.ends(with: "(-)")
    {
      return true
    }
    guard let last = line.last, last == UInt8(ascii: "+") || last == UInt8(ascii: "-"),
      let bar = line.lastIndex(of: bar)
    else { return false }
    let counts = line[(bar + 1)...]
    return counts.contains { $0.isDigit }
      && counts.allSatisfy { $0.isDigit || "+- ".utf8.contains($0) }
  }

  /// Whether the line has only addresses, perhaps in brackets: of pages, pictures or one mailbox.
  private static func isAddress(_ line: Bytes) -> Bool {
    guard line.contains(0x20) else {
      return line.contains(UInt8(ascii: "@")) || isScheme(line.drop { !$0.isOfWord })
    }
    // Decides most lines without splitting them.
    guard isScheme(line.drop { !$0.isOfWord }) else { return false }
    let words = line.split(separator: 0x20).map { $0.drop { !$0.isOfWord } }
      .filter { !$0.isEmpty }
    return words.allSatisfy(isScheme)
  }

  private static func isScheme(_ word: Slice<Bytes>) -> Bool {
    let word = Bytes(rebasing: word)
    return schemes.contains { word.starts(withAnyCaseOf: $0) }
  }

  private static let schemes: [StaticString] = [
    "http://", "https://", "www.", "mailto:", "cid:", "url:",
  ]

  /// Whether the line is like `Home | Shop | Contact`: short names with bars or dots between them.
  private static func isNavigation(_ line: Bytes) -> Bool {
    // A row of a table begins with a bar.
    guard line.count <= limit, line.first != bar, line.contains(bar) || marks.isIn(line) else {
      return false
    }
    let names = String(decoding: line, as: UTF8.self).split { "|·•∙›»".contains($0) }
      .map { $0.split(separator: " ").count }.filter { $0 > 0 }
    return names.count > 2 && names.allSatisfy { $0 <= 4 }
  }

  private static let bar = UInt8(ascii: "|")
  private static let marks = PlainPhrases([" · ", " • ", " ∙ ", " › ", " » "])
}
