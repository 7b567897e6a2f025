import CGMime

/// Copies the parts of a message that its reader needs, in a form that GMime parses in bounded
/// time.
///
/// GMime makes several objects of each field and each part, parses all addresses of enclosed
/// messages, and keeps the whole of every body. So it gets the structure of the message, a few
/// shortened fields of each part, and as much of each text as is asked for. Bodies that are not
/// text are skipped, however long they are: text after them is found.
///
/// Parts are found where GMime finds them: below a line of dashes with the boundary, which GMime
/// itself reads from the field.
struct Skimmer {
  /// More nesting is an attack on the stack.
  static let depthLimit = 24
  static let partLimit = 5_000
  /// The copy for GMime, freed by its stream.
  var output: UnsafeMutablePointer<GByteArray> { copy.bytes }
  private let copy: SkimmedCopy
  /// Whether parts are left out, because there are too many or they are nested too deeply.
  private(set) var leavesPartsOut = false
  /// Whether a multipart contains no parts, and is copied as text.
  private(set) var isDamaged = false
  /// Whether a line begins a uuencoded file.
  private(set) var holdsFile = false
  /// The requested part, once it is found.
  private(set) var found: FoundPart?
  /// The messages inside the message, by part number.
  private(set) var messages: [[Int]: EnclosedPart] = [:]

  private let text: Bytes
  private let limits: Limits
  /// Whether the message continues beyond the text.
  private let isOpen: Bool
  private var position: Int
  private var boundaries = PartBoundaries()
  private var parts = 0
  private let sought: [Int]?

  /// - Parameters:
  ///   - text: a message or its beginning, without NULs.
  ///   - limits: how much to copy.
  ///   - isOpen: whether the message continues beyond the text.
  ///   - sought: the number of a part whose content is wanted.
  init(_ text: Bytes, _ limits: Limits, isOpen: Bool, sought: [Int]? = nil) {
    let room = min(text.count, limits.text) + 512
    let output: UnsafeMutablePointer<GByteArray> = g_byte_array_sized_new(guint(clamping: room))
    self.init(text, limits, isOpen: isOpen, sought: sought, into: output)
  }

  private init(
    _ text: Bytes,
    _ limits: Limits,
    isOpen: Bool,
    sought: [Int]?,
    into output: UnsafeMutablePointer<GByteArray>
  ) {
    self.text = text
    self.limits = limits
    self.isOpen = isOpen
    self.sought = sought
    copy = SkimmedCopy(bytes: output, limits: limits)
    position = 0
  }

  /// Copies a message's content.
  mutating func skim(_ fields: HeaderFields) {
    position = fields.bodyStart
    skim(PartHeader(fields, isInDigest: false), fields, PartPlace(number: [], isMessage: true))
  }

  // MARK: Parts

  /// - Returns: the line that ended the part, already read; nil at the message's end.
  @discardableResult
  private mutating func skim(
    _ header: PartHeader,
    _ fields: HeaderFields,
    _ place: PartPlace
  ) -> PartBoundaries.Ending? {
    let depth = place.depth
    parts += 1
    guard depth < Self.depthLimit, parts <= Self.partLimit else {
      leavesPartsOut = true
      copy.add("Content-Type: text/plain\n\n")
      return parts <= Self.partLimit ? nextEnding() : nil
    }
    switch header.kind {
    case .multipart(let boundary):
      return skimMultipart(header, fields, boundary, place)
    case .message where header.isEncoded: return skimEncodedMessage(header, fields, place)
    case .message:
      let start = position
      copy.addContent(header, fields, number: place.own)
      let ending = skimMessage(place)
      let content = content(start, upTo: ending)
      messages[place.own] = EnclosedPart(size: content.count, encoding: header.encoding)
      note(header, content, place, isEnded: ending != nil)
      return ending
    case .text: return skimText(header, fields, place)
    case .file:
      let start = position
      let ending = nextEnding()
      let content = content(start, upTo: ending)
      note(header, content, place, isEnded: ending != nil)
      let body = Bytes(rebasing: text[start..<endOfBody(ending)])
      copy.addFile(header, fields, body, length: content.count, number: place.own)
      return ending
    }
  }

  /// A part's content. The line break before a boundary belongs to the boundary.
  private func content(_ start: Int, upTo ending: PartBoundaries.Ending?) -> Range<Int> {
    let body = start..<max(start, endOfBody(ending))
    guard ending != nil else { return body }
    return body.prefix(Bytes(rebasing: text[body]).withoutLineBreak.count)
  }

  /// Keeps the part if it is the requested one.
  private mutating func note(
    _ header: PartHeader,
    _ content: Range<Int>,
    _ place: PartPlace,
    isEnded: Bool
  ) {
    guard let sought, sought == place.own, found == nil else { return }
    found = FoundPart(header: header, range: content, isLast: !isEnded)
  }

  private mutating func skimText(
    _ header: PartHeader,
    _ fields: HeaderFields,
    _ place: PartPlace
  ) -> PartBoundaries.Ending? {
    let start = position
    let ending = nextEnding(findsFiles: true)
    let end = endOfBody(ending)
    let kept = min(end, start + limits.text)
    let isCut = kept < end || ending == nil && isOpen
    note(header, content(start, upTo: ending), place, isEnded: ending != nil)
    copy.addContent(header, fields, isCut ? [PartHeader.cutField: "1"] : [:], number: place.own)
    if header.isPlainText { copy.add(fields.leadingText) }
    copy.add(Bytes(rebasing: text[start..<kept]))
    return ending
  }

  private mutating func skimMultipart(
    _ header: PartHeader,
    _ fields: HeaderFields,
    _ boundary: [UInt8]?,
    _ place: PartPlace
  ) -> PartBoundaries.Ending? {
    let start = position
    let outputStart = output.pointee.len
    copy.addContent(header, fields)
    let level = boundaries.open.count
    if let boundary { boundaries.open.append(boundary) }
    // A multipart without parts is copied as text.
    var ending = nextEnding(findsFiles: true)
    var count = 0
    while let found = ending, boundary != nil, found.level == level, !found.isLast {
      count += 1
      copy.addLine(boundaries.open[level])
      let (inner, fields) = readHeader(isInDigest: header.isDigest)
      ending = skim(inner, fields, place.child(count))
    }
    if boundary != nil { boundaries.open.removeLast() }
    if let boundary, let found = ending, found.level == level {
      copy.addLine(boundary + Array("--".utf8))
      ending = nextEnding()
    } else if count == 0, !(ending == nil && isOpen) {
      let body = Bytes(rebasing: text[start..<endOfBody(ending)])
      guard body.contains(where: { $0 > 0x20 }) else { return ending }
      isDamaged = true
      g_byte_array_set_size(output, outputStart)
      copy.add("Content-Type: text/plain\n\n")
      copy.add(Bytes(rebasing: body.prefix(limits.text)))
    }
    return ending
  }

  private mutating func skimMessage(_ place: PartPlace) -> PartBoundaries.Ending? {
    let (header, fields) = readHeader(isInDigest: false)
    for name in HeaderFields.Name.ofEnclosed {
      let field = fields.field(name)
      guard !field.isEmpty else { continue }
      copy.add(EnclosedHeader.prefix)
      copy.add(Bytes(rebasing: field.prefix(name.limit)))
      if field.count > name.limit || field.last != 10 { copy.add("\n") }
    }
    return skim(header, fields, place.content)
  }

  /// Decodes a message in base64, which GMime does not, since the standard forbids the encoding
  /// (RFC 2046, section 5.2.1). It is sent all the same.
  private mutating func skimEncodedMessage(
    _ header: PartHeader,
    _ fields: HeaderFields,
    _ place: PartPlace
  ) -> PartBoundaries.Ending? {
    let start = position
    let ending = nextEnding()
    let content = content(start, upTo: ending)
    note(header, content, place, isEnded: ending != nil)
    var decoded = header.decode(Bytes(rebasing: text[content]))
    messages[place.own] = EnclosedPart(size: decoded.count, encoding: header.encoding)
    copy.addContent(header, fields, number: place.own)
    decoded.withUnsafeMutableBufferPointer { bytes in
      bytes.replaceNULs(with: UInt8(ascii: "?"))
      let goesOn = ending == nil && isOpen
      var inner = Skimmer(Bytes(bytes), limits, isOpen: goesOn, sought: sought, into: output)
      inner.parts = parts
      _ = inner.skimMessage(place)
      if found == nil, var part = inner.found, let range = part.range {
        part.content = part.header.decode(Bytes(rebasing: bytes[range]))
        part.range = nil
        part.isLast = part.isLast && ending == nil
        found = part
      }
      parts = inner.parts
      messages.merge(inner.messages) { $1 }
      leavesPartsOut = leavesPartsOut || inner.leavesPartsOut
      isDamaged = isDamaged || inner.isDamaged
      holdsFile = holdsFile || inner.holdsFile
    }
    copy.add("\n")
    return ending
  }

  // MARK: Reading

  /// Reads the header of a part or of a message inside the message, up to a line that ends the
  /// part.
  private mutating func readHeader(isInDigest: Bool) -> (PartHeader, HeaderFields) {
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
    return (PartHeader(fields, isInDigest: isInDigest), fields)
  }

  /// Moves behind the next line that ends a part.
  private mutating func nextEnding(findsFiles: Bool = false) -> PartBoundaries.Ending? {
    while position < text.count {
      if let found = ending(at: position) {
        position = text.endOfLine(from: position)
        return found
      }
      if findsFiles, !holdsFile, text[position] == UInt8(ascii: "b") {
        let line = Bytes(rebasing: text[position..<text.endOfLine(from: position)])
        if case .file = LineKind(line.trimmed) { holdsFile = true }
      }
      position = text.endOfLine(from: position)
    }
    return nil
  }

  private func ending(at start: Int) -> PartBoundaries.Ending? {
    let dash = UInt8(ascii: "-")
    guard start + 1 < text.count, text[start] == dash, text[start + 1] == dash else { return nil }
    return boundaries.ending(Bytes(rebasing: text[start..<text.endOfLine(from: start)]), at: start)
  }

  private func endOfBody(_ ending: PartBoundaries.Ending?) -> Int {
    ending?.lineStart ?? text.count
  }
}
