import Glibc

/// Bytes of text, valid as long as their owner.
typealias Bytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer where Element == UInt8 {
  /// A C string, without its closing 0.
  init(_ text: UnsafePointer<CChar>) {
    let start = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
    self.init(start: start, count: strlen(text))
  }

  /// Where the first such byte stands.
  func place(of byte: UInt8, from start: Int = 0) -> Int? {
    guard let base = baseAddress, start < count,
      let found = memchr(base + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Where the line ends that begins at `start`: behind its line feed, or with the bytes.
  func endOfLine(from start: Int) -> Int { place(of: 10, from: start).map { $0 + 1 } ?? count }

  /// Without a line feed at the end, and then without a carriage return there.
  var withoutLineBreak: Bytes {
    var line = self[...]
    if line.last == 10 { line.removeLast() }
    if line.last == 13 { line.removeLast() }
    return Bytes(rebasing: line)
  }

  /// Without spaces and controls at both ends.
  var trimmed: Bytes {
    guard let first = firstIndex(where: { $0 > 0x20 }), let last = lastIndex(where: { $0 > 0x20 })
    else { return Bytes(rebasing: self[..<0]) }
    return Bytes(rebasing: self[first...last])
  }

  /// Whether it ends with an ASCII text.
  func ends(with text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && Bytes(rebasing: self[(count - length)...]).starts(with: text)
  }

  func starts(with text: StaticString) -> Bool {
    guard let baseAddress, count >= text.utf8CodeUnitCount else { return false }
    return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
  }
}
