import CGMime
import Foundation

/// The line that begins a message in an mbox: `From address date`.
enum FromLine {
  static let mark = Array("From ".utf8)
  static let initial = UInt8(ascii: "F")

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

  /// Whether the lines at the start of `text` begin a message below an empty line: a From line with
  /// a date, or one with nothing in it, as Thunderbird writes it, above a header.
  static func begins(_ text: UnsafeRawBufferPointer) -> Bool {
    let line = firstLine(of: text)
    if isPlausible(line) { return true }
    return line.dropFirst(mark.count).allSatisfy { $0 == 0x0D } && isHeader(below(line, in: text))
  }

  /// The same without an empty line above, as Thunderbird leaves it behind deleted messages: its
  /// own From line above its own headers.
  static func beginsInThunderbird(_ text: UnsafeRawBufferPointer) -> Bool {
    let line = firstLine(of: text)
    guard line.starts(with: "From - ".utf8), isPlausible(line) else { return false }
    let header = below(line, in: text)
    return header.starts(with: "X-Mozilla-".utf8) || header.starts(with: "X-Account-Key:".utf8)
  }

  /// Up to its line break.
  static func firstLine(of text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let start = UnsafeRawBufferPointer(rebasing: text.prefix(limit))
    return UnsafeRawBufferPointer(rebasing: start.prefix { $0 != 10 })
  }

  private static func below(
    _ line: UnsafeRawBufferPointer,
    in text: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text.dropFirst(line.count + 1))
  }

  /// Whether a line begins with a header's name.
  private static func isHeader(_ line: UnsafeRawBufferPointer) -> Bool {
    // RFC 5322, section 3.6.8: printable characters without the colon.
    guard let colon = line.prefix(80).firstIndex(of: UInt8(ascii: ":")), colon > 0 else {
      return false
    }
    return line[..<colon].allSatisfy { (0x21...0x7E).contains($0) }
  }

  /// Takes one `>` from each quoted From line of a body (`>From `, `>>From `), in place.
  ///
  /// That is mboxrd's rule. In mboxo and mboxcl only `>From ` was quoted, where it does the same.
  ///
  /// - Parameter start: where the body begins.
  /// - Returns: how many bytes are left.
  static func unquote(_ bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int) -> Int {
    guard let base = bytes.baseAddress, start < bytes.count,
      memchr(base + start, Int32(UInt8(ascii: ">")), bytes.count - start) != nil
    else { return bytes.count }
    var from = start
    var to = start
    while from < bytes.count {
      let rest = UnsafeMutableBufferPointer(rebasing: bytes[from...])
      let length = rest.firstIndex(of: 10).map { $0 + 1 } ?? rest.count
      let line = rest[..<length]
      let quotes = line.prefix { $0 == UInt8(ascii: ">") }.count
      let isQuoted = quotes > 0 && line.dropFirst(quotes).starts(with: mark)
      let kept = isQuoted ? length - 1 : length
      if to != from || isQuoted {
        for index in 0..<kept { bytes[to + index] = bytes[from + length - kept + index] }
      }
      from += length
      to += kept
    }
    return to
  }

  /// A whole message without these marks.
  static func unquoted(_ message: [UInt8]) -> [UInt8] {
    var message = message
    let count = message.withUnsafeMutableBufferPointer { bytes in
      unquote(bytes, from: MessageFile.headerLength(Bytes(bytes)) ?? bytes.count)
    }
    message.removeSubrange(count...)
    return message
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
