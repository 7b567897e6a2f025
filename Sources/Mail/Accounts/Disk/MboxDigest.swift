/// What an mbox's message is known by, since its place changes when others are deleted: a digest of
/// what is in it.
struct MboxDigest: Sendable, Hashable {
  private static let length = 16
  private let high: UInt64
  private let low: UInt64

  static let zero = MboxDigest(Array(repeating: 0, count: length))

  /// - Parameter digest: at least 16 bytes, of which the first ones count.
  init(_ digest: [UInt8]) {
    (high, low) = digest.withUnsafeBytes {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  /// Of the message and all of its copies, which are the same. Nil for a key that no mbox has
  /// given.
  init?(_ key: MessageKey) {
    guard key.bytes.count >= Self.length else { return nil }
    self.init(key.bytes)
  }

  /// - Parameter copy: which one of several messages with this digest; the first one is 0.
  func key(copy: UInt32 = 0) -> MessageKey {
    let digest = withUnsafeBytes(of: (high, low)) { Array($0) }
    return MessageKey(
      bytes: copy == 0 ? digest : withUnsafeBytes(of: copy.bigEndian) { digest + $0 }
    )
  }
}
