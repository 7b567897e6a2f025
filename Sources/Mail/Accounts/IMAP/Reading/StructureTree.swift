import IMAP

extension PartTree {
  /// Makes the tree from a server's body structure.
  ///
  /// - Returns: nil if parts are nested more deeply than they are read.
  init?(_ structure: BodyStructure) { self.init(structure, at: .message) }

  private init?(_ structure: BodyStructure, at place: PartPlace) {
    guard place.depth < Skimmer.depthLimit else { return nil }
    switch structure {
    case .part(let part): self.init(place, part)
    case .message(let part, let content):
      self.init(place, part)
      // The parts of an encoded message cannot be fetched one by one.
      guard header.kind == .message, !header.isEncoded else { return }
      guard let child = PartTree(content, at: place.content) else { return nil }
      children = [child]
    case .multipart(let subtype, let parts):
      self.init(place, PartHeader(type: "multipart", subtype: subtype))
      guard !structure.isHollow else { return }
      for (index, part) in parts.enumerated() {
        guard let child = PartTree(part, at: place.child(index + 1)) else { return nil }
        children.append(child)
      }
    }
  }

  private init(_ place: PartPlace, _ part: BodyPart) {
    let header = PartHeader(part)
    let isBase64 = header.encoding == .base64
    let size = part.size.map { size in
      // Base64 has lines of 76 characters, each with two more for its line end.
      let lineBreaks = (Int64(size) + 77) / 78 * 2
      return isBase64 ? max(0, Int64(size) - lineBreaks) / 4 * 3 : Int64(size)
    }
    self.init(place, header, size: size)
  }
}

extension PartHeader {
  fileprivate init(_ part: BodyPart) {
    // A part without a type is text (RFC 2045, section 5.2).
    let isText = part.type.isEmpty
    self.init(
      type: isText ? "text" : part.type,
      subtype: part.subtype.isEmpty && (isText || part.type == "text") ? "plain" : part.subtype,
      parameters: ContentField(parameters: part.parameters).values,
      disposition: part.disposition?.kind,
      disposedName: ContentField(parameters: part.disposition?.parameters ?? [:])["filename"],
      contentID: part.contentID,
      encoding: TransferEncoding(part.encoding.utf8)
    )
  }
}

extension BodyStructure {
  /// Whether this is a multipart without contents. Some servers report an empty part if they cannot
  /// find the parts. The whole multipart is fetched in that case, and parsed by this program.
  fileprivate var isHollow: Bool {
    guard case .multipart(_, let children) = self else { return false }
    return children.allSatisfy { child in
      if case .part(let part) = child { part.size == 0 } else { false }
    }
  }
}
