/// Base64 (RFC 4648), in two variants that differ in the last of the 64 characters and in padding.
struct Base64 {
  /// The variant for SASL, with padding.
  static let standard = Base64(last: "/", padding: "=")
  /// The variant for names of mailboxes, without padding.
  static let modified = Base64(last: ",", padding: nil)

  private let alphabet: [UInt8]
  private let padding: UInt8?

  private init(last: String, padding: Unicode.Scalar?) {
    let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+" + last
    alphabet = Array(characters.utf8)
    self.padding = padding.map { UInt8(ascii: $0) }
  }

  func encode(_ bytes: [UInt8]) -> [UInt8] {
    var encoded: [UInt8] = []
    encoded.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(8 * (3 - group.count))
      for index in 0...group.count {
        encoded.append(alphabet[Int(bits >> UInt32(18 - 6 * index) & 63)])
      }
      if let padding { encoded += repeatElement(padding, count: 3 - group.count) }
    }
    return encoded
  }

  /// Decodes characters without padding. Nil for an invalid character, or if left-over bits are not
  /// zero.
  func decode(_ characters: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in characters {
      guard let value = value(of: character) else { return nil }
      bits = bits << 6 | value
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      bits &= 1 << UInt32(count) - 1
    }
    return count < 6 && bits == 0 ? bytes : nil
  }

  private func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a") + 26)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0") + 52)
    case alphabet[62]: 62
    case alphabet[63]: 63
    default: nil
    }
  }
}
