/// The header of a message or a part, as a server has sent it, to be put above the fetched content.
struct FetchedHeader {
  enum Kind: Equatable {
    case multipart
    case message
    case text
    case file
  }

  /// The kind according to its fields, as our reader interprets them.
  let kind: Kind
  private let bytes: [UInt8]
  private let typeField: Range<Int>
  /// The Content-Type field as our reader interprets it, in lower case.
  private let readTypeField: String

  /// - Parameter isInDigest: whether it belongs to a part of a digest, in which parts are messages.
  /// - Returns: nil where our reader would end the header at another place than the server did.
  init?(_ sent: [UInt8], isInDigest: Bool = false) {
    var bytes = sent
    let length = bytes.withUnsafeBufferPointer { MessageFile.headerLength($0) }
    if length == nil { bytes += bytes.isEmpty || bytes.last == 10 ? [13, 10] : [13, 10, 13, 10] }
    let count = bytes.count
    guard length ?? count == count else { return nil }
    let read = bytes.withUnsafeMutableBufferPointer { mutable in
      mutable.replaceNULs(with: UInt8(ascii: "?"))
      let all = Bytes(mutable)
      let fields = HeaderFields(all, headerLength: count)
      let header = PartHeader(fields, isInDigest: isInDigest)
      let field = fields.field(.contentType)
      let start = field.baseAddress.flatMap { start in all.baseAddress.map { start - $0 } } ?? 0
      let type = String(decoding: header.typeField, as: UTF8.self).lowercased()
      return (fields.bodyStart, header.kind, start..<start + field.count, type)
    }
    guard read.0 == count else { return nil }
    switch read.1 {
    case .multipart(let boundary): kind = boundary == nil ? .text : .multipart
    case .message: kind = .message
    case .text: kind = .text
    case .file: kind = .file
    }
    (self.bytes, typeField, readTypeField) = (bytes, read.2, read.3)
  }

  /// Whether it belongs to a multipart of this subtype.
  func isMultipart(_ subtype: String) -> Bool {
    kind == .multipart && readTypeField.hasPrefix("content-type: multipart/\(subtype);")
  }

  /// The header with another Content-Type field.
  func bytes(withType field: [UInt8]) -> [UInt8] {
    bytes[..<typeField.lowerBound] + field + bytes[typeField.upperBound...]
  }

  /// The header with additional fields at its end.
  func bytes(adding fields: [UInt8] = []) -> [UInt8] {
    let end = bytes.count - (bytes.suffix(2).elementsEqual([13, 10]) ? 2 : 1)
    return bytes[..<end] + fields + bytes[end...]
  }
}
