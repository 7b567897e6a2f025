/// Lines of a message prepared for display: UTF-8 without control characters.
struct PassageText {
  private(set) var bytes: [UInt8] = []
  var isEmpty: Bool { bytes.isEmpty }
  var count: Int { bytes.count }

  mutating func breakLine() {
    dropTrailingSpace()
    bytes.append(10)
  }

  mutating func cut(to count: Int) { bytes.removeSubrange(count...) }

  mutating func dropTrailingSpace() {
    while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
  }

  /// Removes lines at the end that consist only of quote marks.
  mutating func dropTrailingMarks() {
    while let last = bytes.last, last == 10 || last == 0x20 || last == UInt8(ascii: ">") {
      guard let start = bytes.lastIndex(of: 10),
        bytes[start...].allSatisfy({ $0 <= 0x20 || $0 == UInt8(ascii: ">") })
      else { return }
      cut(to: start)
    }
  }

  /// Appends part of a line.
  ///
  /// Drops control characters, which terminals would obey, and the two characters that override the
  /// direction of the following text (U+202D, U+202E), which serve to deceive.
  mutating func append(_ text: Bytes) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      let next = index + 1 < text.count ? text[index + 1] : 0
      let third = index + 2 < text.count ? text[index + 2] : 0
      switch (byte, next, third) {
      case (0x09, _, _), (0x20...0x7E, _, _): bytes.append(byte)
      // A line end in a part from an old Mac.
      case (0x0D, _, _): breakLine()
      case (0x00...0x1F, _, _), (0x7F, _, _): break
      case (0xC2, 0x80...0x9F, _): index += 1
      // Line and paragraph separators.
      case (0xE2, 0x80, 0xA8...0xA9):
        breakLine()
        index += 2
      case (0xE2, 0x80, 0xAD...0xAE), (0xEF, 0xBB, 0xBF): index += 2
      default: bytes.append(byte)
      }
      index += 1
    }
  }

  func withBytes(from start: Int, _ body: (Bytes) -> Void) {
    bytes.withUnsafeBufferPointer { body(Bytes(rebasing: $0[start...])) }
  }

  mutating func append(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  /// The lines, without empty ones at the beginning and end.
  func finish() -> String {
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }) else { return "" }
    let start = bytes[..<first].lastIndex(of: 10).map { $0 + 1 } ?? 0
    let end = bytes.lastIndex { $0 > 0x20 } ?? first
    return String(decoding: bytes[start...end], as: UTF8.self)
  }
}
