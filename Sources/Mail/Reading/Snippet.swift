/// The beginning of a message's text, for the list's second line.
enum Snippet {
  /// Longer than any row shows, short enough to store a million of.
  static let limit = 160

  /// Plain text: quoted lines are skipped, with the line that introduces them, and the signature
  /// (below a line of `-- `) is not looked at. Text of nothing but quotes shows those.
  static func plain(_ text: UnsafePointer<CChar>) -> String {
    let own = lines(text, skippingQuotes: true)
    return own.isEmpty ? lines(text, skippingQuotes: false) : own
  }

  private static func lines(_ text: UnsafePointer<CChar>, skippingQuotes: Bool) -> String {
    var line = LineBuilder(limit: limit)
    var start = text
    while start.pointee != 0, !line.isFull {
      var end = start
      while end.pointee != 0, end.pointee != newline { end += 1 }
      let next = end.pointee == 0 ? end : end + 1
      if isSignatureMark(start, end) { break }
      let skip = skippingQuotes && (start.pointee == quoteMark || introducesQuote(start, end, next))
      if !skip {
        var byte = start
        while byte < end, !line.isFull {
          line.append(UInt8(bitPattern: byte.pointee))
          byte += 1
        }
        line.append(0x20)
      }
      start = next
    }
    return line.finish()
  }

  private static let newline = CChar(bitPattern: UInt8(ascii: "\n"))
  private static let quoteMark = CChar(bitPattern: UInt8(ascii: ">"))

  /// RFC 3676, section 4.3: dash, dash, space.
  private static func isSignatureMark(_ start: UnsafePointer<CChar>, _ end: UnsafePointer<CChar>)
    -> Bool
  {
    let dash = CChar(bitPattern: UInt8(ascii: "-"))
    let length = end - start
    guard length == 3 || (length == 4 && start[3] == 13) else { return false }
    return start[0] == dash && start[1] == dash && start[2] == 0x20
  }

  /// `On Monday Ann wrote:` in any language: ends in a colon, and a quote follows.
  private static func introducesQuote(
    _ start: UnsafePointer<CChar>,
    _ end: UnsafePointer<CChar>,
    _ next: UnsafePointer<CChar>
  ) -> Bool {
    var last = end
    while last > start, last[-1] == 0x20 || last[-1] == 13 { last -= 1 }
    guard last > start, last[-1] == CChar(bitPattern: UInt8(ascii: ":")) else { return false }
    var following = next
    while following.pointee == newline || following.pointee == 13 { following += 1 }
    return following.pointee == quoteMark
  }

  /// HTML: its text without tags, comments, styles and scripts, and with the common entities.
  static func html(_ text: UnsafePointer<CChar>) -> String {
    var line = LineBuilder(limit: limit)
    var scanner = MarkupScanner(text)
    while !line.isFull, let piece = scanner.next() {
      switch piece {
      case .byte(let byte): line.append(byte)
      case .text(let text): for byte in text.utf8 { line.append(byte) }
      }
    }
    return line.finish()
  }
}
