import CTidelineGLib
import FoundationEssentials
import Glibc

/// Header values in the forms that mail programs write.
enum SampleHeader {
  /// The encoding of an encoded word (RFC 2047).
  enum Spelling: String, Sendable, Decodable {
    case base64
    case quoted
  }

  /// The text as encoded words; plain ASCII is not encoded.
  static func encode(_ text: String, _ charset: Charset, _ spelling: Spelling) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    // Splits the text: an encoded word has at most 75 characters, and must not cut a character in
    // two.
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

  /// An address as `Name <address>`, with the name encoded or quoted if necessary.
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

  /// An RFC 5322 date, in a zone given in minutes east of Greenwich.
  static func date(_ seconds: Int64, zone: Int) -> String {
    var local = time_t(seconds) + zone * 60
    var time = tm()
    gmtime_r(&local, &time)
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(time.tm_wday)]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][Int(time.tm_mon)]
    let clock = [time.tm_hour, time.tm_min, time.tm_sec].map { two(Int($0)) }.joined(separator: ":")
    let sign = zone < 0 ? "-" : "+"
    return "\(weekday), \(time.tm_mday) \(month) \(time.tm_year + 1900) \(clock) "
      + "\(sign)\(two(abs(zone) / 60))\(two(abs(zone) % 60))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
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
    Data(bytes).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed]) + "\n"
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

/// A character set of mail, by its MIME name.
struct Charset: Sendable, Hashable, Decodable, ExpressibleByStringLiteral {
  let name: String

  init(stringLiteral name: String) { self.name = name }

  init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
  }

  static let utf8: Charset = "utf-8"

  /// Whether the charset has every character of the text.
  func holds(_ text: String) -> Bool { convert(text, orElse: nil) != nil }

  /// The text's bytes in this charset, with `?` for each missing character.
  func encode(_ text: String) -> [UInt8] { convert(text, orElse: "?") ?? Array(text.utf8) }

  /// - Returns: nil if the system does not know the charset, or if a character is missing and there
  ///   is no other text for it.
  private func convert(_ text: String, orElse other: String?) -> [UInt8]? {
    let count = gssize(text.utf8.count)
    var made: gsize = 0
    let bytes =
      other.map { g_convert_with_fallback(text, count, name, "UTF-8", $0, nil, &made, nil) }
      ?? g_convert(text, count, name, "UTF-8", nil, &made, nil)
    guard let bytes else { return nil }
    defer { g_free(bytes) }
    return UnsafeBufferPointer(start: bytes, count: Int(made)).map { UInt8(bitPattern: $0) }
  }
}
