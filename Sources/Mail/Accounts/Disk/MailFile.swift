import SystemPackage

/// The kind of a file, judged by its first bytes.
enum MailFile {
  case mbox
  /// An empty file, such as an mbox from which all mail was fetched.
  case empty
  case other

  /// Examines a path that may not be a regular file: a pipe is never waited for.
  ///
  /// - Throws: ``Refusal``, with the system's reason.
  init(_ name: FilePath, in folder: FileDescriptor) throws(Refusal) {
    let file: FileDescriptor
    do throws(Errno) { file = try folder.open(name) } catch { throw Refusal(error) }
    defer { try? file.close() }
    var start = [UInt8](repeating: 0, count: Self.window)
    do {
      // Reads without an offset, which pipes do not support.
      let count = try start.withUnsafeMutableBytes { try file.read(into: $0) }
      start.removeSubrange(count...)
    } catch {
      throw Refusal(error as? Errno ?? .ioError)
    }
    self.init(beginning: &start)
  }

  /// Enough for a gzip header with a long name, and for white space above a From line.
  private static let window = 1024 + FromLine.mark.count

  private init(beginning bytes: inout [UInt8]) {
    if bytes.isEmpty {
      self = .empty
    } else if bytes.withUnsafeBytes({ FromLine.place(inFile: $0) != nil }) {
      self = .mbox
    } else if bytes.starts(with: Inflater.mark) {
      self = bytes.withUnsafeMutableBytes { Self.unpacked($0) }
    } else {
      self = .other
    }
  }

  private static func unpacked(_ bytes: UnsafeMutableRawBufferPointer) -> MailFile {
    var room = [UInt8](repeating: 0, count: window)
    return room.withUnsafeMutableBytes { room in
      guard let inflater = try? Inflater(), let result = try? inflater.unpack(bytes, into: room)
      else { return .other }
      if result.made == 0, inflater.state == .betweenFiles { return .empty }
      let start = UnsafeRawBufferPointer(rebasing: room[..<result.made])
      return FromLine.place(inFile: start) == nil ? .other : .mbox
    }
  }
}
