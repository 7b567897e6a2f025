import CGMime

extension UnsafeMutablePointer where Pointee == GMimeObject {
  func isType(_ type: String, _ subtype: String) -> Bool {
    g_mime_content_type_is_type(g_mime_object_get_content_type(self), type, subtype) != 0
  }

  /// Of S/MIME, whether it is signed rather than encrypted (RFC 8551, section 3.2.2).
  var holdsSignedData: Bool {
    guard let kind = g_mime_object_get_content_type_parameter(self, "smime-type") else {
      return false
    }
    return g_ascii_strcasecmp(kind, "signed-data") == 0
  }

  /// Whether it is one of S/MIME. Some programs send it as a file of no known type (RFC 8551, section
  /// 3.2.1 has the name).
  var isOfSMIME: Bool {
    if isType("application", "pkcs7-mime") || isType("application", "x-pkcs7-mime") { return true }
    return isType("application", "octet-stream") && fileName?.lowercased() == "smime.p7m"
  }

  /// Says for programs why a mail came back (RFC 3464, RFC 6533).
  var isDeliveryStatus: Bool {
    isType("message", "delivery-status") || isType("message", "global-delivery-status")
  }

  /// Whether the part is to be offered as a file, by its sender's word.
  var isSetAside: Bool {
    g_mime_object_get_disposition(self).map { g_ascii_strcasecmp($0, "attachment") == 0 } ?? false
  }

  /// The name of the file that it is, as its sender has written it; nil where there is none.
  var fileName: String? {
    let name =
      g_mime_object_get_content_disposition_parameter(self, "filename")
      ?? g_mime_object_get_content_type_parameter(self, "name")
    return name.map { oneLine($0, limit: Attachment.nameLimit) }
  }

  /// How the parts of a multipart stand to each other.
  ///
  /// - Parameter children: the parts in it.
  func relation(of children: [Self]) -> PartSurroundings.Siblings {
    if isType("multipart", "digest") { return .digest }
    if isType("multipart", "report") || children.contains(where: \.isDeliveryStatus) {
      return .report
    }
    let isJoined = ["alternative", "related", "signed"].contains { isType("multipart", $0) }
    // A kind that nobody knows is mixed (RFC 2046, section 5.1.7).
    return isJoined ? .joined : .mixed
  }

  /// The cover of what is encrypted, which has no content to open.
  var isCover: Bool { isType("application", "pgp-encrypted") }

  /// Fields that programs write for each other, and people can read: the status in a bounce (RFC
  /// 3464), the header of the message that bounced, a receipt.
  var isNote: Bool {
    if isType("text", "rfc822-headers") { return true }
    return isType("message", "*") && !isType("message", "partial")
      && !isType("message", "external-body")
  }
}
