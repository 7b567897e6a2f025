/// Finds data for programs in a text: armor around signed text, signatures, keys, and files.
struct TextArmour {
  /// Remarks about signatures or encryption found by their armor.
  private(set) var remarks: [Remark] = []
  /// Files within the text itself.
  private(set) var files: [Attachment] = []
  /// Whether to look for lines that begin a uuencoded file. False if there is no such line in the
  /// message as it was sent, with its texts still encoded.
  var findsFiles = true
  private var place = Place.text

  private enum Place {
    case text
    /// Below an armor line, up to the empty line that ends the armor's header.
    case header
    /// Within armor, up to the line that ends it.
    case armour
    case file(PackedFile)
  }

  /// Examines the next line, and returns whether the line is text, not data.
  mutating func passes(_ words: Bytes) -> Bool {
    switch place {
    case .file(let file):
      if file.ends(with: words) { place = .text }
      if file == .uuencode, case .file = place, let last = files.indices.last {
        files[last].size += Int64(UUDecoder.size(of: words))
      }
    case .armour:
      if words.starts(with: Self.end) {
        place = .text
      } else if !Self.isArmour(words) {
        // The armour has no end.
        place = .text
        return true
      }
    case .header:
      if words.isEmpty {
        place = .text
      } else if !LineKind.isHeaderField(words) {
        place = .text
        return true
      }
    case .text: return true
    }
    return false
  }

  /// Whether `- ` precedes lines that begin with a dash, as in signed text (RFC 9580, section 7.2).
  private(set) var escapesDashes = false

  /// - Parameters:
  ///   - below: the text below the line; nil if it is unknown.
  ///   - isReturned: whether the line is in a diff or a returned mail, which needs no remark.
  /// - Returns: whether data begins at the line.
  mutating func begin(
    _ mark: LineKind,
    _ words: Bytes,
    _ below: TextBelow?,
    isReturned: Bool
  ) -> Bool {
    func note(_ remark: Remark) { if !isReturned { self.note(remark) } }
    switch mark {
    case .signedMessage:
      note(.signed)
      place = .header
      escapesDashes = true
    case .armouredFile:
      guard below.map(Self.holdsArmour) ?? true else { return false }
      note(words.starts(with: "-----BEGIN PGP MESSAGE") ? .encrypted : .signed)
      place = .armour
      escapesDashes = false
    case .file(let file) where findsFiles:
      guard let below, file.isWhole(below) else { return false }
      let (name, size) = file.description(words)
      let line = oneLine(name, limit: Attachment.nameLimit)
      files.append(Attachment(name: line, type: file.type, size: size))
      place = .file(file)
    default: return false
    }
    return true
  }

  mutating func endPart() { (place, escapesDashes) = (.text, false) }

  /// Adds the findings in a text that was read separately.
  mutating func append(_ other: TextArmour, isReturned: Bool) {
    if !isReturned { other.remarks.forEach { note($0) } }
    files += other.files
  }

  private mutating func note(_ remark: Remark) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  private static let end: StaticString = "-----END PGP"

  /// Whether the text begins with the header and the lines of armour, and with an end or, if the
  /// text is cut, as far as it is known.
  static func holdsArmour(_ below: TextBelow) -> Bool {
    var (hasData, isHeader) = (false, true)
    for line in below {
      if line.starts(with: end) { return hasData }
      if isHeader, line.isEmpty || LineKind.isHeaderField(line) {
        isHeader = !line.isEmpty
        continue
      }
      guard isArmour(line) else { return false }
      (hasData, isHeader) = (hasData || !line.isEmpty, false)
    }
    return below.isCut
  }

  /// Whether a line may be within armour (RFC 9580, section 6.2): base64 or a checksum. Includes
  /// the empty lines and the header, which some programs repeat.
  private static func isArmour(_ line: Bytes) -> Bool {
    line.allSatisfy { $0.isLetter || $0.isDigit || "+/=".utf8.contains($0) }
      || line.count <= 100 && LineKind.isHeaderField(line) && line.contains(0x20)
  }

}

/// The lines below a line of plain text, without white space at their ends.
struct TextBelow: Sequence, IteratorProtocol {
  private var rest: Bytes
  /// Whether the text continues beyond the bytes read.
  let isCut: Bool

  init(_ rest: Bytes, isCut: Bool) { (self.rest, self.isCut) = (rest, isCut) }

  mutating func next() -> Bytes? {
    guard !rest.isEmpty else { return nil }
    let end = rest.endOfLine(from: 0)
    // The last line of a cut text may be a part of a line.
    if isCut, end == rest.count { return nil }
    defer { rest = Bytes(rebasing: rest[end...]) }
    return Bytes(rebasing: rest[..<end]).trimmed
  }
}
