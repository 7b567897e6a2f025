import FoundationEssentials

/// Header values as mail programs write them.
enum SampleHeader {
  /// How an encoded word spells its bytes (RFC 2047).
  enum Spelling: Sendable {
    case base64
    case quoted
  }

  /// The text as encoded words, or as it is when it is plain ASCII.
  static func encode(_ text: String, _ charset: Charset, _ spelling: Spelling) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    // An encoded word is at most 75 characters long, and must not cut a character in two.
    var words: [String] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      var length = min(rest.count, 20)
      while length > 1, word(rest.prefix(length), charset, spelling).utf8.count > 75 {
        length -= 1
      }
      words.append(word(rest.prefix(length), charset, spelling))
      rest = rest.dropFirst(length)
    }
    return words.joined(separator: "\n ")
  }

  private static func word(
    _ text: Substring,
    _ charset: Charset,
    _ spelling: Spelling
  ) -> String {
    let bytes = charset.encode(String(text))
    switch spelling {
    case .base64: return "=?\(charset.name)?B?\(Transfer.base64(bytes))?="
    case .quoted: return "=?\(charset.name)?Q?\(quoted(bytes))?="
    }
  }

  private static func quoted(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(UnicodeScalar(byte))
      case 0x20: "_"
      default: "=" + Transfer.hex(byte)
      }
    }.joined()
  }

  /// `Name <address>`, the name encoded or quoted where needed.
  static func address(
    _ person: SamplePerson,
    _ charset: Charset,
    _ spelling: Spelling
  ) -> String {
    guard !person.name.isEmpty else { return person.address }
    let needsQuotes = person.name.contains { ",.()".contains($0) }
    let name = needsQuotes ? "\"\(person.name)\"" : encode(person.name, charset, spelling)
    return "\(name) <\(person.address)>"
  }

  /// An RFC 5322 date in a zone that many minutes east of Greenwich.
  static func date(_ seconds: Int64, zone: Int) -> String {
    let local = seconds + Int64(zone) * 60
    let days = Int(local.quotientAndRemainder(dividingBy: 86_400).quotient)
    let time = Int(local - Int64(days) * 86_400)
    let (year, month, day) = civil(days)
    let weekday = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"][days % 7]
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let clock = [time / 3600, time / 60 % 60, time % 60].map(two).joined(separator: ":")
    let sign = zone < 0 ? "-" : "+"
    return "\(weekday), \(day) \(months[month - 1]) \(year) \(clock) "
      + "\(sign)\(two(abs(zone) / 60))\(two(abs(zone) % 60))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// The Gregorian date of a day counted from 1 January 1970, counting years from March.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9, day)
  }
}

/// Content-Transfer-Encodings.
enum Transfer {
  static func hex(_ byte: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
  }

  static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  /// Base64 in lines of 76 characters.
  static func base64Lines(_ bytes: [UInt8]) -> String {
    let text = Array(base64(bytes).utf8)
    return stride(from: 0, to: text.count, by: 76).map {
      String(decoding: text[$0..<min($0 + 76, text.count)], as: UTF8.self)
    }.joined(separator: "\n") + "\n"
  }

  /// Quoted-printable with soft line breaks.
  static func quotedPrintable(_ bytes: [UInt8]) -> String {
    var output = ""
    var column = 0
    for byte in bytes {
      if byte == 10 {
        output += "\n"
        column = 0
        continue
      }
      let isPlain = (0x20...0x7E).contains(byte) && byte != 0x3D
      let piece = isPlain ? String(UnicodeScalar(byte)) : "=" + hex(byte)
      if column + piece.utf8.count > 75 {
        output += "=\n"
        column = 0
      }
      output += piece
      column += piece.utf8.count
    }
    return output
  }
}
