import CGMime

/// The pictures of a message: those shown with its text, the page's alternative texts for them, and
/// their names for a row.
///
/// A page refers to a picture in its message by `cid:` and the picture's Content-ID (RFC 2392).
struct ShownPictures {
  /// The pictures shown with the text, in order.
  private(set) var list: [Attachment] = []
  /// The pictures of pages, in order. They count as attachments only if there is no text.
  private(set) var ofPages: [Attachment] = []
  /// Names for a row; a name may be empty.
  private(set) var names: [String] = []
  /// Alternative texts by Content-ID.
  private var alternatives: [String: String] = [:]

  private static let scheme = "cid:"
  /// The limit of names that fit into a row.
  private static let nameLimit = 4

  /// The role of a picture in its message.
  enum Role {
    /// Belongs to a page.
    case ofPage
    case attached
    /// Attached, and not shown with the text.
    case setAside
  }

  /// Takes a line of a page that may be the alternative text of a picture.
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

  /// Takes a picture. A row ignores pictures in a returned mail.
  ///
  /// - Parameters:
  ///   - contentID: the Content-ID of its part.
  ///   - isReturned: whether that part is in a returned mail.
  mutating func add(_ picture: Attachment, contentID: String?, as role: Role, isReturned: Bool) {
    if !isReturned, names.count < Self.nameLimit { names.append(picture.name) }
    if !isReturned, role == .ofPage, ofPages.count < ReadMessage.attachmentLimit {
      ofPages.append(picture)
    }
    guard role != .setAside, list.count < ReadMessage.attachmentLimit else { return }
    var picture = picture
    picture.alternative = contentID.flatMap { alternatives[$0] } ?? ""
    list.append(picture)
  }
}
