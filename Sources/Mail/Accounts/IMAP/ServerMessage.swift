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
  /// How it is made up; nil where the server has not told.
  private var structure: BodyStructure?
  /// What to ask for when it is read.
  private var plan: ReadingPlan?

  /// - Parameter now: the present, in seconds since 1970.
  /// - Returns: nil where the server has left out its number or its header.
  init?(_ message: FetchedMessage, now: Int64) {
    guard let uid = message.uid, uid > 0, let header = message.header else { return nil }
    (self.uid, self.header) = (uid, header)
    beginning = message.text.map { Array($0.prefix(MessageItems.beginning)) }
    flags = MessageFlags(names: message.flags ?? [])
    // A server that notes no arrival leaves the date in the header.
    let arrived = message.internalDate ?? now
    self.arrived = arrived
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
        arrived,
        now
      ).head
    plan = ReadingPlan(nil, size: message.size)
    head.hasAttachments = false
    head.snippet = ""
    head.date = ArrivalDay.date(written: head.date, arrived: arrived)
    if let beginning { read(beginning, limit: MessageItems.beginning, now) }
  }

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
    if let beginning, let more = message.text {
      // Some servers send all of a text, whichever bytes of it are asked for.
      let text = more.starts(with: beginning) ? more : beginning + more
      read(text, limit: MessageItems.textLimit, now)
    }
    noteFiles()
  }

  /// Takes the first words.
  ///
  /// - Parameter limit: how much of the text was asked for.
  private mutating func read(_ text: [UInt8], limit: Int, _ now: Int64) {
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
    noteFiles()
  }

  private mutating func noteFiles() {
    // A text may have files in it, which the structure does not name.
    let isRead = isWhole || structure?.isOnePart != false
    let isTold = !isWhole && structure?.hasAttachments == true
    head.hasAttachments = isTold || isRead && hasFile
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
  fileprivate var header: [UInt8]? { section { $0.kind == .headerFields } }
  fileprivate var text: [UInt8]? { section { $0.kind == .text } }

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
