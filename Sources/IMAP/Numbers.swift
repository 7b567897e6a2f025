extension Tokens {
  /// Reads the next string as a non-negative number; nil for any other string. A number that is too
  /// large becomes `UInt64.max`. Also reads the form `9.37e+06`, which some servers write.
  mutating func number() -> UInt64? {
    guard case .bytes(let range) = string(), let first = range.first, bytes[first].isDigit else {
      return nil
    }
    var number: UInt64 = 0
    for byte in bytes[range] {
      guard byte.isDigit else { return decimalFraction(range) }
      let (tenfold, overflows) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = tenfold.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      number = overflows || overflowsToo ? .max : sum
      if number == .max { break }
    }
    return number
  }

  private func decimalFraction(_ range: Range<Int>) -> UInt64? {
    let isDecimal = bytes[range].allSatisfy { byte in
      byte.isDigit || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-") || byte.uppercased == UInt8(ascii: "E")
    }
    guard isDecimal, range.count <= 64, let number = Double(text(range)) else { return nil }
    return number < 0x1p64 ? UInt64(number) : .max
  }

  /// Reads a UID, a sequence number or a UIDVALIDITY; nil if it is 0 or too large for IMAP.
  mutating func identifier() -> UInt32? {
    guard let number = number(), number > 0 else { return nil }
    return UInt32(exactly: number)
  }

  /// Reads a number of messages; nil if it is too large for IMAP.
  mutating func count() -> UInt32? {
    number().flatMap { UInt32(exactly: $0) }
  }

  /// Reads a number of bytes; a number that is too large for IMAP becomes the largest one.
  mutating func size() -> UInt32? {
    number().map { UInt32(clamping: $0) }
  }

  /// Reads a modification sequence, which has 63 bits (RFC 7162); nil if it has more.
  mutating func modSeq() -> UInt64? {
    number().flatMap { $0 <= UInt64(Int64.max) ? $0 : nil }
  }

  /// Reads a set of numbers; nil for any other string.
  mutating func numberSet() -> NumberSet? {
    content(of: string()).flatMap { NumberSet(bytes: $0[...]) }
  }

  /// Whether the next token begins with a digit.
  mutating func isAtNumber() -> Bool {
    peekToken()?.isDigit == true
  }
}
