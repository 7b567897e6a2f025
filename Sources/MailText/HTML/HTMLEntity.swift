/// A character reference in an HTML page, such as `&amp;` or `&#8364;` (HTML Living Standard,
/// 13.2.5.72).
struct HTMLEntity {
  /// The referenced characters in UTF-8.
  let characters: String.UTF8View
  /// The length of the reference itself, in bytes.
  let length: Int

  /// - Parameter isValue: whether the text is in an attribute's value, where a name without a
  ///   semicolon may be part of a URL.
  /// - Returns: nil if the ampersand begins no reference.
  init?(_ text: Bytes, isValue: Bool = false) {
    let found =
      text.count > 1 && text[1] == UInt8(ascii: "#")
      ? Self.number(text) : Self.name(text, isValue)
    guard let found else { return nil }
    (characters, length) = (found.text.utf8, found.length)
  }

  /// Returns the text with its references resolved, by the rules for an attribute's value.
  static func resolved(_ text: Bytes) -> String {
    var bytes: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "&"),
        let entity = HTMLEntity(Bytes(rebasing: text[index...]), isValue: true)
      {
        bytes += entity.characters
        index += entity.length
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func number(_ text: Bytes) -> (text: String, length: Int)? {
    let isHexadecimal = text.count > 2 && text[2] | 0x20 == UInt8(ascii: "x")
    let start = isHexadecimal ? 3 : 2
    var end = start
    var code: UInt32 = 0
    while end < text.count, let digit = digit(text[end], isHexadecimal) {
      code = min(code * (isHexadecimal ? 16 : 10) + digit, 0x11_0000)
      end += 1
    }
    guard end > start else { return nil }
    if end < text.count, text[end] == UInt8(ascii: ";") { end += 1 }
    let scalar = code == 0 ? nil : Unicode.Scalar(code)
    return (windows(code) ?? String(Character(scalar ?? "\u{FFFD}")), end)
  }

  private static func digit(_ byte: UInt8, _ isHexadecimal: Bool) -> UInt32? {
    byte.isDigit || isHexadecimal ? byte.hexadecimal.map { UInt32($0) } : nil
  }

  private static func name(_ text: Bytes, _ isValue: Bool) -> (text: String, length: Int)? {
    let letters = text.dropFirst().prefix(HTMLEntityNames.limit).prefix(while: isOfName)
    guard letters.count > 1 else { return nil }
    let next = letters.endIndex < text.count ? text[letters.endIndex] : 0
    if next == UInt8(ascii: ";") {
      // A shortcut for the most frequent reference in mail.
      if letters.elementsEqual("nbsp".utf8) { return ("\u{A0}", 6) }
      let name = String(decoding: letters, as: UTF8.self)[...]
      if let found = HTMLEntityNames.all.characters[name] { return (found, letters.count + 2) }
    }
    for length in (2...HTMLEntityNames.looseLimit).reversed() where length <= letters.count {
      let name = String(decoding: letters.prefix(length), as: UTF8.self)[...]
      guard HTMLEntityNames.all.loose.contains(name) else { continue }
      let following = length < letters.count ? letters[letters.startIndex + length] : next
      if isValue, following == UInt8(ascii: "=") || isOfName(following) { return nil }
      return HTMLEntityNames.all.characters[name].map { ($0, length + 1) }
    }
    return nil
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit
  }

  /// Returns the character of Windows-1252, which references such as `&#150;` mean.
  private static func windows(_ code: UInt32) -> String? {
    guard (0x80...0x9F).contains(code) else { return nil }
    let converted = [UInt8(code)].withUnsafeBufferPointer {
      TextDecoding.iconv($0, from: "windows-1252")
    }
    return converted.flatMap { $0.isWhole ? String(decoding: $0.text, as: UTF8.self) : nil }
  }
}

/// The names of characters in HTML, without semicolons, from the file `html-entities.txt`.
struct HTMLEntityNames {
  private(set) var characters: [Substring: String] = [:]
  /// Names that are also valid without a semicolon.
  private(set) var loose: Set<Substring> = []

  static let all = HTMLEntityNames()

  /// The length of the longest name, in bytes.
  static let limit = 31
  static let looseLimit = 6

  private init() {
    var character = ""
    for word in PackageResources.html_entities_txt.dataWords {
      let text = String(decoding: word, as: UTF8.self)[...]
      // At least four hexadecimal digits or plus signs are a code: no name consists of these alone.
      if word.count >= 4,
        word.allSatisfy({ $0.isDigit || (0x41...0x46).contains($0) || $0 == 0x2B })
      {
        let codes = text.split(separator: "+").compactMap { UInt32($0, radix: 16) }
        character = String(String.UnicodeScalarView(codes.compactMap(Unicode.Scalar.init)))
      } else if text.last == "." {
        characters[text.dropLast()] = character
        loose.insert(text.dropLast())
      } else {
        characters[text] = character
      }
    }
  }
}
