import SystemPackage

/// The messages found so far in one reading of an mbox. Its batches come from the file's end
/// towards its top; within a batch the messages are in the file's order.
struct MboxReading {
  /// A message that was read.
  struct Message: Sendable {
    var place: MboxScanner.Place
    var hint: PlaceHint?
    /// Nil when the system refused to read it.
    var content: (parsed: ParsedMessage, digest: MboxDigest)?
    var reason = ""
  }

  /// All messages found so far.
  private(set) var listed: ListedMessages
  /// The key of the last message in the file; nil when it is not listed.
  private(set) var lastKey: MessageKey?
  /// Whether every message could be read.
  private(set) var isComplete = true

  private let path: FilePath
  private var isAtEnd = true

  /// - Parameter count: the number of messages to read.
  init(_ count: Int, known: KnownFlags, path: FilePath) {
    listed = ListedMessages(known: known, capacity: max(0, count - known.count))
    self.path = path
  }

  /// Lists the stored messages above the place where reading begins, which is the message `key`.
  mutating func keep(allBut key: MessageKey) { listed.addKnown(allBut: key) }

  /// Compares messages with the store.
  mutating func batch(_ messages: [Message]) -> MailBatch {
    var batch = MailBatch()
    var lastKey: MessageKey?
    for message in messages {
      lastKey = nil
      guard let (parsed, digest) = message.content else {
        isComplete = false
        let place = "\(path), byte \(message.place.mark)"
        batch.skipped.append(SkippedMessage(path: place, reason: message.reason))
        continue
      }
      guard !parsed.marks.isExpunged else { continue }
      let (key, known) = listed.add(digest, parsed.marks.flags)
      lastKey = key
      if let flags = known {
        if flags != parsed.marks.flags { batch.flagged[key] = parsed.marks.flags }
        batch.hints[key] = message.hint
      } else {
        batch.new.append(
          IncomingMessage(
            key: key,
            flags: parsed.marks.flags,
            head: parsed.head,
            hint: message.hint
          )
        )
      }
    }
    if isAtEnd { self.lastKey = lastKey }
    isAtEnd = false
    return batch
  }
}
