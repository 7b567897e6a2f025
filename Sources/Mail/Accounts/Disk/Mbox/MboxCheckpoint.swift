import SystemPackage

/// The state of an mbox when it was last read completely.
struct MboxCheckpoint: Codable, Hashable {
  /// The stamp of the file itself, even if it is compressed.
  var stamp: FileStamp
  /// Whether an equal stamp proves that nothing has changed. It does not if the file was changed
  /// within the last seconds, since a file system's clock ticks slowly.
  var isSettled: Bool
  /// The total length of the messages in bytes: the file's size unless it is compressed.
  var size: Int64
  /// The digest of those bytes.
  var digest: UInt64
  /// A sum over the keys and flags of the stored messages. After an interrupted reading the store
  /// has other messages.
  var listed: UInt64
  /// The start of the last message's From line. That message may have been incomplete, so reading
  /// continues here, not at the end.
  var lastMark: Int64
  /// The last message's key; empty when it is not listed.
  var lastKey: [UInt8]
  /// Whether data after `size` may be read as appended messages.
  var mayGrow: Bool

  /// A sum over all listed messages.
  static func sum(_ listed: KnownFlags) -> UInt64 {
    listed.indices.reduce(0) { sum, position in
      sum &+ listed.withKey(at: position) { number($0, listed.flags(at: position)) }
    }
  }

  /// A message's number in the sum.
  static func number(_ key: some Sequence<UInt8>, _ flags: MessageFlags) -> UInt64 {
    QuickHash.make(key, from: QuickHash.start ^ UInt64(bitPattern: flags.rawValue))
  }
}

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
