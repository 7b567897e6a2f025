import SystemPackage

/// A digest of a file's bytes that tells growth from rewriting.
///
/// Mail programs change flags in place, anywhere in an mbox, and the file may keep its size. So the
/// digest covers the whole file: about 0.3 s per GB when it is in memory, a tenth of the time for
/// reading its messages, and only when the file has changed.
enum FileDigest {
  private static let window = 1 << 20

  /// Computes the digest of the bytes before `end`, and in the same pass that of the bytes before
  /// `mark`.
  ///
  /// - Throws: ``Refusal``, or `CancellationError`.
  static func make(
    _ file: FileDescriptor,
    mark: Int64,
    end: Int64
  ) throws -> (beforeMark: UInt64?, whole: UInt64) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: window, alignment: 8)
    defer { buffer.deallocate() }
    var lanes = Lanes()
    var beforeMark: UInt64?
    var offset: Int64 = 0
    // Stops at whole blocks; the bytes before the mark may end within one.
    let stop = mark - mark % Int64(Lanes.block)
    while true {
      try Task.checkCancellation()
      if offset == stop, mark <= end {
        let count = try file.read(at: offset, into: buffer, upTo: mark)
        beforeMark = lanes.ended(by: buffer, count)
      }
      let limit = offset < stop ? min(stop, end) : end
      let count = try file.read(at: offset, into: buffer, upTo: limit)
      let whole = count - count % Lanes.block
      lanes.add(UnsafeRawBufferPointer(rebasing: buffer[..<whole]))
      offset += Int64(whole)
      if whole == 0 {
        return (beforeMark, lanes.ended(by: buffer, count))
      }
    }
  }

  /// Four independent sums, which a processor computes in parallel.
  private struct Lanes {
    static let block = 32

    private var a: UInt64 = 0xcbf2_9ce4_8422_2325
    private var b: UInt64 = 0x8422_2325_cbf2_9ce4
    private var c: UInt64 = 0x9ce4_cbf2_2325_8422
    private var d: UInt64 = 0x2325_8422_9ce4_cbf2

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      let words = bytes.bindMemory(to: UInt64.self)
      for index in stride(from: 0, to: words.count, by: 4) {
        a = Self.mix(a, words[index])
        b = Self.mix(b, words[index + 1])
        c = Self.mix(c, words[index + 2])
        d = Self.mix(d, words[index + 3])
      }
    }

    /// The result after an incomplete last block, filled up with zeros.
    func ended(by buffer: UnsafeMutableRawBufferPointer, _ count: Int) -> UInt64 {
      for index in count..<Self.block { buffer[index] = 0 }
      var last = self
      last.add(UnsafeRawBufferPointer(rebasing: buffer[..<Self.block]))
      return [last.b, last.c, last.d, UInt64(count)].reduce(last.a, Self.mix)
    }

    private static func mix(_ sum: UInt64, _ word: UInt64) -> UInt64 {
      let mixed = (sum ^ word) &* 0x9e37_79b9_7f4a_7c15
      return mixed ^ mixed >> 29
    }
  }
}
