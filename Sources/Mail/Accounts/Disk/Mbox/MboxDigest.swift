/// Identifies a message in an mbox by a digest of its contents, since its place changes when others
/// are deleted.
struct MboxDigest: Sendable, Hashable {
  private static let length = 16
  private let high: UInt64
  private let low: UInt64

  static let zero = MboxDigest(Array(repeating: 0, count: length))

  /// - Parameter digest: at least 16 bytes, of which the first 16 are used.
  init(_ digest: [UInt8]) {
    (high, low) = digest.withUnsafeBytes {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  /// The digest in a key, which is the same for all copies of a message. Nil for a key that does
  /// not belong to an mbox.
  init?(_ key: MessageKey) {
    guard key.bytes.count >= Self.length else { return nil }
    self.init(key.bytes)
  }

  /// - Parameter copy: the number of the copy among messages with this digest, from 0.
  func key(copy: UInt32 = 0) -> MessageKey {
    let digest = withUnsafeBytes(of: (high, low)) { Array($0) }
    return MessageKey(
      bytes: copy == 0 ? digest : withUnsafeBytes(of: copy.bigEndian) { digest + $0 }
    )
  }
}

/// A set of digests that takes little more memory than its contents: 20 MB for a million, while the
/// standard library's set takes 34, and half as much again while it grows.
struct DigestSet {
  private(set) var count = 0
  private var slots: [MboxDigest]
  /// The digest that marks a free slot cannot be stored in a slot.
  private var holdsFree = false

  /// - Parameter capacity: the number of digests for which space is reserved; at least 0.
  init(capacity: Int) {
    slots = Array(repeating: .zero, count: Self.slots(for: capacity))
  }

  /// - Returns: whether it was not yet in the set.
  mutating func insert(_ digest: MboxDigest) -> Bool {
    if digest == .zero {
      defer { holdsFree = true }
      count += holdsFree ? 0 : 1
      return !holdsFree
    }
    if Self.slots(for: count) >= slots.count { grow() }
    let slot = slot(of: digest)
    guard slots[slot] == .zero else { return false }
    slots[slot] = digest
    count += 1
    return true
  }

  /// The slot of a digest, or else the free slot where it belongs.
  private func slot(of digest: MboxDigest) -> Int {
    // Uses the hash, since a sender could choose the digest's own bits.
    let hash = UInt(bitPattern: digest.hashValue)
    var slot = Int(hash.multipliedFullWidth(by: UInt(slots.count)).high)
    while slots[slot] != .zero, slots[slot] != digest {
      slot += 1
      if slot == slots.count { slot = 0 }
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: .zero, count: Self.slots(for: count + count / 2 + Self.least))
    for digest in old where digest != .zero { slots[slot(of: digest)] = digest }
  }

  /// A quarter more slots than digests, so that a free slot is always near.
  private static func slots(for count: Int) -> Int { count + count / 4 + 1 }

  private static let least = 16
}
