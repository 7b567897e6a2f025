/// Why a mail was returned, as noted for programs (RFC 3464). A row shows it if a bounce has no
/// text for people.
struct ReturnReason {
  /// The source of the reason; the best one is last.
  enum Kind: Int, Comparable {
    /// An action and a number, such as `failed 5.2.2`.
    case status
    /// The text of the server that refused the mail.
    case diagnostic
    /// A sentence that some programs write instead of fields.
    case sentence

    static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
  }

  let kind: Kind
  /// On one line; not empty.
  let text: String

  /// Reads the part of a bounce that is meant for programs; nil where it gives no reason.
  ///
  /// - Parameter note: its decoded lines.
  init?(_ note: String) {
    var fields: [(name: String, value: String)] = []
    var sentence: [Substring] = []
    // A sentence counts only above all fields.
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

  /// Names of these fields without a hyphen; all others have one. So `Sorry: the box is full` is a
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

  /// The text after the type of a code, as in `smtp; 550 no such user`.
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

/// Reads text that is meant for programs but readable: why a message could not be delivered, or
/// that it was read.
enum ProgramNote {
  /// The limit in bytes.
  static let limit = 16_384
  /// The limit in bytes before decoding, in any encoding.
  static let encodedLimit = 4 * limit

  /// The decoded lines of a part.
  static func text(of part: PartTree, in message: MessageBytes) -> String {
    guard var content = message.decoded(part, limit: encodedLimit) else { return "" }
    var note = PassageText()
    TextDecoding.read(&content.bytes, part.header) { bytes in
      PlainText().read(Bytes(rebasing: bytes.prefix(limit))) { line in
        if !note.isEmpty { note.breakLine() }
        note.append(line.bytes)
        return true
      }
    }
    return note.finish()
  }
}
