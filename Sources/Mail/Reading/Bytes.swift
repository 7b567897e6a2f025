import Glibc

/// Bytes of text, valid only as long as their owner exists.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer where Element == UInt8 {
  /// The bytes of a C string, without the final 0.
  init(_ text: UnsafePointer<CChar>) {
    let start = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    self.init(start: start, count: strlen(text))
  }

  /// The index of the first such byte.
  func place(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count,
      let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// The end of the line that begins at `start`: the index behind its line feed, or the end of the
  /// bytes.
  func endOfLine(from start: Int) -> Int { place(of: 10, from: start).map { $0 + 1 } ?? count }

  /// Without a line feed at the end, and then without a carriage return.
  var withoutLineBreak: Bytes {
    var line = self[...]
    if line.last == 10 { line.removeLast() }
    if line.last == 13 { line.removeLast() }
    return Bytes(rebasing: line)
  }

  /// Without spaces and control characters at both ends.
  var trimmed: Bytes {
    guard let first = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 })
    else { return Bytes(rebasing: self[..<0]) }
    return Bytes(rebasing: self[first...last])
  }

  /// Whether it ends with this ASCII text.
  func ends(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && Bytes(rebasing: self[(count - length)...]).starts(with: text)
  }

  func starts(with text: StaticString) -> Bool {
    guard let baseAddress, count >= text.utf8CodeUnitCount else { return false }
    return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}
