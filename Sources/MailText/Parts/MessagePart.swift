/// Identifies a part of a message whose content can be read by itself: a file, or a message with
/// all its parts.
public struct MessagePart: Sendable, Hashable {
  /// The part's number, as IMAP servers count parts (RFC 9051, section 6.4.5.1): `[2, 1]` is the
  /// first part in the second.
  public let number: [Int]
  package let encoding: TransferEncoding

  package init(number: [Int], encoding: TransferEncoding) {
    (self.number, self.encoding) = (number, encoding)
  }
}

extension Attachment {
  init(_ part: PartTree, size: Int64) {
    self.init(
      name: part.header.fileName ?? "",
      type: oneLine("\(part.header.type)/\(part.header.subtype)".utf8, limit: Self.nameLimit),
      size: size,
      part: MessagePart(number: part.number, encoding: part.header.encoding)
    )
  }

  /// Describes an attached message.
  init(mail part: PartTree, subject: String, size: Int64) {
    self.init(part, size: size)
    if name.isEmpty { name = Self.fileName(of: subject) ?? "message\(Self.ending)" }
  }

  private static let ending = ".eml"

  /// Returns a file name for a message with this subject, without characters that separate folders
  /// or hide a file; nil if nothing is left of the subject.
  package static func fileName(of subject: String) -> String? {
    func isAtAnEnd(_ scalar: Unicode.Scalar) -> Bool { scalar == "." || scalar == " " }
    let plain = subject.unicodeScalars.map { $0 == "/" || $0 == "\\" ? "-" : $0 }
    let start = plain.drop(while: isAtAnEnd).prefix(nameLimit - ending.count)
    let words = start.reversed().drop(while: isAtAnEnd).reversed()
    let name = String(String.UnicodeScalarView(words))
    guard !name.isEmpty else { return nil }
    return name.lowercased().hasSuffix(ending) ? name : name + ending
  }
}

extension FoundMessage {
  /// Returns a part's content, decoded from its transfer encoding only: a text keeps its charset.
  ///
  /// - Returns: nil if the message has no such part.
  /// - Throws: ``PartIsCut`` if the part continues beyond the bytes read of the message.
  package consuming func content(of part: MessagePart) throws(PartIsCut) -> [UInt8]? {
    let isCut = isCut
    // ``MessageBytes/prepare(_:)`` changes the bytes in place, but the content must be returned
    // unchanged. So the bytes are copied first, except when they need no change.
    let original = bytes.withUnsafeBufferPointer(MessageBytes.isPrepared) ? nil : bytes
    let parts = bytes.withUnsafeMutableBufferPointer { MessageBytes($0, goesOn: isCut).parts }
    guard let found = parts.tree.part(part.number),
      let content = parts.contents.bodies[found.number]
    else { return nil }
    if isCut, content.isLast { throw PartIsCut() }
    let buffer = content.buffer.map { parts.contents.apart[$0] } ?? original ?? bytes
    return buffer.withUnsafeBufferPointer {
      found.header.decode(Bytes(rebasing: $0[content.range]))
    }
  }
}

/// A part continues beyond the bytes read of its message.
package struct PartIsCut: Error {}
