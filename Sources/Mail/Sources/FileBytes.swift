import Glibc

/// Plain reading at a place.
enum FileBytes {
  /// Fills the buffer as far as the file goes, but not beyond `end`, and returns how far.
  static func read(
    _ file: Int32,
    at offset: Int64,
    into buffer: UnsafeMutableRawBufferPointer,
    upTo end: Int64
  ) throws(Refusal) -> Int {
    let wanted = Int(max(0, min(Int64(buffer.count), end - offset)))
    var position = 0
    while position < wanted {
      let count = pread(
        file,
        buffer.baseAddress.map { $0 + position },
        wanted - position,
        off_t(offset) + off_t(position)
      )
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Refusal(reason: systemReason()) }
      guard count > 0 else { break }
      position += count
    }
    return position
  }
}
