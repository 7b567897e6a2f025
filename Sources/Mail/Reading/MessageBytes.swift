import CGMime

/// A message in memory, or its beginning, prepared for reading.
struct MessageBytes {
  /// Valid as long as the bytes from which it was made.
  let fields: HeaderFields
  let header: Header
  /// Decoded and on one line.
  let subject: String
  private let bytes: Bytes
  private let goesOn: Bool
  private let isHeaderWhole: Bool

  /// - Parameters:
  ///   - bytes: the message; NULs and old Mac line ends in it are overwritten.
  ///   - goesOn: whether the message continues beyond these bytes.
  init(_ bytes: UnsafeMutableBufferPointer<UInt8>, goesOn: Bool) {
    _ = GMimeLibrary.options
    if Bytes(bytes).place(of: 10) == nil { LineEnds.repair(bytes) }
    self.bytes = Bytes(bytes)
    self.goesOn = goesOn
    let headerLength = MessageFile.headerLength(self.bytes)
    isHeaderWhole = headerLength != nil
    // GMime works on C strings, so NULs are replaced. Not in text of wide characters, which
    // contains NULs and is no C string anyway.
    let isWide = self.bytes.place(of: 0) != nil && self.bytes.namesWideCharset
    let end = isWide ? headerLength ?? bytes.count : bytes.count
    UnsafeMutableBufferPointer(rebasing: bytes[..<end]).replaceNULs(with: UInt8(ascii: "?"))
    fields = HeaderFields(self.bytes, headerLength: headerLength ?? bytes.count)
    header = Header(fields, GMimeLibrary.options.pointer)
    subject = header.subject
  }

  /// The complete content.
  ///
  /// - Parameter hasNotes: as in ``Skimmer/Limits``.
  func whole(hasNotes: Bool = false) -> MessageContent {
    MessageContent(bytes, fields, textSubject, hasNotes: hasNotes)
  }

  /// Finds a part by its number; nil where there is none.
  func part(_ number: [Int]) -> FoundPart? {
    let limits = Skimmer.Limits(text: 0, file: 0)
    var skimmer = Skimmer(bytes, limits, isOpen: goesOn, sought: number)
    defer { g_byte_array_unref(skimmer.output) }
    skimmer.skim(fields)
    return skimmer.found
  }

  private var textSubject: TextSubject {
    TextSubject(subject, namesAnswered: fields.namesAnswered)
  }

  /// The content for a row, read from as much of each text as is needed.
  func row() -> MessageContent {
    var content = row(limit: MessageContent.rowLimits[0])
    for limit in MessageContent.rowLimits.dropFirst() where !content.isConclusive {
      content = row(limit: limit)
    }
    return content
  }

  /// The content for a row, read from the beginning of each text.
  ///
  /// - Parameter limit: one of ``MessageContent/rowLimits``.
  func row(limit: Int) -> MessageContent {
    MessageContent(
      bytes,
      fields,
      textSubject,
      limit: limit,
      isOpen: goesOn,
      isHeaderWhole: isHeaderWhole
    )
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether a part of the message may have a charset of two or four bytes per character.
  fileprivate var namesWideCharset: Bool { CharsetName.wide.isIn(self) }
}

/// Line ends that neither GMime nor Tideline understands: old Macs ended lines with a single
/// carriage return.
enum LineEnds {
  /// Whether the first line of an mbox ends with a single carriage return.
  static func areOfOldMac(_ file: Bytes) -> Bool {
    let beginning = file.prefix(FromLine.limit)
    guard let end = beginning.firstIndex(where: { $0 == 10 || $0 == 13 }) else { return false }
    // Some programs have written two carriage returns before a line feed.
    let next = beginning[end...].first { $0 != 13 }
    return beginning[end] == 13 && next != nil && next != 10
  }

  /// Replaces carriage returns that no line feed follows with line feeds.
  static func repair(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    for index in bytes.indices where bytes[index] == 13 {
      let isOfPair = index + 1 < bytes.count && bytes[index + 1] == 10
      if !isOfPair { bytes[index] = 10 }
    }
  }
}
