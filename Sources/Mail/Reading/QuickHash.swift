/// FNV-1a with 64 bits: the same in every process, and fast for short texts. It is easy to
/// construct two texts with the same hash.
package enum QuickHash {
  package static let start: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Parameter start: the result of an earlier hash to be continued, or the initial value.
  package static func make(
    _ bytes: some Sequence<UInt8>,
    from start: UInt64 = start
  ) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
