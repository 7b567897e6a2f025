/// Finds data for programs in a text: armor around signed text, signatures, keys, and files.
struct TextArmour {
  /// Remarks about signatures or encryption found by their armor.
  private(set) var remarks: [Remark] = []
  /// Files within the text itself (uuencode).
  private(set) var files: [Attachment] = []
  /// Whether to look for lines that begin a uuencoded file.
  var findsFiles = true
  private var place = Place.text

  private enum Place {
    case text
    /// Below an armor line, up to the empty line that ends the armor's header.
    case header
    /// Within armor, up to the line that ends it.
    case armour
    /// In a uuencoded file.
    case file
  }

  /// Examines the next line, and returns whether the line is text, not data.
  mutating func passes(_ words: Bytes) -> Bool {
    switch place {
    case .file:
      if words.elementsEqual("end".utf8) {
        place = .text
      } else if let last = files.indices.last {
        files[last].size += Self.sizeOfUUEncoded(words)
      }
    case .armour:
      if words.starts(with: "-----END PGP") { place = .text }
    case .header:
      if words.isEmpty { place = .text }
    case .text: return true
    }
    return false
  }

  /// Examines a line that may begin data for programs.
  ///
  /// - Returns: whether data begins at the line.
  mutating func begin(_ mark: LineKind, _ words: Bytes) -> Bool {
    switch mark {
    case .signedMessage:
      note(.signed)
      place = .header
    case .armouredFile:
      note(words.starts(with: "-----BEGIN PGP MESSAGE") ? .encrypted : .signed)
      place = .armour
    case .file where findsFiles:
      let name = words.dropFirst(6).drop { $0 != 0x20 }.dropFirst()
      let line = oneLine(name, limit: Attachment.nameLimit)
      files.append(Attachment(name: line, type: "application/octet-stream", size: 0))
      place = .file
    default: return false
    }
    return true
  }

  /// Ends a part, before another text.
  mutating func endPart() { place = .text }

  /// Adds the findings in a text that was read separately.
  ///
  /// - Parameter isReturned: whether that text belongs to a returned mail.
  mutating func append(_ other: TextArmour, isReturned: Bool) {
    if !isReturned { other.remarks.forEach { note($0) } }
    files += other.files
  }

  private mutating func note(_ remark: Remark) {
    if !remarks.contains(remark) { remarks.append(remark) }
  }

  /// Returns the decoded size of a uuencoded line, in bytes, from the line's first character.
  private static func sizeOfUUEncoded(_ line: Bytes) -> Int64 {
    line.first.map { Int64(($0 &- 0x20) & 0x3F) } ?? 0
  }
}
