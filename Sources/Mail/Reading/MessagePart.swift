import CGMime

/// Identifies a part of a message whose content can be read by itself: a file, or a message with
/// all its parts.
public struct MessagePart: Sendable, Hashable {
  /// The number as servers count parts (RFC 9051, section 6.4.5.1): `[2, 1]` is the first part in
  /// the second.
  public let number: [Int]
  /// The transfer encoding of its content.
  let encoding: GMimeContentEncoding

  public static func == (one: MessagePart, other: MessagePart) -> Bool {
    one.number == other.number && one.encoding == other.encoding
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// Decodes the content from its transfer encoding.
  func decode(_ content: [UInt8]) -> [UInt8] {
    content.withUnsafeBufferPointer { PartHeader.decode($0, encoding) }
  }
}

extension FoundMessage {
  /// The decoded content of a part, as it was sent: a text keeps its charset.
  ///
  /// - Returns: nil where the message has no such part.
  /// - Throws: ``PartIsCut`` where the message, and this part, continue beyond the bytes read.
  func content(of part: MessagePart) throws(PartIsCut) -> [UInt8]? {
    // Works on a copy, since reading prepares a message in place, and the content must be the
    // original's.
    var copy = bytes
    let found = copy.withUnsafeMutableBufferPointer { bytes in
      MessageBytes(bytes, goesOn: isCut).part(part.number)
    }
    guard let found else { return nil }
    if isCut, found.isLast { throw PartIsCut() }
    guard let range = found.range else { return found.content }
    return bytes.withUnsafeBufferPointer { found.header.decode(Bytes(rebasing: $0[range])) }
  }
}

/// A part continues beyond the bytes read of its message.
struct PartIsCut: Error {}
