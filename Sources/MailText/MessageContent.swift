/// The result of reading a message's parts, for a row of the list or for the window: its text in
/// passages and its first words, its attachments, and remarks for the reader.
struct MessageContent {
  /// The attachments without the pictures of HTML pages; see ``attachments``.
  private(set) var attachedParts: [Attachment] = []
  private(set) var remarks: [Remark] = []
  private(set) var invitations: [Invitation] = []
  private var text: LineSorter
  /// Whether reading stopped at the limit within a text.
  private(set) var ranOut = false
  /// The words of all texts that were read for a row; empty for the window.
  private(set) var words = DistinctWords()
  private var row = WordlessRow()
  private let purpose: Purpose
  private let message: MessageBytes

  /// A row needs only the words, and the names of attachments; the window shows everything.
  enum Purpose { case row, window }

  var passages: [Passage] { text.result.passages }

  /// The first words of the writer, on one line. If there are none, a replacement such as a
  /// picture's name or quoted words. May be empty.
  var firstWords: String { text.result.words.finish(row) }

  var pictures: [Attachment] { row.pictures.list }

  /// The attachments. In a message of pictures only, these include an HTML page's pictures.
  var attachments: [Attachment] {
    guard isOnlyPictures else { return attachedParts }
    return Array((attachedParts + row.pictures.ofPages).prefix(ReadMessage.attachmentLimit))
  }

  var isOnlyPictures: Bool { row.isOnlyPictures(text.result.words) }

  // MARK: Reading

  /// The limits of each text before decoding, for a row: the second if the first was not enough.
  static let rowLimits = [65_536, 2_000_000]
  /// The limit for the window: enough for ``ReadMessage/textLimit`` in any encoding, with much
  /// markup.
  static let windowLimit = 16_000_000
  /// The limit for the first screen of the window, which shows much less.
  static let beginningLimit = 65_536

  private let limit: Int

  init(_ message: MessageBytes, _ purpose: Purpose, limit: Int) {
    (self.message, self.purpose, self.limit) = (message, purpose, limit)
    let contents = message.parts.contents
    text = LineSorter(message.textSubject, stopsEarly: purpose == .row && !contents.holdsFile)
    text.armour.findsFiles = contents.holdsFile
    let selected = SelectedPart(message.parts.tree)
    for case .part(let part, let use, let isReturned) in selected.flattened {
      addPicture(in: part, use, isReturned)
    }
    visit(selected)
    text.endPart()
    for remark in text.armour.remarks { note(remark, isReturned: false) }
    text.armour.files.forEach { attach($0) }
    if text.result.isCut { note(.textCut) }
    if lacksPictures, text.result.passages.isEmpty, pictures.isEmpty { note(.picturesElsewhere) }
    if contents.leavesPartsOut { note(.partsLeftOut) }
    if contents.isDamaged { note(.damaged) }
    // If no attachment was found yet, the rest of the message may contain one.
    let isDone = text.result.words.isDone
    isConclusive =
      !ranOut
      && (!message.goesOn || message.isHeaderWhole && isDone && !attachedParts.isEmpty)
    hasAllWords = !message.goesOn || isDone && !ranOut && !awaitsPage
  }

  /// Whether the row would stay the same with more of the message.
  private(set) var isConclusive = true

  /// Whether the first words would stay the same with more of the message.
  private(set) var hasAllWords = true
  /// Whether the chosen alternative is so short that the HTML version might replace it, once more
  /// of that version is read.
  private var awaitsPage = false

  /// Whether a page refers to pictures that are not in the message.
  private var lacksPictures = false

  private mutating func note(_ remark: Remark, isReturned: Bool = true) {
    if !remarks.contains(remark) { remarks.append(remark) }
    if remark == .encrypted, !isReturned { row.isEncrypted = true }
  }

  private mutating func attach(_ attachment: Attachment) {
    guard attachedParts.count < ReadMessage.attachmentLimit else { return note(.partsLeftOut) }
    attachedParts.append(attachment)
  }

  private mutating func visit(_ selected: SelectedPart) {
    guard !Task.isCancelled else { return }
    switch selected {
    case .part(let part, let use, let isReturned): visit(part, use, isReturned)
    case .message(let mail, let use, let content): visit(mail, use, content)
    case .parts(let parts): for part in parts { visit(part) }
    case .alternatives(let versions): visit(versions)
    }
  }

  // MARK: Alternatives

  private mutating func visit(_ versions: SelectedPart.Alternatives) {
    var read = versions.positions.prefix(1)
    if let first = versions.read.first {
      var chosen = passages(of: first)
      let saysNothing = !chosen.result.words.hasOwnWords
      let refers = saysNothing || !versions.nextIsCalendar && chosen.refersToPage
      let isStub = !versions.nextIsCalendar && chosen.result.length < Self.stubLimit
      if versions.read.count > 1, isStub || refers {
        read = versions.positions[...]
        let page = passages(of: versions.read[1])
        let isMore = refers ? page.result.length > 0 : chosen.result.length * 2 < page.result.length
        if isMore { chosen = page }
      }
      awaitsPage = awaitsPage || versions.holdsPlain && chosen.result.length < Self.stubLimit
      text.append(chosen)
    }
    // Also visits the versions that were not read, for attachments that only these contain.
    for (position, other) in versions.unread.enumerated() where !read.contains(position) {
      visit(other)
    }
  }

  /// The length in bytes below which a plain text may do no more than refer to the HTML version.
  private static let stubLimit = 400

  private mutating func passages(of part: SelectedPart) -> LineSorter {
    var own = text.separate(atLeast: max(2 * Self.stubLimit, LineSorter.referenceLimit))
    swap(&own, &text)
    visit(part)
    text.endPart()
    swap(&own, &text)
    return own
  }

  // MARK: Messages inside the message

  private mutating func visit(
    _ mail: PartTree,
    _ use: SelectedPart.MessageUse,
    _ content: SelectedPart?
  ) {
    let (subject, header) = message.withHeader(of: mail) { ($0.subject, $0.lines) }
    if use.isAttached {
      attach(Attachment(mail: mail, subject: subject, size: size(of: mail)))
    }
    guard use.isReturned else { return show(header, use, content) }
    var returned = text.separate(atLeast: 0)
    swap(&returned, &text)
    show(header, use, content)
    swap(&returned, &text)
    text.append(returned, isReturned: true)
    returned.armour.remarks.forEach { note($0) }
  }

  private mutating func show(
    _ header: String,
    _ use: SelectedPart.MessageUse,
    _ content: SelectedPart?
  ) {
    if use.isShown { text.addEnclosed(header) }
    if let content { visit(content) }
    text.endPart()
  }

  // MARK: Single parts

  private mutating func visit(_ part: PartTree, _ use: PartUse, _ isReturned: Bool) {
    let header = part.header
    // A mail server may have turned multipart/encrypted into another multipart.
    if header.isCover { note(.encrypted, isReturned: isReturned) }
    // Many programs send the calendar a second time, as a file.
    if purpose == .window, invitations.isEmpty {
      invitations = Invitation.events(in: part, of: message)
    }
    switch use {
    case .text(let kind):
      if let line = header.pieceLine { text.addEnclosed(line) }
      read(part, kind)
    case .note:
      let note = ProgramNote.text(of: part, in: message)
      text.addEnclosed(note)
      row.addReason(note, header, isReturned: isReturned)
    case .encrypted: note(.encrypted, isReturned: isReturned)
    case .signature: note(.signed)
    case .signedData:
      note(.signed)
      attach(Attachment(part, size: size(of: part)))
    case .attachment:
      row.addReason(ProgramNote.text(of: part, in: message), header, isReturned: isReturned)
      attach(Attachment(part, size: size(of: part)))
    case .pictureOfPage, .undivided, .nothing: break
    }
  }

  private mutating func addPicture(in part: PartTree, _ use: PartUse, _ isReturned: Bool) {
    let role: ShownPictures.Role
    switch use {
    case .pictureOfPage: role = .ofPage
    case .attachment where part.header.type == "image":
      role = part.header.isSetAside ? .setAside : .attached
    default: return
    }
    let picture = Attachment(part, size: size(of: part))
    row.pictures.add(picture, contentID: part.header.contentID, as: role, isReturned: isReturned)
  }

  /// Returns a part's size; 0 for a row, which shows no sizes.
  private func size(of part: PartTree) -> Int64 {
    purpose == .row ? 0 : message.size(of: part)
  }

  private var needsMore: Bool { text.needsMore || purpose == .row && words.needsMore }

  private mutating func read(_ part: PartTree, _ kind: TextKind) {
    guard needsMore else { return }
    if var content = message.decoded(part, limit: limit) {
      let (isAnswer, isCut) = (text.subject.isOfAnswer, content.isCut)
      kind.read(&content.bytes, part.header, isAnswer: isAnswer, isCut: isCut) { line in
        if purpose == .row { words.add(line.bytes) }
        let line = purpose == .row ? line : row.pictures.noted(line)
        lacksPictures =
          lacksPictures || line.isPicture && !ShownPictures.isInMessage(line.source)
        if text.needsMore { _ = text.add(line) }
        return needsMore
      }
      if text.needsMore, content.isCut {
        ranOut = true
        if purpose == .window { note(.textCut) }
      }
    }
    text.endPart()
  }
}
