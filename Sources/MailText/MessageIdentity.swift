import CTidelineGLib

/// Makes identities of messages from their content.
package enum MessageIdentity {
  /// Makes the id of a message without a Message-ID, from its header and its body's length. It
  /// stays the same if the message is moved or copied, or if the store is built anew.
  static func derived(
    from bytes: UnsafeMutableBufferPointer<UInt8>,
    excerpt: MessageExcerpt
  ) -> String {
    checksum(of: bytes, excerpt: excerpt).hexadecimal.prefix(32) + MessageHead.derivedSuffix
  }

  /// Makes the SHA-256 of the header lines and the body's length. Leaves out the fields in which
  /// mail programs keep notes, since the notes change while the message does not.
  package static func checksum(
    of bytes: UnsafeMutableBufferPointer<UInt8>,
    excerpt: MessageExcerpt
  ) -> Checksum {
    let sum = Checksum()
    var isNote = false
    let header = Bytes(rebasing: bytes[..<excerpt.headerLength])
    for line in header.lines {
      let isFolded = line[0] == 0x20 || line[0] == 0x09
      if !isFolded { isNote = notes.contains { line.starts(withAnyCaseOf: $0) } }
      if !isNote { sum.add(line) }
    }
    sum.add(excerpt.bodyLength)
    return sum
  }

  /// The beginnings of fields in which mail programs keep notes. X-IMAPbase and X-IMAP hold the
  /// last UID that an IMAP server has assigned in the whole mbox; X-Gmail-Labels tells whether the
  /// message was read when it was exported.
  private static let notes: [StaticString] = [
    "status:", "x-status:", "x-mozilla-", "x-keywords:", "x-uid:", "x-imapbase:", "x-imap:",
    "x-gmail-labels:", "content-length:", "lines:",
  ]
}

/// Tells copies of a message from others with its Message-ID, which a forger can copy.
///
/// Copies have the same sender, recipients, date and subject, and the same decoded text; if the
/// text goes on beyond its beginning, also the same length and bytes. A forger can imitate all of
/// these except the text, so a message with a different text is a different message. The copy that
/// a mailing list sends back with a footer or a prefix in the subject counts as different, too: it
/// cannot be told from a forgery that adds a sentence.
///
/// Copies may differ in Received fields, notes of mail programs, line breaks, and the way in which
/// an mbox ends a message. The fingerprint ignores these differences, but not those of a long text.
/// A server's message has only the beginning of its text.
enum Fingerprint {
  /// The number of bytes used of each field and of the beginning of the text, without blanks.
  private static let limit = MessageExcerpt.bodyLimit

  /// - Parameters:
  ///   - fields: the message's header fields.
  ///   - bytes: the beginning of the message.
  ///   - excerpt: the part of the message that these bytes cover.
  ///   - whole: a hash of the whole text; nil if only its beginning was read.
  static func make(
    _ fields: HeaderFields,
    _ bytes: Bytes,
    _ excerpt: MessageExcerpt,
    whole: UInt64?
  ) -> Int64 {
    let sum = Checksum()
    // Sender and Reply-To count only if From has no address, since one of them may then be shown as
    // the sender. Otherwise they are left out, since mailing lists change them.
    let hasFrom = fields.value(of: .from)?.contains(0x40) == true
    let senders: [HeaderFields.Name] = hasFrom ? [.from] : [.from, .sender, .replyTo]
    for name in senders + [.date, .subject, .contentType] {
      fields.value(of: name)?.withUnsafeBufferPointer { _ = add($0, to: sum) }
      sum.add(UInt8(10))
    }
    // A program that writes the same to many may give all its letters one id.
    for name in [HeaderFields.Name.to, .cc] {
      fields.value(of: name)?.withUnsafeBufferPointer { addAddresses(in: $0, to: sum) }
      sum.add(UInt8(10))
    }
    let text = Bytes(rebasing: bytes[min(fields.bodyStart, bytes.count)...])
    let header = PartHeader(fields, isInDigest: false)
    let isWhole =
      header.kind == .text && header.isEncoded
      ? header.decode(text).withUnsafeBufferPointer { add($0, to: sum) } : add(text, to: sum)
    if !isWhole || excerpt.isCut { sum.add(excerpt.bodyLength) }
    if let whole { sum.add(whole) }
    return sum.digest.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
  }

  /// Adds the addresses without names, which servers may write in other ways.
  private static func addAddresses(in field: Bytes, to sum: borrowing Checksum) {
    for word in field.split(whereSeparator: { $0 <= 0x20 || ",;:<>()\"".utf8.contains($0) })
    where word.contains(UInt8(ascii: "@")) {
      word.map(\.lowercased).withUnsafeBufferPointer { sum.add($0) }
      sum.add(UInt8(10))
    }
  }

  /// - Returns: whether all bytes were within the limit.
  @discardableResult
  private static func add(_ bytes: Bytes, to sum: borrowing Checksum) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) { visible in
      var count = 0
      var rest = bytes.startIndex
      while rest < bytes.count, count < limit {
        visible[count] = bytes[rest]
        // Control characters count as blank.
        if bytes[rest] > 0x20 { count += 1 }
        rest += 1
      }
      sum.add(Bytes(rebasing: visible[..<count]))
      return rest == bytes.count
    }
  }
}

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
  @inlinable package static var start: UInt64 { 0xcbf2_9ce4_8422_2325 }

  /// - Parameter start: the hash of the preceding bytes; by default, the initial value.
  @inlinable
  package static func make(_ bytes: some Sequence<UInt8>, from start: UInt64 = start) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Another hash, of four lanes of eight bytes each: as fast as memory, for long texts.
  static func ofLong(_ bytes: Bytes) -> UInt64 {
    var lanes = SIMD4(repeating: start)
    let whole = bytes.count & ~31
    for index in stride(from: 0, to: whole, by: 32) {
      let words = UnsafeRawBufferPointer(bytes).loadUnaligned(
        fromByteOffset: index,
        as: SIMD4<UInt64>.self
      )
      lanes = (lanes ^ words) &* 0x9E37_79B9_7F4A_7C15
      lanes ^= lanes &>> 32
    }
    return make(
      Bytes(rebasing: bytes[whole...]),
      from: lanes.indices.reduce(start) { ($0 ^ lanes[$1]) &* 0x100_0000_01b3 }
    )
  }
}
