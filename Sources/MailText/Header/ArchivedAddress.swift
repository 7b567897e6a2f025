/// Reads addresses as mailing list archives and broken programs write them.
enum ArchivedAddress {
  private static let signs = [
    " at ", " AT ", " (at) ", "(at)", " (AT) ", "(AT)", " [at] ", "[at]", " [AT] ", "[AT]",
    " {at} ", "{at}",
  ]
  private static let stops = [" dot ", " DOT ", " (dot) ", "(dot)", " (DOT) ", " [dot] ", "[dot]"]

  /// Parses `ann at a.example (Ann)`, `Ann <ann at a.example>` or the address alone. In these
  /// forms, words replace `@` and full stops, so that programs do not collect the address.
  ///
  /// - Parameters:
  ///   - raw: the field's value.
  ///   - decoded: the value in UTF-8, on one line.
  /// - Returns: nil for a field with an `@`, or without an address in such a form.
  static func read(_ raw: UnsafePointer<CChar>, _ decoded: () -> String) -> MailAddress? {
    guard Bytes(raw).place(of: UInt8(ascii: "@")) == nil else { return nil }
    let text = decoded()
    return signs.lazy.compactMap { sign in
      text.firstRange(of: sign).flatMap {
        address(
          text[..<$0.lowerBound],
          stops.reduce(String(text[$0.upperBound...])) {
            $0.replacing($1, with: ".")
          }
        )
      }
    }.first
  }

  /// - Parameters:
  ///   - before: the text before the word for `@`.
  ///   - behind: the text after that word.
  private static func address(_ before: Substring, _ behind: String) -> MailAddress? {
    let start = before.lastIndex { $0 == " " || $0 == "<" }
    let local = start.map { before[before.index(after: $0)...] } ?? before
    let domain = behind.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
    guard !local.isEmpty, !local.contains(where: { "<>()\",;:".contains($0) }),
      domain.contains("."), domain.first != ".", domain.last != "."
    else { return nil }
    var name = Substring()
    let rest = behind[domain.endIndex...].drop { $0 == " " }
    if let start, before[start] == "<" {
      guard rest.first == ">" else { return nil }
      name = before[..<start]
    } else {
      guard start == nil else { return nil }
      if rest.first == "(", rest.last == ")" { name = rest.dropFirst().dropLast() }
    }
    return MailAddress(raw: name.filter { $0 != "\"" }, address: "\(local)@\(domain)")
  }

  /// Replaces each comma that stands for a full stop, as in `<crew@boats,example>`, in an address
  /// field. Returns a C string; nil if there is no such comma.
  static func withoutOddCommas(_ field: Bytes) -> [CChar]? {
    guard field.contains(UInt8(ascii: ",")) else { return nil }
    var mended: [UInt8]?
    var isQuoted = false
    for (index, byte) in field.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard byte == UInt8(ascii: ","), !isQuoted, index > 0, isOfName(field[index - 1]),
        index + 1 < field.count, isOfName(field[index + 1]),
        field[..<index].reversed().prefix(while: isWithin).contains(UInt8(ascii: "@")),
        !field[(index + 1)...].prefix(while: isWithin).contains(UInt8(ascii: "@"))
      else { continue }
      mended = mended ?? Array(field)
      mended?[index] = UInt8(ascii: ".")
    }
    return mended?.withUnsafeBufferPointer { $0.cString }
  }

  private static func isOfName(_ byte: UInt8) -> Bool { byte.isLetter || byte.isDigit }

  /// Whether the byte is allowed in an address.
  private static func isWithin(_ byte: UInt8) -> Bool {
    byte > 0x20 && !"<>,;:()\"".utf8.contains(byte)
  }
}
