import CGMime

/// The pictures that are to be seen with a message's text, with what a page has in their place.
///
/// A page calls a picture that comes with it `cid:` and its Content-ID (RFC 2392).
struct ShownPictures {
  /// In order.
  private(set) var list: [Attachment] = []
  /// By id.
  private var alternatives: [String: String] = [:]

  private static let scheme = "cid:"

  /// Takes a line of a page, which may stand for a picture.
  mutating func note(_ line: TextLine) {
    guard line.isPicture, alternatives.count < ReadMessage.attachmentLimit else { return }
    let source = String(decoding: line.source, as: UTF8.self)
    guard source.lowercased().hasPrefix(Self.scheme),
      let id = g_uri_unescape_string(String(source.dropFirst(Self.scheme.count)), nil)
    else { return }
    defer { g_free(id) }
    let key = String(cString: id)
    if alternatives[key] == nil { alternatives[key] = String(decoding: line.bytes, as: UTF8.self) }
  }

  /// - Parameter object: the picture's part.
  mutating func add(_ picture: Attachment, _ object: UnsafeMutablePointer<GMimeObject>) {
    guard list.count < ReadMessage.attachmentLimit else { return }
    var picture = picture
    if let id = g_mime_object_get_content_id(object) {
      picture.alternative = alternatives[String(cString: id)] ?? ""
    }
    list.append(picture)
  }
}
