import CGMime

/// The line that begins a message in an mbox: `From address date`.
enum FromLine {
  static let mark = Array("From ".utf8)

  /// Nothing that a mail program writes there is longer.
  static let limit = 1024

  /// Whether a line that begins with the mark has a date in it, as these lines have and sentences
  /// have not: a time of day with a colon, and a year.
  static func isPlausible(_ line: UnsafeRawBufferPointer) -> Bool {
    var hasTime = false
    var hasYear = false
    var digits = 0
    for (index, byte) in line.enumerated() {
      let isDigit = (0x30...0x39).contains(byte)
      if isDigit {
        digits += 1
        hasYear = hasYear || digits == 4
        continue
      }
      if byte == UInt8(ascii: ":"), digits > 0, digits <= 2, index + 2 < line.count {
        hasTime =
          hasTime
          || (0x30...0x39).contains(line[index + 1]) && (0x30...0x39).contains(line[index + 2])
      }
      digits = 0
    }
    return hasTime && hasYear
  }

  /// When the message was received, in seconds since 1970, or nil when the line does not say.
  static func date(_ line: UnsafeRawBufferPointer) -> Int64? {
    let text = String(decoding: line.dropFirst(mark.count), as: UTF8.self)
    // The address comes first, and may hold anything.
    guard let space = text.firstIndex(of: " ") else { return nil }
    _ = GMimeLibrary.options
    guard let date = g_mime_utils_header_decode_date(String(text[space...].drop { $0 == " " }))
    else { return nil }
    defer { g_date_time_unref(date) }
    return max(0, Int64(g_date_time_to_unix(date)))
  }
}
