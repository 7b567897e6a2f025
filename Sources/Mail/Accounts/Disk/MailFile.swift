import SystemPackage

/// What a file is, by its first bytes.
enum MailFile {
  case mbox
  /// No bytes: an mbox from which all mail was fetched, or any other empty file.
  case empty
  case other

  /// Looks at a file that is not necessarily one: a pipe is never waited for.
  ///
  /// - Throws: ``Refusal``, with the system's reason.
  init(_ name: FilePath, in folder: FileDescriptor) throws(Refusal) {
    let file: FileDescriptor
    do throws(Errno) { file = try folder.open(name) } catch { throw Refusal(error) }
    defer { try? file.close() }
    var start = [UInt8](repeating: 0, count: Self.window)
    do {
      // Not at an offset, which pipes have none of.
      let count = try start.withUnsafeMutableBytes { try file.read(into: $0) }
      start.removeSubrange(count...)
    } catch {
      throw Refusal(error as? Errno ?? .ioError)
    }
    self.init(beginning: &start)
  }

  /// More than a gzip header with a long name in it, and white space above a From line.
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
