/// The messages found in an mbox so far, compared with those in the store.
struct ListedMessages {
  /// A sum over the keys and flags of all listed messages, as in ``MboxCheckpoint/sum(_:)``.
  private(set) var sum: UInt64 = 0

  private let known: KnownFlags
  /// Which of the stored messages are listed.
  private var isThere: [Bool]
  /// Messages that are not in the store. Of their copies only the number is kept.
  private var fresh: DigestSet
  /// The number of copies of a message, so that thousands of them take no time.
  private var copies: [MboxDigest: UInt32] = [:]

  /// - Parameters:
  ///   - known: the messages in the store; none is listed yet.
  ///   - capacity: the approximate number of messages that are not in the store, at least 0.
  init(known: KnownFlags, capacity: Int = 0) {
    self.known = known
    fresh = DigestSet(capacity: capacity)
    isThere = Array(repeating: false, count: known.count)
  }

  /// Lists all stored messages except the one with this key.
  mutating func addKnown(allBut key: MessageKey) {
    isThere = Array(repeating: true, count: known.count)
    sum = MboxCheckpoint.sum(known)
    guard let position = known.position(of: key) else { return }
    isThere[position] = false
    sum &-= MboxCheckpoint.number(key.bytes, known.flags(at: position))
  }

  /// Lists a message. Copies of a message are numbered; their order does not matter, since their
  /// contents are the same.
  ///
  /// - Returns: its key, and its flags in the store; nil flags for a new message.
  mutating func add(
    _ digest: MboxDigest,
    _ flags: MessageFlags
  ) -> (key: MessageKey, known: MessageFlags?) {
    var key = digest.key()
    var position = known.position(of: key)
    let isCopy = position == nil ? !fresh.insert(digest) : isListed(position)
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
