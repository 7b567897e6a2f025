/// A name in a page's markup, ignoring case: two machine words, which are compared at once and need
/// no memory of their own.
struct HTMLName: Hashable, ExpressibleByStringLiteral {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ name: Bytes) {
    for byte in name { append(byte) }
  }

  @inline(__always)
  init(stringLiteral name: StaticString) {
    for index in 0..<name.utf8CodeUnitCount { append(name.utf8Start[index]) }
  }

  @inline(__always)
  static func == (left: HTMLName, right: HTMLName) -> Bool {
    left.low == right.low && left.high == right.high
  }

  func hash(into hasher: inout Hasher) { hasher.combine(low ^ high &* 0x9E37_79B9_7F4A_7C15) }

  /// Bytes beyond 16 are mixed into the earlier ones.
  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    high = (high << 8 | low >> 56) &+ (high >> 56) &* 0x9E37_79B9_7F4A_7C15
    low = low << 8 | UInt64(lower)
  }
}

extension Set<HTMLName> {
  /// - Parameter names: names separated by single spaces.
  init(names: StaticString) {
    self = names.withUTF8Buffer {
      Set($0.split(separator: 0x20).map { HTMLName(Bytes(rebasing: $0)) })
    }
  }
}
