import CGMime

/// The fields of a message's header that the list looks at, as they stand in the file.
///
/// GMime decodes what is in them. But it makes several objects of each field, and most fields of a
/// message are only traces of its way; left to it, they cost more than all the rest. So the lines
/// are looked through here, and of each name the first is taken.
struct HeaderFields {
  enum Name: Int, CaseIterable {
    case from
    case date
    case subject
    case messageID
    case references
    case inReplyTo
    case to
    case cc
    case sender
    case replyTo
    case returnPath
    case received
    case status
    case xStatus
    case mozillaStatus
    case gmailLabels
    case contentType
    case contentTransferEncoding
    case contentDisposition
    case contentID
    case unpackedSize
    case isCut

    /// In lower case.
    var spelling: StaticString { Self.spellings[rawValue] }
    private static let spellings: [StaticString] = [
      "from", "date", "subject", "message-id", "references", "in-reply-to", "to", "cc", "sender",
      "reply-to", "return-path", "received", "status", "x-status", "x-mozilla-status",
      "x-gmail-labels", "content-type", "content-transfer-encoding", "content-disposition",
      "content-id", "content-x-unpacked-size", "content-x-is-cut",
    ]
    /// The names of each length: most fields have none of these, and are passed over at once.
    fileprivate static let ofLength: [[Name]] = allCases.reduce(into: []) { names, name in
      let length = name.spelling.utf8CodeUnitCount
      names += Array(repeating: [], count: max(0, length + 1 - names.count))
      names[length].append(name)
    }

    /// What is shown of a message in the message, and the charset of its raw bytes.
    static let ofEnclosed: [Name] = [.from, .sender, .replyTo, .to, .date, .subject, .contentType]

    /// In bytes: as much of a value is decoded, since what is shown of it is far shorter. GMime's
    /// time grows with the square of some.
    var limit: Int {
      switch self {
      case .from, .sender, .replyTo, .returnPath: 2_048
      case .to, .cc, .messageID, .received: 4_096
      case .subject, .inReplyTo, .gmailLabels: 8_192
      case .references: 65_536
      case .contentType, .contentDisposition: ContentField.limit
      case .date, .status, .xStatus, .mozillaStatus, .contentTransferEncoding, .contentID:
        1_024
      case .unpackedSize, .isCut: 64
      }
    }

    /// Whether a value that is too long is cut in its middle: an answer names its parent last.
    fileprivate var keepsItsEnd: Bool { self == .references || self == .inReplyTo }
  }

  private let bytes: Bytes
  /// Whole fields, from the name to the last line break; empty where there is none.
  private var fields = [Range<Int>](repeating: 0..<0, count: Name.allCases.count)
  /// Behind the empty line, or where the text begins that has none above it.
  private(set) var bodyStart: Int
  /// Lines above the first field that are none.
  private var textBefore = 0..<0

  /// - Parameters:
  ///   - bytes: without NULs, valid as long as the fields are used.
  ///   - headerLength: up to and with the empty line.
  init(_ bytes: Bytes, headerLength: Int) {
    self.bytes = bytes
    let headerEnd = min(headerLength, bytes.count)
    bodyStart = headerEnd
    var start = Self.beginning(of: bytes)
    let first = start
    var current: Name?
    var hasField = false
    // Where a field was found below lines that are none.
    var nextField = 0
    while start < headerEnd {
      let end = bytes.endOfLine(from: start)
      defer { start = end }
      if hasField, bytes[start] == 0x20 || bytes[start] == 0x09 {
        if Self.isEnded(by: bytes[start..<end], in: bytes) {
          bodyStart = end
          break
        }
        if let current { fields[current.rawValue] = fields[current.rawValue].lowerBound..<end }
        continue
      }
      current = nil
      guard bytes[start] != 10, bytes[start] != 13 else { continue }
      if let nameEnd = endOfName(start, end) {
        hasField = true
        guard let name = name(start..<nameEnd), fields[name.rawValue].isEmpty else { continue }
        fields[name.rawValue] = start..<end
        current = name
      } else if start == first, isFromLine(start..<end),
        endOfName(end, bytes.endOfLine(from: end)) != nil
      {
        continue
      } else if start < nextField || findField(from: end, to: headerEnd, &nextField) {
        if !hasField { textBefore = first..<end }
      } else {
        // The text, and the empty line above it is missing.
        bodyStart = start
        break
      }
    }
  }

  /// Some editors write a byte order mark.
  private static func beginning(of bytes: Bytes) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Of an mbox, also in a quote's spelling.
  private func isFromLine(_ line: Range<Int>) -> Bool {
    let line = bytes[line].prefix(6)
    return line.starts(with: "From ".utf8) || line.starts(with: ">From ".utf8)
  }

  /// Whether a field follows soon that no text would begin a line with. Lines that were wrapped
  /// without white space before them, or came between the fields, end no header.
  private func findField(from start: Int, to headerEnd: Int, _ place: inout Int) -> Bool {
    var start = start
    for _ in 0..<Self.lookahead where start < headerEnd {
      let end = bytes.endOfLine(from: start)
      if bytes[start] == 10 || bytes[start] == 13 { return false }
      if let nameEnd = endOfName(start, end), isOfHeader(start..<nameEnd) {
        place = start
        return true
      }
      start = end
    }
    return false
  }

  /// In lines: a signature or a list of addresses takes a few.
  private static let lookahead = 12

  /// Whether it is the name of a common field, or of several words as fields' names are.
  private func isOfHeader(_ range: Range<Int>) -> Bool {
    if name(range) != nil { return true }
    let text = bytes[range]
    guard text.count <= 64,
      text.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || (0x2D...0x39).contains($0) })
    else { return false }
    return text.dropFirst().dropLast().contains(UInt8(ascii: "-"))
      || Self.common.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  private static let common: Set<String> = [
    "bcc", "comments", "keywords", "lines", "newsgroups", "organization", "path", "precedence",
    "priority", "importance", "sensitivity", "xref", "approved",
  ]

  /// Where a field's name ends: printable ASCII, then a colon, perhaps with spaces before it.
  private func endOfName(_ start: Int, _ end: Int) -> Int? {
    Self.endOfName(bytes, start, end)
  }

  private static func endOfName(_ bytes: Bytes, _ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end, (0x21...0x7E).contains(bytes[index]), bytes[index] != 0x3A { index += 1 }
    let nameEnd = index
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return nameEnd > start && index < end && bytes[index] == 0x3A ? nameEnd : nil
  }

  private func name(_ range: Range<Int>) -> Name? {
    guard let start = bytes.baseAddress.map({ UnsafeRawPointer($0) + range.lowerBound }) else {
      return nil
    }
    let text = start.assumingMemoryBound(to: CChar.self)
    guard range.count < Name.ofLength.count else { return nil }
    return Name.ofLength[range.count].first { name in
      g_ascii_strncasecmp(name.spelling.chars, text, gsize(range.count)) == 0
    }
  }

  /// Lends a field's value, folded and encoded as it is, but no more than its limit; nil when there
  /// is none.
  func withValue<Result>(
    of name: Name,
    _ body: (UnsafePointer<CChar>) -> Result?
  ) -> Result? {
    guard let value = value(of: name) else { return nil }
    let head = Self.head(of: value, name)
    let isCut = head.count < value.count
    let tail = isCut && name.keepsItsEnd ? value.suffix(name.limit / 2) : value.suffix(0)
    let length = head.count + tail.count
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length + 1) { copy in
      _ = copy.initialize(fromContentsOf: head)
      _ = copy[head.count...].initialize(fromContentsOf: tail)
      copy.initializeElement(at: length, to: 0)
      return copy.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { body($0) } }
    }
  }

  /// A whole field, from its name to its last line break; empty where there is none.
  func field(_ name: Name) -> Bytes { Bytes(rebasing: bytes[fields[name.rawValue]]) }

  /// Lines above the first field, which a message without an empty line above its text begins with.
  var leadingText: Bytes { Bytes(rebasing: bytes[textBefore]) }

  /// Whether a line ends the header that it stands below: an empty one does, and one of spaces
  /// where no field follows.
  static func isEnded(by line: Slice<Bytes>, in text: Bytes) -> Bool {
    guard line.allSatisfy({ $0 <= 0x20 }) else { return false }
    if line.first == 10 || line.first == 13 { return true }
    let next = line.endIndex
    guard next < text.count, !(text[next] == 0x20 || text[next] == 0x09) else { return false }
    return endOfName(text, next, text.endOfLine(from: next)) == nil
  }

  /// Whether the message names another one that it answers.
  var namesAnswered: Bool {
    !fields[Name.references.rawValue].isEmpty || !fields[Name.inReplyTo.rawValue].isEmpty
  }

  /// Whether a field's value is longer than what is lent of it.
  func isCut(_ name: Name) -> Bool { (value(of: name)?.count ?? 0) > name.limit }

  private func value(of name: Name) -> Slice<Bytes>? {
    let field = fields[name.rawValue]
    return bytes[field].firstIndex(of: 0x3A).map { bytes[($0 + 1)..<field.upperBound] }
  }

  /// The beginning of a value, up to its limit: to the last comma or white space, so that no word
  /// and no character is cut where there is one.
  private static func head(of value: Slice<Bytes>, _ name: Name) -> Slice<Bytes> {
    guard value.count > name.limit else { return value }
    if name.keepsItsEnd { return value.prefix(name.limit / 2) }
    var head = value.prefix(name.limit)
    let isList = name == .to || name == .cc || name == .from
    if isList, let comma = head.lastIndex(of: 0x2C) { return head[..<comma] }
    if let space = head.suffix(name.limit / 2).lastIndex(where: { $0 <= 0x20 }) {
      return head[..<space]
    }
    while let last = head.last, last & 0xC0 == 0x80 { head = head.dropLast() }
    return head.last.map { $0 >= 0xC0 } == true ? head.dropLast() : head
  }

  /// The charset that the message declares: in its own header, or in that of the first part with
  /// one.
  var charset: String? {
    let type = value(of: .contentType).map { Bytes(rebasing: $0.prefix(ContentField.limit)) }
    let body = Bytes(rebasing: bytes[min(bodyStart, bytes.count)...].prefix(MessageFile.bodyLimit))
    return type.flatMap(Self.charset) ?? Self.charset(in: body)
  }

  private static func charset(in text: Bytes) -> String? {
    var start = 0
    while let equals = text[start...].firstIndex(of: UInt8(ascii: "=")) {
      start = equals + 1
      let name = text[max(0, equals - 7)..<equals]
      guard name.elementsEqual("charset".utf8, by: { $0 | 0x20 == $1 }) else { continue }
      let label = text[start...].prefix(64).drop { $0 == UInt8(ascii: "\"") || $0 == 0x20 }
      return String(
        decoding: label.prefix { $0 > 0x20 && $0 != 0x3B && $0 != 0x22 && $0 != 0x5C },
        as: UTF8.self
      )
    }
    return nil
  }
}

extension StaticString {
  /// For C.
  var chars: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
