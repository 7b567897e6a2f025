/// Reads an address as mailing list archives write it, so that programs do not collect it.
enum ArchivedAddress {
  private static let signs = [
    " at ", " AT ", " (at) ", "(at)", " (AT) ", "(AT)", " [at] ", "[at]", " [AT] ", "[AT]",
    " {at} ", "{at}",
  ]
  private static let stops = [" dot ", " DOT ", " (dot) ", "(dot)", " (DOT) ", " [dot] ", "[dot]"]

  /// Reads `ann at a.example (Ann)`, `Ann <ann at a.example>` or the address alone, where words
  /// replace `@` and full stops; nil for a field with an `@`, or without such an address.
  static func read(_ raw: Bytes, _ decoded: () -> String) -> AddressList? {
    guard raw.place(of: UInt8(ascii: "@")) == nil else { return nil }
    let text = decoded()
    for sign in signs {
      guard let place = text.firstRange(of: sign) else { continue }
      let rest = stops.reduce(String(text[place.upperBound...])) { $0.replacing($1, with: ".") }
      let list = Array("\(text[..<place.lowerBound])@\(rest)".utf8)
        .withUnsafeBufferPointer { AddressReader($0).list }
      guard list.addresses.count == 1,
        let domain = list.addresses[0].address.split(separator: "@").dropFirst().last,
        domain.dropFirst().dropLast().contains("."), domain.first != ".", domain.last != ".",
        domain.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" })
      else { continue }
      return list
    }
    return nil
  }
}
