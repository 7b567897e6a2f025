/// Judges the targets of a page's links.
///
/// Only `http`, `https` and `mailto` are links. A target without a scheme refers to a page that the
/// reader does not have.
enum PageLink {
  /// In bytes. Not every browser accepts longer ones.
  static let lengthLimit = 2_000

  private static let schemes = ["https://", "http://"]

  /// - Parameter target: an `href`, with character references unresolved.
  /// - Returns: the address to open; nil where there is none.
  static func address(_ target: Bytes) -> String? {
    guard !target.isEmpty, target.count <= 2 * lengthLimit else { return nil }
    // As in a browser: line breaks and tabs do not count (URL Standard, 4.4).
    let plain = HTMLEntity.resolved(target).utf8.filter { $0 != 9 && $0 != 10 && $0 != 13 }
    let trimmed = plain.withUnsafeBufferPointer { Array($0.trimmed) }
    guard let colon = trimmed.prefix(8).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = String(decoding: trimmed[..<colon], as: UTF8.self).lowercased()
    let rest = escaped(trimmed[colon...])
    guard scheme.utf8.count + rest.utf8.count <= lengthLimit else { return nil }
    let address = scheme + rest
    if address.hasPrefix(MailLink.scheme) { return MailLink(address)?.address }
    let start = schemes.first { address.hasPrefix($0) && address != $0 }
    return start.flatMap { isOfServer(address.utf8.dropFirst($0.utf8.count)) ? address : nil }
  }

  private static func isOfServer(_ rest: Substring.UTF8View) -> Bool {
    rest.first.map { !"/?#\\".utf8.contains($0) } ?? false
  }

  /// Escapes the bytes that must not stand in an address (RFC 3986), as browsers do.
  private static func escaped(_ address: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var escaped: [UInt8] = []
    for byte in address {
      if (0x21...0x7E).contains(byte), !"<>\"`{}|^".utf8.contains(byte) {
        escaped.append(byte)
      } else {
        escaped += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
