import CGMime

/// Copies of a message what its reader looks at, in a form that GMime parses in bounded work.
///
/// GMime makes several objects of each field and each part, reads the addresses of enclosed
/// messages whole, and keeps all of every body. So it is handed the structure of the message, a few
/// fields of each part, cut to a length, and as much of each text as is asked for. Bodies that are
/// no text are skipped, however long they are: text behind them is found.
///
/// Parts lie where GMime finds them: below a line of dashes with the boundary, which GMime itself
/// reads from the field.
struct Skimmer {
  /// Parts deeper than this are an attack on the stack.
  static let depthLimit = 24
  static let partLimit = 5_000
  /// For GMime. Its stream frees it.
  let output: UnsafeMutablePointer<GByteArray>
  /// Whether there are too many parts, or some lie too deep.
  private(set) var leavesPartsOut = false
  /// Whether a part that should have parts in it has none, and is copied as text.
  private(set) var isDamaged = false
  /// Whether a line begins a uuencoded file.
  private(set) var holdsFile = false

  private let text: Bytes
  private let limits: Limits
  /// Whether the message goes on behind the text.
  private let isOpen: Bool
  private var position: Int
  private var boundaries = PartBoundaries()
  private var parts = 0

  /// - Parameters:
  ///   - text: a message or its beginning, without NULs.
  ///   - limits: how much to copy.
  ///   - isOpen: whether the message goes on behind the text.
  init(_ text: Bytes, _ limits: Limits, isOpen: Bool) {
    let room = min(text.count, limits.text) + 512
    self.init(text, limits, isOpen: isOpen, into: g_byte_array_sized_new(guint(clamping: room)))
  }

  private init(
    _ text: Bytes,
    _ limits: Limits,
    isOpen: Bool,
    into output: UnsafeMutablePointer<GByteArray>
  ) {
    self.text = text
    self.limits = limits
    self.isOpen = isOpen
    self.output = output
    position = 0
  }

  /// Copies a message's content.
  mutating func skim(_ fields: HeaderFields) {
    position = fields.bodyStart
    skim(PartHeader(fields, isInDigest: false), fields, depth: 0)
  }

  // MARK: Parts

  /// - Returns: the line that ended the part, which is read; nil at the message's end.
  @discardableResult
  private mutating func skim(
    _ header: PartHeader,
    _ fields: HeaderFields,
    depth: Int
  ) -> PartBoundaries.Ending? {
    parts += 1
    guard depth < Self.depthLimit, parts <= Self.partLimit else {
      leavesPartsOut = true
      add("Content-Type: text/plain\n\n")
      return parts <= Self.partLimit ? nextEnding() : nil
    }
    switch header.kind {
    case .multipart(let boundary):
      return skimMultipart(header, fields, boundary, depth)
    case .message where header.isEncoded: return skimEncodedMessage(header, fields, depth)
    case .message:
      addContent(header, fields)
      return skimMessage(depth)
    case .text: return skimText(header, fields)
    case .file:
      let start = position
      let ending = nextEnding()
      addFile(header, fields, start..<endOfBody(ending), isEnded: ending != nil)
      return ending
    }
  }

  private mutating func addFile(
    _ header: PartHeader,
    _ fields: HeaderFields,
    _ body: Range<Int>,
    isEnded: Bool
  ) {
    guard limits.file > 0 else { return addContent(header, fields) }
    // The line break before a boundary belongs to the boundary.
    let content = Bytes(rebasing: text[body])
    let ended = isEnded ? content.withoutLineBreak : content
    guard body.count > limits.file, let size = header.unpackedSize(of: ended) else {
      addContent(header, fields)
      return add(body)
    }
    addContent(header, fields, [PartHeader.sizeField: "\(size)"])
    add(body.prefix(limits.file))
  }

  private mutating func skimText(_ header: PartHeader, _ fields: HeaderFields) -> PartBoundaries
    .Ending?
  {
    let start = position
    let ending = nextEnding(findsFiles: true)
    let end = endOfBody(ending)
    let kept = min(end, start + limits.text)
    let isCut = kept < end || ending == nil && isOpen
    addContent(header, fields, isCut ? [PartHeader.cutField: "1"] : [:])
    if header.isPlainText { add(fields.leadingText) }
    add(start..<kept)
    return ending
  }

  private mutating func skimMultipart(
    _ header: PartHeader,
    _ fields: HeaderFields,
    _ boundary: [UInt8]?,
    _ depth: Int
  ) -> PartBoundaries.Ending? {
    let start = position
    let outputStart = output.pointee.len
    addContent(header, fields)
    let level = boundaries.open.count
    if let boundary { boundaries.open.append(boundary) }
    // Where no part is found, all of it is text.
    var ending = nextEnding(findsFiles: true)
    var isEmpty = true
    while let found = ending, boundary != nil, found.level == level, !found.isLast {
      isEmpty = false
      addLine(boundaries.open[level])
      let (inner, fields) = readHeader(isInDigest: header.isDigest)
      ending = skim(inner, fields, depth: depth + 1)
    }
    if boundary != nil { boundaries.open.removeLast() }
    if let boundary, let found = ending, found.level == level {
      addLine(boundary + Array("--".utf8))
      ending = nextEnding()
    } else if isEmpty, !(ending == nil && isOpen) {
      let body = Bytes(rebasing: text[start..<endOfBody(ending)])
      guard body.contains(where: { $0 > 0x20 }) else { return ending }
      isDamaged = true
      g_byte_array_set_size(output, outputStart)
      add("Content-Type: text/plain\n\n")
      add(Bytes(rebasing: body.prefix(limits.text)))
    }
    return ending
  }

  private mutating func skimMessage(_ depth: Int) -> PartBoundaries.Ending? {
    let (header, fields) = readHeader(isInDigest: false)
    for name in HeaderFields.Name.ofEnclosed {
      let field = fields.field(name)
      guard !field.isEmpty else { continue }
      add(EnclosedHeader.prefix)
      add(Bytes(rebasing: field.prefix(name.limit)))
      if field.count > name.limit || field.last != 10 { add("\n") }
    }
    return skim(header, fields, depth: depth + 1)
  }

  /// GMime reads a message in base64 as if it were none, as the standard has it (RFC 2046, section
  /// 5.2.1). People send them all the same.
  private mutating func skimEncodedMessage(
    _ header: PartHeader,
    _ fields: HeaderFields,
    _ depth: Int
  ) -> PartBoundaries.Ending? {
    let start = position
    let ending = nextEnding()
    var decoded = header.decode(Bytes(rebasing: text[start..<endOfBody(ending)]))
    PartHeader.messageField.withUnsafeBufferPointer { add($0) }
    add("\n")
    decoded.withUnsafeMutableBufferPointer { bytes in
      bytes.replaceNULs(with: UInt8(ascii: "?"))
      var inner = Skimmer(Bytes(bytes), limits, isOpen: ending == nil && isOpen, into: output)
      inner.parts = parts
      _ = inner.skimMessage(depth)
      parts = inner.parts
      leavesPartsOut = leavesPartsOut || inner.leavesPartsOut
      isDamaged = isDamaged || inner.isDamaged
      holdsFile = holdsFile || inner.holdsFile
    }
    add("\n")
    return ending
  }

  // MARK: Reading

  /// Reads the header of a part or of a message in the message, up to a line that ends the part.
  private mutating func readHeader(isInDigest: Bool) -> (PartHeader, HeaderFields) {
    let start = position
    var end = start
    var next = start
    while next < text.count, ending(at: next) == nil {
      let lineEnd = text.endOfLine(from: next)
      // Most lines begin with a letter.
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

  /// Goes to the next line that ends a part, and behind it.
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

  // MARK: Writing

  /// Adds the fields that say what a part is, and the empty line below them.
  ///
  /// - Parameter notes: fields of our own.
  private mutating func addContent(
    _ header: PartHeader,
    _ fields: HeaderFields,
    _ notes: [String: String] = [:]
  ) {
    header.typeField.withUnsafeBufferPointer { add($0) }
    for name in [HeaderFields.Name.contentTransferEncoding, .contentDisposition] {
      guard let value = PartHeader.value(of: name, in: fields) else { continue }
      add("\(name.spelling):")
      value.withUnsafeBufferPointer { add($0) }
    }
    for (name, value) in notes { add("\(name): \(value)\n") }
    for name in [HeaderFields.Name.unpackedSize, .isCut] where limits.hasNotes {
      guard let value = PartHeader.value(of: name, in: fields) else { continue }
      add("\(name.spelling):")
      value.withUnsafeBufferPointer { add($0) }
    }
    add("\n")
  }

  private mutating func add(_ range: Range<Int>) { add(Bytes(rebasing: text[range])) }

  private mutating func add(_ string: String) {
    var string = string
    string.withUTF8 { add($0) }
  }

  private mutating func addLine(_ line: [UInt8]) {
    let length = output.pointee.len
    if length > 0, output.pointee.data[Int(length) - 1] != 10 { add("\n") }
    line.withUnsafeBufferPointer { add($0) }
    add("\n")
  }

  private mutating func add(_ bytes: Bytes) {
    guard let base = bytes.baseAddress, !bytes.isEmpty else { return }
    g_byte_array_append(output, base, guint(clamping: bytes.count))
  }
}
