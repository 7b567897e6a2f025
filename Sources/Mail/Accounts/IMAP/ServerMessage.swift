import Glibc
import IMAP

/// A message of a server, as far as it was fetched for its row.
struct ServerMessage {
  let uid: UInt32
  private(set) var head: MessageHead
  let flags: MessageFlags
  /// When it arrived, in seconds since 1970.
  let arrived: Int64
  private let header: [UInt8]
  /// The beginning of its text; nil where the server has not sent it.
  private let beginning: [UInt8]?
  /// Whether more of its text would not change its first words.
  private(set) var hasAllWords = true
  /// Whether all of its text was read.
  private var isWhole = false
  /// Whether a file was seen where it was read.
  private var hasFile = false
  /// Whether no text was seen where it was read, but pictures of a page.
  private var isOnlyPictures = false
  /// How it is made up; nil where the server has not told.
  private var structure: BodyStructure?
  /// What to ask for when it is read.
  private var plan: ReadingPlan?

  /// - Parameter now: the present, in seconds since 1970.
  /// - Returns: nil where the server has left out its number or its header.
  init?(_ message: FetchedMessage, now: Int64) {
    guard let uid = message.uid, uid > 0, let header = message.rowHeader else { return nil }
    self.init(message, uid, header, now: now)
  }

  /// A message whose header the server does not send: shows its text, or says that.
  ///
  /// - Parameter generation: of the folder and its numbers.
  init(unreadable message: FetchedMessage, _ uid: UInt32, in generation: String, now: Int64) {
    self.init(message, uid, Array("\r\n".utf8), now: now)
    // Others without a header must not be taken for copies of it.
    head.messageID = "\(generation).\(uid).\(arrived)\(MessageHead.derivedSuffix)"
    if head.snippet.isEmpty { head.snippet = "The server does not send this message." }
  }

  private init(_ message: FetchedMessage, _ uid: UInt32, _ header: [UInt8], now: Int64) {
    (self.uid, self.header) = (uid, header)
    let text = message.rowText
    beginning = text.map { Array($0.prefix(MessageItems.beginning)) }
    flags = MessageFlags(names: message.flags ?? [])
    let noted = message.internalDate.flatMap { Self.believable.contains($0) ? $0 : nil }
    head =
      Self.parse(
        header,
        text: [],
        // Not all of the text is fetched, and it must make no difference.
        excerpt: MessageExcerpt(
          headerLength: header.count,
          bodyLength: Int64(message.size ?? 0),
          isCut: false
        ),
        noted ?? now,
        now
      ).head
    // A server that notes no arrival leaves the date in the header.
    arrived = noted ?? min(head.date, now)
    plan = ReadingPlan(nil, size: message.size)
    head.hasAttachments = false
    head.snippet = ""
    head.date = noted.map { ArrivalDay.date(written: head.date, arrived: $0) } ?? head.date
    guard let text, let beginning else { return }
    head.fingerprint = read(beginning, limit: MessageItems.beginning, now).fingerprint
    if text.count > beginning.count { read(text, limit: message.rowTextLimit, now) }
  }

  /// Arrivals that a server can have noted, in seconds since 1970: before 1982 (RFC 822) there was
  /// no such mail, and years of two digits and clocks that have lost their time mean none.
  private static let believable: ClosedRange<Int64> = 378_691_200...Header.latestDate

  /// Whether its header leaves room for more than a text, and what was read does not show what.
  var mayHideFiles: Bool { !isWhole && FetchedHeader(header)?.kind != .text }

  /// Whether it is known what to ask for when it is read. What is one text is not made up of
  /// anything.
  var hasPlan: Bool { plan != nil }

  /// Adds more of its text, or how it is made up.
  mutating func add(_ message: FetchedMessage, now: Int64) {
    if let structure = message.structure {
      self.structure = structure
      plan = ReadingPlan(structure, size: nil)
    }
    if let beginning, let more = message.moreText {
      // Some servers send all of a text, whichever bytes of it are asked for.
      let text = more.starts(with: beginning) ? more : beginning + more
      read(text, limit: MessageItems.textLimit, now)
    }
    noteFiles()
  }

  /// Takes the first words.
  ///
  /// - Parameter limit: how much of the text was asked for.
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
    hasAllWords = parsed.hasAllWords
    hasFile = parsed.head.hasAttachments
    isOnlyPictures = parsed.isOnlyPictures
    noteFiles()
    return parsed.head
  }

  private mutating func noteFiles() {
    // A text may have files in it, which the structure does not name.
    let isRead = isWhole || structure?.isOnePart != false
    let isTold = !isWhole && structure?.hasAttachments == true
    head.hasAttachments = isTold || isRead && hasFile || isOnlyPictures
  }

  func incoming(_ uidValidity: UInt32) -> IncomingMessage {
    IncomingMessage(
      key: MessageKey(uidValidity: uidValidity, uid: uid),
      flags: flags,
      head: head,
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
  /// The header that a row is made of: its fields, or else all of it, or that of the whole message;
  /// nil where none of them has come.
  var rowHeader: [UInt8]? {
    [section { $0.kind == .headerFields }, section(isHeader), wholeParts?.header].lazy
      .compactMap { $0 }
      .first { $0.contains { $0 > 0x20 } }
  }

  /// The beginning of the text.
  fileprivate var rowText: [UInt8]? {
    let part = moreText
    return part?.isEmpty == false ? part : wholeParts?.text ?? part
  }
  /// How much of the text was asked for, in bytes, where it came with the whole message.
  fileprivate var rowTextLimit: Int { MessageItems.wholeLimit - (wholeParts?.header.count ?? 0) }
  fileprivate var moreText: [UInt8]? { section { $0.kind == .text } }

  private func isHeader(_ section: Section) -> Bool {
    section.kind == .header && section.part.isEmpty
  }

  private var wholeParts: (header: [UInt8], text: [UInt8])? {
    guard let whole = section({ $0.kind == .whole && $0.part.isEmpty }) else { return nil }
    let length = whole.withUnsafeBufferPointer { MessageFile.headerLength($0) } ?? whole.count
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
  /// As a server names them (RFC 9051, section 2.3.2).
  init(names: [String]) {
    self = []
    for name in names {
      switch name.lowercased() {
      case "\\seen": insert(.seen)
      case "\\flagged": insert(.flagged)
      case "\\answered": insert(.replied)
      case "\\deleted": insert(.trashed)
      case "\\draft": insert(.draft)
      default: break
      }
    }
  }
}
