/// Converts text in ISO-2022-JP as Windows writes it (code page 50221): with the characters added
/// by NEC and IBM, and half-width katakana. iconv knows only the standard's characters.
enum JapaneseText {
  private enum Mode {
    case ascii, kanji, katakana
  }

  /// Returns the text in Shift_JIS (code page 932), in which iconv knows all these characters; nil
  /// if the text also switches to another charset.
  static func shiftJIS(_ text: Bytes) -> [UInt8]? {
    var (mode, shifted) = (Mode.ascii, false)
    var output: [UInt8] = []
    output.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      let byte = text[index]
      switch byte {
      case 0x1B:
        let escape = Bytes(rebasing: text[index...].dropFirst().prefix(3))
        guard let next = Self.escapes.first(where: { escape.starts(with: $0.escape) }) else {
          return nil
        }
        mode = next.mode ?? mode
        index += 1 + next.escape.utf8CodeUnitCount
        continue
      // Some programs switch to katakana and back by shift out and shift in.
      case 0x0E: shifted = true
      case 0x0F: shifted = false
      // Each line starts in ASCII (RFC 1468).
      case 0x0A:
        (mode, shifted) = (.ascii, false)
        output.append(byte)
      case 0x21...0x5F where shifted || mode == .katakana: output.append(byte | 0x80)
      case 0x21...0x7E where mode == .kanji && index + 1 < text.count && text[index + 1] > 0x20:
        output += pair(byte, text[index + 1])
        index += 1
      default: output.append(byte)
      }
      index += 1
    }
    return output
  }

  /// The escape sequences without their first byte; nil for one that only announces another.
  private static let escapes: [(escape: StaticString, mode: Mode?)] = [
    ("$B", .kanji), ("$@", .kanji), ("$(B", .kanji), ("$(@", .kanji), ("(I", .katakana),
    ("(B", .ascii), ("(J", .ascii), ("(H", .ascii), ("&@", nil),
  ]

  /// Converts a row and a cell of JIS X 0208. In Shift_JIS, one first byte stands for two rows.
  private static func pair(_ row: UInt8, _ cell: UInt8) -> [UInt8] {
    guard (0x21...0x7E).contains(cell) else { return [UInt8(ascii: "?")] }
    let first = (row - 0x21) / 2 + 0x81
    let second = row % 2 == 0 ? cell + 0x7E : cell < 0x60 ? cell + 0x1F : cell + 0x20
    return [first > 0x9F ? first + 0x40 : first, second]
  }
}

/// Converts text in HZ (RFC 1843), which iconv does not know, to GB 2312 in 8 bits.
enum ChineseText {
  static func gb2312(_ text: Bytes) -> [UInt8] {
    var (output, index, isChinese) = ([UInt8](), 0, false)
    output.reserveCapacity(text.count)
    while index < text.count {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0
      index += 1
      switch (byte, next) {
      case (UInt8(ascii: "~"), UInt8(ascii: "{")) where !isChinese:
        isChinese = true
        index += 1
      case (UInt8(ascii: "~"), UInt8(ascii: "}")) where isChinese:
        isChinese = false
        index += 1
      case (UInt8(ascii: "~"), UInt8(ascii: "~")) where !isChinese:
        output.append(byte)
        index += 1
      case (UInt8(ascii: "~"), 10) where !isChinese: index += 1
      // A line ends in ASCII, as each line of RFC 1843 does.
      case (10, _), (13, _):
        isChinese = false
        output.append(byte)
      case (0x21...0x7E, 0x21...0x7E) where isChinese:
        output += [byte | 0x80, next | 0x80]
        index += 1
      default: output.append(byte)
      }
    }
    return output
  }
}

/// Converts text of old Macs in charsets that iconv does not know.
enum MacText {
  /// - Returns: nil for another charset.
  static func utf8(_ text: Bytes, from charset: String) -> [UInt8]? {
    characters[charset].map { characters in
      text.flatMap { $0 < 0x80 ? [$0] : Array(characters[Int($0) - 0x80].utf8) }
    }
  }

  /// The characters from 0x80 on.
  private static let characters = [
    "x-mac-greek": Array(
      "Ä¹²É³ÖÜ΅àâä΄¨çéèêë£™îï•½‰ôö¦€ùûü†ΓΔΘΛΞΠß®©ΣΪ§≠°·Α±≤≥¥ΒΕΖΗΙΚΜΦΫΨΩ"
        + "άΝ¬ΟΡ≈Τ«»…\u{A0}ΥΧΆΈœ–―“”‘’÷ΉΊΌΎέήίόΏύαβψδεφγηιξκλμνοπώρστθωςχυζϊϋΐΰ\u{AD}"
    ),
    "x-mac-turkish": Array(
      "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø"
        + "¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸĞğİıŞş‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ�ÒÚÛÙ�ˆ˜¯˘˙˚¸˝˛ˇ"
    ),
  ]
}
