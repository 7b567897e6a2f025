import CZlib

/// Decompresses gzip (RFC 1952) in pieces, even several gzip files in a row.
final class Inflater {
  /// The first two bytes of every gzip file.
  static let mark: [UInt8] = [0x1F, 0x8B]

  enum State: Equatable {
    case running
    /// A gzip file has ended, and another may follow.
    case betweenFiles
    /// The packed data have ended. Other data may follow, for example zeros from a tape.
    case ended
  }

  private(set) var state = State.running
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init() throws(Refusal) {
    stream.initialize(to: z_stream())
    // 16 accepts only the gzip format.
    let result = inflateInit2_(
      stream,
      16 + MAX_WBITS,
      ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)
    )
    // Also after an error, `deinit` frees the allocated memory.
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
