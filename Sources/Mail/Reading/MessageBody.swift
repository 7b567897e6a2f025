import CGMime

/// What the list shows of a message's parts: the first words, and whether something is attached.
struct MessageBody {
  private(set) var snippet = ""
  private(set) var hasAttachments = false

  private var plain: UnsafeMutablePointer<GMimeTextPart>?
  private var html: UnsafeMutablePointer<GMimeTextPart>?

  /// Parts deeper than this are an attack on the stack.
  private static let depthLimit = 24

  /// - Parameter isCut: whether the parts end before the message does.
  init(_ message: UnsafeMutablePointer<GMimeMessage>, isCut: Bool) {
    guard let root = g_mime_message_get_mime_part(message) else { return }
    visit(root, depth: 0, isInline: false)
    // Only the beginning is read. Where a mixed message is long, it is for what is attached.
    if isCut, cgmime_as_multipart(root) != nil, isMixed(root) { hasAttachments = true }
    snippet = text()
    plain = nil
    html = nil
  }

  private mutating func visit(
    _ object: UnsafeMutablePointer<GMimeObject>,
    depth: Int,
    isInline: Bool
  ) {
    if let multipart = cgmime_as_multipart(object) {
      guard depth < Self.depthLimit else { return }
      let holdsPictures =
        isInline
        || g_mime_content_type_is_type(
          g_mime_object_get_content_type(object),
          "multipart",
          "related"
        ) != 0
      for index in 0..<g_mime_multipart_get_count(multipart) {
        guard let child = g_mime_multipart_get_part(multipart, index) else { continue }
        visit(child, depth: depth + 1, isInline: holdsPictures)
      }
    } else if cgmime_is_message_part(object) != 0 {
      hasAttachments = true
    } else if let part = cgmime_as_part(object) {
      visit(part, object, isInline: isInline)
    }
  }

  private mutating func visit(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    isInline: Bool
  ) {
    if g_mime_part_is_attachment(part) != 0 {
      hasAttachments = true
    } else if let text = cgmime_as_text_part(object) {
      let type = g_mime_object_get_content_type(object)
      if g_mime_content_type_is_type(type, "text", "html") != 0 {
        html = html ?? text
      } else if g_mime_content_type_is_type(type, "text", "plain") != 0 {
        plain = plain ?? text
      }
    } else if !isInline, g_mime_part_get_filename(part) != nil, !isSignature(object) {
      hasAttachments = true
    }
  }

  /// A signature belongs to the message; nobody opens it.
  private func isSignature(_ object: UnsafeMutablePointer<GMimeObject>) -> Bool {
    let type = g_mime_object_get_content_type(object)
    return g_mime_content_type_is_type(type, "application", "pgp-signature") != 0
      || g_mime_content_type_is_type(type, "application", "pkcs7-signature") != 0
      || g_mime_content_type_is_type(type, "application", "x-pkcs7-signature") != 0
  }

  private func isMixed(_ object: UnsafeMutablePointer<GMimeObject>) -> Bool {
    g_mime_content_type_is_type(g_mime_object_get_content_type(object), "multipart", "mixed") != 0
  }

  private func text() -> String {
    if let plain, let text = g_mime_text_part_get_text(plain) {
      defer { g_free(text) }
      let snippet = Snippet.plain(text)
      if !snippet.isEmpty { return snippet }
    }
    guard let html, let text = g_mime_text_part_get_text(html) else { return "" }
    defer { g_free(text) }
    return Snippet.html(text)
  }
}
