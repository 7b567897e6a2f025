/// Walks HTML and hands out what a reader would see of it. Made for the first words only: it
/// knows no layout, and tags that are not closed end with the text.
struct MarkupScanner {
  enum Piece {
    case byte(UInt8)
    case text(String)
  }

  private var position: UnsafePointer<CChar>

  init(_ text: UnsafePointer<CChar>) { position = text }

  mutating func next() -> Piece? {
    let byte = UInt8(bitPattern: position.pointee)
    switch byte {
    case 0: return nil
    case UInt8(ascii: "<"): return skipTag()
    case UInt8(ascii: "&"): return entity()
    default:
      position += 1
      return .byte(byte)
    }
  }

  /// A tag parts words unless it is one of those that stand within them.
  private mutating func skipTag() -> Piece {
    if starts(with: "<!--") {
      skip(past: "-->")
      return .text("")
    }
    for hidden in ["style", "script", "title", "head"] where starts(with: "<" + hidden) {
      // `<header>` begins like `<head>`.
      let after = UInt8(bitPattern: position[hidden.utf8.count + 1])
      guard !isLetter(after) else { continue }
      skip(past: "</" + hidden)
    }
    let within =
      ["<b>", "<i>", "<em", "<strong", "<span", "<a ", "<u>", "<font", "</b>", "</i>"]
      + ["</em", "</strong", "</span", "</a", "</u>", "</font"]
    let parts = !within.contains { starts(with: $0) }
    skip(past: ">")
    return .text(parts ? " " : "")
  }

  private mutating func entity() -> Piece {
    var end = position + 1
    while end - position < 12, isLetter(UInt8(bitPattern: end.pointee)) || isHashOrDigit(end) {
      end += 1
    }
    guard end.pointee == CChar(bitPattern: UInt8(ascii: ";")) else {
      position += 1
      return .text("&")
    }
    let bytes = UnsafeBufferPointer(start: position + 1, count: end - position - 1)
    let name = String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    position = end + 1
    if name.hasPrefix("#") { return .text(character(numbered: name.dropFirst())) }
    return .text(Self.named[name] ?? "")
  }

  private func character(numbered digits: Substring) -> String {
    let isHex = digits.first == "x" || digits.first == "X"
    let code = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let code, let scalar = Unicode.Scalar(code) else { return "" }
    // Preheader padding: newsletters hide their first line behind rows of these.
    guard ![0x034F, 0x00AD, 0x200B, 0x200C, 0xFEFF].contains(code) else { return "" }
    return code == 0xA0 ? " " : String(scalar)
  }

  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "euro": "€",
    "copy": "©", "reg": "®", "trade": "™", "hellip": "…", "mdash": "—", "ndash": "–",
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»",
    "bull": "•", "middot": "·", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö",
    "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç",
    "ntilde": "ñ", "oacute": "ó", "aacute": "á", "iacute": "í", "uacute": "ú", "ecirc": "ê",
  ]

  /// Compares without regard to ASCII case.
  private func starts(with prefix: String) -> Bool {
    var here = position
    for expected in prefix.utf8 {
      guard lowercase(UInt8(bitPattern: here.pointee)) == expected else { return false }
      here += 1
    }
    return true
  }

  private mutating func skip(past mark: String) {
    while position.pointee != 0 {
      if starts(with: mark) {
        position += mark.utf8.count
        return
      }
      position += 1
    }
  }

  private func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 32 : byte }
  private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 32) }
  private func isHashOrDigit(_ at: UnsafePointer<CChar>) -> Bool {
    let byte = UInt8(bitPattern: at.pointee)
    return byte == UInt8(ascii: "#") || (0x30...0x39).contains(byte)
  }
}
