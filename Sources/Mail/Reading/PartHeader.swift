import CGMime

/// The header of a part, as far as it describes the content, read by GMime.
struct PartHeader {
  enum Kind: Equatable {
    /// - boundary: with its two leading dashes; nil where there is none.
    case multipart(boundary: [UInt8]?)
    /// A message inside the message.
    case message
    case text
    case file
  }

  let kind: Kind
  /// Whether the parts in it are messages by default (RFC 2046, section 5.1.5).
  private(set) var isDigest = false
  /// Whether it reports to programs why a mail was returned; a row may show the reason.
  private(set) var isDeliveryStatus = false
  let encoding: GMimeContentEncoding

  // GMime keeps fields with the prefix “Content-” with the part, even if the part is the whole
  // message.

  /// The field that marks a part of which only the beginning was copied.
  static let cutField = "Content-X-Is-Cut"
  /// The field with the decoded length of a part of which only the beginning was copied.
  static let sizeField = "Content-X-Unpacked-Size"
  /// The field with a part's number in its message.
  static let numberField = "Content-X-Part-Number"

  /// The Content-Type field for GMime; its type agrees with `kind`. Empty where there is none.
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
      // GMime's replacement for a field that it cannot parse. An unreadable type means text (RFC
      // 2045, section 5.2).
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
      // Its name may follow the first semicolon.
      let parameters = value.firstIndex(of: UInt8(ascii: ";")).map { value[$0...] }
      typeField = Self.messageField.dropLast() + (parameters ?? [10])
    } else {
      kind = isType("text", "*") ? .text : .file
      isDeliveryStatus =
        isType("message", "delivery-status") || isType("message", "global-delivery-status")
      isPlainText = isType("text", "plain") && !isEncoded
    }
  }

  /// Subtypes of a message with a header of its own.
  static let messageSubtypes = ["rfc822", "rfc-822", "news", "global"]
  static let messageField = Array("Content-Type: message/rfc822\n".utf8)

  /// A field's value within its limit, rewritten for GMime where needed, with the final line break.
  /// Nil where there is no field.
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

  /// Whether a field begins with two words separated by a slash.
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

  /// Nil where there is no boundary, or an empty one.
  private static func boundary(_ type: UnsafeMutablePointer<GMimeContentType>) -> [UInt8]? {
    g_mime_content_type_get_parameter(type, "boundary").flatMap {
      // A field may be folded within a quoted value; only the line break is removed (RFC 5322,
      // 2.2.3).
      let boundary = trimmed(Bytes($0).filter { $0 != 10 && $0 != 13 })
      return boundary.isEmpty ? nil : boundary
    }
  }

  /// The field with only the boundary in it: GMime then uses the same boundary.
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

  /// The boundary without blanks at its end, which are ignored.
  private static func trimmed(_ boundary: [UInt8]) -> [UInt8] {
    var boundary = boundary
    while let last = boundary.last, last <= 0x20 { boundary.removeLast() }
    return boundary
  }

  /// Whether the content is encoded in ASCII.
  var isEncoded: Bool { Self.isEncoded(encoding) }

  static func isEncoded(_ encoding: GMimeContentEncoding) -> Bool {
    encoding == GMIME_CONTENT_ENCODING_BASE64 || encoding == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE
      || encoding == GMIME_CONTENT_ENCODING_UUENCODE
  }

  /// Whether lines inserted before the content would belong to it.
  private(set) var isPlainText = false

  /// The decoded size of the content in bytes; nil where only GMime's parser can tell.
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

  /// Decodes the content from its transfer encoding.
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

  /// Only GMime's filter handles the lines around the encoded data.
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
