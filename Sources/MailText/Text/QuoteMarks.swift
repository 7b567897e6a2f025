/// Finds the quote marks of a plain text other than `>`: names or initials before the mark (`AB>
/// text`), a plus sign, a bar or other characters. Other lines may begin in the same way, so the
/// whole text is examined first.
struct QuoteMarks {
  /// Names that mark a quote, before a `>`.
  private var names: Set<[UInt8]> = []
  /// Whether a plus sign at the start of a line marks a quote.
  private(set) var includesPlus = false
  private(set) var includesBars = false
  /// Whether a `>` after a space marks a quote in flowed text, although such a line is no quote by
  /// RFC 3676.
  private(set) var includesStuffed = false
  /// Whether lines with `>` are input at a prompt, and no quotes: they are directly between lines
  /// of text, or look like code, or begin with Python's `>>> `. In a reply, only code counts, and
  /// only without an introduction above; elsewhere, one such line suffices without an introduction.
  private(set) var arePrompts = false
  /// Other characters that mark a quote, found directly below an introduction of a quote.
  private var prefix: [UInt8] = []
  /// The start of a quoted message without quote marks, below its introduction.
  private(set) var answeredStart: Int?

  /// The limit of a name that marks a quote, in bytes.
  private static let nameLimit = 12
  /// Prompts of programs, such as `sql>`, which mark no quote.
  private static let prompts: Set<String> = [
    "sql", "mysql", "mariadb", "sqlite", "ftp", "sftp", "lftp", "telnet", "irb", "ghci", "gdb",
    "lldb", "mongo", "redis", "node", "php", "scheme", "grub", "dos", "c",
  ]

  init(_ text: Bytes, isAnswer: Bool) {
    includesBars = isAnswer
    guard Self.mayMark(text) else { return }
    var lastName: [UInt8]?
    var (isBelowIntroduction, hasIntroduction) = (false, false)
    var (isDifference, isTree, hasText) = (false, false, false)
    var (hasPrompt, hasQuote, isBelowText) = (false, false, false)
    var (areTriple, isBelowHere): (Bool?, Bool) = (nil, false)
    var above = Bytes.none
    var start = 0
    while start < text.count {
      let end = text.endOfLine(from: start)
      let raw = Bytes(rebasing: text[start..<end])
      let line = raw.trimmed
      defer { start = end }
      guard let first = line.first else {
        isBelowText = false
        lastName = nil
        above = .none
        continue
      }
      let isMarked = first == UInt8(ascii: ">")
      if isMarked {
        let isCode = Self.isCode(line) && !isBelowIntroduction
        let isPrompt =
          isCode || isBelowHere || !isAnswer && isBelowText && Self.isText(text, at: end)
        // An answer begins with a quote.
        hasIntroduction = hasIntroduction || !hasText && !isCode
        (hasPrompt, hasQuote) = (hasPrompt || isPrompt, hasQuote || !isPrompt)
        let isTriple = line.starts(with: ">>> ") && !LineKind.isOfGroupWise(line, above: nil)
        areTriple = areTriple != false && isTriple && (!isAnswer || isCode)
      }
      // Lines for a shell's here-document are below `<<`, as in `cat <<END`.
      isBelowHere = isMarked ? isBelowHere : line.holds(" <<".utf8) && !line.holds(">>".utf8)
      // A quote has initials, or several lines. The output of a command separates prompts.
      let name = Self.name(line)
      let isInitials = name.map { $0.count < 5 && $0.allSatisfy(\.isCapital) } ?? false
      if let name, isInitials || name == lastName { names.insert(name) }
      lastName = name
      if isBelowIntroduction {
        includesPlus = includesPlus || first == UInt8(ascii: "+")
        includesBars = includesBars || first == UInt8(ascii: "|")
        includesStuffed = includesStuffed || first == UInt8(ascii: ">") && raw[0] == 0x20
        if prefix.isEmpty { prefix = Self.prefix(of: line, above: text, from: end) }
      }
      if line.starts(with: "+++ ") || line.starts(with: "@@ ") { isDifference = true }
      if "|`+\\".utf8.contains(first), Self.branches.contains(where: { line.starts(with: $0) }) {
        isTree = true
      }
      if first == UInt8(ascii: ">") || first == UInt8(ascii: "|") { answeredStart = nil }
      let isColon = LineKind.endsWithColon(line)
      isBelowIntroduction =
        isColon && (LineKind.speaksOfWriting(line) || LineKind.datesAddress(line))
      if isColon, !isBelowIntroduction, LineKind.beginsIntroduction(above, endingIn: line) {
        isBelowIntroduction = LineKind.speaksOfWriting(above, goingOnIn: line)
      }
      hasIntroduction =
        hasIntroduction || isBelowIntroduction || isColon && LineKind.namesWriter(line)
      isBelowText = !isMarked && !isBelowIntroduction
      if isBelowIntroduction, hasText, answeredStart == nil,
        LineKind.namesWriter(line) || LineKind.namesWriter(above),
        let begin = Self.beginning(of: text, from: end)
      {
        answeredStart = begin
      }
      above = line
      hasText = true
    }
    arePrompts = hasPrompt && (!hasQuote || !isAnswer && !hasIntroduction) || areTriple == true
    if isDifference { includesPlus = false }
    if isTree { includesBars = false }
    if includesPlus || !prefix.isEmpty || !names.isEmpty { answeredStart = nil }
  }

  /// Whether the text contains a mark, or a line that may introduce a quote.
  private static func mayMark(_ text: Bytes) -> Bool {
    // 0xEF begins a wide colon.
    if ">+|\u{EF}".unicodeScalars.contains(where: { text.place(of: UInt8($0.value)) != nil }) {
      return true
    }
    var start = 0
    while let colon = text.place(of: UInt8(ascii: ":"), from: start) {
      if colon + 1 < text.count, text[colon + 1] <= 0x20 && text[colon + 1] != 0x20 { return true }
      start = colon + 1
    }
    return false
  }
  /// Starts of lines in drawings of folder trees and tables.
  private static let branches: [StaticString] = ["|--", "|__", "|-", "`--", "+--", "\\--", "|  "]

  /// Whether the line at an index is text, and has no `>` and no dashes at its start.
  private static func isText(_ text: Bytes, at start: Int) -> Bool {
    let next = text.line(from: start).trimmed
    return next.first != nil && next.first != UInt8(ascii: ">") && !next.starts(with: "--")
  }

  /// Whether a line with a `>` is an assignment or a call, as at the prompts of R and Python.
  private static func isCode(_ line: Bytes) -> Bool {
    let input = line.drop { $0 == UInt8(ascii: ">") }
    guard line.count - input.count == 1 || line.count - input.count == 3, input.first == 0x20
    else { return false }
    let code = Bytes(rebasing: input.dropFirst())
    guard let first = code.first, first.isOfWord else { return false }
    if codeMarks.isIn(code) { return true }
    let name = code.drop { $0.isOfWord || "._$".utf8.contains($0) }
    return name.first == UInt8(ascii: "(") && code.last == UInt8(ascii: ")")
  }

  private static let codeMarks = PlainPhrases([" <- ", "<-", " = ", " == ", " += "])

  /// Returns the start of the text below the line at an index, if that line is empty; else nil.
  private static func beginning(of text: Bytes, from start: Int) -> Int? {
    guard start < text.count, text.line(from: start).trimmed.isEmpty,
      let word = text[start...].firstIndex(where: { $0 > 0x20 })
    else { return nil }
    return text[..<word].lastIndex(of: 10).map { $0 + 1 }
  }

  /// Returns the quote mark with which two lines begin; empty if none, or only a list's bullet.
  private static func prefix(of line: Bytes, above text: Bytes, from start: Int) -> [UInt8] {
    let next = text.line(from: start).trimmed
    let signs = zip(line, next).prefix { $0 == $1 && isSign($0) }.map(\.0)
    guard (1...4).contains(signs.count), signs.first != UInt8(ascii: ">") else { return [] }
    return signs.count == 1 && ("-*+#|".utf8.contains(signs[0])) ? [] : signs
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !byte.isOfWord && !"\"'([<&$@./_".utf8.contains(byte)
  }

  /// Returns the length of a line's ``prefix``, with any space after it; nil without that prefix.
  func prefixLength(_ line: Bytes) -> Int? {
    guard !prefix.isEmpty, line.starts(with: prefix) else { return nil }
    return prefix.count + (line.count > prefix.count && line[prefix.count] == 0x20 ? 1 : 0)
  }

  /// Returns the length of the name before a line's first `>`; nil if no name there marks a quote.
  func nameLength(_ line: Bytes) -> Int? {
    guard !names.isEmpty, let name = Self.name(line), names.contains(name) else { return nil }
    return name.count
  }

  /// Returns the name at a line's start that may mark a quote.
  private static func name(_ line: Bytes) -> [UInt8]? {
    guard let mark = line.prefix(nameLimit + 1).firstIndex(of: UInt8(ascii: ">")), mark > 0 else {
      return nil
    }
    let name = line[..<mark]
    let isMarked =
      mark + 1 == line.count || line[mark + 1] <= 0x20 || line[mark + 1] == UInt8(ascii: ">")
    guard isMarked, line[0].isOfWord, !line[0].isDigit, name.last?.isOfWord == true,
      name.allSatisfy({ $0.isOfWord || ".-_".utf8.contains($0) }),
      !prompts.contains(String(decoding: name, as: UTF8.self).lowercased())
    else { return nil }
    return Array(name)
  }
}
