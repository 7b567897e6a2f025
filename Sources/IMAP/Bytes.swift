extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")

  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// An ASCII letter in upper case; any other byte unchanged.
  var uppercased: UInt8 {
    self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") ? self - 0x20 : self
  }
}

extension StaticString {
  /// Whether bytes equal this ASCII text, ignoring case. The text itself must be in upper case.
  func equals(_ bytes: ArraySlice<UInt8>) -> Bool {
    withUTF8Buffer { name in
      guard name.count == bytes.count else { return false }
      for (own, other) in zip(name, bytes) where own != other.uppercased { return false }
      return true
    }
  }
}
