import IMAP

/// Puts the fetched sections of a message into the tree made from the server's body structure.
///
/// The body structure may be wrong. So each fetched part is parsed together with its fetched
/// header, with the same result as from a message on disk.
struct FetchedTree {
  /// The server has parsed the message differently from this program.
  private struct Disagreement: Error {}

  private let message: FetchedMessage
  private var contents = PartContents()

  /// - Returns: nil if the sections contradict the body structure, or a text is missing. In both
  ///   cases, the message must be fetched as a whole.
  static func parts(_ tree: PartTree, _ message: FetchedMessage) -> MessageParts? {
    var fetched = FetchedTree(message)
    guard let tree = try? fetched.filled(tree, isInDigest: false) else { return nil }
    let contents = fetched.contents
    // Checks that no text is missing: the server may have described a text part as a file.
    let isWhole = SelectedPart(tree).flattened.allSatisfy { selected in
      switch selected {
      case .part(let part, .text, _), .part(let part, .note, _):
        contents.bodies[part.number] != nil
      default: true
      }
    }
    return isWhole ? MessageParts(tree: tree, contents: contents) : nil
  }

  private init(_ message: FetchedMessage) { self.message = message }

  private mutating func filled(
    _ described: PartTree,
    isInDigest: Bool
  ) throws(Disagreement) -> PartTree {
    var part = described
    let place = part.place
    let sent = try header(of: place, isInDigest: isInDigest)
    if let sent, place.isMessage, place.depth > 0 {
      contents.addHeader(sent.bytes, of: place.number)
    }
    if !part.children.isEmpty {
      if let sent, !sent.header.agrees(with: part.header) { throw Disagreement() }
      for index in part.children.indices {
        part.children[index] = try filled(part.children[index], isInDigest: part.header.isDigest)
      }
      return part
    }
    guard let content = message.bytes(of: place.bodySection) else {
      // Keeps the server's description, which says more than an empty header.
      guard let sent, !sent.isEmpty else { return part }
      guard sent.header.kind == part.header.kind else { throw Disagreement() }
      part.header = sent.header
      return part
    }
    // Rejects empty content of a part with a size: some servers send nothing for a part.
    guard let sent, !content.isEmpty || (part.size ?? 0) <= 2 else { throw Disagreement() }
    // A cut text can be read, a cut message or multipart cannot.
    let isCut = content.count >= WantedSections.textLimit
    if isCut, sent.header.kind != .text || part.header.kind != .text { throw Disagreement() }
    return contents.addApart(sent.bytes + content, isOpen: isCut, isTail: true) { skimmer, bytes in
      let fields = HeaderFields(bytes, headerLength: sent.bytes.count)
      return skimmer.skim(fields, at: place, isInDigest: isInDigest)
    }
  }

  private typealias SentHeader = (header: PartHeader, bytes: [UInt8], isEmpty: Bool)

  /// The header of a part, with the empty line below it; nil if it was not fetched.
  ///
  /// - Throws: if this program would end the header at another place than the server did.
  private func header(of place: PartPlace, isInDigest: Bool) throws(Disagreement) -> SentHeader? {
    guard let sent = message.bytes(of: place.headerSection) else { return nil }
    var bytes = sent
    let length = bytes.withUnsafeMutableBufferPointer { MessageBytes.prepare($0) }
    if length == nil { bytes += bytes.isEmpty || bytes.last == 10 ? [13, 10] : [13, 10, 13, 10] }
    let count = bytes.count
    let (end, header) = bytes.withUnsafeBufferPointer { bytes in
      let fields = HeaderFields(bytes, headerLength: count)
      return (fields.bodyStart, PartHeader(fields, isInDigest: isInDigest))
    }
    guard length ?? count == count, end == count else { throw Disagreement() }
    return (header, bytes, sent.isEmpty)
  }
}

extension PartHeader {
  /// Whether a header as it was sent fits a part for which the server has described child parts.
  fileprivate func agrees(with described: PartHeader) -> Bool {
    guard described.kind == .multipart else { return kind == described.kind }
    return kind == .multipart && boundary != nil && subtype == described.subtype
  }
}

extension PartPlace {
  /// The header of the part; for the content of a message, the header of that message.
  var headerSection: Section { Section(part: number, isMessage ? .header : .mime) }
  var bodySection: Section { Section(part: number, isMessage ? .text : .whole) }
}
