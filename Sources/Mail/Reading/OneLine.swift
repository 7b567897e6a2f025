/// Text from a message as a row can show it: white space and control characters become single
/// spaces, and it is cut at `limit` characters.
///
/// Works on UTF-8 bytes, because it runs several times for every message.
func oneLine(_ text: UnsafePointer<CChar>, limit: Int) -> String {
  var line = LineBuilder(limit: limit)
  var cursor = text
  while cursor.pointee != 0, !line.isFull {
    line.append(UInt8(bitPattern: cursor.pointee))
    cursor += 1
  }
  return line.finish()
}

/// Collects bytes of UTF-8 into one line.
struct LineBuilder {
  private var bytes: [UInt8] = []
  private var characters = 0
  private var owesSpace = false
  private let limit: Int

  init(limit: Int) {
    self.limit = limit
    bytes.reserveCapacity(limit)
  }

  /// Nothing more fits. Continuation bytes of the last character may still come, so this turns
  /// true at the first byte of the next one.
  private(set) var isFull = false

  mutating func append(_ byte: UInt8) {
    // U+007F and below U+0020 are controls and spaces. Those above U+007F are left to the font.
    guard byte > 0x20, byte != 0x7F else {
      owesSpace = !bytes.isEmpty
      return
    }
    let startsCharacter = byte & 0xC0 != 0x80
    if startsCharacter {
      guard characters + (owesSpace ? 1 : 0) < limit else {
        isFull = true
        return
      }
      characters += 1
    }
    if owesSpace {
      bytes.append(0x20)
      characters += 1
      owesSpace = false
    }
    bytes.append(byte)
  }

  /// The line. Bytes that are no UTF-8 become U+FFFD.
  func finish() -> String { String(decoding: bytes, as: UTF8.self) }
}
