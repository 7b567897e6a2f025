import CGMime

/// Names a part of a message whose content is read for itself: a file, or a mail with all that it holds.
public struct MessagePart: Sendable, Hashable {
  /// As servers number parts (RFC 9051, section 6.4.5.1): `[2, 1]` is the first in the second.
  public let number: [Int]
  /// How its content is packed to be sent.
  let encoding: GMimeContentEncoding

  public static func == (one: MessagePart, other: MessagePart) -> Bool {
    one.number == other.number && one.encoding == other.encoding
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// Unpacks the content, as it was sent.
  func decode(_ content: [UInt8]) -> [UInt8] {
    content.withUnsafeBufferPointer { PartHeader.decode($0, encoding) }
  }
}

extension FoundMessage {
  /// The content of a part, unpacked; as it was sent, whatever charset a text is in.
  ///
  /// - Returns: nil where the message has no such part.
  /// - Throws: ``PartIsCut`` where the message goes on, and the part with it.
  func content(of part: MessagePart) throws(PartIsCut) -> [UInt8]? {
    // To be looked through, a message is made ready in place; the content is that of the original.
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

/// A part goes on behind what is read of a message.
struct PartIsCut: Error {}
