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
