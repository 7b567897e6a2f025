import CGMime

/// The pictures of a message: those to be seen with its text, with what a page has in their place, and
/// their names for a row.
///
/// A page calls a picture that comes with it `cid:` and its Content-ID (RFC 2392).
struct ShownPictures {
  /// To be seen with the text, in order.
  private(set) var list: [Attachment] = []
  /// The pictures of pages, in order. They are attached only where there is no text.
  private(set) var ofPages: [Attachment] = []
  /// For a row; a name may be empty.
  private(set) var names: [String] = []
  /// By id.
  private var alternatives: [String: String] = [:]

  private static let scheme = "cid:"
  /// A row has no room for more names.
  private static let nameLimit = 4

  /// What a picture is in its message.
  enum Role {
    /// Comes with a page.
    case ofPage
    case attached
    /// Attached, and not to be seen with the text.
    case setAside
  }

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

  /// Takes a picture. Of those in a mail that came back a row says nothing.
  ///
  /// - Parameters:
  ///   - object: the picture's part.
  ///   - surroundings: where that stands.
  mutating func add(
    _ picture: Attachment,
    _ object: UnsafeMutablePointer<GMimeObject>,
    as role: Role,
    _ surroundings: PartSurroundings
  ) {
    let isReturned = surroundings.isReturned
    if !isReturned, names.count < Self.nameLimit { names.append(picture.name) }
    if !isReturned, role == .ofPage, ofPages.count < ReadMessage.attachmentLimit {
      ofPages.append(picture)
    }
    guard role != .setAside, list.count < ReadMessage.attachmentLimit else { return }
    var picture = picture
    if let id = g_mime_object_get_content_id(object) {
      picture.alternative = alternatives[String(cString: id)] ?? ""
    }
    list.append(picture)
  }
}
