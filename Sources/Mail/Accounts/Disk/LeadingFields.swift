/// The names, in lower case, of the header fields at the beginning of a text, up to a line that is
/// no field.
struct LeadingFields: Sequence, IteratorProtocol {
  private var rest: UnsafeRawBufferPointer
  private var isFirst = true

  init(_ text: UnsafeRawBufferPointer) { rest = text }

  mutating func next() -> String? {
    while !rest.isEmpty {
      let line = FromLine.firstLine(of: rest)
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(line.count + 1))
      // A line that begins with a space continues a field.
      if !isFirst, line.first == 0x20 || line.first == 0x09 { continue }
      // The From line of another mbox from which the message came.
      if isFirst, line.starts(with: ">From ".utf8) { continue }
      // RFC 5322, section 3.6.8: printable characters except the colon. Old programs put spaces
      // before the colon.
      guard let colon = line.prefix(80).firstIndex(of: UInt8(ascii: ":")),
        let last = line[..<colon].lastIndex(where: { $0 != 0x20 && $0 != 0x09 }),
        line[...last].allSatisfy({ (0x21...0x7E).contains($0) })
      else { return nil }
      isFirst = false
      return String(decoding: line[...last], as: UTF8.self).lowercased()
    }
    return nil
  }

  var isEmpty: Bool { first == nil }

  /// Whether the first field is one that occurs in mail.
  var beginsMessage: Bool {
    first.map { Self.common.contains($0) || Self.isWrittenByPrograms($0) } == true
  }

  private var first: String? {
    var fields = self
    return fields.next()
  }

  /// Whether there is a field that only programs write.
  var isWrittenByPrograms: Bool { contains(where: Self.isWrittenByPrograms) }

  private static func isWrittenByPrograms(_ name: String) -> Bool {
    programs.contains(name) || prefixes.contains { name.hasPrefix($0) }
  }

  private static let prefixes = ["x-", "arc-", "list-", "resent-", "dkim-", "content-", "thread-"]

  private static let common: Set = [
    "from", "to", "cc", "date", "subject", "sender", "reply-to", "references", "status",
  ]

  private static let programs: Set = [
    "received", "received-spf", "return-path", "message-id", "in-reply-to", "mime-version",
    "delivered-to", "envelope-to", "authentication-results", "delivery-date", "errors-to",
    "user-agent", "auto-submitted", "precedence", "bcc",
  ]
}
