import Mail
import TidelineProgram

/// The quote in a reply: a line that introduces it, and the lines of the answered message, each
/// behind a `>`. The signature is left out. A long quote is cut, and ends with `[…]`.
nonisolated struct ReplyQuote: Hashable {
  /// The text as the value of a field in a `mailto:` link (RFC 6068).
  private(set) var encoded: String
  /// Whether lines at the end are left out.
  private(set) var isCut = false

  /// The limit of ``encoded`` in bytes: half of the 128 kB that Linux allows for an argument of a
  /// command line, since the link also has recipients.
  static let limit = 64_000
  /// Takes the place of the lines that are left out.
  private static let mark = "[…]"
  /// The bytes that are kept for the ``mark``, and those around the words of a line.
  private static let markLength = quoted(mark[...]).utf8.count
  private static let frameLength = quoted("a").utf8.count
  /// The largest number of bytes by which one byte of a text is encoded, as in `%3E`.
  private static let largestEscape = 3

  /// - Parameter introduction: one line, such as "On Friday, Ann wrote:".
  /// - Returns: nil if there is nothing to quote.
  init?(_ passages: [Passage], introduction: String) {
    let quoted = passages.filter { $0.kind != .signature }
    guard !quoted.isEmpty else { return nil }
    // Two empty lines above the quote, where most people write their answer.
    encoded = MailLink.encoded("\r\n\r\n" + introduction + "\r\n")
    for (index, passage) in quoted.enumerated() {
      if index > 0 { add("") }
      // An encoded text is never shorter, so nothing beyond the limit has to be read.
      for line in passage.text.prefix(bytes: Self.limit).split(
        separator: "\n",
        omittingEmptySubsequences: false
      ) where !isCut { add(line) }
      if isCut { return }
    }
  }

  private mutating func add(_ line: Substring) {
    let room = Self.limit - Self.markLength - encoded.utf8.count
    let whole = Self.quoted(line)
    guard whole.utf8.count > room else { return encoded += whole }
    // A line may be a long paragraph, of which the first words are quoted.
    let words = max(0, room - Self.frameLength) / Self.largestEscape
    let beginning = line.prefix(bytes: words)
    if let end = beginning.lastIndex(where: \.isWhitespace) {
      encoded += Self.quoted(beginning[..<end])
    }
    cut()
  }

  private mutating func cut() {
    encoded += Self.quoted(Self.mark[...])
    isCut = true
  }

  private static func quoted(_ line: Substring) -> String {
    let gap = line.isEmpty || line.hasPrefix(">") ? "" : " "
    return MailLink.encoded(">" + gap + line + "\r\n")
  }
}

extension ReplyQuote {
  /// The quote of a message, introduced in the user's language.
  init?(of message: ReadMessage) {
    let sender = message.from.addresses.first
    let name = sender.map { $0.name.isEmpty ? $0.address : $0.name } ?? tr("Unknown sender")
    // The line above a quoted message: its date and time, and its sender.
    let introduction = tr("On %s, %s wrote:", with: RelativeDate.exact(message.date), name)
    self.init(message.passages, introduction: introduction)
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The beginning of at most this many bytes of UTF-8; cut between two Unicode scalars.
  nonisolated fileprivate func prefix(bytes count: Int) -> Substring {
    let end = utf8.index(startIndex, offsetBy: count, limitedBy: endIndex) ?? endIndex
    return self[..<end]
  }
}
