import Foundation

/// What an mbox looked like when it was last read to its end.
struct MboxCheckpoint: Codable, Hashable {
  /// In bytes.
  var size: Int64
  /// In nanoseconds since 1970.
  var modified: Int64
  /// Whether an equal size and time prove that nothing changed.
  var isSettled: Bool
  /// A digest of the last bytes before `size`, to tell growth from rewriting.
  var tail: UInt64
  /// Messages that were listed.
  var count: Int
  /// Where the last message's From line begins. It may have been caught half-written, so reading
  /// goes on here rather than at the end.
  var lastMark: Int64
  /// The last message's key.
  var lastKey: [UInt8]
}

/// A digest of a stretch of a file, for noticing that something changed in it.
enum TailDigest {
  /// Programs that change flags within the file do so anywhere, so the stretch is long: whole
  /// files, mostly. Reading this much from memory takes about 20 ms.
  private static let reach: Int64 = 64 << 20
  private static let window = 1 << 20

  /// Digests what lies before `end`.
  static func make(_ file: Int32, before end: Int64) throws -> UInt64 {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: window, alignment: 8)
    defer { buffer.deallocate() }
    var digest: UInt64 = 0xcbf2_9ce4_8422_2325
    var offset = max(0, end - reach)
    while offset < end {
      try Task.checkCancellation()
      let count = try FileBytes.read(file, at: offset, into: buffer, upTo: end)
      guard count > 0 else { break }
      // Whole words; what is left of the last one is filled up with zeros.
      let padded = (count + 7) & ~7
      for index in count..<padded { buffer[index] = 0 }
      for word in UnsafeRawBufferPointer(rebasing: buffer[..<padded]).bindMemory(to: UInt64.self) {
        digest = (digest ^ word) &* 0x9e37_79b9_7f4a_7c15
        digest ^= digest >> 29
      }
      offset += Int64(count)
    }
    return digest
  }
}
