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
  /// What to ask for when it is read.
  private var plan: ReadingPlan?

  /// - Parameter now: the present, in seconds since 1970.
  /// - Returns: nil where the server has left out its number or its header.
  init?(_ message: FetchedMessage, now: Int64) {
    guard let uid = message.uid, uid > 0, let header = message.header else { return nil }
    (self.uid, self.header) = (uid, header)
    flags = MessageFlags(names: message.flags ?? [])
    // A server that notes no arrival leaves the date in the header.
    let arrived = message.internalDate ?? now
    self.arrived = arrived
    head = Self.parse(
      header,
      text: [],
      // The text is fetched for some only, and must make no difference.
      excerpt: MessageExcerpt(
        headerLength: header.count,
        bodyLength: Int64(message.size ?? 0),
        isCut: false
      ),
      arrived,
      now
    )
    plan = ReadingPlan(nil, size: message.size)
    head.hasAttachments = false
    head.snippet = ""
    head.date = ArrivalDay.date(written: head.date, arrived: arrived)
  }

  /// Whether its header leaves room for more than a text.
  var mayHaveAttachments: Bool { FetchedHeader(header)?.kind != .text }

  /// Adds the beginning of its text, or how it is made up.
  mutating func add(_ message: FetchedMessage, now: Int64) {
    if let structure = message.structure {
      plan = ReadingPlan(structure, size: nil)
      head.hasAttachments = structure.hasAttachments
    }
    guard let text = message.text else { return }
    let whole = text.count < MessageItems.textLimit
    let parsed = Self.parse(
      header,
      text: text,
      excerpt: MessageExcerpt(
        headerLength: header.count,
        bodyLength: Int64(text.count),
        isCut: !whole
      ),
      arrived,
      now
    )
    head.snippet = parsed.snippet
    // A text may have files in it, which the structure does not name.
    if whole || message.structure?.isOnePart != false {
      head.hasAttachments = parsed.hasAttachments || !whole && head.hasAttachments
    }
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
  ) -> MessageHead {
    var bytes = header + text
    return bytes.withUnsafeMutableBufferPointer {
      MessageParser.parse($0, excerpt: excerpt, received: arrived, now: now).head
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
