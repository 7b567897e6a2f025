/// A message's text as the store keeps it: folded, with a mark before each field.
enum IndexedText {
  /// A part of the message to which a search can be limited. The raw values are the marks.
  enum Field: UInt8, CaseIterable {
    case from = 2
    case to, subject, rest
  }

  static func make(_ head: MessageHead, _ words: MessageWords) -> [UInt8] {
    var text = FoldedText()
    text.begin(.from)
    for sender in head.senders + head.addresses { text.add(sender) }
    text.begin(.to)
    for recipient in words.recipients { text.add(recipient) }
    text.begin(.subject)
    text.add(SubjectLine.withoutReplyMarks(head.subject))
    text.begin(.rest)
    if words.text.isEmpty { text.add(head.snippet) }
    return text.bytes + words.text
  }

  /// Returns a field without its mark; the whole text for nil.
  static func part(_ field: Field?, of text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard let field else { return text }
    let start = text.firstIndex(of: field.rawValue).map { $0 + 1 } ?? text.endIndex
    let end = text[start...].firstIndex { $0 == field.rawValue + 1 } ?? text.endIndex
    return UnsafeRawBufferPointer(rebasing: text[start..<end])
  }
}

extension FoldedText {
  fileprivate mutating func begin(_ field: IndexedText.Field) { append(field.rawValue) }
}
