import CTidelineGLib

/// SHA-256 of the added bytes, by GLib: for identities that a sender must not be able to forge.
struct Checksum: ~Copyable {
  private let checksum = g_checksum_new(G_CHECKSUM_SHA256)

  deinit { g_checksum_free(checksum) }

  func add(_ bytes: Bytes) { g_checksum_update(checksum, bytes.baseAddress, bytes.count) }

  /// Adds a number's bytes, the least significant first.
  func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { add($0.assumingMemoryBound(to: UInt8.self)) }
  }

  /// The 32 bytes of the digest. Nothing can be added afterwards.
  var digest: [UInt8] {
    var count: gsize = 32
    return [UInt8](unsafeUninitializedCapacity: 32) { digest, length in
      g_checksum_get_digest(checksum, digest.baseAddress, &count)
      length = Int(count)
    }
  }
}
