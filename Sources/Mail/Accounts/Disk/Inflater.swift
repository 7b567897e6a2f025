import CZlib

/// Unpacks gzip (RFC 1952) a piece at a time, also several files behind each other.
final class Inflater {
  /// The first two bytes of every gzip file.
  static let mark: [UInt8] = [0x1F, 0x8B]

  enum State: Equatable {
    case running
    /// A whole file was unpacked. More of them may follow.
    case betweenFiles
    /// Something else follows, zeros from a tape for instance.
    case ended
  }

  private(set) var state = State.running
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

  init() throws(Refusal) {
    stream.initialize(to: z_stream())
    // 16 asks for gzip's frame and none other.
    let result = inflateInit2_(
      stream,
      16 + MAX_WBITS,
      ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size)
    )
    // What was allocated goes by `deinit`, also where this throws.
    guard result == Z_OK else { throw Refusal(reason: String(cString: zError(result))) }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  /// Unpacks as much of `input` as `output` has room for.
  ///
  /// - Returns: how many bytes were taken and made; both are 0 at the end.
  /// - Throws: ``Corruption`` when the data is damaged. What was made before is in `output`.
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

  /// Damaged data, and how much was unpacked before it.
  struct Corruption: Error {
    var made: Int
    var reason: String
  }
}
