/// A file that is written into a text, between a first and a last line.
enum PackedFile {
  case uuencode
  case yEnc
  /// BinHex 4.0 (RFC 1741).
  case binHex

  /// - Parameter line: the first line, without spaces at its ends; nil for any other line.
  init?(_ line: Bytes) {
    if Self.beginsUUEncoded(line) {
      self = .uuencode
    } else if line.starts(with: "=ybegin ") {
      self = .yEnc
    } else if line.starts(with: "(This file must be converted with BinHex") {
      self = .binHex
    } else {
      return nil
    }
  }

  /// Whether the line is like `begin 644 name`.
  private static func beginsUUEncoded(_ line: Bytes) -> Bool {
    guard line.starts(with: "begin "), line.count > 10 else { return false }
    // Accepts only file modes that let the owner read, so years and most numbers do not count.
    let digits = line.dropFirst(6).prefix { (0x30...0x37).contains($0) }
    let mode = digits.count == 4 && digits.first == 0x30 ? digits.dropFirst() : digits
    return mode.count == 3 && mode.first.map { $0 >= 0x34 } == true
      && line.dropFirst(6 + digits.count).first == 0x20
  }

  func ends(with line: Bytes) -> Bool {
    switch self {
    case .uuencode: line.elementsEqual("end".utf8)
    case .yEnc: line.starts(with: "=yend ")
    case .binHex: line.last == Self.colon
    }
  }

  /// Whether the text below the first line has the lines of the file, and their end or, if the text
  /// is cut, as far as it is known.
  func isWhole(_ below: TextBelow) -> Bool {
    var isFirst = true
    for line in below where !(self == .binHex && isFirst && line.isEmpty) {
      if ends(with: line) { return !isFirst || self == .binHex && holds(line, isFirst: true) }
      guard holds(line, isFirst: isFirst) else { return false }
      isFirst = false
    }
    return below.isCut
  }

  private func holds(_ line: Bytes, isFirst: Bool) -> Bool {
    switch self {
    case .uuencode:
      // A line has the length that its first character gives. Mail servers may remove spaces at its
      // end, and some programs add a checksum.
      let size = UUDecoder.size(of: line)
      let (length, whole) = (line.count - 1, (size + 2) / 3 * 4)
      return line.allSatisfy { (0x20...0x60).contains($0) } && length <= whole + 2
        && (!isFirst || size > 0 && length >= whole - 2)
    case .yEnc: return !line.starts(with: "=ybegin ")
    case .binHex:
      return line.allSatisfy { $0 == Self.colon || Self.alphabet.contains($0) }
        && (!isFirst || line.count > 1 && line.first == Self.colon)
    }
  }

  /// The file's name, and its size in bytes, as far as they are known before its content.
  func description(_ line: Bytes) -> (name: [UInt8], size: Int64) {
    switch self {
    case .uuencode: return (Array(line.dropFirst(6).drop { $0 != 0x20 }.dropFirst()), 0)
    case .yEnc:
      let text = String(decoding: line, as: UTF8.self)
      func value(_ name: String) -> Substring {
        text.firstRange(of: " \(name)=").map { text[$0.upperBound...] } ?? ""
      }
      return (Array(value("name").utf8), Int64(value("size").prefix { $0.isNumber }) ?? 0)
    case .binHex: return ([], 0)
    }
  }

  var type: String {
    self == .binHex ? "application/mac-binhex40" : "application/octet-stream"
  }

  private static let colon = UInt8(ascii: ":")
  private static let alphabet = Array(
    "!\"#$%&'()*+,-012345689@ABCDEFGHIJKLMNPQRSTUVXYZ[`abcdefhijklmpqr".utf8
  )
}
