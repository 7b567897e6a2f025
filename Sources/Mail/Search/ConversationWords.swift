/// What a conversation is found by: its messages' senders, subjects and snippets. Feed it the
/// oldest message first.
struct ConversationWords {
  private var texts: [String] = []
  private var known: Set<String> = []

  /// Bytes, about. A thread of a thousand messages must not cost each search more than a thousand
  /// conversations; beyond this its oldest messages are not found by their own words, but for the
  /// subject.
  static let limit = 32_768

  /// Adds the next message in time.
  mutating func add(senders: [String], subject: String, snippet: String) {
    for sender in senders { add(sender) }
    // Most messages of a thread have the same.
    add(SubjectLine.withoutReplyMarks(subject))
    add(snippet)
  }

  private mutating func add(_ text: String) {
    if !text.isEmpty, known.insert(text).inserted { texts.append(text) }
  }

  /// - Parameter shown: the row's own words, which come first.
  func folded(shown: Conversation) -> [UInt8] {
    var folded = FoldedText(shown.subject)
    for text in texts.reversed() where folded.bytes.count < Self.limit && text != shown.subject {
      folded.add(text)
    }
    return folded.bytes
  }
}
