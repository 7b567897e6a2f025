/// The text by which searches find a conversation: its messages' senders with their addresses,
/// subjects and snippets.
/// Messages are added oldest first.
struct ConversationWords {
  private var texts: [String] = []
  private var known: Set<String> = []

  /// The approximate limit in bytes, which bounds memory: the text of some thousand messages. Beyond
  /// it, the oldest ones are found only by the conversation's subject.
  static let limit = 1 << 20

  /// Adds the next newer message.
  mutating func add(_ head: MessageHead) {
    for sender in head.senders + head.addresses { add(sender) }
    // Most messages of a conversation have the same subject without its prefixes.
    add(SubjectLine.withoutReplyMarks(head.subject))
    add(head.snippet)
  }

  private mutating func add(_ text: String) {
    if !text.isEmpty, known.insert(text).inserted { texts.append(text) }
  }

  /// - Parameter shown: the row, whose subject comes first.
  func folded(shown: Conversation) -> [UInt8] {
    var folded = FoldedText(shown.subject)
    for text in texts.reversed() where folded.bytes.count < Self.limit && text != shown.subject {
      folded.add(text)
    }
    return folded.bytes
  }
}
