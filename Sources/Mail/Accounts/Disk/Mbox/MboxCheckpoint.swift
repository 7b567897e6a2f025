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

/// Identifies a message in an mbox by a digest of its header and its body's length. The offset in
/// the file would not do, since it changes when other messages are deleted.
struct MboxDigest: Sendable, Hashable {
  private static let length = 16
  private let high: UInt64
  private let low: UInt64

  /// - Parameter digest: at least 16 bytes, of which the first 16 are used.
  init(_ digest: [UInt8]) {
    (high, low) = digest.withUnsafeBytes {
      ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  /// Reads the digest from a key; all copies of a message have the same digest. Nil for a key that
  /// does not belong to an mbox.
  init?(_ key: MessageKey) {
    guard key.bytes.count >= Self.length else { return nil }
    self.init(key.bytes)
  }

  /// - Parameter copy: the number of the copy among messages with this digest, from 0.
  func key(copy: UInt32 = 0) -> MessageKey {
    let digest = withUnsafeBytes(of: (high, low)) { Array($0) }
    return MessageKey(
      bytes: copy == 0 ? digest : withUnsafeBytes(of: copy.bigEndian) { digest + $0 }
    )
  }
}
