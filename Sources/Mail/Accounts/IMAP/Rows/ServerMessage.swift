import Glibc
import IMAP

/// A message on a server, as far as it was fetched for its row.
struct ServerMessage {
  let uid: UInt32
  private(set) var head: MessageHead
  /// The words of the header and of the text read so far.
  private var words: MessageWords
  let flags: MessageFlags
  /// When the message arrived, in seconds since 1970.
  let arrived: Int64
  private let header: [UInt8]
  /// The beginning of the message's text; nil if the server has not sent it.
  private let beginning: [UInt8]?
  /// Whether the first words would stay the same with more of the text.
  private(set) var hasAllWords = true
  private var isWhole = false
  /// Whether the text read so far contains a file.
  private var hasFile = false
  /// Whether the content read so far has no text, only the pictures of an HTML page.
  private var isOnlyPictures = false
  /// The message's structure; nil if the server has not given it.
  private var structure: BodyStructure?
  private var plan: ReadingPlan?

  /// - Parameter now: the current time, in seconds since 1970.
  /// - Returns: nil if the response lacks the UID or the header.
  init?(_ message: FetchedMessage, now: Int64) {
    guard let uid = message.uid, uid > 0, let header = message.rowHeader else { return nil }
    self.init(message, uid, header, now: now)
  }

  /// Makes a row for a message whose header the server does not send: the row shows the text, or
  /// else a note that the server does not send the message.
  ///
  /// - Parameter generation: the folder's name and UIDVALIDITY.
  init(unreadable message: FetchedMessage, _ uid: UInt32, in generation: String, now: Int64) {
    self.init(message, uid, Array("\r\n".utf8), now: now)
    // Keeps other messages without a header from being taken for copies of this one.
    head.messageID = "\(generation).\(uid).\(arrived)\(MessageHead.derivedSuffix)"
    if head.snippet.isEmpty { head.snippet = "The server does not send this message." }
  }

  private init(_ message: FetchedMessage, _ uid: UInt32, _ header: [UInt8], now: Int64) {
    (self.uid, self.header) = (uid, header)
    let text = message.rowText
    beginning = text.map { Array($0.prefix(MessageItems.beginning)) }
    flags = MessageFlags(names: message.flags ?? [])
    let noted = message.internalDate.flatMap { Self.believable.contains($0) ? $0 : nil }
    let parsed = Self.parse(
      header,
      text: [],
      // Only the header is parsed here, so nothing is cut. The text is parsed below.
      excerpt: MessageExcerpt(
        headerLength: header.count,
        bodyLength: Int64(message.size ?? 0),
        isCut: false
      ),
      noted ?? now,
      now
    )
    (head, words) = (parsed.head, parsed.words)
    // Without the server's time of arrival, there is only the header's date.
    arrived = noted ?? min(head.date, now)
    plan = ReadingPlan(nil, size: message.size)
    head.hasAttachments = false
    head.snippet = ""
    head.date = noted.map { ArrivalDay.date(written: head.date, arrived: $0) } ?? head.date
    guard let text, let beginning else { return }
    head.fingerprint = read(beginning, limit: MessageItems.beginning, now).fingerprint
    if text.count > beginning.count { read(text, limit: message.rowTextLimit, now) }
  }

  /// Plausible times of arrival, in seconds since 1970: from 1982 (RFC 822) on. Earlier times come
  /// from years of two digits, or from clocks that have lost their time.
  private static let believable: ClosedRange<Int64> = 378_691_200...Header.latestDate

  /// Whether the message may have attachments that were not seen yet: its header allows more than a
  /// text, and only the beginning of its content was read.
  var mayHideFiles: Bool {
    guard !isWhole else { return false }
    var header = header
    return header.withUnsafeMutableBufferPointer { MessageBytes($0, goesOn: true).parts.tree }
      .header.kind != .text
  }

  var hasPlan: Bool { plan != nil }

  /// Adds more of the message's text, or its structure.
  mutating func add(_ message: FetchedMessage, now: Int64) {
    if let structure = message.structure {
      self.structure = structure
      plan = ReadingPlan(structure, size: nil)
    }
    if let beginning, let more = message.moreText {
      // Accepts the whole text, which some servers send whichever range is asked for.
      let text = more.starts(with: beginning) ? more : beginning + more
      read(text, limit: MessageItems.textLimit, now)
    }
    noteFiles()
  }

  /// Sets the row's first words, and notes files, from the text.
  ///
  /// - Parameter limit: the number of bytes of the text that were asked for.
  @discardableResult
  private mutating func read(_ text: [UInt8], limit: Int, _ now: Int64) -> MessageHead {
    isWhole = text.count < limit
    let parsed = Self.parse(
      header,
      text: text,
      excerpt: MessageExcerpt(
        headerLength: header.count,
        bodyLength: Int64(text.count),
        isCut: !isWhole
      ),
      arrived,
      now
    )
    head.snippet = parsed.head.snippet
    words = parsed.words
    hasAllWords = parsed.hasAllWords
    hasFile = parsed.head.hasAttachments
    isOnlyPictures = parsed.isOnlyPictures
    noteFiles()
    return parsed.head
  }

  private mutating func noteFiles() {
    // A text may contain files that the structure does not list.
    let isRead = isWhole || structure?.isOnePart != false
    let tree = isWhole ? nil : structure.flatMap { PartTree($0) }
    let isTold = tree.map { !SelectedPart($0).attachments.isEmpty } ?? false
    head.hasAttachments = isTold || isRead && hasFile || isOnlyPictures
  }

  func incoming(_ uidValidity: UInt32) -> IncomingMessage {
    var words = words
    if let structure, let tree = PartTree(structure) {
      words.add(SelectedPart(tree).attachments.compactMap(\.header.fileName))
    }
    return IncomingMessage(
      key: MessageKey(uidValidity: uidValidity, uid: uid),
      flags: flags,
      head: head,
      words: words,
      hint: plan?.hint
    )
  }

  private static func parse(
    _ header: [UInt8],
    text: [UInt8],
    excerpt: MessageExcerpt,
    _ arrived: Int64,
    _ now: Int64
  ) -> ParsedMessage {
    var bytes = header + text
    return bytes.withUnsafeMutableBufferPointer {
      MessageParser.parse($0, excerpt: excerpt, received: arrived, now: now)
    }
  }
}

extension FetchedMessage {
  /// The header for a row: the requested fields, else the whole header, else the header of the
  /// whole message; nil if the server has sent none of them.
  var rowHeader: [UInt8]? {
    [section { $0.kind == .headerFields }, section(isHeader), wholeParts?.header].lazy
      .compactMap { $0 }
      .first { $0.contains { $0 > 0x20 } }
  }

  fileprivate var rowText: [UInt8]? {
    let part = moreText
    return part?.isEmpty == false ? part : wholeParts?.text ?? part
  }
  /// The number of bytes of the text that were asked for, if it came with the whole message.
  fileprivate var rowTextLimit: Int { MessageItems.wholeLimit - (wholeParts?.header.count ?? 0) }
  fileprivate var moreText: [UInt8]? { section { $0.kind == .text } }

  private func isHeader(_ section: Section) -> Bool {
    section.kind == .header && section.part.isEmpty
  }

  private var wholeParts: (header: [UInt8], text: [UInt8])? {
    guard let whole = section({ $0.kind == .whole && $0.part.isEmpty }) else { return nil }
    let length = whole.withUnsafeBufferPointer { $0.headerLength } ?? whole.count
    return (Array(whole[..<length]), Array(whole[length...]))
  }

  private func section(_ isWanted: (Section) -> Bool) -> [UInt8]? {
    for (section, bytes) in sections where isWanted(section) { return bytes }
    return nil
  }
}

extension BodyStructure {
  fileprivate var isOnePart: Bool {
    if case .part = self { true } else { false }
  }
}

extension MessageFlags {
  /// Converts a server's names of flags (RFC 9051, section 2.3.2).
  init(names: [String]) {
    self = names.reduce(into: []) { $0.formUnion(Self.named[$1.lowercased()] ?? []) }
  }

  private static let named: [String: MessageFlags] = [
    "\\seen": .seen, "\\flagged": .flagged, "\\answered": .replied, "\\deleted": .trashed,
    "\\draft": .draft,
  ]
}
