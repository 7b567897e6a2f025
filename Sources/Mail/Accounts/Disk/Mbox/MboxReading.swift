import SystemPackage

/// The messages found so far in one reading of an mbox. Batches are read from the file's end
/// towards its top; within a batch the messages are in the file's order.
struct MboxReading {
  struct Message: Sendable {
    var place: MboxScanner.Place
    var hint: PlaceHint?
    /// The parsed message and its digest; nil if the message could not be read.
    var content: (parsed: ParsedMessage, digest: MboxDigest)?
    var reason = ""
  }

  private(set) var listed: ListedMessages
  /// The key of the last message in the file; nil when it is not listed.
  private(set) var lastKey: MessageKey?
  /// Whether every message could be read.
  private(set) var isComplete = true

  private let path: FilePath
  private var isAtEnd = true

  init(_ count: Int, known: KnownFlags, path: FilePath) {
    listed = ListedMessages(known: known, capacity: max(0, count - known.count))
    self.path = path
  }

  /// Counts all stored messages as listed, except `key`, the message at which reading begins.
  mutating func keep(allBut key: MessageKey) { listed.addKnown(allBut: key) }

  /// Adds messages, and returns how they differ from the store.
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
            words: parsed.words,
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

/// The messages found in an mbox so far (the listed messages), compared with those in the store.
struct ListedMessages {
  /// A sum over the keys and flags of all listed messages, as in ``MboxCheckpoint/sum(_:)``.
  private(set) var sum: UInt64 = 0

  private let known: KnownFlags
  /// For each stored message, whether it is listed.
  private var isThere: [Bool]
  /// The digests of listed messages whose first copy is not in the store.
  private var fresh: Set<MboxDigest> = []
  /// The highest copy number so far, by digest. Saves trying all lower numbers for the next copy.
  private var copies: [MboxDigest: UInt32] = [:]

  /// - Parameter capacity: the approximate number of messages that are not in the store, at least
  ///   0.
  init(known: KnownFlags, capacity: Int = 0) {
    self.known = known
    fresh.reserveCapacity(capacity)
    isThere = Array(repeating: false, count: known.count)
  }

  /// Counts all stored messages as listed, except the one with this key.
  mutating func addKnown(allBut key: MessageKey) {
    isThere = Array(repeating: true, count: known.count)
    sum = MboxCheckpoint.sum(known)
    guard let position = known.position(of: key) else { return }
    isThere[position] = false
    sum &-= MboxCheckpoint.number(key.bytes, known.flags(at: position))
  }

  /// Adds a message. Copies of a message are numbered; their order does not matter, since their
  /// contents are the same.
  ///
  /// - Returns: its key, and its flags in the store; nil flags for a new message.
  mutating func add(
    _ digest: MboxDigest,
    _ flags: MessageFlags
  ) -> (key: MessageKey, known: MessageFlags?) {
    var key = digest.key()
    var position = known.position(of: key)
    let isCopy = position == nil ? !fresh.insert(digest).inserted : isListed(position)
    if isCopy {
      var copy = copies[digest] ?? 0
      repeat {
        copy += 1
        key = digest.key(copy: copy)
        position = known.position(of: key)
      } while isListed(position)
      copies[digest] = copy
    }
    sum &+= MboxCheckpoint.number(key.bytes, flags)
    guard let position else { return (key, nil) }
    isThere[position] = true
    return (key, known.flags(at: position))
  }

  /// - Parameter position: the index among the stored messages; nil for a new message.
  private func isListed(_ position: Int?) -> Bool { position.map { isThere[$0] } ?? false }

  /// The stored messages that are not listed.
  var missing: [MessageKey] {
    known.indices.filter { !isThere[$0] }.map { known[$0].key }
  }
}
