/// Finds the parts of a message, and the ranges of their contents. Looks in bodies only for lines
/// that end a part or begin a file in the text, and copies none, except encoded messages and signed
/// data.
package struct Skimmer {
  /// The limit of nested levels of parts. Deeper nesting could exhaust the stack, and is read as
  /// text.
  package static let depthLimit = 44
  static let partLimit = 5_000
  private(set) var contents: PartContents

  private let text: Bytes
  private let buffer: Int?
  private let isOpen: Bool
  private let isTail: Bool
  private var position = 0
  private var boundaries = PartBoundaries()

  /// - Parameters:
  ///   - text: a message, a part, or the beginning of either, without NULs.
  ///   - buffer: the text's index in ``PartContents/apart``; nil for the message's own bytes.
  ///   - isOpen: whether the text is cut, so that the last part continues beyond the text.
  ///   - isTail: whether the text's last part is also the last part of the message.
  init(
    _ text: Bytes,
    _ contents: PartContents = PartContents(),
    buffer: Int? = nil,
    isOpen: Bool,
    isTail: Bool = true
  ) {
    (self.text, self.contents, self.buffer) = (text, contents, buffer)
    (self.isOpen, self.isTail) = (isOpen, isTail)
  }

  /// Finds the parts of a message.
  package mutating func skim(
    _ fields: HeaderFields,
    at place: PartPlace = .message,
    isInDigest: Bool = false
  ) -> PartTree {
    position = fields.bodyStart
    let header = PartHeader(fields, isInDigest: isInDigest)
    return skim(header, place, leading: fields.leading).tree
  }

  // MARK: Parts

  /// A part, and the line that ended the part, which was read already; nil at the message's end.
  private typealias Skimmed = (tree: PartTree, ending: PartBoundaries.Ending?)

  /// - Parameter leading: the lines above the first header field, see ``HeaderFields/leading``.
  private mutating func skim(
    _ header: PartHeader,
    _ place: PartPlace,
    leading: Range<Int>
  ) -> Skimmed {
    contents.count += 1
    guard place.depth < Self.depthLimit, contents.count <= Self.partLimit else {
      contents.leavesPartsOut = true
      guard contents.count <= Self.partLimit else { return (PartTree(place, .plainText), nil) }
      let start = position
      let ending = nextEnding()
      return (part(.plainText, place, from: start, upTo: ending), ending)
    }
    switch header.kind {
    case .multipart: return skimMultipart(header, place)
    case .text where beginsParts(header): return skimMultipart(header.asMultipart("mixed"), place)
    case .message where header.isEncoded: return skimEncodedMessage(header, place)
    case .message:
      let start = position
      let (child, ending) = skimMessage(place)
      var tree = part(header, place, from: start, upTo: ending)
      tree.children = [child]
      return (tree, ending)
    case .file where header.mayHoldSignedData: return skimSignedData(header, place)
    case .text, .file:
      let start = position
      let ending = nextEnding(findsFiles: header.kind == .text)
      let tree = part(header, place, from: start, upTo: ending)
      if header.isPlainText { contents.bodies[place.own]?.leading = leading }
      return (tree, ending)
    }
  }

  /// Notes a part's content. The line break before a boundary belongs to the boundary.
  private mutating func part(
    _ header: PartHeader,
    _ place: PartPlace,
    from start: Int,
    upTo ending: PartBoundaries.Ending?
  ) -> PartTree {
    var range = start..<max(start, endOfBody(ending))
    if ending != nil {
      range = range.prefix(Bytes(rebasing: text[range]).withoutLineBreak.count)
    }
    contents.bodies[place.own] = PartContents.Content(
      buffer: buffer,
      range: range,
      isLast: ending == nil && isTail,
      isCut: ending == nil && isOpen
    )
    return PartTree(place, header)
  }

  /// Whether a text begins with the boundary in its type, so that it is really a multipart.
  private func beginsParts(_ header: PartHeader) -> Bool {
    guard let boundary = header.boundary,
      let start = text[position...].firstIndex(where: { $0 > 0x20 })
    else { return false }
    let line = text.line(from: start)
    return PartBoundaries(open: [boundary]).ending(line, at: start)?.isLast == false
  }

  private mutating func skimMultipart(_ header: PartHeader, _ place: PartPlace) -> Skimmed {
    let start = position
    let level = boundaries.open.count
    if let boundary = header.boundary { boundaries.open.append(boundary) }
    // A multipart without parts is read as text, which may contain a uuencoded file.
    var ending = nextEnding(findsFiles: true)
    var tree = PartTree(place, header)
    var isRepeated = false
    while let found = ending, header.boundary != nil, found.level == level {
      if found.isLast {
        // More parts may follow a line that ends the multipart too early. But if a multipart around
        // it has the same boundary, they are parts of that.
        isRepeated = boundaries.open.dropLast().contains(boundaries.open[level])
        if isRepeated { boundaries.open.removeLast() }
        ending = nextEnding()
        if isRepeated { break }
        continue
      }
      position = found.next
      let child = place.child(tree.children.count + 1)
      let (inner, fields, above) = readHeader(isInDigest: header.isDigest)
      let skimmed = skim(inner, child, leading: fields.leading.shifted(by: above.lowerBound))
      tree.children.append(skimmed.tree)
      ending = skimmed.ending
    }
    if header.boundary != nil, !isRepeated { boundaries.open.removeLast() }
    guard tree.children.isEmpty, !(ending == nil && isOpen),
      PartBoundaries(open: header.boundary.map { [$0] } ?? [])
        .areAmongWords(in: Bytes(rebasing: text[start..<max(start, endOfBody(ending))]))
    else { return (tree, ending) }
    if header.isEncoded { return (skimEncodedMultipart(header, place, start, ending), ending) }
    if let boundary = firstBoundary(in: start..<endOfBody(ending)), boundary != header.boundary {
      position = start
      var header = header
      header.boundary = boundary
      return skimMultipart(header, place)
    }
    contents.isDamaged = true
    return (part(.plainText, place, from: start, upTo: ending), ending)
  }

  /// Returns the boundary above the first part in a multipart whose header names no boundary, or
  /// another: a line of two dashes and a word, above a field that describes a part.
  private func firstBoundary(in range: Range<Int>) -> [UInt8]? {
    var start = range.lowerBound
    while start < range.upperBound {
      let line = text.line(from: start)
      start += line.count
      let isAbovePart = Bytes(rebasing: text[start...]).starts(withAnyCaseOf: "content-")
      if isAbovePart, line.starts(with: "--"), line.trimmed.count > 2 { return Array(line.trimmed) }
    }
    return nil
  }

  /// Decodes a multipart in base64 or quoted-printable, which the standard forbids (RFC 2045,
  /// section 6.4).
  private mutating func skimEncodedMultipart(
    _ header: PartHeader,
    _ place: PartPlace,
    _ start: Int,
    _ ending: PartBoundaries.Ending?
  ) -> PartTree {
    let content = header.decode(Bytes(rebasing: text[start..<endOfBody(ending)]))
    return contents.addApart(
      content,
      isOpen: ending == nil && isOpen,
      isTail: ending == nil && isTail
    ) { inner, _ in inner.skimMultipart(header.asMultipart(header.subtype), place).tree }
  }

  private mutating func skimMessage(_ place: PartPlace) -> Skimmed {
    let (header, fields, range) = readHeader(isInDigest: false)
    contents.headers[place.own] = PartContents.Content(buffer: buffer, range: range)
    return skim(header, place.content, leading: fields.leading.shifted(by: range.lowerBound))
  }

  /// Decodes a message in base64, which the standard forbids (RFC 2046, section 5.2.1).
  private mutating func skimEncodedMessage(_ header: PartHeader, _ place: PartPlace) -> Skimmed {
    let (ending, part, content) = decodedPart(header, place)
    var tree = part
    tree.children = [
      contents.addApart(
        content,
        isOpen: ending == nil && isOpen,
        isTail: ending == nil && isTail
      ) { inner, _ in inner.skimMessage(place).tree }
    ]
    return (tree, ending)
  }

  /// Finds the parts in the content of signed data. If there is none, the part is a file.
  private mutating func skimSignedData(_ header: PartHeader, _ place: PartPlace) -> Skimmed {
    let (ending, part, data) = decodedPart(header, place)
    var (tree, content) = (part, data)
    guard let isWhole = SignedData.unpack(&content) else { return (tree, ending) }
    let isCut = ending == nil && isOpen
    if !isWhole, !isCut { contents.isDamaged = true }
    tree.children = [
      contents.addApart(
        content,
        isOpen: !isWhole && isCut,
        isTail: !isWhole && isTail
      ) { inner, _ in inner.skimEntity(place.content) }
    ]
    return (tree, ending)
  }

  private mutating func decodedPart(
    _ header: PartHeader,
    _ place: PartPlace
  ) -> (ending: PartBoundaries.Ending?, part: PartTree, content: [UInt8]) {
    let start = position
    let ending = nextEnding()
    let part = part(header, place, from: start, upTo: ending)
    let range = contents.bodies[place.own]?.range ?? start..<start
    return (ending, part, header.decode(Bytes(rebasing: text[range])))
  }

  /// Finds the parts of a MIME entity. Some programs sign a text without any header.
  private mutating func skimEntity(_ place: PartPlace) -> PartTree {
    let (header, fields, range) = readHeader(isInDigest: false)
    let names: [HeaderFields.Name] = [.contentType, .contentTransferEncoding, .contentDisposition]
    if names.allSatisfy({ fields.field($0).isEmpty }) {
      position = range.lowerBound
      return skim(.plainText, place, leading: 0..<0).tree
    }
    return skim(header, place, leading: fields.leading.shifted(by: range.lowerBound)).tree
  }

  // MARK: Reading

  /// Reads a header, at most up to a line that ends the part.
  private mutating func readHeader(
    isInDigest: Bool
  ) -> (PartHeader, HeaderFields, range: Range<Int>) {
    let start = position
    var end = start
    var next = start
    while next < text.count, ending(at: next) == nil {
      let lineEnd = text.endOfLine(from: next)
      // Skips the check for most lines, which begin with a letter.
      if text[next] <= 0x20, HeaderFields.isEnded(by: text[next..<lineEnd], in: text) {
        next = lineEnd
        end = lineEnd
        break
      }
      next = lineEnd
      end = lineEnd
    }
    let fields = HeaderFields(
      Bytes(rebasing: text[start..<end]),
      headerLength: end - start
    )
    position = start + min(fields.bodyStart, end - start)
    return (PartHeader(fields, isInDigest: isInDigest), fields, start..<position)
  }

  /// Moves behind the next line that ends a part, and returns that line; nil at the text's end.
  private mutating func nextEnding(findsFiles: Bool = false) -> PartBoundaries.Ending? {
    while position < text.count {
      if let found = ending(at: position) {
        position = text.endOfLine(from: position)
        return found
      }
      if findsFiles, !contents.holdsFile, "b=(".utf8.contains(text[position]) {
        let line = text.line(from: position)
        contents.holdsFile = PackedFile(line.trimmed) != nil
      }
      position = text.endOfLine(from: position)
    }
    return nil
  }

  private func ending(at start: Int) -> PartBoundaries.Ending? {
    let dash = UInt8(ascii: "-")
    guard start + 1 < text.count, text[start] == dash, text[start + 1] == dash else { return nil }
    return boundaries.ending(text.line(from: start), at: start)
  }

  private func endOfBody(_ ending: PartBoundaries.Ending?) -> Int {
    ending?.lineStart ?? text.count
  }
}

extension PartHeader {
  /// The header assumed for a text without a header.
  fileprivate static let plainText = PartHeader(type: "text", subtype: "plain")

  /// The header of a multipart with the same boundary, and without an encoding.
  fileprivate func asMultipart(_ subtype: String) -> PartHeader {
    var header = PartHeader(type: "multipart", subtype: subtype)
    header.boundary = boundary
    return header
  }
}

extension Range<Int> {
  fileprivate func shifted(by offset: Int) -> Self { lowerBound + offset..<upperBound + offset }
}

/// The boundaries of the open multiparts, to find the lines that end parts.
private struct PartBoundaries {
  /// The boundaries with their two leading dashes, the innermost last.
  var open: [[UInt8]] = []

  struct Ending {
    /// The index of the boundary in ``PartBoundaries/open``.
    var level: Int
    /// Whether no further part follows.
    var isLast: Bool
    var lineStart: Int
    /// The start of the next part: of the next line, or of words behind the boundary.
    var next: Int
  }

  /// Returns the ending if the line ends a part, else nil. Ignores white space at the line's end.
  ///
  /// Words may follow a boundary on its line only behind a space, since a boundary may begin with
  /// another one. They then belong to the next part, so that no words are lost.
  func ending(_ line: Bytes, at start: Int) -> Ending? {
    var end = line.count
    while end > 0, line[end - 1] <= 0x20 { end -= 1 }
    for mayHaveWords in [false, true] {
      for level in open.indices.reversed() where line[..<end].starts(with: open[level]) {
        var rest = line[open[level].count..<end]
        let isLast = rest.starts(with: "--".utf8)
        if isLast { rest = rest.dropFirst(2) }
        let words = rest.drop { $0 == 0x20 || $0 == 0x09 }
        guard rest.isEmpty || mayHaveWords && words.count < rest.count else { continue }
        let next = words.isEmpty ? line.count : words.startIndex
        return Ending(level: level, isLast: isLast, lineStart: start, next: start + next)
      }
    }
    return nil
  }

  /// Whether a text has words besides the lines of boundaries.
  func areAmongWords(in text: Bytes) -> Bool {
    text.lines.contains { $0.contains { $0 > 0x20 } && ending($0, at: 0) == nil }
  }
}
