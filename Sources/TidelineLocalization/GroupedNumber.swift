import Glibc

extension Int {
  /// The number in the user's digits and groups, such as `12,000`, as the C library formats it for
  /// the locale.
  public var grouped: String {
    var buffer = [CChar](repeating: 0, count: 128)
    let length = withVaList([self]) { vsnprintf(&buffer, buffer.count, "%'ld", $0) }
    guard length > 0, length < buffer.count else { return String(self) }
    return String(decoding: buffer[..<Int(length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
