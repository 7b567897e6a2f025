import CZlib
import SystemPackage

/// The state of an mbox when it was last read completely.
struct MboxCheckpoint: Codable, Hashable {
  /// The stamp of the file itself, even if it is compressed.
  var stamp: FileStamp
  /// Whether an equal stamp proves that nothing has changed. False soon after a change: a file
  /// system's clock ticks slowly, so a second change may get the same time.
  var isSettled: Bool
  /// The size of the mbox in bytes; for a compressed mbox, the decompressed size.
  var size: Int64
  /// The digest of these `size` bytes.
  var digest: UInt64
  /// A sum over the keys and flags of the messages stored by this reading. A later, interrupted
  /// reading changes the stored messages, so the store's sum then differs from this one.
  var listed: UInt64
  /// The start of the last message's From line. That message may have been incomplete, so reading
  /// continues here, not at the end.
  var lastMark: Int64
  /// The last message's key; empty when it is not listed.
  var lastKey: [UInt8]
  /// Whether data after `size` may be read as appended messages.
  var mayGrow: Bool

  /// The sum over all listed messages, as in ``listed``.
  static func sum(_ listed: KnownFlags) -> UInt64 {
    listed.indices.reduce(0) { sum, position in
      sum &+ listed.withKey(at: position) { number($0, listed.flags(at: position)) }
    }
  }

  /// The value that one message adds to ``sum(_:)``: a hash of its key and flags.
  static func number(_ key: some Sequence<UInt8>, _ flags: MessageFlags) -> UInt64 {
    QuickHash.make(key, from: QuickHash.start ^ UInt64(bitPattern: flags.rawValue))
  }
}

/// A digest of a file's bytes that tells growth from rewriting.
///
/// Mail programs change flags in place, anywhere in an mbox, and the file may keep its size. So the
/// digest covers the whole file, by zlib's CRC-32. It is computed only when the file has changed,
/// and takes about 0.5 s per GB in memory: a sixth of the time for reading the messages.
enum FileDigest {
  private static let window = 1 << 20

  /// Computes the digest of the bytes before `end`, and in the same pass the digest of the bytes
  /// before `mark`. The latter digest is nil if the file is shorter.
  ///
  /// - Throws: ``Refusal``, or `CancellationError`.
  static func make(
    _ file: FileDescriptor,
    mark: Int64,
    end: Int64
  ) throws -> (beforeMark: UInt64?, whole: UInt64) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: window, alignment: 1)
    defer { buffer.deallocate() }
    var digest = crc32(0, nil, 0)
    var beforeMark: UInt64?
    var offset: Int64 = 0
    while true {
      try Task.checkCancellation()
      if offset == mark { beforeMark = UInt64(digest) }
      let limit = offset < mark ? min(mark, end) : end
      let count = try file.read(at: offset, into: buffer, upTo: limit)
      if count == 0 { return (beforeMark, UInt64(digest)) }
      digest = crc32(digest, buffer.baseAddress?.assumingMemoryBound(to: Bytef.self), uInt(count))
      offset += Int64(count)
    }
  }
}
