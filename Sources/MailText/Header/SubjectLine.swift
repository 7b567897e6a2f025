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
