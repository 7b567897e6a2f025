/// The encoding of mailbox names in ASCII (RFC 3501, section 5.1.3): characters other than
/// printable ASCII are UTF-16 in base64 between `&` and `-`, and `&` itself is `&-`.
public enum ModifiedUTF7 {
  private static let shift = UInt8(ascii: "&")
  private static let unshift = UInt8(ascii: "-")

  /// Encodes a name in ASCII.
  public static func encode(_ name: String) -> String {
    var encoded: [UInt8] = []
    var shifted: [UInt8] = []
    for unit in name.utf16 {
      guard let byte = UInt8(exactly: unit), (0x20...0x7E).contains(byte) else {
        shifted += [UInt8(truncatingIfNeeded: unit >> 8), UInt8(truncatingIfNeeded: unit)]
        continue
      }
      unshift(&shifted, into: &encoded)
      encoded.append(byte)
      if byte == shift { encoded.append(unshift) }
    }
    unshift(&shifted, into: &encoded)
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func unshift(_ shifted: inout [UInt8], into encoded: inout [UInt8]) {
    guard !shifted.isEmpty else { return }
    encoded.append(shift)
    encoded += Base64.modified.encode(shifted)
    encoded.append(unshift)
    shifted.removeAll(keepingCapacity: true)
  }

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
    guard let bytes = Base64.modified.decode(characters), bytes.count.isMultiple(of: 2) else {
      return nil
    }
    let units = stride(from: 0, to: bytes.count, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else { return nil }
    return text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F } ? nil : text
  }
}
