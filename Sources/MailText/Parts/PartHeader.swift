import CGMime

/// The description of a part's content, from the part's header.
package struct PartHeader: Sendable {
  package enum Kind {
    case multipart
    /// A message inside the message.
    case message
    case text
    case file
  }

  package let kind: Kind
  /// The `text` of `text/plain`, in lower case.
  let type: String
  /// The `plain` of `text/plain`, in lower case.
  package let subtype: String
  /// The type's parameters that matter for reading, decoded, by name in lower case.
  let parameters: [String: String]
  /// The disposition in lower case; nil if there is none.
  let disposition: String?
  /// The file name given by the sender, on one line; nil if there is none.
  let fileName: String?
  /// The Content-ID without angle brackets.
  let contentID: String?
  package let encoding: TransferEncoding
  /// The boundary of a multipart with its two leading dashes; nil if there is none. Some programs
  /// give a multipart the type of its text, so a text may have a boundary, too.
  package var boundary: [UInt8]?

  /// - Parameters:
  ///   - disposedName: the disposition's file name, which takes precedence over the type's.
  ///   - contentID: the Content-ID as in the field.
  package init(
    type: String,
    subtype: String,
    parameters: [String: String] = [:],
    disposition: String? = nil,
    disposedName: String? = nil,
    contentID: String? = nil,
    encoding: TransferEncoding = .identity
  ) {
    let isMessage = type == "message" && Self.messageSubtypes.contains(subtype)
    kind =
      switch type {
      case "multipart": .multipart
      case "text": .text
      default: isMessage ? .message : .file
      }
    (self.type, self.subtype) = (type, isMessage ? "rfc822" : subtype)
    (self.parameters, self.disposition, self.encoding) = (parameters, disposition, encoding)
    fileName = (disposedName ?? parameters["name"]).map {
      // A path is of the sender's computer.
      let isPath = ["/", "./", "../"].contains(where: $0.hasPrefix)
      let name = isPath ? $0.split(separator: "/").last.map(String.init) ?? "" : $0
      return oneLine(name, limit: Attachment.nameLimit)
    }
    self.contentID = contentID.flatMap { id in
      let decoded = g_mime_utils_decode_message_id(id)
      defer { g_free(decoded) }
      return decoded.map { String(cString: $0) }
    }
  }

  /// - Parameter isInDigest: whether the part is directly in a digest, where parts are messages by
  ///   default (RFC 2046, section 5.1.5).
  package init(_ fields: HeaderFields, isInDigest: Bool) {
    var (type, subtype) = isInDigest ? ("message", "rfc822") : ("text", "plain")
    var parameters: [String: String] = [:]
    var boundary: [UInt8]?
    if let value = Self.value(of: .contentType, in: fields),
      let field = g_mime_content_type_parse(
        GMimeLibrary.options.pointer,
        value.withUnsafeBufferPointer { $0.cString }
      )
    {
      defer { g_object_unref(field) }
      if Self.isReplacement(field, for: value) {
        // An unreadable type means text (RFC 2045, section 5.2).
        (type, subtype) = ("text", "plain")
      } else {
        type = Self.lowercased(g_mime_content_type_get_media_type(field))
        subtype = Self.lowercased(g_mime_content_type_get_media_subtype(field))
        for name in Self.parameterNames {
          let value = g_mime_content_type_get_parameter(field, name)
          parameters[name] = value.map { String(cString: $0) }
        }
        // Some programs write `application/plain` for the text of a signed message.
        if type == "application", subtype == "plain", parameters["name"] == nil { type = "text" }
        boundary = Self.boundary(field).map { Array("--".utf8) + $0 }
      }
    }
    var (disposition, name) = (String?.none, String?.none)
    if let value = Self.value(of: .contentDisposition, in: fields),
      let field = g_mime_content_disposition_parse(
        GMimeLibrary.options.pointer,
        value.withUnsafeBufferPointer { $0.cString }
      )
    {
      defer { g_object_unref(field) }
      disposition = Self.lowercased(g_mime_content_disposition_get_disposition(field))
      name = g_mime_content_disposition_get_parameter(field, "filename").map { String(cString: $0) }
    }
    self.init(
      type: type,
      subtype: subtype,
      parameters: parameters,
      disposition: disposition,
      disposedName: name,
      contentID: fields.withValue(of: .contentID) { String(cString: $0) },
      encoding: fields.withValue(of: .contentTransferEncoding) { TransferEncoding(Bytes($0)) }
        ?? .identity
    )
    if kind == .multipart || kind == .text { self.boundary = boundary }
  }

  private static let parameterNames = ["charset", "name", "format", "delsp", "smime-type"]
  /// Subtypes of the type `message` whose content is a message with a header.
  private static let messageSubtypes = ["rfc822", "rfc-822", "news", "global"]

  /// Returns a field's value, rewritten for GMime if necessary; nil if there is no field.
  private static func value(of name: HeaderFields.Name, in fields: HeaderFields) -> [UInt8]? {
    let field = fields.field(name)
    guard let colon = field.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let raw = Bytes(rebasing: field[(colon + 1)...])
    return ContentField.mended(raw, charset: fields.charset) ?? Array(raw)
  }

  private static func lowercased(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0).lowercased() } ?? ""
  }

  /// Whether the type is GMime's replacement for a field that it cannot parse.
  private static func isReplacement(
    _ field: UnsafeMutablePointer<GMimeContentType>,
    for value: [UInt8]
  ) -> Bool {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 9 || byte == 10 || byte == 13 }
    func isOfWord(_ byte: UInt8) -> Bool {
      byte > 0x20 && byte < 0x7F && !"()<>@,;:\\\"/[]?=".utf8.contains(byte)
    }
    guard g_mime_content_type_is_type(field, "application", "octet-stream") != 0 else {
      return false
    }
    // A field that can be parsed begins with two words separated by a slash.
    let type = value.drop(while: isBlank)
    let slash = type.drop(while: isOfWord).drop(while: isBlank)
    let subtype = slash.dropFirst().drop(while: isBlank)
    let isParsed = type.first.map(isOfWord) == true && slash.first == UInt8(ascii: "/")
    return !(isParsed && subtype.first.map(isOfWord) == true)
  }

  /// Returns the boundary without blanks at its end; nil if it is missing or empty.
  private static func boundary(_ type: UnsafeMutablePointer<GMimeContentType>) -> [UInt8]? {
    g_mime_content_type_get_parameter(type, "boundary").flatMap {
      // A field may be folded within a quoted value. Unfolding removes only the line break, and
      // keeps the spaces after it (RFC 5322, section 2.2.3).
      var boundary = Bytes($0).filter { $0 != 10 && $0 != 13 }
      while let last = boundary.last, last <= 0x20 { boundary.removeLast() }
      return boundary.isEmpty ? nil : boundary
    }
  }
}

/// Kinds of parts that are treated specially.
extension PartHeader {
  /// Whether the parts in this part are messages by default (RFC 2046, section 5.1.5).
  package var isDigest: Bool { kind == .multipart && subtype == "digest" }

  /// Whether the part is unencoded plain text. Lines above the first header field then belong to
  /// the text, see ``HeaderFields/leading``.
  var isPlainText: Bool { kind == .text && subtype == "plain" && !isEncoded }

  func isType(_ type: String, _ subtypes: String...) -> Bool {
    self.type == type && subtypes.contains(subtype)
  }

  /// Whether an S/MIME part is signed, not encrypted (RFC 8551, section 3.2.2).
  var holdsSignedData: Bool { parameters["smime-type"]?.lowercased() == "signed-data" }

  /// Whether the part is S/MIME. Some programs send S/MIME as a file of unknown type with the name
  /// given in RFC 8551, section 3.2.1.
  var isOfSMIME: Bool {
    if isType("application", "pkcs7-mime", "x-pkcs7-mime") { return true }
    return isType("application", "octet-stream") && fileName?.lowercased() == "smime.p7m"
  }

  /// Whether the part is a signature.
  var isSignature: Bool {
    isType("application", "pgp-signature", "pkcs7-signature", "x-pkcs7-signature")
  }

  /// Whether a signature has no name, or a name that programs give to the signature of a message.
  /// Another name belongs to the signature of a file.
  var isNamedForMessage: Bool {
    fileName.map { Self.signatureNames.contains($0.lowercased()) } ?? true
  }

  /// From RFC 8551, section 3.2.1, and from the programs that sign mail.
  private static let signatureNames: Set = [
    "smime.p7s", "signature.p7s", "signature.asc", "signature.sig", "signature.pgp", "signature",
    "pgp.sig", "openpgp_signature", "openpgp_signature.asc", "openpgp-signature.asc",
    "openpgp_digital_signature.asc", "openpgp-digital-signature.asc", "digital_signature.asc",
  ]

  /// Whether the part only announces encrypted data, and has no content to open.
  var isCover: Bool { isType("application", "pgp-encrypted") }

  /// Whether the part reports to programs why a mail was returned (RFC 3464, RFC 6533).
  var isDeliveryStatus: Bool { isType("message", "delivery-status", "global-delivery-status") }

  /// Whether the part is written for programs but readable: the status in a bounce (RFC 3464), the
  /// header of the returned message, a receipt.
  var isNote: Bool {
    if isType("text", "rfc822-headers") { return true }
    return type == "message" && !isType("message", "partial", "external-body")
  }

  /// Whether the sender has marked the part as an attachment.
  var isSetAside: Bool { disposition == "attachment" }
}

extension PartHeader {
  /// Whether the content is encoded for transfer.
  package var isEncoded: Bool { encoding != .identity }

  /// Returns the decoded size of the content in bytes.
  func unpackedSize(of content: Bytes) -> Int64 {
    guard isEncoded else { return Int64(content.count) }
    var size: Int64 = 0
    let decoder = PartDecoder(encoding)
    decoder.add(content) { size += Int64($0.count) }
    decoder.finish { size += Int64($0.count) }
    return size
  }

  /// Decodes the content from its transfer encoding.
  func decode(_ content: Bytes) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(content.count)
    let decoder = PartDecoder(encoding)
    decoder.add(content) { decoded += $0 }
    decoder.finish { decoded += $0 }
    return decoded
  }
}
