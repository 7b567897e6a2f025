import CGMime

/// What the header of a part contains about its content, as GMime reads it.
struct PartHeader {
  enum Kind: Equatable {
    /// - boundary: with the two dashes before it; nil where there is none.
    case multipart(boundary: [UInt8]?)
    /// A message in the message.
    case message
    case text
    case file
  }

  let kind: Kind
  /// Whether parts in it are messages by default (RFC 2046, section 5.1.5).
  private(set) var isDigest = false
  /// Whether it says for programs why a mail came back, which a row may show.
  private(set) var isDeliveryStatus = false
  let encoding: GMimeContentEncoding

  // GMime keeps fields that begin so with the part, also where the part is all of a message.

  /// The field by which a part of which only the beginning was copied is known.
  static let cutField = "Content-X-Is-Cut"
  /// The field with the length of what a part unpacks to, of which only the beginning was copied.
  static let sizeField = "Content-X-Unpacked-Size"
  /// The field with the number of a part in its message.
  static let numberField = "Content-X-Part-Number"

  /// The Content-Type field, for GMime: its type is that of `kind`. Empty where there is
  /// none.
  private(set) var typeField: [UInt8] = []

  init(_ fields: HeaderFields, isInDigest: Bool) {
    encoding =
      fields.withValue(of: .contentTransferEncoding) { g_mime_content_encoding_from_string($0) }
      ?? GMIME_CONTENT_ENCODING_DEFAULT
    guard let value = Self.value(of: .contentType, in: fields),
      let type = Self.parse(value)
    else {
      kind = isInDigest ? .message : .text
      if isInDigest { typeField = Self.messageField }
      isPlainText = !isInDigest && !isEncoded
      return
    }
    defer { g_object_unref(type) }
    func isType(_ name: String, _ subtype: String) -> Bool {
      g_mime_content_type_is_type(type, name, subtype) != 0
    }
    if isType("application", "octet-stream"), !Self.isType(value) {
      // GMime's word for a field that it cannot read. What nobody can read is text (RFC 2045,
      // section 5.2).
      kind = .text
      return
    }
    typeField = Array("Content-Type:".utf8) + value
    if isType("multipart", "*") {
      isDigest = isType("multipart", "digest")
      let boundary = Self.boundary(type)
      kind = .multipart(boundary: boundary.map { Array("--".utf8) + $0 })
      if let boundary { typeField = Self.field(type, boundary) }
    } else if Self.messageSubtypes.contains(where: { isType("message", $0) }) {
      kind = .message
      // Behind the first semicolon its name may stand.
      let parameters = value.firstIndex(of: UInt8(ascii: ";")).map { value[$0...] }
      typeField = Self.messageField.dropLast() + (parameters ?? [10])
    } else {
      kind = isType("text", "*") ? .text : .file
      isDeliveryStatus =
        isType("message", "delivery-status") || isType("message", "global-delivery-status")
      isPlainText = isType("text", "plain") && !isEncoded
    }
  }

  /// Of what is a message with a header of its own.
  static let messageSubtypes = ["rfc822", "rfc-822", "news", "global"]
  static let messageField = Array("Content-Type: message/rfc822\n".utf8)

  /// What stands behind the colon of a field, within its limit and mended for GMime; with the line
  /// break at its end. Nil where there is no field.
  static func value(of name: HeaderFields.Name, in fields: HeaderFields) -> [UInt8]? {
    let field = fields.field(name)
    guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let raw = Bytes(rebasing: field[(colon + 1)...])
    var value = ContentField.mended(raw, charset: fields.charset) ?? Array(raw)
    if value.last != 10 { value.append(10) }
    return value
  }

  private static func parse(_ value: [UInt8]) -> UnsafeMutablePointer<GMimeContentType>? {
    g_mime_content_type_parse(
      GMimeLibrary.options.pointer,
      value.map { CChar(bitPattern: $0) } + [0]
    )
  }

  /// Whether a field begins with two words and a slash between them.
  private static func isType(_ value: [UInt8]) -> Bool {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 || byte == 10 || byte == 13 }
    func isOfWord(_ byte: UInt8) -> Bool {
      byte > 0x20 && byte < 0x7F && !"()<>@,;:\\\"/[]?=".utf8.contains(byte)
    }
    let type = value.drop(while: isBlank)
    let slash = type.drop(while: isOfWord).drop(while: isBlank)
    let subtype = slash.dropFirst().drop(while: isBlank)
    return type.first.map(isOfWord) == true && slash.first == UInt8(ascii: "/")
      && subtype.first.map(isOfWord) == true
  }

  /// Nil where there is none that is not empty.
  private static func boundary(_ type: UnsafeMutablePointer<GMimeContentType>) -> [UInt8]? {
    g_mime_content_type_get_parameter(type, "boundary").flatMap {
      // A field may be folded in a quoted value, too: only the line break goes (RFC 5322, 2.2.3).
      let boundary = trimmed(Bytes($0).filter { $0 != 10 && $0 != 13 })
      return boundary.isEmpty ? nil : boundary
    }
  }

  /// The field with nothing in it but what parts the parts: GMime then sees the same boundary.
  private static func field(
    _ type: UnsafeMutablePointer<GMimeContentType>,
    _ boundary: [UInt8]
  ) -> [UInt8] {
    var field = Array("Content-Type: multipart/".utf8)
    if let subtype = g_mime_content_type_get_media_subtype(type) { field += Bytes(subtype) }
    field += "; boundary=\"".utf8
    for byte in boundary {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { field.append(0x5C) }
      field.append(byte)
    }
    return field + "\"\n".utf8
  }

  /// Without the blanks at the end, which do not count.
  private static func trimmed(_ boundary: [UInt8]) -> [UInt8] {
    var boundary = boundary
    while let last = boundary.last, last <= 0x20 { boundary.removeLast() }
    return boundary
  }

  /// Whether the content is packed in ASCII.
  var isEncoded: Bool { Self.isEncoded(encoding) }

  static func isEncoded(_ encoding: GMimeContentEncoding) -> Bool {
    encoding == GMIME_CONTENT_ENCODING_BASE64 || encoding == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE
      || encoding == GMIME_CONTENT_ENCODING_UUENCODE
  }

  /// Whether lines that are put before the content become a part of it.
  private(set) var isPlainText = false

  /// How many bytes the content unpacks to; nil where only GMime's parser can tell.
  func unpackedSize(of content: Bytes) -> Int64? {
    guard isEncoded else { return Int64(content.count) }
    guard encoding != GMIME_CONTENT_ENCODING_UUENCODE else { return nil }
    var state = GMimeEncoding()
    g_mime_encoding_init_decode(&state, encoding)
    let piece = 65_536
    var room = [CChar](repeating: 0, count: g_mime_encoding_outlen(&state, piece) + 16)
    return content.withMemoryRebound(to: CChar.self) { content in
      stride(from: 0, to: content.count, by: piece).reduce(into: 0) { size, start in
        let input = content.baseAddress.map { $0 + start }
        size += Int64(g_mime_encoding_step(&state, input, min(piece, content.count - start), &room))
      }
    }
  }

  /// Unpacks the content.
  func decode(_ content: Bytes) -> [UInt8] { Self.decode(content, encoding) }

  static func decode(_ content: Bytes, _ encoding: GMimeContentEncoding) -> [UInt8] {
    guard encoding != GMIME_CONTENT_ENCODING_UUENCODE else { return uudecode(content) }
    var state = GMimeEncoding()
    g_mime_encoding_init_decode(&state, encoding)
    return content.withMemoryRebound(to: CChar.self) { content in
      let room = g_mime_encoding_outlen(&state, content.count) + 16
      return [UInt8](unsafeUninitializedCapacity: room) { target, count in
        target.withMemoryRebound(to: CChar.self) {
          count = g_mime_encoding_flush(&state, content.baseAddress, content.count, $0.baseAddress)
        }
      }
    }
  }

  /// Only GMime's filter knows the lines around what is encoded.
  private static func uudecode(_ content: Bytes) -> [UInt8] {
    let filter = g_mime_filter_basic_new(GMIME_CONTENT_ENCODING_UUENCODE, 0)
    defer { g_object_unref(filter) }
    var output = UnsafeMutablePointer<CChar>?.none
    var (count, prespace) = (0, 0)
    var decoded: [UInt8] = []
    content.withMemoryRebound(to: CChar.self) { content in
      let input = UnsafeMutablePointer(mutating: content.baseAddress)
      g_mime_filter_filter(filter, input, content.count, 0, &output, &count, &prespace)
      decoded += UnsafeRawBufferPointer(start: output, count: count)
      g_mime_filter_complete(filter, input, 0, 0, &output, &count, &prespace)
      decoded += UnsafeRawBufferPointer(start: output, count: count)
    }
    return decoded
  }
}
