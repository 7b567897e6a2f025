import CGMime

/// Tells the copies of a message from messages that only bear its Message-ID, which anybody can
/// write.
///
/// Copies agree in who wrote when about what, in how the text is encoded, and in the beginning of
/// the text; where it is longer, in its length, too. A forger knows all of that, so it must be the
/// text itself: one that says something else is another message. So is the copy that a mailing list
/// sends back with a footer or a mark in the subject: nothing tells it from a forgery that adds a
/// sentence.
///
/// Copies differ in the traces of their way, in notes of mail programs, in line breaks, and in how
/// an mbox ends them: none of it counts. What lies beyond the beginning is not read for the list,
/// so a difference there is not seen where the length is the same.
enum Fingerprint {
  /// Of a field and of the text, without what is blank; in bytes.
  private static let limit = 4096

  /// - Parameters:
  ///   - fields: of the message's header.
  ///   - bytes: the message's beginning.
  ///   - excerpt: how much of the message that is.
  static func make(_ fields: HeaderFields, _ bytes: Bytes, _ excerpt: MessageExcerpt) -> Int64 {
    let checksum = g_checksum_new(G_CHECKSUM_SHA256)
    defer { g_checksum_free(checksum) }
    // Lists change the other two; where From has no address, they may be who is shown.
    let hasFrom = fields.withValue(of: .from) { strchr($0, 0x40) != nil } == true
    let senders: [HeaderFields.Name] = hasFrom ? [.from] : [.from, .sender, .replyTo]
    for name in senders + [.date, .subject, .contentType, .contentTransferEncoding] {
      _ = fields.withValue(of: name) { value in
        add(UnsafeRawBufferPointer(start: value, count: strlen(value)), to: checksum)
      }
      var end: UInt8 = 10
      g_checksum_update(checksum, &end, 1)
    }
    let text = UnsafeRawBufferPointer(bytes)[min(fields.bodyStart, bytes.count)...]
    let isWhole = add(UnsafeRawBufferPointer(rebasing: text), to: checksum)
    if !isWhole || excerpt.isCut {
      withUnsafeBytes(of: excerpt.bodyLength.littleEndian) {
        g_checksum_update(checksum, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count)
      }
    }
    var digest = [UInt8](repeating: 0, count: 32)
    var count: gsize = 32
    g_checksum_get_digest(checksum, &digest, &count)
    return digest.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
  }

  /// - Returns: whether that was all of it.
  @discardableResult
  private static func add(_ bytes: UnsafeRawBufferPointer, to checksum: OpaquePointer?) -> Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: limit) { visible in
      var count = 0
      var rest = bytes.startIndex
      while rest < bytes.count, count < limit {
        visible[count] = bytes[rest]
        // Control characters count as blank.
        if bytes[rest] > 0x20 { count += 1 }
        rest += 1
      }
      g_checksum_update(checksum, visible.baseAddress, count)
      return rest == bytes.count
    }
  }
}
