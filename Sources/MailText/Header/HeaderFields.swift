/// Finds the header fields that Tideline needs, without decoding them: the first of each name. Most
/// fields of a message only record its delivery. Some programs write a field for each recipient or
/// reference, so of these it also keeps the others.
package struct HeaderFields {
  enum Name: Int, CaseIterable {
    case from, date, subject, messageID, references, inReplyTo, to, cc, sender, replyTo
    case returnPath, autoSubmitted, received
    // The notes of mail programs.
    case status, xStatus, mozillaStatus, evolution, rmailAttributes, imapFolder, imapBase
    case gmailLabels
    case contentType, contentTransferEncoding, contentDisposition, contentID

    /// The name in lower case.
    var spelling: StaticString { Self.spellings[rawValue] }
    private static let spellings: [StaticString] = [
      "from", "date", "subject", "message-id", "references", "in-reply-to", "to", "cc", "sender",
      "reply-to", "return-path", "auto-submitted", "received", "status", "x-status",
      "x-mozilla-status", "x-evolution", "x-rmail-attributes", "x-imap", "x-imapbase",
      "x-gmail-labels", "content-type", "content-transfer-encoding", "content-disposition",
      "content-id",
    ]
    /// The names by length, so that a field's name is compared only with a few of equal length.
    fileprivate static let ofLength: [[Name]] = allCases.reduce(into: []) { names, name in
      let length = name.spelling.utf8CodeUnitCount
      names += Array(repeating: [], count: max(0, length + 1 - names.count))
      names[length].append(name)
    }

    /// The limit for decoding a value, in bytes; the shown text is far shorter.
    var limit: Int {
      switch self {
      case .from, .sender, .replyTo, .returnPath: 2_048
      case .to, .cc, .messageID, .received: 4_096
      case .subject, .inReplyTo, .gmailLabels: 8_192
      case .references: 65_536
      case .contentType, .contentDisposition: ContentField.limit
      case .autoSubmitted, .date, .status, .xStatus, .mozillaStatus, .evolution, .rmailAttributes,
        .imapFolder, .imapBase, .contentTransferEncoding, .contentID:
        1_024
      }
    }

    /// Whether a long value is cut in the middle: a reply names its parent message last.
    fileprivate var keepsItsEnd: Bool { self == .references || self == .inReplyTo }
  }

  private let bytes: Bytes
  /// The ranges of complete fields, from the name to the last line break; empty for a missing
  /// field.
  private var fields = [Range<Int>](repeating: 0..<0, count: Name.allCases.count)
  /// The names of the further fields, whose ranges follow those of the first ones.
  private var others: [Name] = []
  /// The index after the empty line, or the start of the text if there is no empty line.
  package private(set) var bodyStart: Int
  /// The lines above the first field that are not fields. If the empty line above a plain text is
  /// missing, these lines are the beginning of that text.
  private(set) var leading = 0..<0

  /// The charset of the first part that declares one; nil until the parts are known.
  var partCharset: String?

  /// - Parameters:
  ///   - bytes: a message without NULs in its header, valid as long as the fields are used.
  ///   - headerLength: the header's length in bytes, including the empty line.
  package init(_ bytes: Bytes, headerLength: Int) {
    self.bytes = bytes
    let headerEnd = min(headerLength, bytes.count)
    bodyStart = headerEnd
    var start = Self.beginning(of: bytes)
    let first = start
    var current: Int?
    var hasField = false
    // The start of the next field, if it was found below lines that are no fields.
    var nextField = 0
    while start < headerEnd {
      let end = bytes.endOfLine(from: start)
      defer { start = end }
      if hasField, bytes[start] == 0x20 || bytes[start] == 0x09 {
        if Self.isEnded(by: bytes[start..<end], in: bytes) {
          bodyStart = end
          break
        }
        if let current { fields[current] = fields[current].lowerBound..<end }
        continue
      }
      current = nil
      guard bytes[start] != 10, bytes[start] != 13 else { continue }
      if let nameEnd = Self.endOfName(bytes, start, end) {
        hasField = true
        guard let name = name(start..<nameEnd) else { continue }
        if fields[name.rawValue].isEmpty {
          current = name.rawValue
          fields[name.rawValue] = start..<end
        } else if [.to, .cc, .replyTo, .references].contains(name), others.count < Self.otherLimit {
          current = fields.count
          fields.append(start..<end)
          others.append(name)
        }
      } else if start == first, isFromLine(start..<end),
        Self.endOfName(bytes, end, bytes.endOfLine(from: end)) != nil
      {
        continue
      } else if start < nextField || findField(from: end, to: headerEnd, &nextField) {
        if !hasField { leading = first..<end }
      } else {
        // The text starts here, without an empty line above it.
        bodyStart = start
        break
      }
    }
  }

  /// Returns the index after a byte order mark, which some editors write.
  private static func beginning(of bytes: Bytes) -> Int {
    bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Whether the line is an mbox From line, possibly quoted as `>From `.
  private func isFromLine(_ line: Range<Int>) -> Bool {
    let line = bytes[line].prefix(6)
    return line.starts(with: "From ".utf8) || line.starts(with: ">From ".utf8)
  }

  /// Whether one of the next lines must be a header field, whose start becomes `place`. The lines
  /// above it then do not end the header: they were wrapped without white space.
  private func findField(from start: Int, to headerEnd: Int, _ place: inout Int) -> Bool {
    var start = start
    for _ in 0..<Self.lookahead where start < headerEnd {
      let end = bytes.endOfLine(from: start)
      if bytes[start] == 10 || bytes[start] == 13 { return false }
      if let nameEnd = Self.endOfName(bytes, start, end), isOfHeader(start..<nameEnd) {
        place = start
        return true
      }
      start = end
    }
    return false
  }

  /// The number of lines to search; a signature or a list of addresses takes a few.
  private static let lookahead = 12

  /// Whether the text is the name of a common field, or has hyphens as many fields' names do.
  private func isOfHeader(_ range: Range<Int>) -> Bool {
    if name(range) != nil { return true }
    let text = bytes[range]
    guard text.count <= 64,
      text.allSatisfy({ $0.isLetter || (0x2D...0x39).contains($0) })
    else { return false }
    return text.dropFirst().dropLast().contains(UInt8(ascii: "-"))
      || Self.common.contains(String(decoding: text, as: UTF8.self).lowercased())
  }

  private static let common: Set<String> = [
    "bcc", "comments", "keywords", "lines", "newsgroups", "organization", "path", "precedence",
    "priority", "importance", "sensitivity", "xref", "approved",
  ]

  /// Returns the end of a field's name: printable ASCII, followed by a colon, possibly with spaces
  /// before the colon. Nil for a line that is no field.
  private static func endOfName(_ bytes: Bytes, _ start: Int, _ end: Int) -> Int? {
    var index = start
    while index < end, (0x21...0x7E).contains(bytes[index]), bytes[index] != 0x3A { index += 1 }
    let nameEnd = index
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
    return nameEnd > start && index < end && bytes[index] == 0x3A ? nameEnd : nil
  }

  private func name(_ range: Range<Int>) -> Name? {
    guard range.count < Name.ofLength.count else { return nil }
    let text = Bytes(rebasing: bytes[range])
    return Name.ofLength[range.count].first { text.starts(withAnyCaseOf: $0.spelling) }
  }

  private static let otherLimit = 100

  /// Returns the header for each further field of a name, as if this field were the first.
  func others(_ name: Name) -> [HeaderFields] {
    zip(others, fields.dropFirst(Name.allCases.count)).filter { $0.0 == name }.map { _, field in
      var header = self
      header.fields[name.rawValue] = field
      return header
    }
  }

  /// Returns a field's value, still folded and encoded, up to its limit; nil without the field.
  func value(of name: Name) -> [UInt8]? {
    whole(name).map { value in
      let head = Self.head(of: value, name)
      let isParted = head.count < value.count && name.keepsItsEnd
      return head + (isParted ? value.suffix(name.limit / 2) : value.suffix(0))
    }
  }

  /// Returns a complete field, from its name to its last line break; empty for a missing field.
  func field(_ name: Name) -> Bytes { Bytes(rebasing: bytes[fields[name.rawValue]]) }

  /// Whether a line ends the header above it. An empty line does. A line of white space does if the
  /// next line is neither a field nor indented; at the end of the text, it does not.
  static func isEnded(by line: Slice<Bytes>, in text: Bytes) -> Bool {
    guard line.allSatisfy({ $0 <= 0x20 }) else { return false }
    if line.first == 10 || line.first == 13 { return true }
    let next = line.endIndex
    guard next < text.count, !(text[next] == 0x20 || text[next] == 0x09) else { return false }
    return endOfName(text, next, text.endOfLine(from: next)) == nil
  }

  /// Whether the message names another message to which it replies.
  var namesAnswered: Bool {
    !fields[Name.references.rawValue].isEmpty || !fields[Name.inReplyTo.rawValue].isEmpty
  }

  /// Whether the header names a mail system as the sender: by an empty return path (RFC 5321,
  /// section 4.5.5), as submitted by a program (RFC 3834), or by an address of mail systems.
  var nameMailSystem: Bool {
    if whole(.returnPath)?.contains(where: \.isOfWord) == false { return true }
    let submitted = whole(.autoSubmitted).map { Bytes(rebasing: $0.drop { $0 <= 0x20 }) }
    if submitted?.starts(withAnyCaseOf: "no") == false { return true }
    return Self.mailSystems.isIn(field(.from)) || Self.mailSystems.isIn(field(.returnPath))
  }

  private static let mailSystems = PlainPhrases(["mailer-daemon", "postmaster"])

  /// Whether a field's value is longer than its limit.
  func isCut(_ name: Name) -> Bool { (whole(name)?.count ?? 0) > name.limit }

  private func whole(_ name: Name) -> Slice<Bytes>? {
    let field = fields[name.rawValue]
    return bytes[field].firstIndex(of: 0x3A).map { bytes[($0 + 1)..<field.upperBound] }
  }

  /// Returns the start of a value, up to its limit, or to half of it if the value's end is kept,
  /// too. Cuts at the last comma of a list of addresses, else at white space, else between
  /// characters.
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

  /// The charset that the message declares, in its own header or else in the header of the first
  /// part that declares one.
  var charset: String? {
    let type = whole(.contentType).flatMap { ContentField(Bytes(rebasing: $0))["charset"] }
    return type ?? partCharset
  }
}
