/// Makes identities of messages from their content.
enum MessageIdentity {
  /// The id of a message without a Message-ID: a digest of its header and its body's length.
  ///
  /// It does not depend on the file's name or place, so it is the same after a move, a rebuild, or
  /// a copy to another kind of mailbox.
  static func derived(
    from bytes: UnsafeMutableBufferPointer<UInt8>,
    excerpt: MessageExcerpt
  ) -> String {
    let digest = digest(of: bytes, excerpt: excerpt).prefix(16)
    let digits = Array("0123456789abcdef".utf8)
    let hex = digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: hex, as: UTF8.self) + MessageHead.derivedSuffix
  }

  /// SHA-256 of the header lines and the body's length. Fields in which mail programs keep notes
  /// are left out, since they change while the message does not.
  static func digest(
    of bytes: UnsafeMutableBufferPointer<UInt8>,
    excerpt: MessageExcerpt
  ) -> [UInt8] {
    let sum = Checksum()
    var isNote = false
    let header = Bytes(rebasing: bytes[..<excerpt.headerLength])
    var start = 0
    while start < header.count {
      let end = header.endOfLine(from: start)
      let line = Bytes(rebasing: header[start..<end])
      let isFolded = line[0] == 0x20 || line[0] == 0x09
      if !isFolded { isNote = notes.contains { begins(line, with: $0) } }
      if !isNote { sum.add(line) }
      start = end
    }
    sum.add(excerpt.bodyLength)
    return sum.digest
  }

  /// X-IMAPbase and X-IMAP hold the last UID that an IMAP server gave in the whole mbox;
  /// X-Gmail-Labels holds whether a message was read when it was exported.
  private static let notes = [
    "status:", "x-status:", "x-mozilla-", "x-keywords:", "x-uid:", "x-imapbase:", "x-imap:",
    "x-gmail-labels:", "content-length:", "lines:",
  ].map { Array($0.utf8) }

  private static func begins(_ line: Bytes, with name: [UInt8]) -> Bool {
    guard line.count >= name.count else { return false }
    return zip(line, name).allSatisfy { byte, expected in
      ((0x41...0x5A).contains(byte) ? byte | 32 : byte) == expected
    }
  }
}
