import TidelineLocalization

/// A row's text for a message without words of its writer: the reason for its return, its
/// encryption, or its pictures.
struct WordlessRow {
  var pictures = ShownPictures()
  /// The reason why the mail was returned; nil if no part gives one.
  private(set) var reason: ReturnReason?
  /// Whether a part can be read only with a key.
  var isEncrypted = false

  /// Notes the reason why a mail was returned, if the part gives one and is not in the returned
  /// mail. The best of several reasons counts.
  mutating func addReason(
    _ note: @autoclosure () -> String,
    _ header: PartHeader,
    isReturned: Bool
  ) {
    guard header.isDeliveryStatus || header.isReceipt, !isReturned, let other = ReturnReason(note())
    else { return }
    if reason.map({ $0.kind < other.kind }) ?? true { reason = other }
  }

  /// Whether the message shows nothing but its HTML page's pictures. If so, they are listed as
  /// attachments.
  func isOnlyPictures(_ words: FirstWords) -> Bool {
    !pictures.ofPages.isEmpty && reason == nil && !isEncrypted && !words.holdsText
  }
}

/// A mark that the store keeps as the snippet of a message without words. A row shows it as text in
/// the reader's language, which may change.
public enum SnippetMark: Equatable {
  /// A picture. `name` is the picture's description or the name of its file, and may be empty.
  case picture(name: String)
  /// The message can be read only with a key.
  case encrypted

  // The first character of a stored mark, which ``LineBuilder`` drops from text.
  private static let ofPicture: Character = "\u{FFFC}"
  private static let ofEncrypted: Character = "\u{FFFB}"

  var snippet: String {
    switch self {
    case .picture(let name): name.isEmpty ? "\(Self.ofPicture)" : "\(Self.ofPicture) \(name)"
    case .encrypted: "\(Self.ofEncrypted)"
    }
  }

  /// Parses the stored form; nil for a message's own words.
  init?(snippet: String) {
    switch snippet.first {
    case Self.ofPicture: self = .picture(name: String(snippet.dropFirst().drop { $0 == " " }))
    case Self.ofEncrypted: self = .encrypted
    default: return nil
    }
  }

  /// A snippet for display: the text of its mark, or the snippet itself.
  ///
  /// - Parameters:
  ///   - snippet: the beginning of a message's text, as it is stored.
  ///   - translate: translates a sentence of the program into the reader's language.
  public static func shown(
    _ snippet: String,
    _ translate: (Sentence) -> String = { $0.english }
  ) -> String {
    switch SnippetMark(snippet: snippet) {
    case .picture(let name):
      return translate(name.isEmpty ? Sentence("Picture") : Sentence("Picture: %s", name))
    case .encrypted: return translate(Sentence("Encrypted message"))
    case nil: return snippet
    }
  }
}

/// The reason why a mail was returned, as written for programs (RFC 3464). A row shows it if a
/// bounce has no text for people.
struct ReturnReason {
  /// The source of the reason. The last kind is the best.
  enum Kind: Comparable {
    /// An action and a status code, such as `failed 5.2.2`.
    case status
    /// The text of the server that refused the mail.
    case diagnostic
    /// A sentence that some programs write instead of fields.
    case sentence
  }

  let kind: Kind
  /// The reason, on one line; not empty.
  let text: String

  /// Reads the part of a bounce that is meant for programs; nil if it gives no reason.
  init?(_ note: String) {
    let lines = note.replacing("\n ", with: " ").replacing("\n\t", with: " ")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.allSatisfy(\.isWhitespace) }
    let fields = lines.compactMap(Self.field)
    // A sentence counts only above all fields.
    let isSentence = lines.first.map { Self.field($0) == nil } ?? false
    let sentence = isSentence ? lines.prefix { !$0.allSatisfy(\.isWhitespace) } : []
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
      // Behind the semicolon of a receipt, what was done: “displayed”.
      let receipt = value("disposition")?.split(separator: ";").last.map { Self.line(String($0)) }
      let status = [value("action"), value("status"), receipt].compactMap(\.self)
      guard !status.isEmpty else { return nil }
      (kind, text) = (.status, status.joined(separator: " "))
    }
  }

  /// The field names of a bounce that have no hyphen. All other names have a hyphen, so `Sorry: the
  /// box is full` is not a field.
  private static let plainNames: Set<String> = ["action", "status", "disposition"]

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
    oneLine(text.utf8, limit: FirstWords.limit)
  }
}

/// Reads a report that a message was read, or the reason why it was not delivered.
enum ProgramNote {
  static let limit = 16_384
  /// The limit before decoding; enough in any encoding.
  static let encodedLimit = 4 * limit

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
