/// The named characters of HTML (Living Standard, 13.5), without their semicolons.
struct HTMLEntityNames {
  /// Characters by name.
  private(set) var characters: [Substring: String] = [:]
  /// Names that are also valid without a semicolon.
  private(set) var loose: Set<Substring> = []

  static let all = HTMLEntityNames()

  /// The longest name in bytes.
  static let limit = 31
  static let looseLimit = 6

  private init() {
    var character = ""
    for word in Self.table.split(whereSeparator: \.isWhitespace) {
      if word.utf8.count >= 4, word.utf8.allSatisfy({ Self.isDigit($0) || $0 == UInt8(ascii: "+") })
      {
        let codes = word.split(separator: "+").compactMap { UInt32($0, radix: 16) }
        character = String(String.UnicodeScalarView(codes.compactMap(Unicode.Scalar.init)))
      } else if word.last == "." {
        characters[word.dropLast()] = character
        loose.insert(word.dropLast())
      } else {
        characters[word] = character
      }
    }
  }

  /// No name consists of these characters alone.
  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte)
  }
}
