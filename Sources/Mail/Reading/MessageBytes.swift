import CGMime

/// A message in memory, or its beginning, made ready to be read.
struct MessageBytes {
  /// Valid as long as the bytes that it was made from.
  let fields: HeaderFields
  let header: Header
  /// Decoded and on one line.
  let subject: String
  private let bytes: Bytes
  private let goesOn: Bool
  private let isHeaderWhole: Bool

  /// - Parameters:
  ///   - bytes: NULs in it are overwritten, and line ends of old Macs.
  ///   - goesOn: whether the message does behind them.
  init(_ bytes: UnsafeMutableBufferPointer<UInt8>, goesOn: Bool) {
    _ = GMimeLibrary.options
    if Bytes(bytes).place(of: 10) == nil { LineEnds.repair(bytes) }
    self.bytes = Bytes(bytes)
    self.goesOn = goesOn
    let headerLength = MessageFile.headerLength(self.bytes)
    isHeaderWhole = headerLength != nil
    // GMime works on C strings. A text of wide characters has NULs in it, and is none.
    let isWide = self.bytes.place(of: 0) != nil && self.bytes.namesWideCharset
    let end = isWide ? headerLength ?? bytes.count : bytes.count
    UnsafeMutableBufferPointer(rebasing: bytes[..<end]).replaceNULs(with: UInt8(ascii: "?"))
    fields = HeaderFields(self.bytes, headerLength: headerLength ?? bytes.count)
    header = Header(fields, GMimeLibrary.options.pointer)
    subject = header.subject
  }

  /// Everything in it.
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

  /// What a row shows, from as much of each text as it takes.
  func row() -> MessageContent {
    var content = row(limit: MessageContent.rowLimits[0])
    for limit in MessageContent.rowLimits.dropFirst() where !content.isConclusive {
      content = row(limit: limit)
    }
    return content
  }

  /// The same, from the beginning of each text.
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
  /// Whether a part of a message may be in a charset of two or four bytes a character.
  fileprivate var namesWideCharset: Bool { CharsetName.wide.isIn(self) }
}

/// Line ends of a kind that neither GMime nor Tideline looks for: old Macs ended lines with a carriage
/// return and nothing else.
enum LineEnds {
  /// Whether the first line of an mbox ends so.
  static func areOfOldMac(_ file: Bytes) -> Bool {
    let beginning = file.prefix(FromLine.limit)
    guard let end = beginning.firstIndex(where: { $0 == 10 || $0 == 13 }) else { return false }
    // Some programs have written two carriage returns before a line feed.
    let next = beginning[end...].first { $0 != 13 }
    return beginning[end] == 13 && next != nil && next != 10
  }

  /// Makes line feeds of carriage returns that have none behind them.
  static func repair(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    for index in bytes.indices where bytes[index] == 13 {
      let isOfPair = index + 1 < bytes.count && bytes[index + 1] == 10
      if !isOfPair { bytes[index] = 10 }
    }
  }
}
