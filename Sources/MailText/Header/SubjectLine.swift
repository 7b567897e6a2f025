/// Subjects as a list shows them.
package enum SubjectLine {
  /// Prefixes that mail programs in several languages put before the subject of a reply or
  /// forwarded message.
  private static let marks = PhraseKind.replyMark.all

  /// Whether a subject begins with `Re:`, `Fwd:` or a similar prefix.
  static func isMarked(_ subject: String) -> Bool { withoutReplyMarks(subject) != subject }

  /// The subject without `Re:`, `Fwd:` and similar prefixes, however many. A subject that has
  /// nothing else is returned as it is.
  package static func withoutReplyMarks(_ subject: String) -> String {
    var rest = Substring(subject)
    while let colon = colon(in: rest) {
      // Some programs count the replies, as in `Re[2]:`.
      let mark = rest[..<colon].prefix { $0 != "[" && $0 != "(" }
      guard marks.contains(FoldedText(String(mark)).bytes) else { break }
      rest = rest[rest.index(after: colon)...].drop { $0 == " " }
    }
    return rest.isEmpty ? subject : String(rest)
  }

  /// The colon (U+003A or U+FF1A) that may end a prefix; it is one of the first 12 characters.
  private static func colon(in text: Substring) -> Substring.Index? {
    guard text.utf8.prefix(36).contains(where: { $0 == 0x3A || $0 == 0xEF }) else { return nil }
    return text.prefix(12).firstIndex { $0 == ":" || $0 == "：" }
  }
}

/// A message's subject, as needed for reading the text.
struct TextSubject {
  let isOfAnswer: Bool
  /// Whether a mail system has sent the message, such as a bounce.
  let isOfBounce: Bool
  private let text: String

  /// - Parameter namesAnswered: whether the header names a message to which the message replies.
  init(_ text: String = "", namesAnswered: Bool = false, isOfBounce: Bool = false) {
    (self.text, self.isOfBounce) = (text, isOfBounce)
    isOfAnswer = namesAnswered || SubjectLine.isMarked(text)
  }

  /// Whether a line only repeats the subject. The line may omit `Re:`, the names of lists in
  /// brackets, and up to 30% of the remaining subject.
  func isRepeated(by line: Bytes) -> Bool {
    guard line.count >= 4, text.utf8.count >= line.count, holds(line) else { return false }
    var rest = Substring(SubjectLine.withoutReplyMarks(text)).utf8
    while rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[rest.index(after: end)...].drop { $0 == 0x20 }
    }
    return 10 * line.count >= 7 * rest.count
  }

  /// Whether a heading contains the subject, or the subject contains the heading.
  func isNamed(by heading: Bytes) -> Bool {
    guard heading.count >= 4, !text.isEmpty else { return false }
    if text.utf8.count >= heading.count { return holds(heading) }
    let name = SubjectLine.withoutReplyMarks(text).lowercased().utf8
    return name.count >= 4 && Self.lowercased(heading).holds(name)
  }

  /// Whether the subject contains a line, in any case.
  private func holds(_ line: Bytes) -> Bool {
    Self.lowercased(text.utf8).holds(Self.lowercased(line))
  }

  private static func lowercased(_ text: some Collection<UInt8>) -> [UInt8] {
    Array(String(decoding: text, as: UTF8.self).lowercased().utf8)
  }
}
