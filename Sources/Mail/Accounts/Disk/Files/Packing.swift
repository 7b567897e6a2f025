import CZlib
import SystemPackage

/// The compression of a message's file, found by its first bytes: some servers compress each
/// message by itself.
struct Packing {
  /// The reason why the file cannot be decompressed; nil if it can.
  let obstacle: String?

  /// The number of a file's first bytes that suffice to recognize every known compression.
  static let markLength = 16

  /// - Returns: nil if the file is not compressed.
  init?(_ beginning: UnsafeRawBufferPointer) {
    // A quick check before the comparison of whole marks.
    guard let first = beginning.first, Self.initials.contains(first),
      let known = Self.marks.first(where: { beginning.starts(with: $0.bytes) })
    else { return nil }
    obstacle = known.obstacle
  }

  /// The first bytes of each known kind of compressed file. Dovecot has formats of its own for LZ4
  /// and for encryption.
  private static let marks: [(bytes: [UInt8], obstacle: String?)] =
    [
      (Inflater.mark, nil),
      ([0x28, 0xB5, 0x2F, 0xFD], packed("zstd")),
      ([0x04, 0x22, 0x4D, 0x18], packed("LZ4")),
      ([0x02, 0x21, 0x4C, 0x18], packed("LZ4")),
      (Array("Dovecot-LZ4\r".utf8), packed("LZ4")),
      ([0x1F, 0x9D], packed("compress")),
      ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], packed("xz")),
      ([0x5D, 0x00, 0x00], packed("LZMA")),
      (Array("CRYPTED".utf8) + [0x03, 0x07], "it is encrypted, and only its server can read it"),
    ] + (0...15).map { ([0x50 + $0, 0x2A, 0x4D, 0x18], packed("zstd")) }
    + (1...9).map { (Array("BZh\($0)1AY&SY".utf8), packed("bzip2")) }

  private static let initials = Set(marks.map(\.bytes[0]))

  private static func packed(_ name: String) -> String {
    "it is packed with \(name), which Tideline cannot unpack"
  }

  /// Decompresses a file.
  ///
  /// - Throws: ``Refusal``, or `CancellationError`.
  func unpacked(_ file: FileDescriptor, size: Int64) throws -> UnpackedFile {
    if let obstacle { throw Refusal(reason: obstacle, isLasting: true) }
    let unpacked = try UnpackedFile(file, size: size)
    if unpacked.size == 0, let damage = unpacked.damage {
      throw Refusal(reason: damage, isLasting: !unpacked.needsRoom)
    }
    return unpacked
  }
}

/// Decompresses gzip (RFC 1952) in pieces, even several gzip files in a row.
final class Inflater {
  /// The first two bytes of every gzip file.
  static let mark: [UInt8] = [0x1F, 0x8B]

  enum State: Equatable {
    case running
    /// A gzip file has ended, and another may follow.
    case betweenFiles
    /// The compressed data has ended. Bytes after it, such as zeros that pad a tape, are ignored.
    case ended
  }

  private(set) var state = State.running
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init() throws(Refusal) {
    stream.initialize(to: z_stream())
    // Adding 16 makes zlib accept only the gzip format.
    let result = inflateInit2_(
      stream,
      16 + MAX_WBITS,
      ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)
    )
    // If this throws, `deinit` still runs and frees the memory: all properties are initialized.
    guard result == Z_OK else { throw Refusal(reason: String(cString: zError(result))) }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Decompresses as much of `input` as fits into `output`.
  ///
  /// - Returns: the number of bytes read and written; both are 0 at the end.
  /// - Throws: ``Corruption`` when the data is damaged. The bytes before the damage are in
  ///   `output`.
  func unpack(
    _ input: UnsafeMutableRawBufferPointer,
    into output: UnsafeMutableRawBufferPointer
  ) throws(Corruption) -> (taken: Int, made: Int) {
    guard state != .ended, let first = input.first else { return (0, 0) }
    if state == .betweenFiles {
      guard first == Self.mark[0], inflateReset(stream) == Z_OK else {
        state = .ended
        return (0, 0)
      }
      state = .running
    }
    stream.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_in = uInt(clamping: input.count)
    stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.pointee.avail_out = uInt(clamping: output.count)
    let result = inflate(stream, Z_NO_FLUSH)
    let taken = input.count - Int(stream.pointee.avail_in)
    let made = output.count - Int(stream.pointee.avail_out)
    switch result {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: state = .betweenFiles
    default: throw Corruption(made: made, reason: String(cString: zError(result)))
    }
    return (taken, made)
  }

  /// Damaged data, with the number of bytes decompressed before it.
  struct Corruption: Error {
    var made: Int
    var reason: String
  }
}
