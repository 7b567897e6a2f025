/// The messages of an mbox, as far as it was read: those that the store knows, and others.
struct ListedMessages {
  /// A number for the keys and flags of all that are listed, as of ``MboxCheckpoint/sum(_:)``.
  private(set) var sum: UInt64 = 0

  private let known: KnownFlags
  /// Which of the known messages are listed.
  private var isThere: [Bool]
  /// Messages that the store does not know. Of their copies there is only a count.
  private var fresh: DigestSet
  /// How many copies of a message have been counted, so that thousands take no time.
  private var copies: [MboxDigest: UInt32] = [:]

  /// - Parameters:
  ///   - known: what the store knows; none of it is listed yet.
  ///   - capacity: how many messages there may be that it does not know; about, at least 0.
  init(known: KnownFlags, capacity: Int = 0) {
    self.known = known
    fresh = DigestSet(capacity: capacity)
    isThere = Array(repeating: false, count: known.count)
  }

  /// Lists all that is known, but the message with this key.
  mutating func addKnown(allBut key: MessageKey) {
    isThere = Array(repeating: true, count: known.count)
    sum = MboxCheckpoint.sum(known)
    guard let position = known.position(of: key) else { return }
    isThere[position] = false
    sum &-= MboxCheckpoint.number(key.bytes, known.flags(at: position))
  }

  /// Lists a message. Copies of one message are numbered; which copy has which number does not
  /// matter, since what is in them is the same.
  ///
  /// - Returns: its key, and the flags that the store knows; nil where the message is new.
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

  /// - Parameter position: among the known messages; nil for one that is not.
  private func isListed(_ position: Int?) -> Bool { position.map { isThere[$0] } ?? false }

  /// What is known and not listed.
  var missing: [MessageKey] {
    known.indices.filter { !isThere[$0] }.map { known[$0].key }
  }
}
