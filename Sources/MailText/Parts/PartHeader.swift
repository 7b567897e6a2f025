/// The description of a part's content, from the part's header.
package struct PartHeader: Sendable {
  package enum Kind {
    case multipart
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
  package let fileName: String?
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
    let names = [disposedName, parameters["name"]].compactMap(\.self)
    // Some programs write `application/plain` or `plain/text` for a text without a name.
    let isText = names.isEmpty && !Self.types.contains(type)
    let text = isText ? Self.texts[subtype] : nil
    let (type, subtype) = text.map { ("text", $0) } ?? (type, subtype)
    kind =
      switch type {
      case "multipart": .multipart
      case "text": .text
      // A piece of a message is shown as it is (RFC 2046, section 5.2.2).
      case "message" where subtype == "partial": .text
      default: isMessage ? .message : .file
      }
    (self.type, self.subtype) = (type, isMessage ? "rfc822" : subtype)
    (self.parameters, self.disposition, self.encoding) = (parameters, disposition, encoding)
    fileName = (names.first { !$0.isEmpty } ?? names.first).map {
      // A path is of the sender's computer.
      let isPath = ["/", "./", "../"].contains(where: $0.hasPrefix)
      let name = isPath ? $0.split(separator: "/").last.map(String.init) ?? "" : $0
      return oneLine(name.utf8, limit: Attachment.nameLimit)
    }
    self.contentID = contentID.flatMap { MessageIDs.first(in: Array($0.utf8)) }
  }

  /// - Parameter isInDigest: whether the part is directly in a digest, where parts are messages by
  ///   default (RFC 2046, section 5.1.5).
  package init(_ fields: HeaderFields, isInDigest: Bool) {
    let content = ContentField(.contentType, of: fields)
    let isMessage = isInDigest && content == nil
    // An unreadable type means text (RFC 2045, section 5.2).
    let known = content?.mediaType
    let (type, subtype) = known ?? (isMessage ? ("message", "rfc822") : ("text", "plain"))
    let parameters = known == nil ? [:] : content?.values(of: Self.parameterNames) ?? [:]
    let disposition = ContentField(.contentDisposition, of: fields)
    self.init(
      type: type,
      subtype: subtype,
      parameters: parameters,
      disposition: disposition?.value,
      disposedName: disposition?["filename"],
      contentID: fields.value(of: .contentID).map { String(decoding: $0, as: UTF8.self) },
      encoding: fields.value(of: .contentTransferEncoding).map { TransferEncoding($0) }
        ?? .identity
    )
    if kind == .multipart || kind == .text, known != nil,
      var boundary = content?["boundary"]?.utf8[...]
    {
      // A boundary does not end with blanks.
      while let last = boundary.last, last <= 0x20 { boundary.removeLast() }
      if !boundary.isEmpty { self.boundary = Array("--".utf8) + boundary }
    }
  }

  /// The types that are not taken for another.
  private static let types: Set = [
    "text", "multipart", "message", "image", "audio", "video", "font", "model",
  ]
  /// The subtypes of texts in other types, and what they mean.
  private static let texts = [
    "plain": "plain", "text": "plain", "x-text": "plain", "txt": "plain", "html": "html",
    "xhtml+xml": "html", "pgp": "plain",
  ]
  private static let parameterNames: Set = [
    "charset", "name", "format", "delsp", "smime-type", "number", "total",
  ]
  /// Subtypes of the type `message` whose content is a message with a header.
  private static let messageSubtypes = ["rfc822", "rfc-822", "news", "global"]
}

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

  /// Whether a part is S/MIME that is signed, or that does not say what it is.
  package var mayHoldSignedData: Bool {
    isOfSMIME && (holdsSignedData || parameters["smime-type"] == nil)
  }

  /// Whether the part is S/MIME. Some programs send S/MIME as a file of unknown type with the name
  /// given in RFC 8551, section 3.2.1.
  var isOfSMIME: Bool {
    if isType("application", "pkcs7-mime", "x-pkcs7-mime") {
      // A part may also hold certificates only, and then is a file.
      return parameters["smime-type"]?.lowercased() != "certs-only"
    }
    return isType("application", "octet-stream") && fileName?.lowercased() == "smime.p7m"
  }

  var isSignature: Bool {
    isType("application", "pgp-signature", "pkcs7-signature", "x-pkcs7-signature")
  }

  /// Whether a signature or encrypted data has no name, or a name that programs give to those of a
  /// message. Another name belongs to a file.
  var isNamedForMessage: Bool {
    fileName.map { Self.signatureNames.contains($0.lowercased()) } ?? true
  }

  /// From RFC 8551, section 3.2.1, and from the programs that sign mail.
  private static let signatureNames: Set = [
    "smime.p7s", "smime.p7m", "signature.p7s", "signature.asc", "signature.sig", "signature.pgp",
    "signature",
    "pgp.sig", "openpgp_signature", "openpgp_signature.asc", "openpgp-signature.asc",
    "openpgp_digital_signature.asc", "openpgp-digital-signature.asc", "digital_signature.asc",
  ]

  /// Whether the part only announces encrypted data, and has no content to open.
  var isCover: Bool { isType("application", "pgp-encrypted") }

  /// Whether the part reports to programs why a mail was returned (RFC 3464, RFC 6533).
  var isDeliveryStatus: Bool { isType("message", "delivery-status", "global-delivery-status") }

  /// Whether the part reports to programs what was done with a mail (RFC 8098).
  var isReceipt: Bool {
    isType("message", "disposition-notification", "global-disposition-notification")
  }

  /// Whether the part is written for programs but readable: the status in a bounce (RFC 3464), the
  /// header of the returned message, a receipt.
  var isNote: Bool {
    if isType("text", "rfc822-headers") { return true }
    return type == "message" && subtype != "external-body"
  }

  /// Whether the sender has marked the part as an attachment, or in an unknown way (RFC 2183,
  /// section 2.8).
  var isSetAside: Bool { disposition.map { !$0.isEmpty && !$0.hasPrefix("inline") } ?? false }

  /// The line above a piece of a message, such as `Part: 2 of 5`; nil for a whole message.
  var pieceLine: String? {
    guard type == "message", let number = parameters["number"] else { return nil }
    let total = parameters["total"].map { " of \($0)" } ?? ""
    return oneLine("Part: \(number)\(total)".utf8, limit: Attachment.nameLimit)
  }
}

extension PartHeader {
  package var isEncoded: Bool { encoding != .identity }

  /// Returns the decoded size of the content in bytes.
  func unpackedSize(of content: Bytes) -> Int64 {
    var size: Int64 = 0
    decode(content) { size += Int64($0.count) }
    return size
  }

  func decode(_ content: Bytes) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(content.count)
    decode(content) { decoded += $0 }
    return decoded
  }

  private func decode(_ content: Bytes, _ body: (UnsafeRawBufferPointer) -> Void) {
    let decoder = PartDecoder(encoding)
    decoder.add(content, body)
    decoder.finish(body)
  }

  /// Decodes the content. Lines below a text in base64 that are not encoded, as mailing lists
  /// append them, are kept. So is a text in clear whose header says otherwise.
  func decodeText(_ content: Bytes) -> [UInt8] {
    guard kind == .text, encoding == .base64 else { return decode(content) }
    if !Base64Decoder.mayDecode(content) { return Array(content) }
    guard let end = Base64Decoder.end(of: content) else {
      return decode(content)
    }
    return decode(Bytes(rebasing: content[..<end])) + [10] + content[end...]
  }
}
