import Glibc

/// What a file is, by its first bytes.
enum MailFile {
  case mbox
  /// No bytes: an mbox from which all mail was fetched, or any other empty file.
  case empty
  case other

  /// Looks at a file that is not necessarily one: a pipe is never waited for.
  ///
  /// - Throws: ``Refusal``, with the system's reason.
  init(_ name: UnsafePointer<CChar>, in folder: Int32) throws(Refusal) {
    let file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Refusal(reason: systemReason(), isGone: errno == ENOENT) }
    defer { close(file) }
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.window, alignment: 1)
    defer { room.deallocate() }
    let count = read(file, room.baseAddress, room.count)
    guard count >= 0 else { throw Refusal(reason: systemReason()) }
    self.init(beginning: UnsafeMutableRawBufferPointer(rebasing: room[..<count]))
  }

  /// More than a gzip header with a long name in it.
  private static let window = 1024

  private init(beginning bytes: UnsafeMutableRawBufferPointer) {
    if bytes.isEmpty {
      self = .empty
    } else if FromLine.begins(file: UnsafeRawBufferPointer(bytes)) {
      self = .mbox
    } else if bytes.starts(with: Inflater.mark) {
      self = Self.unpacked(bytes)
    } else {
      self = .other
    }
  }

  private static func unpacked(_ bytes: UnsafeMutableRawBufferPointer) -> MailFile {
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: FromLine.byteOrderMark.count + FromLine.mark.count,
      alignment: 1
    )
    defer { room.deallocate() }
    guard let inflater = try? Inflater(), let result = try? inflater.unpack(bytes, into: room)
    else { return .other }
    if result.made == 0, inflater.state == .betweenFiles { return .empty }
    let start = UnsafeRawBufferPointer(rebasing: room[..<result.made])
    return FromLine.begins(file: start) ? .mbox : .other
  }
}
