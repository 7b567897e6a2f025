import CGMime

extension UnsafeMutablePointer where Pointee == GMimeObject {
  func isType(_ type: String, _ subtype: String) -> Bool {
    g_mime_content_type_is_type(g_mime_object_get_content_type(self), type, subtype) != 0
  }

  /// Whether an S/MIME part is signed, not encrypted (RFC 8551, section 3.2.2).
  var holdsSignedData: Bool {
    guard let kind = g_mime_object_get_content_type_parameter(self, "smime-type") else {
      return false
    }
    return g_ascii_strcasecmp(kind, "signed-data") == 0
  }

  /// Whether it is an S/MIME part. Some programs send it as a file of unknown type (the name is
  /// from RFC 8551, section 3.2.1).
  var isOfSMIME: Bool {
    if isType("application", "pkcs7-mime") || isType("application", "x-pkcs7-mime") { return true }
    return isType("application", "octet-stream") && fileName?.lowercased() == "smime.p7m"
  }

  /// Whether it reports to programs why a mail was returned (RFC 3464, RFC 6533).
  var isDeliveryStatus: Bool {
    isType("message", "delivery-status") || isType("message", "global-delivery-status")
  }

  /// Whether the sender has marked the part as an attachment.
  var isSetAside: Bool {
    g_mime_object_get_disposition(self).map { g_ascii_strcasecmp($0, "attachment") == 0 } ?? false
  }

  /// The file name given by the sender; nil where there is none.
  var fileName: String? {
    let name =
      g_mime_object_get_content_disposition_parameter(self, "filename")
      ?? g_mime_object_get_content_type_parameter(self, "name")
    return name.map { oneLine($0, limit: Attachment.nameLimit) }
  }

  /// The relation of a multipart's parts.
  ///
  /// - Parameter children: the parts in it.
  func relation(of children: [Self]) -> PartSurroundings.Siblings {
    if isType("multipart", "digest") { return .digest }
    if isType("multipart", "report") || children.contains(where: \.isDeliveryStatus) {
      return .report
    }
    let isJoined = ["alternative", "related", "signed"].contains { isType("multipart", $0) }
    // An unknown multipart is treated as mixed (RFC 2046, section 5.1.7).
    return isJoined ? .joined : .mixed
  }

  /// Whether it only announces encrypted data, and has no content to open.
  var isCover: Bool { isType("application", "pgp-encrypted") }

  /// Whether its fields are meant for programs but readable: the status in a bounce (RFC 3464), the
  /// header of the returned message, a receipt.
  var isNote: Bool {
    if isType("text", "rfc822-headers") { return true }
    return isType("message", "*") && !isType("message", "partial")
      && !isType("message", "external-body")
  }
}
