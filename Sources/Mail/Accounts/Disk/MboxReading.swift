import SystemPackage

/// What one reading of an mbox has found so far. Its batches come from the file's end towards its
/// top; within a batch the messages are in the file's order.
struct MboxReading {
  /// A message as it was read.
  struct Message: Sendable {
    var place: MboxScanner.Place
    var hint: PlaceHint?
    /// Nil when the system refused to read it.
    var parsed: ParsedMessage?
    var digest: [UInt8] = []
    var reason = ""
  }

  /// Every message that is there, as far as it was read.
  private(set) var listed: [MessageKey: MessageFlags] = [:]
  /// The key of the last message in the file; nil when it is not listed.
  private(set) var lastKey: MessageKey?
  /// Whether every message could be read.
  private(set) var isComplete = true

  /// How many copies of a message have been counted, so that thousands take no time.
  private var copies: [MessageKey: UInt32] = [:]
  private let known: [MessageKey: MessageFlags]
  private let path: FilePath
  private var isAtEnd = true

  init(known: [MessageKey: MessageFlags], path: FilePath) {
    self.known = known
    self.path = path
  }

  /// Begins with what lies before the place that is read from, where the message `key` begins.
  mutating func keep(allBut key: MessageKey) {
    listed = known
    listed[key] = nil
  }

  /// Compares messages with what is known.
  mutating func batch(_ messages: [Message]) -> MailBatch {
    var batch = MailBatch()
    var lastKey: MessageKey?
    for message in messages {
      lastKey = nil
      guard let parsed = message.parsed else {
        isComplete = false
        let place = "\(path), byte \(message.place.mark)"
        batch.skipped.append(SkippedMessage(path: place, reason: message.reason))
        continue
      }
      guard !parsed.marks.isExpunged else { continue }
      let key = key(for: message)
      lastKey = key
      listed[key] = parsed.marks.flags
      if let flags = known[key] {
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

  /// A message is known by what is in it, because its place changes when others are deleted.
  /// Copies of one message are numbered; which copy has which number does not matter, since
  /// what is in them is the same.
  private mutating func key(for message: Message) -> MessageKey {
    let first = MessageKey(bytes: message.digest)
    guard listed[first] != nil else { return first }
    var key = first
    var copy = copies[first] ?? 0
    defer { copies[first] = copy }
    while listed[key] != nil {
      copy += 1
      key = withUnsafeBytes(of: copy.bigEndian) { MessageKey(bytes: message.digest + $0) }
    }
    return key
  }
}
