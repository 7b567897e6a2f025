import CGMime

/// What the list shows of a message's parts: the first words, and whether something is attached.
struct MessageBody {
  private(set) var snippet = ""
  private(set) var hasAttachments = false

  private var texts: [(part: UnsafeMutablePointer<GMimePart>, kind: TextKind)] = []

  /// Parts deeper than this are an attack on the stack.
  private static let depthLimit = 24

  /// - Parameter isCut: whether the parts end before the message does.
  init(_ root: UnsafeMutablePointer<GMimeObject>, isCut: Bool) {
    visit(root, Surroundings())
    // Only the beginning is read. Where a mixed message is long, it is for what is attached.
    if isCut, cgmime_as_multipart(root) != nil, root.isType("multipart", "mixed") {
      hasAttachments = true
    }
    snippet = text()
    texts = []
  }

  /// Where in the message a part stands.
  private struct Surroundings {
    var depth = 0
    /// Pictures of a page belong to it.
    var isInline = false
    /// What belongs to a report or is encrypted is nothing that somebody attached.
    var isWrapping = false

    func within(_ object: UnsafeMutablePointer<GMimeObject>) -> Surroundings {
      Surroundings(
        depth: depth + 1,
        isInline: isInline || object.isType("multipart", "related"),
        isWrapping: isWrapping || object.isType("multipart", "report")
          || object.isType("multipart", "encrypted")
      )
    }
  }

  private mutating func visit(
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: Surroundings
  ) {
    guard surroundings.depth < Self.depthLimit else { return }
    if let multipart = cgmime_as_multipart(object) {
      let within = surroundings.within(object)
      for index in 0..<g_mime_multipart_get_count(multipart) {
        guard let child = g_mime_multipart_get_part(multipart, index) else { continue }
        visit(child, within)
      }
    } else if let message = cgmime_as_message_part(object) {
      if !surroundings.isWrapping { hasAttachments = true }
      // A message whose only content is another one: then that one's words are what there is.
      guard texts.isEmpty, let inner = g_mime_message_part_get_message(message),
        let content = g_mime_message_get_mime_part(inner)
      else { return }
      var within = surroundings.within(object)
      within.isWrapping = true
      visit(content, within)
    } else if let part = cgmime_as_part(object) {
      visit(part, object, surroundings)
    }
  }

  private mutating func visit(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: Surroundings
  ) {
    let isText = cgmime_as_text_part(object) != nil
    if !isText, object.isCoverOrSignature { return }
    if g_mime_part_is_attachment(part) != 0 {
      hasAttachments = hasAttachments || !surroundings.isWrapping
    } else if isText {
      if let kind = TextKind(object) { texts.append((part, kind)) }
    } else if !surroundings.isInline, !surroundings.isWrapping,
      g_mime_part_get_filename(part) != nil || !object.isWrapping
    {
      hasAttachments = true
    }
  }

  /// The words of the first part that has any, plain text first.
  private mutating func text() -> String {
    for kind in TextKind.allCases {
      for text in texts where text.kind == kind {
        var snippet = Snippet()
        kind.read(text.part) { snippet.add($0) }
        let words = snippet.finish()
        if snippet.holdsFile { hasAttachments = true }
        if !words.isEmpty { return words }
      }
    }
    return ""
  }
}

extension UnsafeMutablePointer where Pointee == GMimeObject {
  func isType(_ type: String, _ subtype: String) -> Bool {
    g_mime_content_type_is_type(g_mime_object_get_content_type(self), type, subtype) != 0
  }

  /// Signatures and the cover of what is encrypted belong to the message; nobody opens them.
  var isCoverOrSignature: Bool {
    for subtype in [
      "pgp-signature", "pgp-encrypted", "pkcs7-signature", "x-pkcs7-signature", "pkcs7-mime",
      "x-pkcs7-mime",
    ] where isType("application", subtype) { return true }
    return false
  }

  /// What only programs read, such as the status in a bounce. With a name, somebody attached it.
  var isWrapping: Bool { isCoverOrSignature || isType("message", "*") }
}
