import Glibc
import SystemPackage

/// The line that begins a message in an mbox: `From address date`.
enum FromLine {
  static let mark = Array("From ".utf8)
  static let initial = UInt8(ascii: "F")

  /// The limit of a From line, in bytes: mail programs never write a longer one.
  static let limit = 1024

  /// U+FEFF in UTF-8, which some editors write at the beginning of a file.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func isMarked(_ text: Bytes) -> Bool { text.starts(with: "From ") }

  /// The offset of a file's first From line, if it begins within ``limit`` and only white space and
  /// a byte order mark are before it; nil for any other file.
  static func place(inFile file: Bytes) -> Int? {
    var (place, hasByteOrderMark) = (0, false)
    while place < min(file.count, limit) {
      let rest = Bytes(rebasing: file[place...])
      if isMarked(rest) { return place }
      if !hasByteOrderMark, rest.starts(with: byteOrderMark) {
        place += byteOrderMark.count
        hasByteOrderMark = true
      } else if file[place].isSpace || file[place] == 10 {
        place += 1
      } else {
        break
      }
    }
    return nil
  }

  /// Whether the first line of a file ends with a single carriage return.
  static func endsAsOnOldMacs(_ file: Bytes) -> Bool {
    let beginning = file.prefix(limit)
    guard let end = beginning.firstIndex(where: { $0 == 10 || $0 == 13 }) else { return false }
    // Some programs write two carriage returns before a line feed, which is no old Mac's line end.
    let next = beginning[end...].first { $0 != 13 }
    return beginning[end] == 13 && next != nil && next != 10
  }

  /// Whether the lines at the start of `text`, which come after an empty line, begin a message.
  ///
  /// Text also has lines that begin with "From ", some even with a time and a year. So the less a
  /// line looks like a From line, the stronger the evidence of a header below must be. After a date
  /// in the form of C's `asctime`, or after no words at all (as in Thunderbird), any header field
  /// is enough. After a single word without a colon at its end, the first field must be common in
  /// mail, or written only by programs. After several words, one of the fields must be written only
  /// by programs. After a date in another form, the header must meet one of these two conditions.
  static func beginsMessage(_ text: Bytes) -> Bool {
    let line = firstLine(of: text)
    let header = LeadingFields(below(line, in: text))
    guard !header.isEmpty else { return false }
    let words = line.dropFirst(mark.count).split(whereSeparator: \.isSpace)
    if words.isEmpty { return true }
    if isPlausible(line) {
      return isOfC(words) || header.beginsMessage || header.isWrittenByPrograms
    }
    if words.count > 1 { return header.isWrittenByPrograms }
    return words[0].last != UInt8(ascii: ":") && header.beginsMessage
  }

  /// Whether a weekday, a month, a day and a time follow each other, as `asctime` writes them.
  private static func isOfC(_ words: [Slice<Bytes>]) -> Bool {
    words.indices.dropLast(3).contains { index in
      weekdays.contains { words[index].elementsEqual($0) }
        && months.contains { words[index + 1].elementsEqual($0) }
        && words[index + 2].count <= 2 && words[index + 2].allSatisfy(\.isDigit)
        && words[index + 3].first?.isDigit == true
        && words[index + 3].contains(UInt8(ascii: ":"))
    }
  }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map {
    Array($0.utf8)
  }
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ].map { Array($0.utf8) }

  /// Whether a line that begins with `From ` also has a date, as From lines have and sentences do
  /// not: a time of day with a colon, and a year.
  private static func isPlausible(_ line: Bytes) -> Bool {
    var hasTime = false
    var hasYear = false
    var digits = 0
    for index in mark.count..<max(mark.count, line.count) {
      let byte = line[index]
      if byte.isDigit {
        digits += 1
        hasYear = hasYear || digits == 4
        continue
      }
      if byte == UInt8(ascii: ":"), digits > 0, digits <= 2, index + 2 < line.count {
        hasTime = hasTime || line[index + 1].isDigit && line[index + 2].isDigit
      }
      digits = 0
    }
    return hasTime && hasYear
  }

  /// Whether the lines begin a message although no empty line is above, as after messages deleted
  /// by Thunderbird, and in mailboxes joined by programs that end no message with an empty line: a
  /// From line of one sender and a date as `asctime` writes it, and a header below.
  static func beginsWithoutEmptyLine(_ text: Bytes) -> Bool {
    let line = firstLine(of: text)
    let words = line.dropFirst(mark.count).split(whereSeparator: \.isSpace)
    guard isPlausible(line), words.count >= 5, isOfC(Array(words[1...].prefix(4))) else {
      return false
    }
    let header = LeadingFields(below(line, in: text))
    return header.beginsMessage || header.isWrittenByPrograms
  }

  static func firstLine(of text: Bytes) -> Bytes {
    let start = Bytes(rebasing: text.prefix(limit))
    return Bytes(rebasing: start.prefix(start.place(of: 10) ?? start.count))
  }

  private static func below(_ line: Bytes, in text: Bytes) -> Bytes {
    Bytes(rebasing: text.dropFirst(line.count + 1).prefix(limit))
  }

  /// Removes one `>` from each quoted From line of a body (`>From `, `>>From `), in place.
  ///
  /// This is the rule of mboxrd. It also reverses the quoting of mboxo and mboxcl, which only add
  /// `>` to lines that begin with `From `.
  ///
  /// - Parameter start: the start of the body.
  /// - Returns: the remaining number of bytes.
  static func unquote(_ bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress,
      Bytes(bytes).place(of: UInt8(ascii: ">"), from: start) != nil
    else { return bytes.count }
    var from = start
    var to = start
    while from < bytes.count {
      let end = Bytes(bytes).endOfLine(from: from)
      if bytes[from] == UInt8(ascii: ">"),
        bytes[from..<end].drop(while: { $0 == UInt8(ascii: ">") }).starts(with: mark)
      {
        from += 1
      }
      if to != from { memmove(base + to, base + from, end - from) }
      to += end - from
      from = end
    }
    return to
  }

  /// Removes the quoting of From lines in a complete message.
  static func unquote(_ message: inout [UInt8]) {
    let count = message.withUnsafeMutableBufferPointer { bytes in
      unquote(bytes, from: Bytes(bytes).headerLength ?? bytes.count)
    }
    message.removeSubrange(count...)
  }

  /// When the message was received, in seconds since 1970, or nil when the line has no date.
  static func date(_ place: MboxScanner.Place, in file: FileDescriptor) throws(Refusal) -> Int64? {
    let end = min(place.start, place.mark + Int64(limit))
    return try file.bytes(from: place.mark, to: end).withUnsafeBufferPointer {
      date(firstLine(of: $0))
    }
  }

  private static func date(_ line: Bytes) -> Int64? {
    let text = String(decoding: line.dropFirst(mark.count), as: UTF8.self)
    // Skips the address, which may contain anything.
    guard let space = text.firstIndex(of: " ") else { return nil }
    return HeaderDate.seconds(in: String(text[space...])).map { max(0, $0) }
  }
}

/// The names, in lower case, of the header fields at the beginning of a text, up to a line that is
/// no field.
struct LeadingFields: Sequence, IteratorProtocol {
  private var rest: Bytes
  private var isFirst = true

  init(_ text: Bytes) { rest = text }

  mutating func next() -> String? {
    while !rest.isEmpty {
      let line = FromLine.firstLine(of: rest)
      rest = Bytes(rebasing: rest.dropFirst(line.count + 1))
      // A line that begins with a space continues a field.
      if !isFirst, line.first == 0x20 || line.first == 0x09 { continue }
      // Skips the From line of another mbox, from which the message was copied.
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

  /// Whether the first field is common in mail, or is one that only programs write.
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
