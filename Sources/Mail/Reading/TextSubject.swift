/// A message's subject, as far as it tells how the text below is to be read.
struct TextSubject {
  /// Whether the message answers another one.
  let isOfAnswer: Bool
  private let text: String

  /// - Parameters:
  ///   - text: the subject, decoded.
  ///   - namesAnswered: whether the header names the message that is answered.
  init(_ text: String = "", namesAnswered: Bool = false) {
    self.text = text
    isOfAnswer = namesAnswered || SubjectLine.isMarked(text)
  }

  /// Whether a line says what the subject says, and nothing more. It may leave out a little of it,
  /// besides `Re:` and the names of lists in brackets.
  func isRepeated(by line: Bytes) -> Bool {
    guard line.count >= 4, text.utf8.count >= line.count, holds(line) else { return false }
    var rest = Substring(SubjectLine.withoutReplyMarks(text)).utf8
    while rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[rest.index(after: end)...].drop { $0 == 0x20 }
    }
    return 10 * line.count >= 7 * rest.count
  }

  /// Whether a line stands somewhere in the subject, in any case of ASCII's letters.
  private func holds(_ line: Bytes) -> Bool {
    var text = text
    return text.withUTF8 { text in
      (0...(text.count - line.count)).contains { start in
        line.indices.allSatisfy { Self.small(text[start + $0]) == Self.small(line[$0]) }
      }
    }
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
