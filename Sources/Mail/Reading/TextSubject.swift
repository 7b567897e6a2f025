/// A message's subject, as far as it tells how the text below is to be read.
struct TextSubject {
  /// Whether the message answers another one.
  let isOfAnswer: Bool
  /// In small letters of ASCII, without `Re:`.
  private let words: [UInt8]
  /// Where they begin behind the names of lists in brackets.
  private let start: Int

  /// - Parameters:
  ///   - subject: decoded.
  ///   - namesAnswered: whether the header names the message that is answered.
  init(_ subject: String = "", namesAnswered: Bool = false) {
    let plain = SubjectLine.withoutReplyMarks(subject)
    isOfAnswer = namesAnswered || plain.utf8.count < subject.utf8.count
    words = plain.utf8.map(Self.small)
    var rest = words[...]
    while rest.first == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")) {
      rest = rest[(end + 1)...].drop { $0 == 0x20 }
    }
    start = rest.startIndex
  }

  /// Whether a line says what the subject says, and nothing more. It may leave out a little of it.
  func isRepeated(by line: Bytes) -> Bool {
    guard line.count <= words.count, line.count >= 4, 10 * line.count >= 7 * (words.count - start)
    else { return false }
    return (0...(words.count - line.count)).contains { start in
      line.indices.allSatisfy { words[start + $0] == Self.small(line[$0]) }
    }
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }
}
