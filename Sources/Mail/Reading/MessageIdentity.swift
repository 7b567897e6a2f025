import CGMime

/// Names for messages, made from what is in them.
enum MessageIdentity {
  /// The id of a message that brings none: a digest of its header and its body's length.
  ///
  /// Nothing in it depends on the file's name or place, so it is the same after a move, a rebuild
  /// and a copy to another kind of mailbox.
  static func derived(
    from bytes: UnsafeMutableBufferPointer<UInt8>,
    excerpt: MessageExcerpt
  ) -> String {
    let digest = digest(of: bytes, excerpt: excerpt).prefix(16)
    let digits = Array("0123456789abcdef".utf8)
    let hex = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: hex, as: UTF8.self) + MessageHead.derivedSuffix
  }

  /// SHA-256 over the header lines and the body's length. Lines in which mail programs keep notes
  /// are left out: they change while the message does not.
  static func digest(
    of bytes: UnsafeMutableBufferPointer<UInt8>,
    excerpt: MessageExcerpt
  ) -> [UInt8] {
    let checksum = g_checksum_new(G_CHECKSUM_SHA256)
    defer { g_checksum_free(checksum) }
    var start = 0
    var isNote = false
    while start < excerpt.headerLength {
      let line = UnsafeMutableBufferPointer(rebasing: bytes[start..<excerpt.headerLength])
      let length = line.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? line.count
      let isFolded = line[0] == 0x20 || line[0] == 0x09
      if !isFolded { isNote = notes.contains { begins(line, with: $0) } }
      if !isNote { g_checksum_update(checksum, line.baseAddress, length) }
      start += length
    }
    withUnsafeBytes(of: excerpt.bodyLength.littleEndian) {
      g_checksum_update(checksum, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count)
    }
    var digest = [UInt8](repeating: 0, count: 32)
    var count: gsize = 32
    g_checksum_get_digest(checksum, &digest, &count)
    return digest
  }

  /// X-IMAPbase and X-IMAP hold the last number that an IMAP server gave in the whole mbox.
  private static let notes = [
    "status:", "x-status:", "x-mozilla-", "x-keywords:", "x-uid:", "x-imapbase:", "x-imap:",
    "content-length:", "lines:",
  ].map { Array($0.utf8) }

  private static func begins(_ line: UnsafeMutableBufferPointer<UInt8>, with name: [UInt8]) -> Bool
  {
    guard line.count >= name.count else { return false }
    return zip(line, name).allSatisfy { byte, expected in
      ((0x41...0x5A).contains(byte) ? byte | 32 : byte) == expected
    }
  }
}
