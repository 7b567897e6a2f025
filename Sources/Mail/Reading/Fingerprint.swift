/// Tells the copies of a message from messages that only bear its Message-ID, which anybody can
/// write.
///
/// Copies agree in who wrote when about what, in how the text is encoded, and in the beginning of
/// the text; where it is longer, in its length, too. A forger knows all of that, so it must be the
/// text itself: one with another text is another message. So is the copy that a mailing list
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
    let sum = Checksum()
    // Lists change the other two; where From has no address, they may be who is shown.
    let hasFrom = fields.withValue(of: .from) { Bytes($0).contains(0x40) } == true
    let senders: [HeaderFields.Name] = hasFrom ? [.from] : [.from, .sender, .replyTo]
    for name in senders + [.date, .subject, .contentType, .contentTransferEncoding] {
      _ = fields.withValue(of: name) { add(Bytes($0), to: sum) }
      sum.add(UInt8(10))
    }
    let text = Bytes(rebasing: bytes[min(fields.bodyStart, bytes.count)...])
    if !add(text, to: sum) || excerpt.isCut { sum.add(excerpt.bodyLength) }
    return sum.digest.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
  }

  /// - Returns: whether that was all of it.
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
