import CGMime

/// A message in memory, or its beginning, made ready to be read.
struct MessageBytes {
  /// Valid as long as the bytes that it was made from.
  let fields: HeaderFields
  private let bytes: Bytes
  private let goesOn: Bool
  private let isHeaderWhole: Bool

  /// - Parameters:
  ///   - bytes: NULs in it are overwritten, and line ends of old Macs.
  ///   - goesOn: whether the message does behind them.
  init(_ bytes: UnsafeMutableBufferPointer<UInt8>, goesOn: Bool) {
    _ = GMimeLibrary.options
    // GMime works on C strings.
    bytes.replaceNULs(with: UInt8(ascii: "?"))
    LineEnds.repair(bytes)
    self.bytes = Bytes(bytes)
    self.goesOn = goesOn
    let headerLength = MessageFile.headerLength(self.bytes)
    isHeaderWhole = headerLength != nil
    fields = HeaderFields(self.bytes, headerLength: headerLength ?? bytes.count)
  }

  var header: Header { Header(fields, GMimeLibrary.options.pointer) }

  /// Everything in it.
  ///
  /// - Parameter hasNotes: as in ``Skimmer/Limits``.
  func whole(hasNotes: Bool = false) -> MessageContent {
    MessageContent(bytes, fields, hasNotes: hasNotes)
  }

  /// Finds a part by its number; nil where there is none.
  func part(_ number: [Int]) -> FoundPart? {
    let limits = Skimmer.Limits(text: 0, file: 0)
    var skimmer = Skimmer(bytes, limits, isOpen: goesOn, sought: number)
    defer { g_byte_array_unref(skimmer.output) }
    skimmer.skim(fields)
    return skimmer.found
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
    MessageContent(bytes, fields, limit: limit, isOpen: goesOn, isHeaderWhole: isHeaderWhole)
  }
}

/// Line ends of a kind that neither GMime nor Tideline looks for.
private enum LineEnds {
  /// Old Macs ended lines with a carriage return and nothing else.
  static func repair(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    guard Bytes(bytes).place(of: 10) == nil else { return }
    for index in bytes.indices where bytes[index] == 13 { bytes[index] = 10 }
  }
}
