/// The encoding of mailbox names in ASCII (RFC 3501, section 5.1.3): characters other than
/// printable ASCII are UTF-16 in base64 between `&` and `-`, and `&` itself is `&-`. The base64 has
/// a comma in place of the slash, and no padding. Commands repeat names as the server wrote them.
public enum ModifiedUTF7 {
  private static let shift = UInt8(ascii: "&")
  private static let unshift = UInt8(ascii: "-")

  /// Decodes a name for display. Invalid sequences stay unchanged.
  public static func decode(_ name: String) -> String {
    guard name.utf8.contains(shift) else { return name }
    var decoded = ""
    var rest = name.utf8[...]
    while let start = rest.firstIndex(of: shift) {
      decoded += Substring(rest[..<start])
      rest = rest[start...]
      // Stops at the next `&`, so that a name with many of them is decoded in linear time.
      let shifted = rest.dropFirst().prefix { $0 != shift && $0 != unshift }
      let end = shifted.endIndex
      if end < rest.endIndex, rest[end] == unshift, let text = decode(shifted) {
        decoded += text
        rest = rest[end...].dropFirst()
      } else {
        decoded += "&"
        rest = rest.dropFirst()
      }
    }
    return decoded + Substring(rest)
  }

  /// Decodes the characters between `&` and `-`. Nil if they are invalid.
  private static func decode(_ characters: Substring.UTF8View) -> String? {
    guard !characters.isEmpty else { return "&" }
    var units: [UInt16] = []
    var (bits, count): (UInt32, UInt32) = (0, 0)
    for character in characters {
      let value = character == UInt8(ascii: ",") ? 63 : Base64.value(of: character)
      guard let value else { return nil }
      (bits, count) = (bits << 6 | value, count + 6)
      guard count >= 16 else { continue }
      count -= 16
      units.append(UInt16(truncatingIfNeeded: bits >> count))
      bits &= 1 << count - 1
    }
    // The bits left over must be zero, and too few for another character.
    guard count < 6, bits == 0 else { return nil }
    guard let text = String(validating: units, as: UTF16.self) else { return nil }
    return text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? nil : text
  }
}
