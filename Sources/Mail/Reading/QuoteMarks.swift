/// What a plain text puts before the lines that it quotes, where that is not only `>`.
///
/// Some programs write the name or the initials of whoever is quoted before the mark (`AB> text`),
/// and some people a plus sign. Both also begin lines that are no quotes, so the whole text is
/// looked at first.
struct QuoteMarks {
  /// Names that stand before a `>`.
  private var names: Set<[UInt8]> = []
  /// Whether a plus sign at the beginning of a line quotes it.
  private(set) var includesPlus = false

  /// In bytes.
  private static let nameLimit = 12
  /// What programs write where they wait for a command.
  private static let prompts: Set<String> = [
    "sql", "mysql", "mariadb", "sqlite", "ftp", "sftp", "lftp", "telnet", "irb", "ghci", "gdb",
    "lldb", "mongo", "redis", "node", "php", "scheme", "grub", "dos", "c",
  ]

  init(_ text: Bytes) {
    let plus = UInt8(ascii: "+")
    guard text.contains(UInt8(ascii: ">")) || text.contains(plus) else { return }
    var counts: [[UInt8]: Int] = [:]
    var isBelowIntroduction = false
    var isDifference = false
    var start = 0
    while start < text.count {
      let end = text.endOfLine(from: start)
      let line = Bytes(rebasing: text[start..<end]).trimmed
      start = end
      guard let first = line.first else { continue }
      if let name = Self.name(line) { counts[name, default: 0] += 1 }
      if first == plus, isBelowIntroduction { includesPlus = true }
      if line.starts(with: "+++ ") || line.starts(with: "@@ ") { isDifference = true }
      isBelowIntroduction =
        line.last == UInt8(ascii: ":") && LineKind.speaksOfWriting(line)
    }
    if isDifference { includesPlus = false }
    for (name, count) in counts {
      let isInitials = name.count < 5 && name.allSatisfy { (0x41...0x5A).contains($0) }
      if count > 1 || isInitials { names.insert(name) }
    }
  }

  /// How long the name before a line's first `>` is, where it marks a quote.
  func nameLength(_ line: Bytes) -> Int? {
    guard !names.isEmpty, let name = Self.name(line), names.contains(name) else { return nil }
    return name.count
  }

  /// The name that may quote a line.
  private static func name(_ line: Bytes) -> [UInt8]? {
    guard let mark = line.prefix(nameLimit + 1).firstIndex(of: UInt8(ascii: ">")), mark > 0 else {
      return nil
    }
    let name = line[..<mark]
    let isMarked =
      mark + 1 == line.count || line[mark + 1] <= 0x20 || line[mark + 1] == UInt8(ascii: ">")
    guard isMarked, isLetter(line[0]), let last = name.last, isLetter(last) || isDigit(last),
      name.allSatisfy({ isLetter($0) || isDigit($0) || ".-_".utf8.contains($0) }),
      !prompts.contains(String(decoding: name, as: UTF8.self).lowercased())
    else { return nil }
    return Array(name)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x61...0x7A).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
