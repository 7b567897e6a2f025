/// Normalises the text of a date in any script.
enum DateText {
  /// Converts digits, spaces and punctuation to ASCII, and separates Chinese, Japanese and Korean
  /// words from numbers and times.
  static func plain(_ text: Bytes) -> String {
    var plain = String.UnicodeScalarView()
    var last: Unicode.Scalar = " "
    var isInTime = false
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      for next in spelled(scalar, behind: last) {
        if isInTime, next == " " { continue }
        if isDigit(next) && isUnspaced(last) || isUnspaced(next) && isDigit(last) && !isSign(next) {
          plain.append(" ")
        }
        plain.append(next)
        if isSign(next), isDigit(last) { plain.append(" ") }
        last = next
      }
      isInTime = hourSigns.contains(scalar) && last == ":"
    }
    return String(plain)
  }

  private static func spelled(
    _ scalar: Unicode.Scalar,
    behind last: Unicode.Scalar
  ) -> [Unicode.Scalar] {
    if scalar.isASCII { return [scalar] }
    if hourSigns.contains(scalar), isDigit(last) { return [":"] }
    if secondSigns.contains(scalar), isDigit(last) { return [" "] }
    let properties = scalar.properties
    if properties.numericType == .decimal, let value = properties.numericValue {
      return Array("\(Int(value))".unicodeScalars)
    }
    // Full-width forms of ASCII.
    if (0xFF01...0xFF5E).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
    {
      return [narrow]
    }
    // Dashes and minus signs before a time zone.
    if (0x2010...0x2015).contains(scalar.value) || scalar.value == 0x2212 { return ["-"] }
    if properties.isWhitespace || scalar == "’" { return [" "] }
    return properties.isBidiControl ? [] : [scalar]
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  /// Signs after an hour or a minute.
  private static let hourSigns: Set<Unicode.Scalar> = ["時", "时", "点", "點", "시", "分", "분"]
  private static let secondSigns: Set<Unicode.Scalar> = ["秒", "초"]

  /// Whether the sign follows a year, a month or a day.
  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    ["年", "月", "日", "号", "號", "년", "월", "일"].contains(scalar)
  }

  /// Kana, Han and Hangul.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    (0x3040...0x9FFF).contains(scalar.value) || (0xAC00...0xD7A3).contains(scalar.value)
  }
}
