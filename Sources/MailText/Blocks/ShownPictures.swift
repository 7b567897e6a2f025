import CTidelineGLib

/// The pictures of a message: the pictures shown with the text, their alternative texts in an HTML
/// page, and the names that a row shows. They are added before the text is read.
///
/// A page refers to a picture in its message by `cid:` and the picture's Content-ID (RFC 2392).
struct ShownPictures {
  /// The pictures shown with the text, in order.
  private(set) var list: [Attachment] = []
  /// The pictures of HTML pages, in order. They count as attachments only if the message has no
  /// text.
  private(set) var ofPages: [Attachment] = []
  /// The names of pictures for a row; a name may be empty.
  private(set) var names: [String] = []
  /// The indices of pictures in ``list``, by Content-ID.
  private var indices: [String: Int] = [:]

  private static let scheme = "cid:"
  /// The limit of names; more do not fit into a row.
  private static let nameLimit = 4

  enum Role {
    case ofPage
    case attached
    case setAside
  }

  /// Whether a `src` begins with `cid:`, and so refers to a picture in the page's message.
  static func isInMessage(_ source: Bytes) -> Bool {
    HTMLName(Bytes(rebasing: source.prefix(scheme.utf8.count))) == "cid:"
  }

  /// Notes the alternative text of a picture in a line of an HTML page, if its `src` refers to the
  /// message.
  ///
  /// - Returns: the line, with the index of the picture, if any.
  mutating func noted(_ line: TextLine) -> TextLine {
    guard line.isPicture, Self.isInMessage(line.source),
      let id = g_uri_unescape_string(
        String(decoding: line.source.dropFirst(Self.scheme.utf8.count), as: UTF8.self),
        nil
      )
    else { return line }
    defer { g_free(id) }
    var noted = line
    noted.picture = indices[String(cString: id)]
    if let index = noted.picture, list[index].alternative.isEmpty {
      list[index].alternative = String(decoding: line.bytes, as: UTF8.self)
    }
    return noted
  }

  /// Adds a picture. A row does not name pictures in a returned mail.
  mutating func add(_ picture: Attachment, contentID: String?, as role: Role, isReturned: Bool) {
    if !isReturned, names.count < Self.nameLimit { names.append(picture.name) }
    if !isReturned, role == .ofPage, ofPages.count < ReadMessage.attachmentLimit {
      ofPages.append(picture)
    }
    guard role != .setAside, list.count < ReadMessage.attachmentLimit else { return }
    if let contentID, indices[contentID] == nil { indices[contentID] = list.count }
    list.append(picture)
  }
}
