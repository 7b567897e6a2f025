/// The parts of a message by their use. Decides how it is read, and what is fetched from a server.
package indirect enum SelectedPart {
  case part(PartTree, PartUse, isReturned: Bool)
  /// A message inside the message. `content` is nil if that message was not divided into parts.
  case message(PartTree, MessageUse, content: SelectedPart?)
  /// Parts that are read one after the other.
  case parts([SelectedPart])
  case alternatives(Alternatives)

  package struct MessageUse {
    let isAttached: Bool
    /// Whether the message's header and text are shown.
    package let isShown: Bool
    let isReturned: Bool
  }

  /// Versions of the same content.
  package struct Alternatives {
    /// The best version. If `holdsPlain`, also the next best, since the best may be a stub.
    let read: [SelectedPart]
    /// The positions in `unread` of the versions in `read`.
    let positions: [Int]
    /// All versions, with the uses that their parts have if another version is read.
    let unread: [SelectedPart]
    /// Whether a version is plain text, which may be a stub that only refers to another version.
    let holdsPlain: Bool
    /// Whether the next best is an event, whose text is no other version of what a person wrote.
    let nextIsCalendar: Bool
  }

  package init(_ tree: PartTree) { self.init(tree, PartSurroundings()) }

  private init(_ tree: PartTree, _ surroundings: PartSurroundings) {
    let header = tree.header
    switch header.kind {
    case .multipart where header.subtype == "encrypted":
      self = .part(tree, .encrypted, isReturned: surroundings.isReturned)
    case .multipart where !tree.children.isEmpty:
      var within = surroundings.within
      within.siblings = tree.relation
      if header.subtype == "related" || header.subtype == "report" { within.isBelonging = true }
      if header.subtype == "alternative" {
        self = .alternatives(Alternatives(tree.children, within))
        return
      }
      let isPage = header.subtype == "related"
      let isSigned = header.subtype == "signed"
      self = .parts(
        tree.children.enumerated().map { index, child in
          var own = within
          if isPage, index > 0 { own.isInline = true }
          own.signsMessage = isSigned && index > 0
          return SelectedPart(child, own)
        }
      )
    case .message:
      let isSetAside = header.isSetAside || header.fileName != nil
      let use = MessageUse(
        isAttached: surroundings.attachesMessage(isSetAside: isSetAside),
        isShown: !surroundings.isOtherwiseRead,
        isReturned: surroundings.siblings == .report
      )
      guard use.isAttached || use.isShown else {
        self = .parts([])
        return
      }
      let content = tree.children.first.map { SelectedPart($0, surroundings.withinMessage) }
      self = .message(tree, use, content: content)
    case .file where !tree.children.isEmpty && !surroundings.makesFile(header):
      let content = tree.children.map { SelectedPart($0, surroundings) }
      self = .parts(content + [.part(tree, .signedData, isReturned: surroundings.isReturned)])
    default:
      self = .part(tree, PartUse(header, surroundings), isReturned: surroundings.isReturned)
    }
  }

  /// The single parts and the messages in this selection, in the order of the message.
  package var flattened: [SelectedPart] {
    switch self {
    case .part: [self]
    case .message(_, _, let content): [self] + (content?.flattened ?? [])
    case .parts(let parts): parts.flatMap(\.flattened)
    case .alternatives(let versions):
      versions.unread.enumerated().flatMap { position, unread in
        (versions.positions.firstIndex(of: position).map { versions.read[$0] } ?? unread).flattened
      }
    }
  }

  /// The attachments. A page's pictures do not count: they are attachments only if the message has
  /// no text, which is unknown before the text is read.
  package var attachments: [PartTree] {
    flattened.compactMap { selected in
      switch selected {
      case .part(let part, .attachment, _), .part(let part, .signedData, _): part
      case .message(let mail, let use, _): use.isAttached ? mail : nil
      default: nil
      }
    }
  }
}

extension SelectedPart.Alternatives {
  /// Chooses the best version, or the last if none is text. If `holdsPlain`, also the next best.
  fileprivate init(_ parts: [PartTree], _ surroundings: PartSurroundings) {
    let kinds = parts.map { TextKind(firstIn: $0) }
    let ranking = TextKind.ranking(kinds)
    holdsPlain = kinds.contains(.plain)
    nextIsCalendar = ranking.count > 1 && kinds[ranking[1]] == .calendar
    var others = surroundings
    others.isOtherwiseRead = true
    let unread = parts.map { SelectedPart($0, others) }
    positions = ranking.isEmpty ? [parts.count - 1] : Array(ranking.prefix(holdsPlain ? 2 : 1))
    // In an unread version, `read` and `unread` are equal. Making both would double the work at
    // each level of nesting.
    let isUnread = surroundings.isOtherwiseRead
    self.unread = unread
    read = positions.map { isUnread ? unread[$0] : SelectedPart(parts[$0], surroundings) }
  }
}

extension PartTree {
  /// Whether the message reports about another mail (RFC 6522), as bounces do.
  var isReport: Bool { header.kind == .multipart && relation == .report }

  /// The relation between a multipart's parts.
  fileprivate var relation: PartSurroundings.Siblings {
    switch header.subtype {
    case "digest": return .digest
    case "report": return .report
    default:
      if children.contains(where: \.header.isDeliveryStatus) { return .report }
      // An unknown multipart is treated as mixed (RFC 2046, section 5.1.7).
      return ["alternative", "related", "signed"].contains(header.subtype) ? .joined : .mixed
    }
  }
}

extension TextKind {
  /// The kind of the first text in a part, which may be a multipart; nil if there is none.
  fileprivate init?(firstIn tree: PartTree) {
    switch tree.header.kind {
    case .text: self.init(subtype: tree.header.subtype)
    case .multipart, .file:
      let children = tree.children.prefix(Skimmer.depthLimit)
      guard let kind = children.firstResult(of: { TextKind(firstIn: $0) }) else { return nil }
      self = kind
    case .message: return nil
    }
  }
}

package enum PartUse {
  case text(TextKind)
  /// A note by a program, which is shown.
  case note
  /// Content that needs a key.
  case encrypted
  case signature
  /// The file in which content is packed together with its signature. The content was read before.
  case signedData
  /// A picture shown in the HTML page to which it belongs.
  case pictureOfPage
  case attachment
  /// A multipart without parts, as a server describes a multipart in which it finds no parts.
  case undivided
  case nothing

  init(_ header: PartHeader, _ surroundings: PartSurroundings) {
    let isText = header.kind == .text
    let isNamed = header.fileName != nil
    let isOtherwiseRead = surroundings.isOtherwiseRead
    if header.kind == .multipart {
      self = isOtherwiseRead ? .nothing : .undivided
    } else if header.isOfSMIME, !surroundings.makesFile(header) {
      self = header.holdsSignedData ? .signedData : .encrypted
    } else if header.isSignature, surroundings.signsMessage || header.isNamedForMessage {
      self = .signature
    } else if !header.isSetAside, isText, let kind = TextKind(subtype: header.subtype) {
      self = isOtherwiseRead ? .nothing : .text(kind)
    } else if !header.isSetAside, !isNamed, header.isNote {
      self = isOtherwiseRead ? .nothing : .note
    } else if isText, !isNamed, isOtherwiseRead {
      // This is an alternative text with the same content.
      self = .nothing
    } else if surroundings.isInline, header.type == "image" {
      self = .pictureOfPage
    } else {
      let isListed = !surroundings.isBelonging && !header.isCover || surroundings.depth == 0
      self = header.isSetAside || isNamed || isListed ? .attachment : .nothing
    }
  }
}

struct PartSurroundings {
  var depth = 0
  /// Whether pictures belong to an HTML page.
  var isInline = false
  /// Whether parts without a name belong to an HTML page or a report.
  var isBelonging = false
  /// Whether another part with the same content is read.
  var isOtherwiseRead = false
  /// Whether the part is beside the content that a `multipart/signed` signs.
  var signsMessage = false
  var isReturned = false
  /// The part's relation to the parts beside it.
  var siblings = Siblings.none

  enum Siblings {
    /// The part is the whole message.
    case none
    case mixed
    /// Reports about a returned or delivered mail, and the mail itself.
    case report
    /// Messages that are read one after the other.
    case digest
    /// Parts that belong together: a page and its pictures, a text and its signature.
    case joined
  }

  var within: PartSurroundings {
    var within = self
    within.depth += 1
    within.signsMessage = false
    return within
  }

  var withinMessage: PartSurroundings {
    var within = within
    within.isReturned = isReturned || siblings == .report
    within.siblings = .none
    return within
  }

  /// Whether signed or encrypted data is a file beside the text, not the message itself.
  func makesFile(_ header: PartHeader) -> Bool { siblings == .mixed && !header.isNamedForMessage }

  /// Whether a message here is an attachment, not only shown.
  func attachesMessage(isSetAside: Bool) -> Bool {
    switch siblings {
    case .mixed: true
    case .report, .digest: false
    case .none, .joined: isSetAside
    }
  }
}
