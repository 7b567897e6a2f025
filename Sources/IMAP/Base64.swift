/// Base64 (RFC 4648) for SASL.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  static func encode(_ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(8 * (3 - group.count))
      for index in 0...group.count {
        encoded.append(alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)])
      }
      encoded += repeatElement(UInt8(ascii: "="), count: 3 - group.count)
    }
    return encoded
  }

  /// The value of a character; nil for another character than a letter, a digit or a plus sign.
  static func value(of character: UInt8) -> UInt32? {
    alphabet.dropLast().firstIndex(of: character).map { UInt32($0) }
  }
}
