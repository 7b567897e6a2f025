import Glibc

/// Reads as much of a message as the list needs, into one buffer that is used again and again.
///
/// That is at most 64 kB of header and 8 kB of body, where a row is found in them; few messages
/// are read any further.
final class MessageFile {
  static let headerLimit = 65_536
  static let bodyLimit = 8_192
  /// Most messages are in memory after a single read of this.
  private static let firstRead = 16_384

  private let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(
    capacity: headerLimit + bodyLimit
  )

  /// The file that was opened here, for as long as its message may be asked for.
  private var opened: Int32 = -1

  deinit {
    buffer.deallocate()
    if opened >= 0 { close(opened) }
  }

  /// A message's beginning, valid until the next one is read.
  struct Beginning {
    var bytes: UnsafeMutableBufferPointer<UInt8>
    var excerpt: MessageExcerpt
    /// When the file was last written, in seconds.
    var modified: Int64
    fileprivate var file: Int32
    fileprivate var offset: Int64
    fileprivate var length: Int64
  }

  /// Reads all of the message that was read last, at most ``FoundMessage/limit``; nil where the
  /// system refuses.
  func whole(_ beginning: Beginning) -> [UInt8]? {
    try? FoundMessage(
      beginning.file,
      from: beginning.offset,
      to: beginning.offset + beginning.length,
      path: DiskPath(""),
      received: 0
    ).bytes
  }

  /// Reads the beginning of the file `name` in an open folder.
  ///
  /// - Throws: ``Refusal`` with the system's reason.
  func read(_ name: UnsafePointer<CChar>, in folder: Int32) throws(Refusal) -> Beginning {
    // O_NONBLOCK: opening a pipe must not wait for somebody to write into it.
    let file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Refusal(reason: systemReason(), isGone: errno == ENOENT) }
    if opened >= 0 { close(opened) }
    opened = file
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Refusal(reason: systemReason()) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(reason: "not a regular file", isLasting: true)
    }
    return try read(file, from: 0, length: Int64(status.st_size), modified: status.modified)
  }

  /// Reads the beginning of the `length` bytes at `offset`.
  func read(_ file: Int32, from offset: Int64, length: Int64, modified: Int64) throws(Refusal)
    -> Beginning
  {
    var count = try fill(file, at: offset, 0..<Int(min(length, Int64(Self.firstRead))))
    var header = headerLength(count)
    let wanted = Int(min(length, Int64((header ?? Self.headerLimit) + Self.bodyLimit)))
    if count == Self.firstRead, wanted > count {
      count = try fill(file, at: offset, count..<wanted)
      header = header ?? headerLength(count)
    }
    count = min(count, wanted)
    let headerLength = min(header ?? count, Self.headerLimit)
    let end = min(count, headerLength + Self.bodyLimit)
    return Beginning(
      bytes: UnsafeMutableBufferPointer(rebasing: buffer[..<end]),
      excerpt: MessageExcerpt(
        headerLength: headerLength,
        bodyLength: max(0, length - Int64(headerLength)),
        isCut: Int64(end) < length
      ),
      modified: modified,
      file: file,
      offset: offset,
      length: length
    )
  }

  /// Fills a range of the buffer and returns where it ends: earlier when the file shrank.
  private func fill(_ file: Int32, at offset: Int64, _ range: Range<Int>) throws(Refusal) -> Int {
    let part = UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[range]))
    let start = offset + Int64(range.lowerBound)
    return try range.lowerBound + FileBytes.read(file, at: start, into: part, upTo: .max)
  }

  private func headerLength(_ count: Int) -> Int? {
    Self.headerLength(UnsafeBufferPointer(rebasing: buffer[..<count]))
  }

  /// Where the body begins: behind the first empty line. Nil when there is none.
  static func headerLength(_ bytes: Bytes) -> Int? {
    var line = 0
    while line < bytes.count {
      if bytes[line] == 10 { return line + 1 }
      if bytes[line] == 13, line + 1 < bytes.count, bytes[line + 1] == 10 { return line + 2 }
      line = bytes.endOfLine(from: line)
    }
    return nil
  }
}

/// A message that the system did not let us read.
struct Refusal: Error {
  var reason: String
  /// It was there a moment ago: moved or deleted meanwhile, so the next refresh will see.
  var isGone = false
  /// Trying again is no use: it is a folder, a pipe or a device, no message.
  var isLasting = false
}

extension stat {
  /// When the content last changed, in whole seconds since 1970.
  var modified: Int64 { Int64(st_mtim.tv_sec) }
  /// The same to the nanosecond, to tell two states apart.
  var modifiedNanoseconds: Int64 { st_mtim.nanoseconds }
  /// When anything about it last changed, to the nanosecond. Nothing sets this back.
  var changedNanoseconds: Int64 { st_ctim.nanoseconds }
}

extension timespec {
  /// A broken clock may have any number. Beyond the year 2262 this begins anew at the least one, so
  /// that moments close to each other still are.
  var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
