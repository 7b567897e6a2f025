import CGMime

/// The result of reading a message's parts: its text in passages and its first words, its
/// attachments, and remarks for the reader.
///
/// The list's rows and the window both use this one walk. It never decodes a part twice.
struct MessageContent {
  /// The attachments, except pictures that count as attachments only if there is no text.
  private(set) var attachedParts: [Attachment] = []
  private(set) var remarks: [Remark] = []
  private(set) var invitation: Invitation?
  private var text: LineSorter
  /// Whether reading reached the end of a text of which only a part was copied.
  private var ranOut = false
  private var messages: [[Int]: EnclosedPart] = [:]
  private var row = WordlessRow()
  private let purpose: Purpose

  /// The purpose of reading a message.
  enum Purpose {
    /// For a row of the list: the first words, and whether there is an attachment.
    case row
    /// For the window, which shows everything.
    case window
  }

  var passages: [Passage] { row.pictures.placed(in: text.result.passages) }

  /// The first words of the writer, on one line. Without any, the first quoted words, or without
  /// any text, the names of pictures. May be empty.
  var firstWords: String { text.result.words.finish(row) }

  /// The pictures shown with the text.
  var pictures: [Attachment] { row.pictures.list }

  /// The attachments; in a message that consists only of pictures, all of these, even a page's.
  var attachments: [Attachment] {
    guard isOnlyPictures else { return attachedParts }
    return Array((attachedParts + row.pictures.ofPages).prefix(ReadMessage.attachmentLimit))
  }

  var isOnlyPictures: Bool { row.isOnlyPictures(text.result.words) }

  // MARK: Reading

  /// The limits of reading for a row, each applied if the one before was not enough. In bytes of
  /// each text, still encoded.
  static let rowLimits = [8_192, 65_536, 2_000_000]

  /// Reads a complete message.
  ///
  /// - Parameter hasNotes: as in ``Skimmer/Limits``.
  init(_ message: Bytes, _ fields: HeaderFields, _ subject: TextSubject, hasNotes: Bool) {
    self.init(message, fields, subject, .window, .window(hasNotes: hasNotes), isOpen: false)
  }

  /// Reads the content for a row.
  ///
  /// - Parameters:
  ///   - message: the message or its beginning.
  ///   - limit: the limit for each text, one of ``rowLimits``.
  ///   - isOpen: whether the message continues beyond these bytes.
  ///   - isHeaderWhole: whether its header is complete.
  init(
    _ message: Bytes,
    _ fields: HeaderFields,
    _ subject: TextSubject,
    limit: Int,
    isOpen: Bool,
    isHeaderWhole: Bool
  ) {
    let limits = Skimmer.Limits(text: limit, file: 0)
    self.init(message, fields, subject, .row, limits, isOpen: isOpen)
    if isOpen, !isHeaderWhole { isConclusive = false }
  }

  private init(
    _ message: Bytes,
    _ fields: HeaderFields,
    _ subject: TextSubject,
    _ purpose: Purpose,
    _ limits: Skimmer.Limits,
    isOpen: Bool
  ) {
    self.purpose = purpose
    text = LineSorter(subject, stopsEarly: purpose == .row)
    var skimmer = Skimmer(message, limits, isOpen: isOpen)
    skimmer.skim(fields)
    messages = skimmer.messages
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
    for remark in text.armour.remarks { note(remark, PartSurroundings()) }
    text.armour.files.forEach { attach($0) }
    if text.result.isCut { note(.textCut) }
    if skimmer.leavesPartsOut { note(.partsLeftOut) }
    if skimmer.isDamaged { note(.damaged) }
    // The rest of the message may contain further attachments.
    let isDone = text.result.words.isDone
    isConclusive = !ranOut && (!isOpen || isDone && !attachedParts.isEmpty)
    hasAllWords = !isOpen || isDone && !ranOut && !awaitsPage
  }

  /// Whether the row would stay the same with more of the message.
  private(set) var isConclusive = true

  /// Whether the first words would stay the same with more of the message.
  private(set) var hasAllWords = true
  /// Whether an HTML version that may replace a short plain text was not read completely.
  private var awaitsPage = false

  private mutating func note(_ remark: Remark, _ surroundings: PartSurroundings? = nil) {
    if !remarks.contains(remark) { remarks.append(remark) }
    if remark == .encrypted, surroundings?.isReturned == false { row.isEncrypted = true }
  }

  private mutating func attach(_ attachment: Attachment) {
    guard attachedParts.count < ReadMessage.attachmentLimit else { return note(.partsLeftOut) }
    attachedParts.append(attachment)
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

  // MARK: Multiparts

  private mutating func visit(
    _ multipart: UnsafeMutablePointer<GMimeMultipart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: PartSurroundings
  ) {
    let count = g_mime_multipart_get_count(multipart)
    let children = (0..<count).compactMap { g_mime_multipart_get_part(multipart, $0) }
    var within = surroundings.within
    within.siblings = object.relation(of: children)
    if object.isType("multipart", "related") || object.isType("multipart", "report") {
      within.isBelonging = true
    }
    if object.isType("multipart", "encrypted") {
      return note(.encrypted, surroundings)
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

  /// Reads the best alternative: plain text, unless it only refers to the HTML version.
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
      let refers = chosen.refersToPage || !chosen.result.words.hasOwnWords
      if ranked.count > 1, kinds.contains(.plain), chosen.result.length < Self.stubLimit || refers {
        read.append(ranked[1])
        let page = passages(of: ranked[1], surroundings)
        let isMore = refers ? page.result.length > 0 : chosen.result.length * 2 < page.result.length
        if isMore { chosen = page }
      }
      awaitsPage = awaitsPage || kinds.contains(.plain) && chosen.result.length < Self.stubLimit
      text.append(chosen)
    }
    // Attachments within the HTML version are in no other alternative.
    var others = surroundings
    others.isOtherwiseRead = true
    for other in alternatives where !read.contains(other) { visit(other, others) }
  }

  /// In bytes: a longer text is more than a reference to the HTML version.
  private static let stubLimit = 400

  /// Visits an alternative, and keeps its text separate.
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

  // MARK: Messages inside the message

  private mutating func visit(
    _ message: UnsafeMutablePointer<GMimeMessagePart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: PartSurroundings
  ) {
    guard let inner = g_mime_message_part_get_message(message) else { return }
    let isSetAside = object.isSetAside || object.fileName != nil
    let isAttached = surroundings.attachesMessage(isSetAside: isSetAside)
    guard isAttached || !surroundings.isOtherwiseRead else { return }
    let header = EnclosedHeader(of: inner)
    if isAttached { attach(Attachment(object, subject: header.subject, messages)) }
    guard surroundings.siblings == .report else {
      return show(inner, header, surroundings)
    }
    var returned = text.separate(atLeast: 0)
    swap(&returned, &text)
    show(inner, header, surroundings)
    swap(&returned, &text)
    text.append(returned, isReturned: true)
    returned.armour.remarks.forEach { note($0) }
  }

  private mutating func show(
    _ message: UnsafeMutablePointer<GMimeMessage>,
    _ header: EnclosedHeader,
    _ surroundings: PartSurroundings
  ) {
    if !surroundings.isOtherwiseRead { text.addEnclosed(header.text) }
    if let content = g_mime_message_get_mime_part(message) {
      visit(content, surroundings.withinMessage)
    }
    text.endPart()
  }

  // MARK: Single parts

  private mutating func visit(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ surroundings: PartSurroundings
  ) {
    // Encryption is noted here for a message that a server has split into parts.
    if object.isCover { note(.encrypted, surroundings) }
    if purpose == .window { invitation = invitation ?? Invitation(part, object) }
    switch PartUse(part, object, surroundings) {
    case .text(let kind): read(part, object, kind)
    case .note:
      let note = ProgramNote.text(of: part)
      text.addEnclosed(note)
      row.addReason(note, object, surroundings)
    case .encrypted: note(.encrypted, surroundings)
    case .signature: note(.signed)
    case .signedData:
      note(.signed)
      attach(Attachment(part, object))
    case .pictureOfPage:
      row.pictures.add(Attachment(part, object), object, as: .ofPage, surroundings)
    case .attachment:
      let attachment = Attachment(part, object)
      if object.isType("image", "*") {
        let role: ShownPictures.Role = object.isSetAside ? .setAside : .attached
        row.pictures.add(attachment, object, as: role, surroundings)
      }
      row.addReason(ProgramNote.text(of: part), object, surroundings)
      attach(attachment)
    case .nothing: break
    }
  }

  private mutating func read(
    _ part: UnsafeMutablePointer<GMimePart>,
    _ object: UnsafeMutablePointer<GMimeObject>,
    _ kind: TextKind
  ) {
    guard text.needsMore else { return }
    kind.read(part, isAnswer: text.subject.isOfAnswer) { line in
      text.add(purpose == .window ? row.pictures.noted(line) : line)
    }
    if text.needsMore, g_mime_object_get_header(object, PartHeader.cutField) != nil {
      ranOut = true
      if purpose == .window { note(.textCut) }
    }
    text.endPart()
  }
}
