/// FNV-1a, 64 bits wide: the same in every process, and quick for short texts. It is easy
/// to make two texts with one hash.
package enum QuickHash {
  package static let start: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Parameter start: where another hash ended, or begins.
  package static func make(
    _ bytes: some Sequence<UInt8>,
    from start: UInt64 = start
  ) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
