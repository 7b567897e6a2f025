/// Identifies a message in an mbox by a digest of its header and its body's length. The offset in
/// the file would not do, since it changes when other messages are deleted.
struct MboxDigest: Sendable, Hashable {
  private static let length = 16
  private let high: UInt64
  private let low: UInt64

  /// - Parameter digest: at least 16 bytes, of which the first 16 are used.
  init(_ digest: [UInt8]) {
    (high, low) = digest.withUnsafeBytes {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  /// Reads the digest from a key; all copies of a message have the same digest. Nil for a key that
  /// does not belong to an mbox.
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
