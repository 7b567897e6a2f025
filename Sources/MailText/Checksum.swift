import CTidelineGLib

/// SHA-256 of the added bytes, computed by GLib, for identities that a sender must not forge.
package struct Checksum: ~Copyable {
  private let checksum = g_checksum_new(G_CHECKSUM_SHA256)

  package init() {}

  deinit { g_checksum_free(checksum) }

  package func add(_ bytes: Bytes) { g_checksum_update(checksum, bytes.baseAddress, bytes.count) }

  /// Adds an integer's bytes, the least significant first.
  func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { add($0.assumingMemoryBound(to: UInt8.self)) }
  }

  /// The digest in lower-case hexadecimal digits. Nothing can be added afterwards.
  package var hexadecimal: String { String(cString: g_checksum_get_string(checksum)) }

  /// The 32 bytes of the digest. Nothing can be added afterwards.
  package var digest: [UInt8] {
    var count: gsize = 32
    return [UInt8](unsafeUninitializedCapacity: 32) { digest, length in
      g_checksum_get_digest(checksum, digest.baseAddress, &count)
      length = Int(count)
    }
  }
}

/// FNV-1a with 64 bits: the same in every process, and fast for short texts. Not for security: two
/// texts with the same hash are easy to construct.
package enum QuickHash {
  package static var start: UInt64 { 0xcbf2_9ce4_8422_2325 }

  /// - Parameter start: the hash of the preceding bytes; by default, the initial value.
  package static func make(_ bytes: Bytes, from start: UInt64 = start) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// For bytes that are not in one buffer. It is slower in other modules, which cannot specialize it.
  package static func make(_ bytes: some Sequence<UInt8>, from start: UInt64 = start) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
