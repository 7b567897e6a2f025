/// A message in memory, or its beginning, prepared for reading.
package struct MessageBytes {
  /// The header fields; valid as long as the bytes from which they were made.
  let fields: HeaderFields
  let header: Header
  let subject: String
  package let parts: MessageParts
  /// Whether the message continues beyond these bytes.
  let goesOn: Bool
  let isHeaderWhole: Bool
  private let bytes: Bytes

  /// - Parameters:
  ///   - bytes: the message, or its beginning. Old Mac line ends in these bytes are overwritten;
  ///     NULs are overwritten as ``prepare(_:)`` says.
  ///   - goesOn: whether the message continues beyond these bytes.
  ///   - fetched: the parts sent by a server; `bytes` are then only the header. Nil to find the
  ///     parts in `bytes`.
  package init(
    _ bytes: UnsafeMutableBufferPointer<UInt8>,
    goesOn: Bool,
    fetched: MessageParts? = nil
  ) {
    if Bytes(bytes).place(of: 10) == nil { bytes.endLinesWithFeeds() }
    self.bytes = Bytes(bytes)
    self.goesOn = goesOn
    let headerLength = Self.prepare(bytes)
    isHeaderWhole = headerLength != nil
    var fields = HeaderFields(self.bytes, headerLength: headerLength ?? bytes.count)
    if let fetched {
      parts = fetched
    } else {
      var skimmer = Skimmer(self.bytes, isOpen: goesOn)
      let tree = skimmer.skim(fields)
      parts = MessageParts(tree: tree, contents: skimmer.contents)
    }
    fields.partCharset = parts.tree.charset
    self.fields = fields
    header = Header(fields)
    subject = header.subject
  }

  /// Replaces NULs, and returns the start of the body; nil if no empty line ends the header. If the
  /// message may have text in a charset of wide characters, replaces only the NULs in the header.
  package static func prepare(_ bytes: UnsafeMutableBufferPointer<UInt8>) -> Int? {
    let text = Bytes(bytes)
    let headerLength = text.headerLength
    let isWide = text.place(of: 0) != nil && CharsetName.wide.isIn(text)
    let end = isWide ? headerLength ?? bytes.count : bytes.count
    // A crash may leave a block of zeros at the end of a file.
    if !isWide, let last = bytes.lastIndex(where: { $0 != 0 }) {
      UnsafeMutableBufferPointer(rebasing: bytes[(last + 1)...]).replaceNULs(with: 10)
    }
    UnsafeMutableBufferPointer(rebasing: bytes[..<end]).replaceNULs(with: UInt8(ascii: "?"))
    return headerLength
  }

  /// Whether there is a line feed and no NUL, so that ``init(_:goesOn:fetched:)`` changes no byte.
  static func isPrepared(_ bytes: Bytes) -> Bool {
    bytes.place(of: 10) != nil && bytes.place(of: 0) == nil
  }

  var textSubject: TextSubject {
    let isOfBounce = fields.nameMailSystem || parts.tree.isReport
    return TextSubject(subject, namesAnswered: fields.namesAnswered, isOfBounce: isOfBounce)
  }

  func whole() -> MessageContent {
    MessageContent(self, .window, limit: MessageContent.windowLimit)
  }

  /// Reads the content for a row, from as much of each text as is needed.
  func row() -> MessageContent {
    var content = row(limit: MessageContent.rowLimits[0])
    for limit in MessageContent.rowLimits.dropFirst() where !content.isConclusive {
      content = row(limit: limit)
    }
    return content
  }

  func row(limit: Int) -> MessageContent { MessageContent(self, .row, limit: limit) }
}

/// Reads parts by their numbers, whether their contents are in these bytes or in separate buffers.
extension MessageBytes {
  /// Decodes a part's content; nil if the part has none, or if it was not fetched. `isCut` tells
  /// whether the content continues beyond the limit, or beyond the bytes read of the message.
  ///
  /// - Parameter limit: the limit in bytes, before decoding.
  func decoded(_ part: PartTree, limit: Int) -> (bytes: [UInt8], isCut: Bool)? {
    guard let content = parts.contents.bodies[part.number] else { return nil }
    let decoded = lend(content) { bytes in
      bytes[content.leading]
        + part.header.decodeText(Bytes(rebasing: bytes[content.range].prefix(limit)))
    }
    return (decoded, content.isCut || content.range.count > limit)
  }

  /// Returns a part's decoded size in bytes. For content that was not fetched, returns the size in
  /// the server's description, or 0.
  func size(of part: PartTree) -> Int64 {
    guard let content = parts.contents.bodies[part.number] else { return part.size ?? 0 }
    return lend(content) { part.header.unpackedSize(of: Bytes(rebasing: $0[content.range])) }
  }

  /// Passes on the header of a message inside the message; an empty header if there is none.
  func withHeader<Result>(of part: PartTree, _ body: (Header) -> Result) -> Result {
    guard let header = parts.contents.headers[part.number] else {
      return body(Header(HeaderFields(.none, headerLength: 0)))
    }
    return lend(header) { bytes in
      let own = Bytes(rebasing: bytes[header.range])
      var fields = HeaderFields(own, headerLength: own.count)
      fields.partCharset = part.charset
      return body(Header(fields))
    }
  }

  private func lend<Result>(
    _ content: PartContents.Content,
    _ body: (Bytes) -> Result
  ) -> Result {
    guard let buffer = content.buffer else { return body(bytes) }
    return parts.contents.apart[buffer].withUnsafeBufferPointer(body)
  }
}
