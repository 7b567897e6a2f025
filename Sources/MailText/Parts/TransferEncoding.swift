/// An encoding of content for transfer (RFC 2045, section 6).
package enum TransferEncoding: Sendable {
  case identity
  case base64
  case quotedPrintable
  case uuencode

  /// - Parameter field: the value of Content-Transfer-Encoding. Comments are ignored, and so are
  ///   the quotes, spaces and parameters that some programs add to the name.
  package init(_ field: some Sequence<UInt8>) {
    let name = field.withoutComments.filter { $0.isLetter || $0.isDigit }.map(\.lowercased)
    let encoding = Self.names.first { name.starts(with: $0.name.utf8) }?.encoding
    self = encoding ?? .identity
  }

  /// The beginnings of the names, without punctuation.
  private static let names: [(name: String, encoding: TransferEncoding)] = [
    ("base64", .base64), ("quotedprintable", .quotedPrintable), ("uue", .uuencode),
    ("xuu", .uuencode),
  ]
}

/// Decodes content in pieces, which need not be in memory at once. Used by one task at a time.
package final class PartDecoder: @unchecked Sendable {
  private var base64 = Base64Decoder()
  private var quotedPrintable = QuotedPrintableDecoder()
  private var uuencode = UUDecoder()
  private let encoding: TransferEncoding

  private static let pieceLength = 65_536

  package init(_ encoding: TransferEncoding) { self.encoding = encoding }

  /// Decodes the next bytes. They may end within an encoded unit (four characters in base64).
  package func add(_ content: Bytes, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard encoding != .identity else { return body(UnsafeRawBufferPointer(content)) }
    for start in stride(from: 0, to: content.count, by: Self.pieceLength) {
      let piece = Bytes(rebasing: content[start...].prefix(Self.pieceLength))
      switch encoding {
      case .identity: break
      case .base64: base64.decode(piece).withUnsafeBytes(body)
      case .quotedPrintable: quotedPrintable.decode(piece).withUnsafeBytes(body)
      case .uuencode: uuencode.decode(piece).withUnsafeBytes(body)
      }
    }
  }

  /// Passes on the decoded bytes that remain after the last call of `add`.
  package func finish(_ body: (UnsafeRawBufferPointer) -> Void) {
    quotedPrintable.finish().withUnsafeBytes(body)
    uuencode.finish().withUnsafeBytes(body)
  }
}

/// Decodes base64 (RFC 2045, section 6.8). Characters outside of the alphabet are ignored. Padding
/// may be missing, and may also be between two runs that a program has joined.
struct Base64Decoder {
  private var bits: UInt32 = 0
  private var count: UInt32 = 0

  private static let padding: UInt8 = 64
  private static let other: UInt8 = 255
  /// The value of each character. Includes the alphabet for addresses (RFC 4648, section 5).
  private static let values: [UInt8] = (0...255).map { (byte: UInt8) in
    switch byte {
    case 0x41...0x5A: byte - 0x41
    case 0x61...0x7A: byte - 0x61 + 26
    case 0x30...0x39: byte - 0x30 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    case UInt8(ascii: "="): padding
    default: other
    }
  }

  /// Whether a text's first words may be encoded. Spaces, letters beyond ASCII and punctuation at
  /// the line's end mean that they are in clear.
  static func mayDecode(_ text: Bytes) -> Bool {
    let start = text.firstIndex { $0 > 0x20 } ?? 0
    let line = Bytes(rebasing: text[start..<text.endOfLine(from: start)]).trimmed
    let isOfWords =
      line.contains { $0 == 0x20 || $0 >= 0x80 } || line.last.map(",.!?:".utf8.contains) == true
    return !isOfWords || line.count { values[Int($0)] == other } * 8 < line.count
  }

  /// Returns the start of the lines below the encoded ones; nil if there are none: the first line
  /// of several words or of dashes, if no long line follows that may be encoded.
  static func end(of text: Bytes) -> Int? {
    var (start, end): (Int, Int?) = (text.endOfLine(from: 0), nil)
    while start < text.count {
      let next = text.endOfLine(from: start)
      let line = Bytes(rebasing: text[start..<next]).trimmed
      let words = line.split(separator: 0x20).filter { $0.contains(where: \.isOfWord) }
      if words.count > 1 || !line.isEmpty && line.allSatisfy({ "-_=*".utf8.contains($0) }) {
        end = end ?? start
      } else if line.count >= lineLength {
        end = nil
      }
      start = next
    }
    return end
  }

  /// The length in bytes from which a line is not taken for a word.
  private static let lineLength = 40

  mutating func decode(_ text: Bytes) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: text.count + 1) { output, length in
      Self.values.withUnsafeBufferPointer { values in
        for byte in text {
          let value = values[Int(byte)]
          if value < Self.padding {
            bits = bits << 6 | UInt32(value)
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            output[length] = UInt8(truncatingIfNeeded: bits >> count)
            length += 1
          } else if value == Self.padding {
            count = 0
          }
        }
      }
    }
  }
}

/// Decodes quoted-printable (RFC 2045, section 6.7). White space may follow a soft line break's
/// `=`. An `=` that begins neither a byte nor a line break is kept.
struct QuotedPrintableDecoder {
  /// An `=`, and the bytes read behind it.
  private var escape: [UInt8] = []

  mutating func decode(_ text: Bytes) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(text.count + escape.count)
    var index = 0
    while index < text.count {
      guard let last = escape.last else {
        let equals = text.place(of: UInt8(ascii: "="), from: index)
        output += text[index..<(equals ?? text.count)]
        guard let equals else { break }
        escape = [text[equals]]
        index = equals + 1
        continue
      }
      let byte = text[index]
      if let high = last.hexadecimal, let low = byte.hexadecimal {
        output.append(high << 4 | low)
        escape = []
      } else if last.hexadecimal == nil, byte == 10 {
        escape = []
      } else if byte.isSpace && last.hexadecimal == nil
        || byte.hexadecimal != nil && escape.count == 1
      {
        escape.append(byte)
      } else {
        output += escape
        escape = []
        continue
      }
      index += 1
    }
    return output
  }

  /// Returns the bytes that remain at the end of the content: no more than a soft line break's.
  mutating func finish() -> [UInt8] {
    defer { escape = [] }
    return escape.last?.hexadecimal == nil ? [] : escape
  }
}

/// Decodes uuencoded files. A line's first character gives its number of bytes. Spaces at its end,
/// which stand for zeros, may be missing.
struct UUDecoder {
  private var line: [UInt8] = []
  private var isInFile = false

  mutating func decode(_ text: Bytes) -> [UInt8] {
    var output: [UInt8] = []
    for byte in text {
      if byte == 10 { endLine(&output) } else if byte != 13 { line.append(byte) }
    }
    return output
  }

  /// Decodes a last line without a line break.
  mutating func finish() -> [UInt8] { [10].withUnsafeBufferPointer { decode($0) } }

  private mutating func endLine(_ output: inout [UInt8]) {
    defer { line.removeAll(keepingCapacity: true) }
    guard isInFile, !line.elementsEqual("end".utf8) else {
      isInFile = line.starts(with: "begin ".utf8)
      return
    }
    var bits = 0
    for index in 0..<(4 * Self.size(of: line) + 2) / 3 {
      bits = bits << 6 & 0xFFFFFF | (index + 1 < line.count ? Self.value(line[index + 1]) : 0)
      let shift = [nil, 4, 2, 0][index % 4]
      if let shift { output.append(UInt8(truncatingIfNeeded: bits >> shift)) }
    }
  }

  static func size(of line: some Collection<UInt8>) -> Int { line.first.map(value) ?? 0 }

  private static func value(_ byte: UInt8) -> Int { Int((byte &- 0x20) & 0x3F) }
}
