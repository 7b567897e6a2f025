import CGMime

/// What a message's parts come to: its text in passages and its first words, what is attached, and
/// what a reader has to know besides.
///
/// The list's rows and the window read a message by this one walk. It never decodes a part twice.
struct MessageContent {
  private(set) var attachments: [Attachment] = []
  /// What is to be seen with the text, where a window is to show it.
  private(set) var shownPictures = ShownPictures()
  private(set) var remarks: [Remark] = []
  private var text: LineSorter
  /// Whether a text was read to its end that was copied only in part.
  private var ranOut = false
  private var pictures: [String] = []
  private let purpose: Purpose

  /// What a message is read for.
  enum Purpose {
    /// A row of the list: the first words, and whether anything is attached.
    case row
    /// The window, where all of it is shown.
    case window
  }

  var passages: [Passage] { text.result.passages }

  /// The first words that the writer wrote, on one line; those that are quoted where there are no
  /// others, or the names of pictures where there are no words at all. May be empty.
  var firstWords: String { text.result.words.finish(pictures: pictures) }

  private init(_ purpose: Purpose) {
    self.purpose = purpose
    text = LineSorter(stopsEarly: purpose == .row)
  }

  // MARK: Reading

  /// How much of a message is read for a row, and how much more each time that it does not say what
  /// a row shows. In bytes of each text, as they stand in the message.
  static let rowLimits = [8_192, 65_536, 2_000_000]
  /// For the window: more than ``ReadMessage/textLimit`` takes in any encoding, with much markup.
  private static let windowLimit = 16_000_000
  /// For the window, which shows files as their names: a status in a bounce is one, too, and read.
  private static let fileLimit = 4 * noteLimit

  /// Reads a whole message.
  ///
  /// - Parameter hasNotes: as in ``Skimmer/Limits``.
  init(_ message: Bytes, _ fields: HeaderFields, hasNotes: Bool) {
    var limits = Skimmer.Limits(text: Self.windowLimit, file: Self.fileLimit)
    limits.hasNotes = hasNotes
    self.init(message, fields, .window, limits, isOpen: false)
  }

  /// Reads what a row shows.
  ///
  /// - Parameters:
  ///   - message: the message or its beginning.
  ///   - limit: of each text, one of ``rowLimits``.
  ///   - isOpen: whether the message goes on.
  ///   - isHeaderWhole: whether its header does not.
  init(_ message: Bytes, _ fields: HeaderFields, limit: Int, isOpen: Bool, isHeaderWhole: Bool) {
    let limits = Skimmer.Limits(text: limit, file: 0)
    self.init(message, fields, .row, limits, isOpen: isOpen)
    if isOpen, !isHeaderWhole { isConclusive = false }
  }

  private init(
    _ message: Bytes,
    _ fields: HeaderFields,
    _ purpose: Purpose,
    _ limits: Skimmer.Limits,
    isOpen: Bool
  ) {
    self.init(purpose)
    text.isAnswer = fields.isOfAnswer
    var skimmer = Skimmer(message, limits, isOpen: isOpen)
    skimmer.skim(fields)
    text.findsFiles = skimmer.holdsFile
    if skimmer.holdsFile { text.stopsEarly = false }
    let stream = g_mime_stream_mem_new_with_byte_array(skimmer.output)
    defer { g_object_unref(stream) }
    let parser = g_mime_parser_new_with_stream(stream)
    defer { g_object_unref(parser) }
    if let root = g_mime_parser_construct_part(parser, GMimeLibrary.options.pointer) {
      defer { g_object_unref(root) }
      visit(root, PartSurroundings())
    }
    text.endPart()
    text.armour.remarks.forEach { note($0) }
    text.armour.files.forEach { attach($0) }
    if text.result.isCut { note(.textCut) }
    if skimmer.leavesPartsOut { note(.partsLeftOut) }
    if skimmer.isDamaged { note(.damaged) }
    // With what lies behind the end, there may be more.
    let isDone = text.result.words.isDone
    isConclusive = !ranOut && (!isOpen || isDone && !attachments.isEmpty)
    hasAllWords = !isOpen || isDone && !ranOut && !awaitsPage
  }

  /// Whether more of the message would not change what a row shows of it.
  private(set) var isConclusive = true

  /// Whether more of the message would not change its first words.
  private(set) var hasAllWords = true
  /// Whether a page that may be read in place of a short plain text was not seen whole.
  private var awaitsPage = false

  private mutating func note(_ remark: Remark) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  private mutating func attach(_ attachment: Attachment) {
    guard attachments.count < ReadMessage.attachmentLimit else { return note(.partsLeftOut) }
    attachments.append(attachment)
  }

  private mutating func visit(
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: PartSurroundings
  ) {
    guard !Task.isCancelled else { return }
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
    _ surroundings: PartSurroundings
  ) {
    let count = g_mime_multipart_get_count(multipart)
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

  /// Reads the one that reads best: plain text, unless it only refers to a page.
  private mutating func visit(
    alternatives: [UnsafeMutablePointer<GMimeObject>],
    _ surroundings: PartSurroundings
  ) {
    let kinds = alternatives.map { TextKind(firstIn: $0, depth: surroundings.depth) }
    let ranked = TextKind.ranking(kinds).map { alternatives[$0] }
    var read: [UnsafeMutablePointer<GMimeObject>] = []
    if let first = ranked.first ?? alternatives.last {
      read.append(first)
      var chosen = passages(of: first, surroundings)
      let refers = chosen.refersToPage
      if ranked.count > 1, kinds.contains(.plain), chosen.result.length < Self.stubLimit || refers {
        read.append(ranked[1])
        let page = passages(of: ranked[1], surroundings)
        let isMore = refers ? page.result.length > 0 : chosen.result.length * 2 < page.result.length
        if isMore { chosen = page }
      }
      awaitsPage = awaitsPage || kinds.contains(.plain) && chosen.result.length < Self.stubLimit
      text.append(chosen)
    }
    // What is attached to a page is in none of the others.
    var others = surroundings
    others.isOtherwiseRead = true
    for other in alternatives where !read.contains(other) { visit(other, others) }
  }

  /// In bytes. A longer text does more than refer to a page.
  private static let stubLimit = 400

  /// Visits an alternative, and keeps its text apart.
  private mutating func passages(
    of object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: PartSurroundings
  ) -> LineSorter {
    var own = text.separate(atLeast: 2 * Self.stubLimit)
    swap(&own, &text)
    visit(object, surroundings)
    text.endPart()
    swap(&own, &text)
    return own
  }

  // MARK: A message in the message

  private mutating func visit(
    _ message: UnsafeMutablePointer<GMimeMessagePart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: PartSurroundings
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
    _ surroundings: PartSurroundings
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
    let isNamed = g_mime_part_get_filename(part) != nil
    if g_mime_part_is_attachment(part) == 0, isText, let kind = TextKind(object) {
      guard !surroundings.isOtherwiseRead else { return }
      read(part, object, kind)
    } else if g_mime_part_is_attachment(part) == 0, !isNamed, object.isNote {
      if !surroundings.isOtherwiseRead { addNote(part) }
    } else if isText, !isNamed, surroundings.isOtherwiseRead {
      // The same in a kind of text that is not read here.
    } else if surroundings.isInline, object.isType("image", "*") {
      notePicture(part)
      if purpose == .window { shownPictures.add(Attachment(part, object), object) }
    } else if g_mime_part_is_attachment(part) != 0 || isNamed || surroundings.depth == 0
      || !surroundings.isBelonging && !object.isCover
    {
      let attachment = Attachment(part, object)
      if object.isType("image", "*") {
        notePicture(part)
        let isSetAside = g_mime_part_is_attachment(part) != 0
        if purpose == .window, !isSetAside { shownPictures.add(attachment, object) }
      }
      attach(attachment)
    }
  }

  private mutating func read(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ kind: TextKind
  ) {
    guard text.needsMore else { return }
    kind.read(part, isAnswer: text.isAnswer) { line in
      if purpose == .window { shownPictures.note(line) }
      return text.add(line)
    }
    if text.needsMore, g_mime_object_get_header(object, PartHeader.cutField) != nil {
      ranOut = true
      if purpose == .window { note(.textCut) }
    }
    text.endPart()
  }

  /// Shows what programs tell each other, such as why a message could not be delivered.
  private mutating func addNote(_ part: UnsafeMutablePointer<GMimePart>) {
    var note = PassageText()
    TextDecoding.read(part) { bytes in
      PlainText().read(Bytes(rebasing: bytes.prefix(Self.noteLimit))) { line in
        if !note.isEmpty { note.breakLine() }
        note.append(line.bytes)
        return true
      }
    }
    text.addEnclosed(note.finish())
  }

  /// In bytes.
  private static let noteLimit = 16_384

  private mutating func notePicture(_ part: UnsafeMutablePointer<GMimePart>) {
    guard pictures.count < Self.pictureLimit else { return }
    pictures.append(
      g_mime_part_get_filename(part).map { oneLine($0, limit: Attachment.nameLimit) } ?? ""
    )
  }

  /// A row has no room for more names.
  private static let pictureLimit = 4
}
