import CGMime

/// Why a mail came back, as a program notes it for others (RFC 3464). A row shows it where a bounce
/// has no words for people.
struct ReturnReason {
  /// The source of the reason; the best comes last.
  enum Kind: Int, Comparable {
    /// An action and a number, such as `failed 5.2.2`.
    case status
    /// The words of the server that refused it.
    case diagnostic
    /// A sentence in the fields' place, which some programs write.
    case sentence

    static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
  }

  let kind: Kind
  /// On one line; not empty.
  let text: String

  /// Reads the part of a bounce that is for programs; nil where it gives no reason.
  ///
  /// - Parameter note: its lines, decoded.
  init?(_ note: String) {
    var fields: [(name: String, value: String)] = []
    var sentence: [Substring] = []
    // Only above all fields may a sentence stand.
    for line in note.split(separator: "\n", omittingEmptySubsequences: false) {
      let isEmpty = line.allSatisfy { $0 == " " || $0 == "\t" }
      if isEmpty, !sentence.isEmpty { break }
      if isEmpty { continue }
      if !sentence.isEmpty || fields.isEmpty && Self.field(line) == nil {
        sentence.append(line)
      } else if line.first == " " || line.first == "\t" {
        fields[fields.count - 1].value += line
      } else if let field = Self.field(line) {
        fields.append(field)
      }
    }
    func value(_ name: String) -> String? {
      let value = fields.first { $0.name == name }.map { Self.line($0.value) }
      return value?.isEmpty == false ? value : nil
    }
    let words = Self.line(sentence.joined(separator: " "))
    if !words.isEmpty {
      (kind, text) = (.sentence, words)
    } else if let code = value("diagnostic-code").map(Self.words), !code.isEmpty {
      (kind, text) = (.diagnostic, code)
    } else {
      let status = [value("action"), value("status")].compactMap(\.self)
      guard !status.isEmpty else { return nil }
      (kind, text) = (.status, status.joined(separator: " "))
    }
  }

  /// All names of such fields have a hyphen, but for these two. `Sorry: the box is full` is a
  /// sentence.
  private static let plainNames: Set<String> = ["action", "status"]

  private static func field(_ line: Substring) -> (name: String, value: String)? {
    guard let colon = line.firstIndex(of: ":"), line[..<colon].utf8.count < 80 else { return nil }
    let name = line[..<colon].lowercased()
    guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
      name.contains("-") || plainNames.contains(name)
    else { return nil }
    return (name, String(line[line.index(after: colon)...]))
  }

  /// Behind the kind of a code, as in `smtp; 550 no such user`.
  private static func words(_ code: String) -> String {
    guard let end = code.firstIndex(of: ";"), !code[..<end].contains(" ") else { return code }
    return line(String(code[code.index(after: end)...]))
  }

  private static func line(_ text: String) -> String {
    var text = text
    var line = LineBuilder(limit: FirstWords.limit)
    text.withUTF8 { line.append($0) }
    return line.finish()
  }
}

/// Text that programs write for each other, and people can read: why a message could not be
/// delivered, that it was read.
enum ProgramNote {
  /// In bytes.
  static let limit = 16_384
  /// In bytes as they stand in the message, in any encoding.
  static let encodedLimit = 4 * limit

  /// The lines of a part, decoded.
  static func text(of part: UnsafeMutablePointer<GMimePart>) -> String {
    var note = PassageText()
    TextDecoding.read(part) { bytes in
      PlainText().read(Bytes(rebasing: bytes.prefix(limit))) { line in
        if !note.isEmpty { note.breakLine() }
        note.append(line.bytes)
        return true
      }
    }
    return note.finish()
  }
}
