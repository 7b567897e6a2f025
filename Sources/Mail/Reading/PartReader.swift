import CGMime

/// Walks through a message's parts and collects what can be read of them.
struct PartReader {
  private(set) var attachments: [Attachment] = []
  private(set) var remarks: [Remark] = []
  private var text = PassageBuilder()
  /// With those of trials, which are walked through like any other.
  private var partCount = 0
  /// Whether this only tries how long a text is.
  private var isTrial = false

  /// Parts deeper than this are an attack on the stack.
  private static let depthLimit = 24
  private static let partLimit = 5_000
  /// Of lines that part them. Where a message has more, some may stand in a text: so this is more.
  static let boundaryLimit = 4 * partLimit

  var passages: [Passage] { text.passages }
  var isEmpty: Bool { passages.isEmpty && attachments.isEmpty && remarks.isEmpty }

  /// Reads a message's content.
  mutating func read(_ root: UnsafeMutablePointer<GMimeObject>) {
    visit(root, Surroundings())
    text.endPart()
    finish()
  }

  /// Reads bytes as they are, for when there is nothing else.
  mutating func read(damaged bytes: Bytes) {
    note(.damaged)
    PlainText().read(bytes) { text.add($0) }
    text.endPart()
    finish()
  }

  private mutating func finish() {
    text.remarks.forEach { note($0) }
    text.files.forEach { attach($0) }
    if text.isCut { note(.textCut) }
  }

  private mutating func note(_ remark: Remark) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  private mutating func attach(_ attachment: Attachment) {
    guard attachments.count < ReadMessage.attachmentLimit else { return note(.partsLeftOut) }
    attachments.append(attachment)
  }

  /// Where in the message a part stands.
  private struct Surroundings {
    var depth = 0
    /// Pictures of a page belong to it.
    var isInline = false
    /// What has no name belongs to a page or a report.
    var isBelonging = false
    /// Another part says the same and is read.
    var isOtherwiseRead = false

    var within: Surroundings {
      var within = self
      within.depth += 1
      return within
    }
  }

  private mutating func visit(
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: Surroundings
  ) {
    guard !Task.isCancelled else { return }
    partCount += 1
    guard surroundings.depth < Self.depthLimit, partCount <= Self.partLimit else {
      return note(.partsLeftOut)
    }
    if let multipart = cgmime_as_multipart(object) {
      visit(multipart, object, surroundings)
    } else if let message = cgmime_as_message_part(object) {
      visit(message, object, surroundings)
    } else if let part = cgmime_as_part(object) {
      visit(part, object, surroundings)
    }
  }

  // MARK: Several parts

  private mutating func visit(
    _ multipart: UnsafeMutablePointer<GMimeMultipart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: Surroundings
  ) {
    let count = min(g_mime_multipart_get_count(multipart), Int32(Self.partLimit))
    let children = (0..<count).compactMap { g_mime_multipart_get_part(multipart, $0) }
    var within = surroundings.within
    if object.isType("multipart", "related") || object.isType("multipart", "report") {
      within.isBelonging = true
    }
    if object.isType("multipart", "encrypted") {
      return note(.encrypted)
    } else if object.isType("multipart", "alternative") {
      return visit(alternatives: children, within)
    } else if object.isType("multipart", "related"), let root = children.first {
      visit(root, within)
      within.isInline = true
      for child in children.dropFirst() { visit(child, within) }
    } else {
      for child in children { visit(child, within) }
    }
  }

  /// Reads the one that reads best: plain text, unless that only says that there is a page.
  private mutating func visit(
    alternatives: [UnsafeMutablePointer<GMimeObject>],
    _ surroundings: Surroundings
  ) {
    let ranked = TextKind.allCases.compactMap { kind in
      alternatives.last { Self.kind(of: $0, surroundings.depth) == kind }
    }
    var chosen = ranked.first ?? alternatives.last
    // A trial in each of the trials around it would double the work with every level.
    if !isTrial, ranked.count > 1, Self.kind(of: ranked[0], surroundings.depth) == .plain {
      let plain = length(ranked[0], surroundings)
      let page = plain < Self.stubLimit ? length(ranked[1], surroundings) : 0
      if plain * 2 < page { chosen = ranked[1] }
    }
    guard let chosen else { return }
    visit(chosen, surroundings)
    // What is attached to a page is in none of the others.
    var others = surroundings
    others.isOtherwiseRead = true
    for other in alternatives where other != chosen { visit(other, others) }
  }

  /// In bytes: longer text says more than that there is a page.
  private static let stubLimit = 400
  /// In bytes: longer text is not told from this one.
  private static let trialLimit = 4_000

  private mutating func length(
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: Surroundings
  ) -> Int {
    var trial = PartReader()
    trial.isTrial = true
    trial.partCount = partCount
    trial.text = PassageBuilder(limit: Self.trialLimit)
    trial.visit(object, surroundings)
    trial.text.endPart()
    partCount = trial.partCount
    return trial.text.count
  }

  /// Of the first text in a part.
  private static func kind(of object: UnsafeMutablePointer<GMimeObject>, _ depth: Int) -> TextKind?
  {
    guard depth < depthLimit else { return nil }
    if let multipart = cgmime_as_multipart(object) {
      let count = min(g_mime_multipart_get_count(multipart), Int32(depthLimit))
      for index in 0..<count {
        guard let child = g_mime_multipart_get_part(multipart, index) else { continue }
        if let kind = kind(of: child, depth + 1) { return kind }
      }
      return nil
    }
    return cgmime_as_text_part(object) == nil ? nil : TextKind(object)
  }

  // MARK: A message in the message

  private mutating func visit(
    _ message: UnsafeMutablePointer<GMimeMessagePart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: Surroundings
  ) {
    guard !surroundings.isOtherwiseRead, let inner = g_mime_message_part_get_message(message) else {
      return
    }
    text.addEnclosed(EnclosedHeader.text(of: inner))
    if let content = g_mime_message_get_mime_part(inner) { visit(content, surroundings.within) }
    text.endPart()
  }

  // MARK: One part

  private mutating func visit(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: Surroundings
  ) {
    if object.isType("application", "pkcs7-mime") || object.isType("application", "x-pkcs7-mime") {
      guard object.holdsSignedData else { return note(.encrypted) }
      // The text is packed with its signature, and is not read.
      note(.signed)
      return attach(Attachment(part, object))
    }
    for subtype in ["pgp-signature", "pkcs7-signature", "x-pkcs7-signature"]
    where object.isType("application", subtype) { return note(.signed) }
    let isText = cgmime_as_text_part(object) != nil
    if g_mime_part_is_attachment(part) == 0, isText, let kind = TextKind(object) {
      guard !surroundings.isOtherwiseRead, !text.isCut else { return }
      kind.read(part) { text.add($0) }
      text.endPart()
    } else if !(surroundings.isInline && object.isType("image", "*")),
      g_mime_part_is_attachment(part) != 0 || g_mime_part_get_filename(part) != nil
        || !isText && surroundings.depth == 0
        || !isText && !surroundings.isBelonging && !object.isWrapping
    {
      attach(Attachment(part, object))
    }
  }
}

extension UnsafeMutablePointer where Pointee == GMimeObject {
  /// Of S/MIME, whether it is signed rather than encrypted (RFC 8551, section 3.2.2).
  fileprivate var holdsSignedData: Bool {
    guard let kind = g_mime_object_get_content_type_parameter(self, "smime-type") else {
      return false
    }
    return g_ascii_strcasecmp(kind, "signed-data") == 0
  }
}

extension Attachment {
  fileprivate init(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>
  ) {
    name = g_mime_part_get_filename(part).map { oneLine($0, limit: Self.nameLimit) } ?? ""
    let type = g_mime_content_type_get_mime_type(g_mime_object_get_content_type(object))
    defer { g_free(type) }
    self.type = type.map { oneLine($0, limit: Self.nameLimit) } ?? "application/octet-stream"
    // What it unpacks to is counted, and kept nowhere.
    let nowhere = g_mime_stream_null_new()
    defer { g_object_unref(nowhere) }
    let content = g_mime_part_get_content(part)
    size = max(0, Int64(content.map { g_mime_data_wrapper_write_to_stream($0, nowhere) } ?? 0))
  }
}
