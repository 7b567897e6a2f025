import IMAP

/// Assembles a message from the fetched sections and the server's description of it.
///
/// Parts that were not fetched are empty, and ``PartHeader/sizeField`` gives their size. All others
/// are unchanged, so that reading them gives the same as from a disk.
struct MessageAssembly {
  /// The server has parsed the message differently from our reader.
  private struct Disagreement: Error {}

  private let message: FetchedMessage
  /// A boundary that no part can contain, since the sender cannot know it.
  private let boundary: String
  private var boundaries = 0
  private var output: [UInt8] = []

  /// - Parameters:
  ///   - structure: the server's body structure.
  ///   - message: the fetched sections; without any, all parts are empty.
  /// - Returns: nil where the sections contradict the structure; then the message must be fetched
  ///   as a whole.
  static func bytes(_ structure: BodyStructure, _ message: FetchedMessage) -> [UInt8]? {
    var assembly = MessageAssembly(message)
    do {
      try assembly.addMessage(structure, number: [])
      return assembly.output
    } catch {
      return nil
    }
  }

  private init(_ message: FetchedMessage) {
    self.message = message
    let number = UInt64.random(in: .min ... .max)
    boundary = "part-\(String(number, radix: 16))"
  }

  private func bytes(_ number: [Int], _ kind: Section.Kind) -> [UInt8]? {
    message.bytes(of: Section(part: number, kind))
  }

  // MARK: Messages

  private mutating func addMessage(
    _ structure: BodyStructure,
    number: [Int]
  ) throws(Disagreement) {
    let header = try header(bytes(number, .header))
    switch structure {
    case .multipart(let multipart, let children) where structure.holdsParts:
      boundaries += 1
      let boundary = "\(boundary)-\(boundaries)"
      let field = StructureHeader.field(of: multipart, boundary: boundary)
      if let header {
        guard header.isMultipart(multipart.subtype) else { throw Disagreement() }
        output += header.bytes(withType: field)
      } else {
        output += field + "\r\n".utf8
      }
      try addChildren(multipart, children, number: number, boundary)
    case .message(let part, let nested) where part.isPlainMessage:
      if let header {
        guard header.kind == .message else { throw Disagreement() }
        output += header.bytes(adding: sizeNote(of: part))
      } else {
        output += sizeNote(of: part) + StructureHeader.bytes(of: part)
      }
      try addMessage(nested, number: number + [1])
    case .part(let part), .message(let part, _):
      try add(part, header, bytes(number, .text), isInDigest: false)
    case .multipart: try addEmpty(header, bytes(number, .text))
    }
  }

  private func header(
    _ sent: [UInt8]?,
    isInDigest: Bool = false
  ) throws(Disagreement) -> FetchedHeader? {
    guard let sent else { return nil }
    guard let header = FetchedHeader(sent, isInDigest: isInDigest) else { throw Disagreement() }
    return header
  }

  // MARK: Parts

  private mutating func addChildren(
    _ multipart: Multipart,
    _ children: [BodyStructure],
    number: [Int],
    _ boundary: String
  ) throws(Disagreement) {
    for (index, child) in children.enumerated() {
      output += "\r\n--\(boundary)\r\n".utf8
      try addPart(child, number: number + [index + 1], isInDigest: multipart.subtype == "digest")
    }
    output += "\r\n--\(boundary)--\r\n".utf8
  }

  private mutating func addPart(
    _ structure: BodyStructure,
    number: [Int],
    isInDigest: Bool
  ) throws(Disagreement) {
    switch structure {
    case .multipart(let multipart, let children) where structure.holdsParts:
      boundaries += 1
      let boundary = "\(boundary)-\(boundaries)"
      output += StructureHeader.field(of: multipart, boundary: boundary) + "\r\n".utf8
      try addChildren(multipart, children, number: number, boundary)
    case .message(let part, let nested) where part.isPlainMessage:
      output += sizeNote(of: part) + StructureHeader.bytes(of: part)
      try addMessage(nested, number: number)
    case .part(let part), .message(let part, _):
      let (mime, content) = (bytes(number, .mime), bytes(number, .whole))
      // For a file that is not fetched, the server's description says more than an empty header.
      let sent = content == nil && mime?.isEmpty == true ? nil : mime
      try add(part, try header(sent, isInDigest: isInDigest), content, isInDigest: isInDigest)
    case .multipart:
      try addEmpty(try header(bytes(number, .mime)), bytes(number, .whole))
    }
  }

  private mutating func add(
    _ part: BodyPart,
    _ header: FetchedHeader?,
    _ content: [UInt8]?,
    isInDigest: Bool
  ) throws(Disagreement) {
    let isCut = (content?.count ?? 0) >= WantedSections.textLimit
    // A header with its complete content is right, whatever the server's description says.
    if let content, !isCut {
      // Some servers send nothing where there should be content.
      guard !content.isEmpty || (part.size ?? 0) <= 2 else { throw Disagreement() }
      return output += (header?.bytes() ?? StructureHeader.bytes(of: part)) + content
    }
    let kind: FetchedHeader.Kind = part.isText ? .text : part.isMessage ? .message : .file
    if let header, header.kind != kind { throw Disagreement() }
    // Unlike a text, a message with parts cannot be cut.
    if isCut, kind != .text { throw Disagreement() }
    let note = isCut ? Array("\(PartHeader.cutField): 1\r\n".utf8) : sizeNote(of: part)
    let own = header ?? FetchedHeader(StructureHeader.bytes(of: part), isInDigest: isInDigest)
    guard let own else { throw Disagreement() }
    output += own.bytes(adding: note) + (content ?? [])
  }

  /// The note of the size of a part that was not fetched, or is a message.
  private func sizeNote(of part: BodyPart) -> [UInt8] {
    part.unpackedSize.map { Array("\(PartHeader.sizeField): \($0)\r\n".utf8) } ?? []
  }

  /// Adds a multipart that has no parts according to the server.
  private mutating func addEmpty(
    _ header: FetchedHeader?,
    _ content: [UInt8]?
  ) throws(Disagreement) {
    guard let content else { return output += "Content-Type: text/plain\r\n\r\n".utf8 }
    guard let header, content.count < WantedSections.textLimit else { throw Disagreement() }
    output += header.bytes() + content
  }
}

extension BodyStructure {
  /// Whether the message has attachments, by the same rules as for reading. Pictures of a page are
  /// never counted, since the text is unknown.
  var hasAttachments: Bool {
    guard var bytes = MessageAssembly.bytes(self, FetchedMessage(sequenceNumber: 0)) else {
      return false
    }
    return bytes.withUnsafeMutableBufferPointer {
      !MessageBytes($0, goesOn: false).whole(hasNotes: true).attachedParts.isEmpty
    }
  }
}
